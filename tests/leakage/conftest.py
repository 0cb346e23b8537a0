"""What the tests of training files share: a file written and read, its texts."""

from __future__ import annotations

import pytest

from irassay.formats.reading.training import read_training


@pytest.fixture
def read(tmp_path):
    """Write a file and read it."""

    def of(content, name="train", **options):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        (training,) = read_training(path, **options)
        return training

    return of

"""Files as a test writes them."""

import json

import pytest


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Writes bytes, text, or a tree as JSON into a file of that name, in an empty folder that commands run in."""
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        if not isinstance(content, str | bytes):
            content = json.dumps(content, indent=1)
        (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
        return name

    return write

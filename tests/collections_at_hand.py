"""Where the real test collections and the golden values are. The one file that names a place.

``IRASSAY_TEST_DATA`` and ``IRASSAY_GOLDEN`` say where; by default they are folders beside the project's. A test that
needs one skips with a message where it is absent, and fails instead where ``IRASSAY_NO_SKIP=1``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

_BESIDE = Path(__file__).resolve().parents[2] / "shared"


def _place(variable: str, default: str) -> Path:
    return Path(os.environ.get(variable) or _BESIDE / default)


TEST_DATA = _place("IRASSAY_TEST_DATA", "data")
GOLDEN = _place("IRASSAY_GOLDEN", "golden")


def need(path: Path) -> Path:
    """`path`, or a skip that says how to have it."""
    if not path.exists():
        _do_without(path)
    return path


def _do_without(path: Path) -> None:
    import pytest  # here, since the benchmarks need the places without it

    message = f"{path} is not there; set IRASSAY_TEST_DATA and IRASSAY_GOLDEN to the collections and golden values"
    if os.environ.get("IRASSAY_NO_SKIP") == "1":
        pytest.fail(message)
    pytest.skip(message)


def collection(name: str) -> Path:
    """The folder of a real test collection."""
    return need(TEST_DATA / name)


@cache
def labels_and_runs(name: str, labels: str = "qrels") -> tuple[Any, Any]:
    """What is read of a real test collection, once for all tests of a process."""
    from irassay import read_qrels, read_runs

    folder = collection(name)
    return read_qrels(folder / labels), read_runs(folder / "runs")


def golden(name: str = "index.json") -> Path:
    """A file of golden values."""
    return need(GOLDEN / name)

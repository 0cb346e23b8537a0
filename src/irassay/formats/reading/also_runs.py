"""The file beside a run with scores of documents outside its lists, as `irassay rerank --also` writes it."""

from __future__ import annotations

import os

ALSO = ".also"


def also_path(run: str | os.PathLike[str]) -> str:
    """Where these scores stand: ``a.also.run`` beside ``a.run``; the last suffix stays, and one of compression."""
    folder, name = os.path.split(os.fspath(run))
    stem, suffix = os.path.splitext(name)
    inner, before = os.path.splitext(stem)
    if suffix in (".gz", ".xz", ".bz2", ".zst") and inner:
        stem, suffix = inner, before + suffix
    return os.path.join(folder, stem + ALSO + suffix)

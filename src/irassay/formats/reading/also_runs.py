"""The file beside a run with scores of documents outside its lists, as `irassay rerank --also` writes it."""

from __future__ import annotations

import os

from irassay.files import ALSO


def also_path(run: str | os.PathLike[str]) -> str:
    """Where these scores stand: ``a.also.run`` beside ``a.run``."""
    return f"{os.path.splitext(os.fspath(run))[0]}{ALSO}"

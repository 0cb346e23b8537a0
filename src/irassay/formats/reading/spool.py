"""What can be read once only, kept in a temporary file so that it can be read again."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from contextlib import suppress

from irassay.errors import Unreadable
from irassay.formats.sources.opening import STDIN


def again_and_again(path: str) -> str:
    """The path itself where it is a file; else a temporary file with the bytes of the pipe, removed at the end.

    Raises
    ------
    Unreadable
        It can't be opened or read.
    """
    if path != STDIN and (os.path.isfile(path) or not os.path.exists(path)):
        return path
    handle, copy = tempfile.mkstemp(prefix="irassay-")
    atexit.register(_remove, copy)
    try:
        with os.fdopen(handle, "wb") as target, open(os.dup(0) if path == STDIN else path, "rb") as source:
            shutil.copyfileobj(source, target)
    except OSError as error:
        raise Unreadable(f"can't read {path}: {(error.strerror or str(error)).lower()}") from None
    return copy


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)

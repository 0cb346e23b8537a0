"""What can be read once only, kept in a temporary file so that it can be read again."""

from __future__ import annotations

import atexit
import os
import tempfile
from contextlib import suppress

from irassay.errors import Unreadable
from irassay.formats.sources import pipes


def again_and_again(path: str) -> str:
    """The path itself where it is a file; else a temporary file with the bytes of the pipe, removed at the end.
    Unreadable where it can't be opened or read, or is no pipe that ends.
    """
    if not pipes.is_pipe(path):
        return path
    handle, copy = tempfile.mkstemp(prefix="irassay-")
    atexit.register(_remove, copy)
    try:
        with os.fdopen(handle, "wb") as target:
            target.writelines(pipes.drain(path))
    except OSError as error:
        raise Unreadable(f"can't keep {path} in {copy}: {(error.strerror or str(error)).lower()}") from None
    return copy


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)

"""Standard input and pipes, which can be read once: read as far as somebody asks, within bounds, and kept."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator

from irassay.errors import Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

STDIN = "-"
PIECE = 1 << 18  # bytes read at a time

# What no file of labels, runs or texts does by itself. UNBOUNDED in the environment lifts it all.
UNBOUNDED = "IRASSAY_UNBOUNDED_INPUT"
LONGEST_LINE = 1 << 28  # bytes
MOST_KEPT = 1 << 32  # bytes of a pipe, in memory or in a temporary file

# By path, until what is in the pipe has been given to its end.
_KEPT: dict[str, Pipe] = {}


class Pipe:
    """The bytes of one pipe, those that were read."""

    def __init__(self, name: str, stream: IO[bytes]) -> None:
        self._data = bytearray()
        self._name = name
        self._pieces = _bounded(name, stream)

    def between(self, start: int, end: int | None) -> bytes:
        """The bytes from `start` on to `end`, fewer where the pipe ends before; None is its end."""
        while end is None or len(self._data) < end:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._data += piece
        return bytes(self._data[start:end])

    def drain(self) -> Iterator[bytes]:
        """All bytes in pieces, no longer kept: the pipe can't be read again."""
        yield bytes(self._data)
        self._data.clear()
        yield from self._pieces


class _Stream(io.RawIOBase):
    """A pipe from its start, as a file that can be read and sought in."""

    def __init__(self, pipe: Pipe) -> None:
        self._pipe = pipe
        self._at = 0

    def read(self, n: int | None = -1) -> bytes:
        piece = self._pipe.between(self._at, None if n is None or n < 0 else self._at + n)
        self._at += len(piece)
        return piece

    def seekable(self) -> bool:
        return True

    def seek(self, to: int, whence: int = 0) -> int:
        start = {0: 0, 1: self._at, 2: 0}[whence]
        self._at = to + (len(self._pipe.between(0, None)) if whence == os.SEEK_END else start)
        return self._at

    def tell(self) -> int:
        return self._at


def is_pipe(path: str) -> bool:
    """Whether the path can be read once only: standard input, a pipe or a device."""
    return path == STDIN or path in _KEPT or (os.path.exists(path) and not os.path.isfile(path))


def open_pipe(path: str) -> IO[bytes]:
    """The pipe from its start, also where some of it was read before."""
    return _Stream(_pipe(path))  # type: ignore[return-value]


def drain(path: str) -> Iterator[bytes]:
    """All bytes of a pipe in pieces, none of which is kept."""
    pipe = _pipe(path)
    _KEPT.pop(path, None)
    return pipe.drain()


def keep(path: str, data: bytes) -> None:
    """Give back what was read of a pipe, for who reads it next."""
    _KEPT[path] = Pipe(path, io.BytesIO(data))


def forget(path: str) -> None:
    """A pipe was read to its end by who wanted it."""
    _KEPT.pop(path, None)


def _pipe(path: str) -> Pipe:
    if path not in _KEPT:
        # Closed by the end of the process: closing standard input here would end it for who reads on.
        stream = os.fdopen(os.dup(0), "rb") if path == STDIN else open(path, "rb")  # noqa: SIM115
        _KEPT[path] = Pipe("standard input" if path == STDIN else path, stream)
    return _KEPT[path]


def _bounded(name: str, stream: IO[bytes]) -> Iterator[bytes]:
    """What a pipe gives, in pieces, as long as it is no device without end, no endless line and not too much."""
    if not isinstance(stream, io.BytesIO):
        _refuse_endless(name, stream)
    n = of_line = 0
    while piece := stream.read1(PIECE):  # type: ignore[attr-defined]
        n += len(piece)
        end = piece.rfind(b"\n") + 1
        of_line = len(piece) - end + (0 if end else of_line)
        check_line(name, of_line)
        if n > MOST_KEPT and not unbounded():
            raise Unreadable(
                f"{name} has more than {MOST_KEPT:,} bytes, expected a pipe that ends; a file can be as large as you "
                f"like, and {UNBOUNDED}=1 reads this too"
            )
        yield piece
    stream.close()


def _refuse_endless(name: str, stream: IO[bytes]) -> None:
    """Raise Unreadable for a device that may never end; nobody's terminal and no null device is one."""
    mode = os.fstat(stream.fileno())
    is_device = stat.S_ISCHR(mode.st_mode) or stat.S_ISBLK(mode.st_mode)
    is_null = is_device and os.path.exists(os.devnull) and mode.st_rdev == os.stat(os.devnull).st_rdev
    if is_device and not is_null and not os.isatty(stream.fileno()) and not unbounded():
        raise Unreadable(f"{name} is a device, which may never end; expected a file or a pipe; {UNBOUNDED}=1 reads it")


def check_line(name: str, n: int) -> None:
    """Raise Unreadable where a line of `n` bytes is longer than any line of text."""
    if n > LONGEST_LINE and not unbounded():
        raise Unreadable(
            f"{name} has a line of more than {LONGEST_LINE:,} bytes, expected lines; {UNBOUNDED}=1 reads it"
        )


def unbounded() -> bool:
    """Whether the user said that nothing is too large."""
    return os.environ.get(UNBOUNDED, "") not in ("", "0")

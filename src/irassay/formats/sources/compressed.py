"""Bytes of a file, decompressed: gzip, xz, zstd, told by content, never by the name; ``-`` is standard input."""

from __future__ import annotations

import io
import os

from irassay.errors import Unreadable, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

GZIP, XZ, ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
PIECE = 1 << 18  # bytes read at a time
SMALL_PIECE = 4096  # the same, where only a head is wanted

# Standard input and pipes can be read once only: their bytes, from the look at the head until they are read whole.
_HELD: dict[str, bytes] = {}


def chunks(path: str) -> Iterator[bytes]:
    """The decompressed bytes of `path` in pieces.

    Raises
    ------
    Unreadable
        The path doesn't exist, may not be read or is a directory; the compressed data is broken or ends early
        (the message says how far it could be read).
    """
    yield from _pieces(path, PIECE)
    _HELD.pop(path, None)


def _pieces(path: str, size: int) -> Iterator[bytes]:
    with _open(path) as stream:

        def read() -> bytes:
            try:
                return stream.read(size)
            except OSError as error:
                raise Unreadable(f"can't read {path}: {(error.strerror or str(error)).lower()}") from None

        piece = read()
        start = _decompressor(piece)
        if start is not None:
            yield from _members(path, read, piece, start)
            return
        while piece:
            yield piece
            piece = read()


def hold(path: str, data: bytes) -> None:
    """Give back what was read of standard input, for who reads it next."""
    if path == "-" or not os.path.isfile(path):
        _HELD[path] = data


def head(path: str, n: int) -> bytes:
    """The first `n` decompressed bytes, or all where there are fewer. What is asked next still begins at the start."""
    data = b""
    for piece in _pieces(path, SMALL_PIECE):
        data += piece
        if len(data) >= n:
            break
    return data[:n]


def _members(path: str, read: Callable[[], bytes], piece: bytes, start: Callable[[], Any]) -> Iterator[bytes]:
    """A compressed file is one or more members, possibly with zeros between them."""
    member, n_plain = start(), 0
    while piece:
        if member.eof:
            piece = piece.lstrip(b"\x00")
            if not piece:
                piece = read()
                continue
            member = start()
        try:
            plain = member.decompress(piece)
        except Exception as error:  # each library has its own kinds
            raise Unreadable(
                f"{path} can't be decompressed after {n_plain:,} bytes ({str(error).lower()}); fetch the file again"
            ) from None
        n_plain += len(plain)
        if plain:
            yield plain
        piece = member.unused_data if member.eof else b""
        piece = piece or read()
    if not member.eof:
        raise Unreadable(f"{path} is cut short: its compressed data ends after {n_plain:,} bytes; fetch the file again")


def _decompressor(head: bytes) -> Callable[[], Any] | None:
    if head.startswith(GZIP):
        import zlib

        return lambda: zlib.decompressobj(wbits=31)
    if head.startswith(XZ):
        import lzma

        return lzma.LZMADecompressor
    if head.startswith(ZSTD):
        import zstandard

        return lambda: zstandard.ZstdDecompressor().decompressobj()
    return None


def _open(path: str) -> IO[bytes]:
    if path in _HELD:
        return io.BytesIO(_HELD[path])
    try:
        if path == "-":
            with os.fdopen(os.dup(0), "rb") as standard_input:
                _HELD[path] = standard_input.read()
            return io.BytesIO(_HELD[path])
        if "\0" in path:
            raise Unreadable(f"can't open {cut(path)}: a path can't hold a NUL byte")
        if os.path.isdir(path):
            raise Unreadable(f"{path} is a directory, expected a file")
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "rb") as pipe:
                _HELD[path] = pipe.read()
            return io.BytesIO(_HELD[path])
        return open(path, "rb")
    except OSError as error:
        raise Unreadable(f"can't open {path}: {(error.strerror or str(error)).lower()}") from None

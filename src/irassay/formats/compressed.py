"""Bytes of a file, decompressed: gzip, xz, zstd, told by content, never by the name; ``-`` is standard input."""

from __future__ import annotations

import os

from irassay.errors import Unreadable, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import IO, Any

GZIP, XZ, ZSTD = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"
PIECE = 1 << 18  # bytes read at a time


def chunks(path: str, *, size: int = PIECE) -> Iterator[bytes]:
    """The decompressed bytes of `path` in pieces; `size` bytes on disk are read at a time.

    Raises
    ------
    Unreadable
        The path doesn't exist, may not be read or is a directory; the compressed data is broken or ends early
        (the message says how far it could be read).
    """
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


def _members(path: str, read: Callable[[], bytes], piece: bytes, start: Callable[[], Any]) -> Iterator[bytes]:
    """A compressed file is one or more members, possibly with zeros between them."""
    member, done = start(), 0
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
                f"{path} can't be decompressed after {done:,} bytes ({str(error).lower()}); fetch the file again"
            ) from None
        done += len(plain)
        if plain:
            yield plain
        piece = member.unused_data if member.eof else b""
        piece = piece or read()
    if not member.eof:
        raise Unreadable(f"{path} is cut short: its compressed data ends after {done:,} bytes; fetch the file again")


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
    try:
        if path == "-":
            return os.fdopen(os.dup(0), "rb")
        if "\0" in path:
            raise Unreadable(f"can't open {cut(path)}: a path can't hold a NUL byte")
        if os.path.isdir(path):
            raise Unreadable(f"{path} is a directory, expected a file")
        return open(path, "rb")
    except OSError as error:
        raise Unreadable(f"can't open {path}: {(error.strerror or str(error)).lower()}") from None

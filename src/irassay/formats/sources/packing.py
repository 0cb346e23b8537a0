"""Bytes compressed as the name of a file says, for what is written from a file that was compressed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any


def packed(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Pieces of a file of this name, compressed where it ends in .gz, .xz, .zst, .bz2 or .lz4. MissingLibrary where lz4
    is not installed."""
    of_suffix = next((start for suffix, start in _STARTS.items() if name.endswith(suffix)), None)
    if of_suffix is None:
        yield from pieces
        return
    compressor = of_suffix()
    for piece in pieces:
        if data := compressor.compress(piece):
            yield data
    yield compressor.flush()


def _gzip() -> Any:
    import zlib

    return zlib.compressobj(wbits=31)


def _xz() -> Any:
    import lzma

    return lzma.LZMACompressor()


def _zstd() -> Any:
    import zstandard

    return zstandard.ZstdCompressor().compressobj()


def _bzip2() -> Any:
    import bz2

    return bz2.BZ2Compressor()


class _Lz4:
    """A frame, opened at the first piece."""

    def __init__(self) -> None:
        from irassay.errors import MissingLibrary

        try:
            from lz4.frame import LZ4FrameCompressor
        except ModuleNotFoundError:
            raise MissingLibrary("files that end in .lz4 need a library: pip install lz4; or write .zst") from None
        self._frame = LZ4FrameCompressor()
        self._head: bytes = self._frame.begin()

    def compress(self, piece: bytes) -> bytes:
        head, self._head = self._head, b""
        return head + bytes(self._frame.compress(piece))

    def flush(self) -> bytes:
        return self._head + bytes(self._frame.flush())


_STARTS: dict[str, Callable[[], Any]] = {".gz": _gzip, ".xz": _xz, ".zst": _zstd, ".bz2": _bzip2, ".lz4": _Lz4}

"""Bytes of a file, decompressed, told by content, never by the name; ``-`` is standard input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from irassay.errors import Unreadable, cut
from irassay.formats.sources import pipes
from irassay.messages import alike, did_you_mean

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import IO, Any
    from zipfile import ZipInfo

GZIP, XZ, ZSTD, LZ4 = b"\x1f\x8b", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"
# "BZh", a digit, and how a block or an empty file goes on: BZh9 alone may start an id.
BZIP2 = tuple(b"BZh%d%s" % (level, magic) for level in range(1, 10) for magic in (b"1AY&SY", b"\x17rE8P\x90"))
ZIP = (b"PK\x03\x04", b"PK\x05\x06")  # an archive, an empty one
LONGEST_MAGIC = 16  # bytes, at least those of the longest of these
SMALL_PIECE = 4096  # of a head, and of what is compressed: it can become 30,000 times as much

EXPANSION = 250  # decompressed bytes for one compressed byte; runs and texts have 5 to 30
ALWAYS_TAKEN = 1 << 26  # decompressed bytes up to which their number is no matter

OFFICE = "[Content_Types].xml"  # of a spreadsheet or text document
SHOWN = 3  # names in a message
PIECE = 1 << 14  # bytes read at a time: the library reads as many compressed ones


def chunks(path: str) -> Iterator[bytes]:
    """The decompressed bytes of `path` in pieces."""
    yield from _pieces(path, pipes.PIECE)
    pipes.forget(path)


def _pieces(path: str, size: int) -> Iterator[bytes]:
    with _open(path) as stream:

        def read(n: int) -> bytes:
            try:
                return stream.read(n)
            except OSError as error:
                raise Unreadable(f"can't read {path}: {(error.strerror or str(error)).lower()}") from None

        piece = read(SMALL_PIECE)
        if piece.startswith(ZIP):
            yield from _in_proportion(path, _pieces_of_zip(path, stream, size))
            return
        start = _decompressor(path, piece)
        if start is not None:
            yield from _in_proportion(path, _members(path, lambda: read(SMALL_PIECE), piece, start))
            return
        while piece:
            yield piece
            piece = read(size)


def head(path: str, n: int) -> bytes:
    """The first `n` decompressed bytes, or all where there are fewer. What is asked next still begins at the start."""
    data = b""
    for piece in _pieces(path, SMALL_PIECE):
        data += piece
        if len(data) >= n:
            break
    return data[:n]


def _members(
    path: str, read: Callable[[], bytes], piece: bytes, start: Callable[[], Any]
) -> Iterator[tuple[bytes, int]]:
    """Pieces, and how many compressed bytes were read so far: of one or more members, with or without zeros between."""
    member, n_plain, n_read = start(), 0, len(piece)
    while piece:
        if member.eof:
            piece = piece.lstrip(b"\x00")
            if not piece:
                piece = read()
                n_read += len(piece)
                continue
            member = start()
        try:
            plain = member.decompress(piece)
        except Exception as error:  # each library has its own kinds
            raise Unreadable(
                f"{path} can't be decompressed after {n_plain:,} bytes ({str(error).lower()}); fetch the file again"
            ) from None
        n_plain += len(plain)
        yield plain, n_read
        piece = member.unused_data if member.eof else b""
        if not piece:
            piece = read()
            n_read += len(piece)
    if not member.eof:
        raise Unreadable(f"{path} is cut short: its compressed data ends after {n_plain:,} bytes; fetch the file again")


def _in_proportion(path: str, pieces: Iterator[tuple[bytes, int]]) -> Iterator[bytes]:
    """The pieces; while they are out of proportion nobody gets them, since they may be refused."""
    held: list[bytes] = []
    n_plain, unbounded = 0, pipes.unbounded()
    for piece, n_compressed in pieces:
        n_plain += len(piece)
        held.append(piece)
        if n_plain > EXPANSION * n_compressed and not unbounded:
            if n_plain > ALWAYS_TAKEN:
                raise Unreadable(
                    f"{path} grows more than {EXPANSION}-fold when it is decompressed ({n_plain:,} bytes of "
                    f"{n_compressed:,}), which no run does; {pipes.UNBOUNDED}=1 reads it"
                )
            continue
        yield from filter(None, held)
        held.clear()
    yield from filter(None, held)


def is_compressed(head: bytes) -> bool:
    """Whether a file that begins so, with `LONGEST_MAGIC` bytes or all, is compressed."""
    return head.startswith((GZIP, XZ, ZSTD, LZ4, *BZIP2, *ZIP))


def _decompressor(path: str, head: bytes) -> Callable[[], Any] | None:
    if head.startswith(GZIP):
        import zlib

        return lambda: zlib.decompressobj(wbits=31)
    if head.startswith(XZ):
        import lzma

        return lzma.LZMADecompressor
    if head.startswith(ZSTD):
        import zstandard

        return lambda: zstandard.ZstdDecompressor().decompressobj()
    if head.startswith(BZIP2):
        import bz2

        return bz2.BZ2Decompressor
    if head.startswith(LZ4):
        try:
            from lz4.frame import LZ4FrameDecompressor
        except ModuleNotFoundError:
            raise Unreadable(
                f"{path} is compressed by lz4, which needs a library: pip install lz4; or unpack it: unlz4"
            ) from None
        return LZ4FrameDecompressor  # type: ignore[no-any-return]
    return None


def _open(path: str) -> IO[bytes]:
    if "\0" in path:
        raise Unreadable(f"can't open {cut(path)}: a path can't hold a NUL byte")
    try:
        if os.path.isdir(path) and path != pipes.STDIN:
            raise Unreadable(f"{path} is a directory, expected a file")
        return pipes.open_pipe(path) if pipes.is_pipe(path) else open(path, "rb")
    except OSError as error:
        raise Unreadable(f"can't open {path}: {(error.strerror or str(error)).lower()}{_meant(path)}") from None


def _meant(path: str) -> str:
    """The name beside a file that isn't there that is most like its own, as a question; "" where none is."""
    folder, name = os.path.split(path.rstrip("/"))
    try:
        near = [] if os.path.exists(path) else alike(name, os.listdir(folder or "."))
    except OSError:
        near = []
    return did_you_mean((os.path.join(folder, other) for other in near), start="; ")


def _pieces_of_zip(path: str, stream: IO[bytes], size: int) -> Iterator[tuple[bytes, int]]:
    """The bytes of the archive's file, `size` at a time, and how many compressed bytes were read so far."""
    with _refusals(path):
        from zipfile import ZipFile

        archive = ZipFile(stream)
        names = archive.infolist()
    entry = _only_file(path, names)
    with _refusals(path):
        file = archive.open(entry)
    while True:
        with _refusals(path):
            piece = file.read(min(size, PIECE))
        if not piece:
            return
        yield piece, stream.tell() - entry.header_offset


@contextmanager
def _refusals(path: str) -> Iterator[None]:
    """What the library raises of archives, as errors that name the file."""
    import zlib
    from zipfile import BadZipFile

    try:
        yield
    except (RuntimeError, NotImplementedError) as error:  # encrypted; a method that Python lacks
        raise Unreadable(f"{path} can't be unpacked ({str(error).lower()}); unzip it, and give the file") from None
    except (BadZipFile, EOFError, OSError, ValueError, zlib.error) as error:
        raise Unreadable(f"{path} can't be unpacked ({str(error).lower()}); fetch the file again") from None


def _only_file(path: str, entries: Sequence[ZipInfo]) -> ZipInfo:
    if any(one.filename == OFFICE for one in entries):
        raise Unreadable(f"{path} is a spreadsheet or document of an office program; save the table as CSV")
    # What a system adds of its own is hidden: macOS a folder, others files that begin with a dot.
    files = [
        one
        for one in entries
        if not (one.is_dir() or one.filename.startswith("__MACOSX/") or os.path.basename(one.filename).startswith("."))
    ]
    if len(files) != 1:
        several = f"{len(files):,} files ({', '.join(cut(one.filename) for one in files[:SHOWN])}, ...)"
        raise Unreadable(f"{path} holds {several if files else 'no file'}, expected one; unzip it, and give the files")
    return files[0]

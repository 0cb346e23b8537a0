"""The one file in a zip archive: what is exported by a web application often comes so."""

from __future__ import annotations

from contextlib import contextmanager

from irassay.errors import Unreadable, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import IO
    from zipfile import ZipInfo

OFFICE = "[Content_Types].xml"  # of a spreadsheet or text document
SHOWN = 3  # names in a message
PIECE = 1 << 14  # bytes read at a time: the library reads as many compressed ones


def pieces(path: str, stream: IO[bytes], size: int) -> Iterator[tuple[bytes, int]]:
    """The bytes of the archive's file, `size` at a time, and how many compressed bytes were read so far. Unreadable
    where the archive is broken or encrypted, or has no file or several."""
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
    files = [one for one in entries if not one.is_dir() and not _is_hidden(one.filename)]
    if len(files) != 1:
        several = f"{len(files):,} files ({', '.join(cut(one.filename) for one in files[:SHOWN])}, ...)"
        raise Unreadable(f"{path} holds {several if files else 'no file'}, expected one; unzip it, and give the files")
    return files[0]


def _is_hidden(name: str) -> bool:
    """What a system adds of its own: macOS a folder, others files that begin with a dot."""
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")

"""Files that appear whole or not at all: written beside their place, and named when everything is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import count

from irassay.errors import InputError, UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

STDOUT = "-"
_numbers = count()  # two threads may write to one place


class WholeFiles:
    """Writes one or more files and names them together at the end of the block; after an error none is there.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> to = pathlib.Path(tempfile.mkdtemp(), "qrels")
    >>> with WholeFiles() as files:
    ...     files.write(str(to), ["q1 0 d1 1\\n"])
    ...     to.exists()
    False
    >>> to.read_text()
    'q1 0 d1 1\\n'
    """

    __slots__ = ("_folders", "_out", "_staged")

    def __init__(self) -> None:
        self._staged: dict[str, str] = {}  # place -> the file beside it
        self._folders: list[str] = []  # made here; removed after an error, when they are empty
        self._out: list[bytes] | None = None

    def folder(self, path: str) -> None:
        """Make a folder for files to come, unless it is there."""
        if os.path.isdir(path):
            return
        try:
            os.mkdir(path)
        except OSError as error:
            raise _unwritable(path, error) from None
        self._folders.append(path)

    def write(self, to: str, pieces: Iterable[str] | Iterable[bytes]) -> None:
        """Write pieces of text or bytes for the place `to`; ``-`` is standard output."""
        if to == STDOUT:
            self._out = [*(self._out or []), *_bytes(pieces)]
            return
        beside = self.beside(to)
        try:
            with open(beside, "wb") as stream:
                stream.writelines(_bytes(pieces))
        except OSError as error:
            raise _unwritable(to, error) from None

    def beside(self, to: str) -> str:
        """The temporary path of `to`, for a library that opens files itself."""
        if to in self._staged:
            raise UsageError(f"{cut(to)} would be written twice")
        self._staged[to] = f"{to}.{os.getpid()}.{next(_numbers)}.part"
        return self._staged[to]

    def __enter__(self) -> WholeFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for to, beside in self._staged.items():
                    try:
                        os.replace(beside, to)
                    except OSError as problem:
                        raise _unwritable(to, problem) from None
                self._folders = []
                if self._out is not None:
                    _print(self._out)
        finally:
            for beside in self._staged.values():
                if os.path.exists(beside):
                    os.unlink(beside)
            for folder in self._folders:
                os.rmdir(folder)


def write_whole(to: str | os.PathLike[str], data: str | bytes) -> None:
    """One file, written beside its place and then named: a reader sees the old file or the new one.

    Raises
    ------
    InputError
        It can't be written.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> to = pathlib.Path(tempfile.mkdtemp(), "answer.txt")
    >>> write_whole(to, "42\\n")
    >>> to.read_text()
    '42\\n'
    """
    with WholeFiles() as files:
        files.write(os.fspath(to), (data.encode("utf-8") if isinstance(data, str) else data,))


def _print(pieces: list[bytes]) -> None:
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:  # a notebook's output takes text only
        sys.stdout.write(b"".join(pieces).decode("utf-8"))
        return
    stream.writelines(pieces)
    stream.flush()


def _bytes(pieces: Iterable[str] | Iterable[bytes]) -> Iterator[bytes]:
    """Pieces of text as UTF-8, joined so that each is worth a system call."""
    texts: list[str] = []
    size = 0
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
            continue
        texts.append(piece)
        size += len(piece)
        if size > 1 << 18:
            yield "".join(texts).encode("utf-8")
            texts, size = [], 0
    if texts:
        yield "".join(texts).encode("utf-8")


def _unwritable(path: str, error: OSError) -> InputError:
    return InputError(f"can't write {path}: {(error.strerror or str(error)).lower()}")

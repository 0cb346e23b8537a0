"""Files that appear whole or not at all: written beside their place, and named when everything is written."""

from __future__ import annotations

import atexit
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

from irassay.errors import InputError, Terminated, UsageError, cut, harmless, terminate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

STDOUT = "-"
ALSO = ".also.run"  # how the file beside a run ends that scores documents outside its lists
PROVENANCE = ".provenance.json"  # how the file beside a file ends that says what that was made of
# Files beside their places, from before they are there until they are named or removed. An interrupt may strike between
# any two steps, so what is left is removed when the process ends.
_UNFINISHED: set[str] = set()
# By device and inode, the files that this command reads: no file that it writes takes the place of one.
_INPUTS: dict[tuple[int, int], str] = {}
_HOLDER = "process "  # how a file that is locked begins
_HANDED_OVER = ("/proc/", "/dev/fd")  # /dev/stdout, /dev/fd/63: a file that is open already, whatever it is


class WholeFiles:
    """Writes one or more files and names them together at the end of the block; after an error none is there. A
    replaced file keeps its permissions, and a link stays a link. Pipes and devices are written to once everything is
    there."""

    __slots__ = ("_folders", "_out", "_staged")

    def __init__(self) -> None:
        self._staged: dict[str, str] = {}  # place -> the file beside it
        self._folders: list[str] = []  # made here; removed after an error, when they are empty
        self._out: list[bytes] | None = None

    def folder(self, path: str) -> None:
        """Make a folder for files to come, with those above it, unless it is there."""
        if os.path.isdir(path):
            return
        above = os.path.dirname(path.rstrip(os.sep))
        if above:
            self.folder(above)
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
        """Where a library that wants a path writes what shall stand at `to`: an empty file that nobody can guess."""
        if to in self._staged:
            raise UsageError(f"{cut(to)} would be written twice")
        refuse_input(to)
        try:
            self._staged[to] = _new_file(_plain(to))
        except OSError as error:
            raise _unwritable(to, error) from None
        return self._staged[to]

    def __enter__(self) -> WholeFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                plain = {to: beside for to, beside in self._staged.items() if is_plain(to)}
                _put_all({to: beside for to, beside in self._staged.items() if to not in plain})
                with _all_or_none():
                    _put_all(plain)
                    self._folders = []
                if self._out is not None:
                    _print(self._out)
        finally:
            for beside in self._staged.values():
                _remove(beside)
            for folder in reversed(self._folders):
                os.rmdir(folder)


def _put_all(staged: dict[str, str]) -> None:
    for to, beside in staged.items():
        try:
            _put(beside, to)
        except OSError as problem:
            raise _unwritable(to, problem) from None


@contextmanager
def _all_or_none() -> Iterator[None]:
    """Ctrl-C and SIGTERM wait until all files have their names: none is there without the one that belongs to it."""
    import signal

    ours: dict[int, Callable[..., object]] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: terminate}
    heard: list[int] = []
    held = [
        number for number, handler in ours.items() if signal.getsignal(number) is handler
    ]  # others are not in our way
    try:
        for number in held:
            signal.signal(number, lambda number, _: heard.append(number))
    except ValueError:  # another thread than the main one, which hears nothing
        held = []
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, ours[number])
    if heard:
        raise (KeyboardInterrupt if heard[0] == signal.SIGINT else Terminated)("all files were written before")


@contextmanager
def inputs_kept(paths: Iterable[str]) -> Iterator[None]:
    """In the block, nothing that this module writes takes the place of one of these files, under whatever name."""
    for path in paths:
        if identity := _identity(path):
            _INPUTS[identity] = path
    try:
        yield
    finally:
        _INPUTS.clear()


def refuse_input(to: str) -> None:
    """Raise UsageError where `to` is a file of `inputs_kept`."""
    if (identity := _identity(to)) in _INPUTS and identity:
        same = "" if _INPUTS[identity] == to else f", as {cut(_INPUTS[identity])}"
        raise UsageError(f"{cut(to)} is also an input{same}; irassay changes no file in place: name another")


def _identity(path: str) -> tuple[int, int] | None:
    """Device and inode of a plain file; None of anything else."""
    try:
        facts = os.stat(path)
    except (OSError, ValueError):
        return None
    return (facts.st_dev, facts.st_ino) if stat.S_ISREG(facts.st_mode) else None


def is_plain(to: str) -> bool:
    """Is `to` a plain file, or would it become one? Pipes and devices are not."""
    return _plain(to) is not None


def try_place(to: str) -> None:
    """Raise before the work what would keep `to` from being written after it: UsageError where this command reads it,
    InputError where it can't be written."""
    refuse_input(to)
    place = _plain(to)
    try:
        if os.path.isdir(to):
            raise IsADirectoryError("is a directory")
        if place is not None:
            _remove(_new_file(place))
        elif not os.access(to, os.W_OK):
            raise PermissionError("permission denied")
    except OSError as error:
        raise _unwritable(to, error) from None


def try_folder(to: str | os.PathLike[str]) -> None:
    """Raise before the work what would keep files from being written into the folder `to`, made where it is not there:
    UsageError where a file has its name, InputError where it can't be made or written in."""
    place = os.path.abspath(to)
    if os.path.exists(place) and not os.path.isdir(place):
        raise UsageError(f"{cut(to)} is a file, expected a folder to write in")
    while not os.path.isdir(place):
        place = os.path.dirname(place)
    try:
        _remove(_new_file(os.path.join(place, "new")))
    except OSError as error:
        raise _unwritable(os.fspath(to), error) from None


@contextmanager
def held_alone(path: str, note: str, taken: Callable[[str], InputError]) -> Iterator[None]:
    """Hold the lock of a file that is made for it, says ``process N`` and a note, and is removed at the end. InputError
    where another process holds it (`taken` of its text), or the file is not ours, and stays."""
    lock = _locked(path, taken)
    try:
        os.ftruncate(lock, 0)
        os.write(lock, f"{_HOLDER}{os.getpid()}{note}".encode())
        yield
    finally:
        if _is_at(lock, path):
            os.unlink(path)
        os.close(lock)


def _locked(path: str, taken: Callable[[str], InputError]) -> int:
    """The locked file at that place, with what a process that was killed has left in it."""
    import fcntl

    while True:
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK, 0o666)
        except OSError as error:
            raise _unwritable(path, error) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left = os.pread(lock, 1 << 12, 0).decode(errors="replace")
            if not left.startswith(_HOLDER[: len(left)]):
                raise InputError(f"{cut(path)} is another program's file, expected no file there: move it away")
            if _is_at(lock, path):
                return lock
        except BlockingIOError:
            other = os.pread(lock, 1 << 12, 0).decode(errors="replace") or "another process"
            os.close(lock)
            raise taken(other) from None
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)  # whoever had it has removed it meanwhile


def _is_at(lock: int, path: str) -> bool:
    """Whether an open file is the one at that place."""
    try:
        return os.path.samestat(os.fstat(lock), os.stat(path, follow_symlinks=False))
    except FileNotFoundError:
        return False


def make_folder(to: str | os.PathLike[str]) -> None:
    """Make the folder `to` and those above it, where they are not there; raises what `try_folder` does."""
    try_folder(to)
    try:
        os.makedirs(to, exist_ok=True)
    except OSError as error:
        raise _unwritable(os.fspath(to), error) from None


def _plain(to: str) -> str | None:
    """The plain file that `to` names behind its links; None for what is written to where it is."""
    step = to
    for _ in range(40):  # as many links as Linux follows
        if os.path.realpath(os.path.dirname(step) or ".").startswith(_HANDED_OVER):
            return None
        if not os.path.islink(step):
            break
        step = os.path.join(os.path.dirname(step), os.readlink(step))
    if os.path.exists(step) and not (os.path.isfile(step) or os.path.isdir(step)):
        return None
    return step


def _new_file(place: str | None) -> str:
    """An empty file beside `place`, readable by who can read `place`; in the folder for temporary files for None."""
    mode = 0o666
    if place is None:
        import tempfile

        place, mode = os.path.join(tempfile.gettempdir(), "irassay"), 0o600
    elif os.path.isfile(place):
        mode = stat.S_IMODE(os.stat(place).st_mode)
    path = f"{place}.{os.urandom(8).hex()}.part"
    _UNFINISHED.add(path)
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    return path


def _remove(path: str) -> None:
    """Remove a file that `_new_file` made, unless it has its name by now."""
    if os.path.exists(path):
        os.unlink(path)
    _UNFINISHED.discard(path)


@atexit.register
def _remove_unfinished() -> None:
    for path in _UNFINISHED:
        with suppress(OSError):
            os.unlink(path)


def _put(beside: str, to: str) -> None:
    """What stands in `beside` comes to stand at `to`."""
    place = _plain(to)
    if place is None:
        import shutil

        with open(beside, "rb") as source, open(os.open(to, os.O_WRONLY | os.O_APPEND), "wb") as target:
            shutil.copyfileobj(source, target)
        return
    if os.path.isfile(place):
        before = os.stat(place)
        with suppress(PermissionError):  # only root gives a file away
            os.chown(beside, before.st_uid, before.st_gid)
        os.chmod(beside, stat.S_IMODE(before.st_mode))
    os.replace(beside, place)


def sha256_of(path: str) -> str:
    """The hash of a file's bytes, in hexadecimal; OSError where it can't be read."""
    import hashlib

    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_whole(to: str | os.PathLike[str], data: str | bytes) -> None:
    """One file, written beside its place and then named: a reader sees the old file or the new one. InputError where it
    can't be written."""
    with WholeFiles() as files:
        files.write(os.fspath(to), (data.encode("utf-8") if isinstance(data, str) else data,))


def _print(pieces: list[bytes]) -> None:
    sys.stdout.flush()
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None or sys.stdout.isatty():  # a notebook's output takes text only, and ids may tell a terminal things
        text = b"".join(pieces).decode("utf-8")
        sys.stdout.write(text if stream is None else harmless(text))
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

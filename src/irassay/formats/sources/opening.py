"""Which files a path, folder, glob or list names, their bytes, and the same work for many files on a few threads."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Callable, Sequence

from irassay.errors import Unreadable, UsageError, cut
from irassay.files import ALSO, PROVENANCE
from irassay.formats.sources import compressed, pipes
from irassay.progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Path: TypeAlias = str | os.PathLike[str]
Paths: TypeAlias = Path | Sequence[Path]

STDIN = pipes.STDIN
DATASET = "ir_datasets:"  # before the name of a dataset, where a path is expected
PLAIN_SUFFIXES = (".json", ".jsonl", ".csv", ".parquet")
OF_RUNS = (".run", ".tsv", ".txt", ".trec", ".res")
SUFFIXES = (".gz", ".xz", ".zst", ".bz2", ".lz4", ".zip")
# What no file's name can hold, or what would hide it or leave its folder, as in a URL; the percent sign itself last.
IN_NAMES = (("/", "%2F"), ("\\", "%5C"), ("\0", "%00"))
NOT_READ = "these are its first lines; the rest of the pipe was not read"
HEAD = 16384  # bytes looked at to tell a format
LEAVING = 1.0  # seconds to wait for a thread that was told to stop: it may be waiting for standard input


def head_of(path: str) -> bytes:
    """The first decompressed bytes of a file, of standard input or of a pipe."""
    _in_utf8(path)
    return compressed.head(path, HEAD)


def read_bytes(path: str, *, stopped: Callable[[], bool] = lambda: False) -> bytes:
    """All bytes of a file or of standard input, decompressed; leaves as at Ctrl-C once `stopped` says so."""
    pieces = []
    for piece in compressed.chunks(path):
        if stopped():
            raise KeyboardInterrupt
        pieces.append(piece)
    return b"".join(pieces)


def source_of(path: str) -> dict[str, str]:
    """What a log keeps of a file: its name without folders, and the SHA-256 of its bytes."""
    return {"file": os.path.basename(path), "file_sha256": hashlib.sha256(read_bytes(path)).hexdigest()}


def first_lines(path: str) -> bytes:
    """The whole lines of the head of a pipe that goes on behind it; nothing of any other file."""
    head = head_of(path) if pipes.is_pipe(path) else b""
    return head[: head.rfind(b"\n") + 1] if len(head) == HEAD else b""


def is_plain(path: str) -> bool:
    """Whether the kernel may read this path itself: a regular file that is not compressed."""
    if path == STDIN or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return not compressed.is_compressed(file.read(compressed.LONGEST_MAGIC))


def last_byte(path: str) -> bytes:
    """The last byte of a plain file; nothing of an empty one."""
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 1))
        return file.read(1)


def list_paths(source: Paths) -> list[str]:
    """Files that a path, folder, glob or list of these names; a folder's files in byte order, hidden ones left out."""
    if not isinstance(source, str | os.PathLike):
        if not hasattr(source, "__iter__") or hasattr(source, "items"):
            raise UsageError(f"expected paths, but got {type(source).__name__} {cut(source)}")
        return [path for one in source for path in list_paths(one)]
    path = _in_utf8(os.fspath(source))
    if path == STDIN or os.path.isfile(path):
        return [path]
    if os.path.isdir(path):
        return [_in_utf8(file) for file in _folder(path)]
    if any(c in path for c in "*?["):
        import glob

        matches = sorted(p for p in glob.glob(path) if os.path.isfile(p))
        if not matches:
            raise Unreadable(f"no file matches {path}")
        return matches
    return [path]  # a pipe or device, or nothing: reading will tell


def folders_below(source: Paths) -> dict[str, int]:
    """Folders below those given whose files `list_paths` does not list, and how many files each has."""
    given = [source] if isinstance(source, str | os.PathLike) else list(source)
    tops = [os.fspath(path) for path in given if os.path.isdir(path)]
    seen = {os.path.realpath(top) for top in tops}
    below: dict[str, int] = {}
    for top in tops:
        for folder, names, files in os.walk(top, followlinks=True):
            inner = {name: os.path.realpath(os.path.join(folder, name)) for name in _visible(names)}
            names[:] = [name for name, place in inner.items() if place not in seen]
            seen.update(inner.values())
            if folder != top and (n := len(_visible(files))):
                below[folder] = n
    return below


def _visible(names: Sequence[str]) -> list[str]:
    """The names of a folder that count, in byte order."""
    return sorted(name for name in names if not name.startswith(".") and not name.endswith((PROVENANCE, ALSO)))


def is_dataset(source: str) -> bool:
    """Whether this names a dataset of ir_datasets and no file."""
    return source.startswith(DATASET)


def _in_utf8(path: str) -> str:
    """The path; refused where its bytes are no text, since systems are named by files."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        escaped = path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
        raise Unreadable(f"{escaped}: the file's name is not valid UTF-8, expected text; rename it") from None
    return path


def _folder(path: str) -> list[str]:
    try:
        listed = os.listdir(path)
    except OSError as error:
        raise Unreadable(f"can't open {path}: {(error.strerror or str(error)).lower()}") from None
    files = list(filter(os.path.isfile, (os.path.join(path, name) for name in _visible(listed))))
    if not files:
        inner = next(iter(folders_below(path)), "")
        advice = f"; a folder is read without those below it: give {inner}" if inner else ""
        raise Unreadable(f"{path} is a folder without files, expected runs{advice}")
    return files


def name_of_id(identifier: str) -> str:
    """A name that a file can have, from which `id_of_name` makes the id again."""
    name = identifier.replace("%", "%25")
    for character, code in IN_NAMES:
        name = name.replace(character, code)
    return f"%2E{name[1:]}" if name.startswith(".") else name


def id_of_name(name: str) -> str:
    """The id from which `name_of_id` made a name; other percent signs stay."""
    for character, code in (*IN_NAMES, (".", "%2E"), ("%", "%25")):
        name = name.replace(code, character)
    return name


def stem(path: str) -> str:
    """A file's name without folder and compression, decoded: what a system is called by file."""
    return id_of_name(_bare(path))


def _bare(path: str) -> str:
    name = os.path.basename(path)
    for suffix in SUFFIXES:
        name = name.removesuffix(suffix)
    return name


def plain_stem(path: str) -> str:
    """As `stem`, without the suffix of a format that says nothing of the system."""
    name = _bare(path)
    plain, dot, suffix = name.rpartition(".")
    return id_of_name(plain if plain and dot + suffix in PLAIN_SUFFIXES else name)


def is_called_csv(path: str) -> bool:
    """Whether a file's name, without its compression, ends as that of a table does."""
    return _bare(path).lower().endswith(".csv")


def system_stem(path: str) -> str:
    """As `stem`, without an ending that says only of what kind the file is."""
    return _without_ending(stem(path))


def without_endings(names: Sequence[str]) -> list[str]:
    """Names of files without their endings; two of which only the ending differs keep it."""
    shorter = {name: _without_ending(name) for name in names}
    n_of = Counter(shorter.values())
    kept = {name for name, short in shorter.items() if n_of[short] > 1 or (short != name and short in shorter)}
    return [name if name in kept else shorter[name] for name in names]


def _without_ending(name: str) -> str:
    plain, dot, ending = name.rpartition(".")
    return plain if plain and dot + ending in (*PLAIN_SUFFIXES, *OF_RUNS) else name


def same_file(one: str, other: str) -> bool:
    """Whether two sources are the same: one file under two names, one dataset, or both standard input."""
    if one == other:
        return True
    return os.path.exists(one) and os.path.exists(other) and os.path.samefile(one, other)


def n_threads(threads: int, pieces: int) -> int:
    """How many threads to use: 0 means one a processor, never more than there are pieces of work."""
    if threads < 0:
        raise UsageError(f"expected threads of at least 0, got threads={threads}")
    return max(1, min(threads or len(os.sched_getaffinity(0)), pieces))


def run_each(work: Callable[[int], None], pieces: int, *, threads: int, title: str, stop: Callable[[], None]) -> None:
    """Call ``work(0) .. work(pieces - 1)``, in order on one thread, in any order on several; the first error is raised
    once the pieces under way are done. At Ctrl-C ``stop()`` makes those on several threads leave: only the main thread
    hears it, and it is not at work then."""
    workers = n_threads(threads, pieces)
    with Progress(title, pieces) as progress:
        if workers == 1:
            for number in range(pieces):
                work(number)
                progress.step()
        else:
            _run_on(workers, work, pieces, progress, stop)


def _run_on(
    workers: int, work: Callable[[int], None], pieces: int, progress: Progress, stop: Callable[[], None]
) -> None:
    import threading

    numbers = iter(range(pieces))
    lock = threading.Lock()
    errors: list[tuple[int, BaseException]] = []

    def walk() -> None:
        while not errors:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                work(number)
            except BaseException as error:
                errors.append((number, error))
            with lock:
                progress.step()

    crew = [threading.Thread(target=walk, daemon=True) for _ in range(workers)]
    for thread in crew:
        thread.start()
    try:
        for thread in crew:
            thread.join()
    except BaseException as interrupt:  # KeyboardInterrupt, or what another signal's handler raises
        errors.append((-1, interrupt))
        stop()
        for thread in crew:
            thread.join(LEAVING)
    if errors:
        raise min(errors, key=lambda pair: pair[0])[1]

"""A shard of work, who does it, and values of finished shards on disk, named by what they were made of."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from irassay.errors import IrassayError, LostWorker, cut
from irassay.files import make_folder, write_whole

TRIES = 3  # how often a shard is begun whose worker dies
KEPT = "The shards that were finished are kept, and the same command goes on"
ENDING = ".shard"
_OURS = re.compile(rf"{re.escape(ENDING)}$|\.[0-9a-f]{{16}}\.part$")  # what a kill leaves unfinished, too


@dataclass(frozen=True, slots=True)
class Shard:
    """A piece of work."""

    name: str  # in messages; differs between shards of the same work
    function: Callable[..., Any]  # importable by name; called again where a worker died
    arguments: tuple[Any, ...]


class Executor(Protocol):
    """Who does shards; a context manager that leaves no worker behind."""

    here: bool
    """Whether shards are done in this process, one after the other, so that arguments need no form in bytes."""

    def run(self, shards: Iterable[Shard]) -> Generator[tuple[Shard, Any], None, None]:
        """Do the shards; each with its value, as they are finished, taken when somebody is free. LostWorker where a
        shard's worker died each time."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *raised: object) -> None: ...


def lost(name: str, n_tries: int, how: str) -> LostWorker:
    """The error of a shard whose worker died each time; `how` says what the last one died of."""
    times = f"{n_tries} times, and its worker died each time" if n_tries > 1 else "and its worker died"
    return LostWorker(
        f"{cut(name)} was tried {times} ({how}): where memory was short, take fewer workers or smaller shards. " + KEPT
    )


def interrupted(by: KeyboardInterrupt) -> KeyboardInterrupt:
    """The same interrupt, with words on what is kept."""
    return type(by)(KEPT[0].lower() + KEPT[1:])


class InThisProcess:
    """Does each shard when its value is asked for."""

    __slots__ = ()
    here = True

    def run(self, shards: Iterable[Shard]) -> Generator[tuple[Shard, Any], None, None]:
        """Do the shards in their order."""
        for shard in shards:
            yield shard, shard.function(*shard.arguments)

    def __enter__(self) -> InThisProcess:
        return self

    def __exit__(self, *raised: object) -> None:
        pass


class Shelf:
    """A folder of values, made with the first, each a file that is there whole or not at all."""

    __slots__ = ("_folder",)

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def get(self, name: str) -> bytes | None:
        """The value of that name; None where there is none, or not as it was written."""
        try:
            with open(self._place(name), "rb") as file:
                sum_of, _, value = file.read().partition(b"\n")
        except FileNotFoundError:
            return None
        return value if sum_of == _sum(value) else None

    def put(self, name: str, value: bytes) -> None:
        """Keep a value."""
        make_folder(self._folder)
        write_whole(self._place(name), _sum(value) + b"\n" + value)

    @property
    def empty(self) -> bool:
        """Whether nothing is kept."""
        return not os.path.isdir(self._folder) or not any(one.endswith(ENDING) for one in os.listdir(self._folder))

    def clear(self) -> None:
        """Remove what is kept, and the folder where nothing else is in it."""
        if os.path.isdir(self._folder):
            for name in os.listdir(self._folder):
                if _OURS.search(name):
                    os.unlink(os.path.join(self._folder, name))
            with suppress(OSError):
                os.rmdir(self._folder)

    def _place(self, name: str) -> str:
        return os.path.join(self._folder, name + ENDING)


@contextmanager
def shelf_in(folder: str | os.PathLike[str]) -> Iterator[Shelf]:
    """A shelf for the time of a block: it stays where the block is interrupted or a worker is lost, for the next try.

    Parameters
    ----------
    folder : path
        After any other error it goes, with the folders above it that were made for it.

    Raises
    ------
    KeyboardInterrupt
        With words on what is kept.
    """
    shelf = Shelf(os.fspath(folder))
    made = _missing_above(os.fspath(folder))
    try:
        yield shelf
    except LostWorker:
        raise
    except IrassayError:
        shelf.clear()
        for above in made:
            with suppress(OSError):  # not made, or there is something in it
                os.rmdir(above)
        raise
    except KeyboardInterrupt as interrupt:
        if shelf.empty:
            raise
        raise interrupted(interrupt) from None
    shelf.clear()


@contextmanager
def lasting_shelf(folder: str | os.PathLike[str]) -> Iterator[Shelf]:
    """A shelf that stays when all is done: other work may have the same shards. Ctrl-C says what is kept."""
    shelf = Shelf(os.fspath(folder))
    try:
        yield shelf
    except KeyboardInterrupt as interrupt:
        if shelf.empty:
            raise
        raise interrupted(interrupt) from None


def finished(
    shards: Iterable[Shard], executor: Executor, shelf: Shelf | None = None
) -> Generator[tuple[Shard, bytes], None, None]:
    """The values of shards, in bytes: those on the shelf, then the others as they are finished, which go there."""
    if shelf is None:
        yield from executor.run(shards)
        return
    missing = []
    for shard in shards:
        value = shelf.get(shard.name)
        if value is None:
            missing.append(shard)
        else:
            yield shard, value
    for shard, value in executor.run(missing):
        shelf.put(shard.name, value)
        yield shard, value


def _missing_above(path: str) -> list[str]:
    """The folders above this place that are not there, the lowest first."""
    missing = []
    above = os.path.dirname(os.path.abspath(path))
    while not os.path.exists(above):
        missing.append(above)
        above = os.path.dirname(above)
    return missing


def _sum(value: bytes) -> bytes:
    return hashlib.sha256(value).hexdigest().encode()

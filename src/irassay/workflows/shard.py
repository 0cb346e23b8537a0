"""A shard of work, and who does it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from irassay.errors import LostWorker, cut

TRIES = 3  # how often a shard is begun whose worker dies
KEPT = "The shards that were finished are kept, and the same command goes on"


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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

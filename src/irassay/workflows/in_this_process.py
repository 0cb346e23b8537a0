"""Shards one after the other, in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from types import TracebackType
from typing import Any

from irassay.workflows.shard import Shard


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

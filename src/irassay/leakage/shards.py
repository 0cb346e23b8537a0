"""Walks through training texts in shards, done here or by workers, and kept under names that say what they are of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from irassay.collection.training import Training
from irassay.leakage.parts import UNIT, Piece, known, pieces_of
from irassay.progress import Progress
from irassay.provenance import VERSION
from irassay.workflows import Executor, Shard, Shelf, finished, threads_of
from irassay.workflows.shard import InThisProcess

WORDS = 16  # units of a shard that compares words, which takes seconds; one that encodes has one unit


@dataclass(frozen=True, slots=True)
class TrainingShards:
    """Training texts that are walked in shards."""

    training: Sequence[Training]
    for_words: Sequence[Piece]  # what each shard has
    for_vectors: Sequence[Piece]
    executor: Executor
    shelf: Shelf | None  # where values of shards are kept
    threads: int  # of a shard

    @classmethod
    def of(
        cls, training: Sequence[Training], executor: Executor, shelf: Shelf | None, *, threads: int = 0
    ) -> TrainingShards:
        """Shards of training files, walked once; `threads` 0 is one a core, or one where others do the work."""
        files = known(training, size=UNIT)
        n_threads = threads_of(executor, threads)
        return cls(training, pieces_of(files, WORDS), pieces_of(files, 1), executor, shelf, n_threads)

    def here(self) -> TrainingShards:
        """The same, done in this process."""
        return replace(self, executor=InThisProcess())

    def values(
        self,
        title: str,
        pieces: Sequence[Piece],
        function: Callable[..., bytes],
        arguments: tuple[Any, ...],
        made_of: Any,
    ) -> Generator[tuple[int, bytes], None, None]:
        """What a function, importable by name, says of each piece, and the piece's number, as they are finished; it
        takes the piece, `arguments` and the threads and returns bytes. `made_of` is what else the value depends on, as
        JSON."""
        of_all = hashlib.sha256(json.dumps([VERSION, function.__name__, made_of]).encode())
        places: dict[str, list[int]] = {}
        for place, piece in enumerate(pieces):
            digest = of_all.copy()
            digest.update(piece.digest.encode())
            places.setdefault(f"{function.__name__}-{digest.hexdigest()[:32]}", []).append(place)
        with Progress(title, sum(piece.n for piece in pieces)) as progress:
            steps = {name: _Steps(progress) for name in places}
            shards = [
                Shard(name, function, (self._watched(pieces[of[0]], steps[name]), *arguments, self.threads))
                for name, of in places.items()
            ]
            with closing(finished(shards, self.executor, self.shelf)) as done:
                for shard, value in done:
                    for place in places[shard.name]:
                        yield place, value
                        steps[shard.name].up_to(pieces[place].n)

    def _watched(self, piece: Piece, steps: _Steps) -> Piece:
        """The piece; where it is walked in this process, its rows are shown as they pass by."""
        return piece.watched(steps.add) if self.executor.here else piece


class _Steps:
    """Rows of a shard: those that are shown while it is walked are not shown again when it is finished."""

    __slots__ = ("_progress", "_shown")

    def __init__(self, progress: Progress) -> None:
        self._progress, self._shown = progress, 0

    def add(self, n: int) -> None:
        """Show rows that have passed by."""
        self._shown += n
        self._progress.step(n)

    def up_to(self, n: int) -> None:
        """Show the rows of a finished piece, less those that are shown already."""
        self._progress.step(max(0, n - self._shown))
        self._shown = 0

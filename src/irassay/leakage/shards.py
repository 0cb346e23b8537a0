"""Walks through training texts in shards, done here or by workers, and kept under names that say what they are of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from irassay.collection.training import Training
from irassay.leakage.parts import PART, Piece, pieces_of
from irassay.progress import Progress, unwatched
from irassay.provenance import VERSION
from irassay.workflows import Executor, Shard, Shelf, finished, threads_of
from irassay.workflows.in_this_process import InThisProcess


@dataclass(frozen=True, slots=True)
class TrainingShards:
    """Training texts that are walked in shards.

    Attributes
    ----------
    training : sequence of Training
    pieces : sequence of Piece
        What a shard has.
    executor : Executor
    shelf : Shelf or None
        Where values of shards are kept.
    threads : int
        Of a shard.
    """

    training: Sequence[Training]
    pieces: Sequence[Piece]
    executor: Executor
    shelf: Shelf | None
    threads: int

    @classmethod
    def of(
        cls, training: Sequence[Training], executor: Executor, shelf: Shelf | None, *, threads: int = 0, size: int = 0
    ) -> TrainingShards:
        """Shards of training files, which are walked once to see what is in them.

        Parameters
        ----------
        training : sequence of Training
        executor : Executor
        shelf : Shelf or None
        threads : int
            0: one a core; one where others do the work.
        size : int
            Texts of a shard, about; 0: a million.

        Raises
        ------
        InputError
            A file can't be read.
        """
        pieces = pieces_of(training, size=size or PART)
        return cls(training, pieces, executor, shelf, threads_of(executor, threads))

    def here(self) -> TrainingShards:
        """The same, done in this process."""
        return replace(self, executor=InThisProcess())

    def values(
        self, title: str, function: Callable[..., bytes], arguments: tuple[Any, ...], made_of: Any
    ) -> Generator[tuple[int, bytes], None, None]:
        """What a function says of each piece: the number of the piece, and the value, as they are finished.

        Parameters
        ----------
        title : str
            For whoever watches.
        function : callable
            Importable by its name; is given the piece, `arguments` and the number of threads, and returns bytes.
        arguments : tuple
        made_of : JSON value
            What the value depends on beside the function and the texts.
        """
        places: dict[str, list[int]] = {}
        for place, piece in enumerate(self.pieces):
            what = json.dumps([VERSION, function.__name__, piece.digest, made_of])
            name = f"{function.__name__}-{hashlib.sha256(what.encode()).hexdigest()[:32]}"
            places.setdefault(name, []).append(place)
        shards = [
            Shard(name, said_of, (function, self.pieces[of[0]], arguments, self.threads)) for name, of in places.items()
        ]
        done = finished(shards, self.executor, self.shelf)
        with Progress(title, sum(piece.n for piece in self.pieces)) as progress, closing(done):
            for shard, value in done:
                for place in places[shard.name]:
                    yield place, value
                    progress.step(self.pieces[place].n)


def said_of(function: Callable[..., bytes], piece: Piece, arguments: tuple[Any, ...], threads: int) -> bytes:
    """The value of a shard, whose progress is that of the whole."""
    with unwatched():
        return function(piece, *arguments, threads)

"""How an index grows, shard by shard: what was interrupted goes on where it stopped, and a mistake leaves nothing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from typing import Any, Protocol, TypeAlias

from irassay.errors import InputError, IrassayError, LostWorker, UsageError, cut
from irassay.files import held_alone, make_folder
from irassay.kernel import _core
from irassay.search.index_folder import LOCK, SHARD, IndexFolder, write_shard
from irassay.workflows import Executor, Shard, interrupted

Writers: TypeAlias = Mapping[str, Callable[[str], None]]
"""How the name of each file of a shard ends -> what writes it at the path that it is given."""


class Piece(Protocol):
    """What a shard is made of."""

    @property
    def n_docs(self) -> int:
        """Passages; known once the shard is made."""

    @property
    def digest(self) -> str:
        """By which the same input is known again, once the shard is made."""


class Source(Protocol):
    """What an index is made of, walked once from its beginning."""

    what: str
    """What it holds, for messages: "texts"."""

    @property
    def make(self) -> Callable[[Any], Writers]:
        """What makes a shard of a piece, in this process or in another one."""

    def skip(self, n: int) -> str:
        """Walk past the next n passages, or as many as there are; their digest."""

    def piece(self, n: int | None = None) -> Piece | None:
        """What the next shard is made of, of n passages where a number is given; None at the end."""

    def packed(self, piece: Any, path: str) -> Piece:
        """The same for another process, which finds it in a file at that path."""

    def ended(self) -> bool:
        """Whether nothing is left."""


class OtherInput(UsageError):
    """The folder is an index of something else."""


def grow(
    to: str | os.PathLike[str],
    settings: Mapping[str, Any],
    source: Source,
    *,
    add: bool,
    memory: int,
    executor: Executor,
    places: Callable[[str], str] = lambda _: "",
) -> IndexFolder:
    """Build an index of what the source has, go on with one, or add to one; the folder, finished. UsageError where it
    holds something else; LostWorker where a shard's worker dies, and the others stay. InputError where another process
    builds there; also for an empty source or an id twice, and then nothing is left."""
    there = IndexFolder(os.fspath(to))
    if add and not there.exists:
        raise UsageError(f"there is no index at {cut(to)} to add to: leave out add, or name another folder")
    with _alone(there.path) as folder:
        _grow(folder, settings, source, add=add, memory=memory, executor=executor, places=places)
    return folder


@contextmanager
def _alone(path: str) -> Iterator[IndexFolder]:
    """The folder, made where it is not there, while nobody else builds in it; it goes where nothing stays in it."""

    def taken(other: str) -> InputError:
        return InputError(f"{other} builds in {cut(path)}: wait for its end, or name another folder")

    make_folder(path)
    try:
        with held_alone(os.path.join(path, LOCK), "", taken):
            yield IndexFolder(path)
    finally:
        with suppress(OSError):
            os.rmdir(path)


def _grow(
    folder: IndexFolder,
    settings: Mapping[str, Any],
    source: Source,
    *,
    add: bool,
    memory: int,
    executor: Executor,
    places: Callable[[str], str],
) -> None:
    """The same, where nobody else builds."""
    was_finished = folder.finished
    folder.begin(settings)
    if was_finished and not add:
        if any(source.skip(note.n_docs) != note.digest for note in folder.notes) or not source.ended():
            raise _other_input(folder, source.what)
        return
    n_before = folder.reopen() if was_finished else folder.n_kept
    try:
        _fill(folder, source, n_before, executor)
        if not folder.notes:
            raise InputError(f"no {source.what} to index, expected at least one")
        _check_ids(folder, source.what, memory, places)
    except BaseException as error:
        if isinstance(error, IrassayError) and not isinstance(error, OtherInput | LostWorker):
            folder.drop(n_before)
            raise
        folder.sweep()
        if isinstance(error, KeyboardInterrupt) and folder.n_docs:
            raise interrupted(error) from None
        raise
    folder.finish()


def _fill(folder: IndexFolder, source: Source, n_before: int, executor: Executor) -> None:
    """Make the shards that are missing."""
    pieces: dict[str, tuple[int, Piece]] = {}

    def shards() -> Iterator[Shard]:
        for number, piece in _missing(folder, source, n_before):
            name = f"{folder.shard_name(number)} of {folder.path}"
            mine = piece
            if not executor.here:
                mine = source.packed(piece, _package(folder, number))
                _plan(folder, number, mine, source.what)
            pieces[name] = number, mine
            yield Shard(name, write_shard, (os.path.abspath(folder.path), number, source.make, mine))

    with closing(executor.run(shards())) as done:
        for shard, sums in done:
            number, piece = pieces.pop(shard.name)
            _plan(folder, number, piece, source.what)
            folder.done(number, sums)
            if not executor.here:
                os.unlink(_package(folder, number))


def _package(folder: IndexFolder, number: int) -> str:
    """The file in which another process finds what a shard is made of, until it is made."""
    return folder.place(f"{folder.shard_name(number)}.texts.part")


def _missing(folder: IndexFolder, source: Source, n_before: int) -> Iterator[tuple[int, Piece]]:
    """The numbers of shards that are not there, and what they are made of; past those that are there it walks."""
    for number in range(n_before, len(folder.notes)):
        note = folder.notes[number]
        if folder.has_whole(note):
            if source.skip(note.n_docs) != note.digest:
                raise _other_input(folder, source.what)
            continue
        piece = source.piece(note.n_docs)
        if piece is None:
            raise _other_input(folder, source.what)
        yield number, piece
    while (piece := source.piece()) is not None:
        yield len(folder.notes), piece


def _plan(folder: IndexFolder, number: int, piece: Piece, what: str) -> None:
    """Note what a shard is made of; raise where an earlier build has noted something else."""
    if not folder.plan(number, n_docs=piece.n_docs, digest=piece.digest):
        raise _other_input(folder, what)


def _other_input(folder: IndexFolder, what: str) -> OtherInput:
    return OtherInput(
        f"{cut(folder.path)} is an index of other {what}: give the {what} it was begun with, or another folder (--add "
        "adds texts or vectors to a finished index)"
    )


def _check_ids(folder: IndexFolder, what: str, memory: int, places: Callable[[str], str]) -> None:
    twin = _core.twin_id([_core.Shard(path) for path in folder.files(SHARD)], memory=memory)
    if twin:
        where = places(twin)
        raise InputError(f"two {what} have the id {cut(twin)}{where}, expected each id once; nothing was indexed")

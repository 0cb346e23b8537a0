"""How an index grows, shard by shard: what was interrupted goes on where it stopped, and a mistake leaves nothing."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from irassay.errors import InputError, IrassayError, UsageError, cut
from irassay.kernel import _core
from irassay.progress import Progress
from irassay.retrieval.index_folder import SHARD, IndexFolder
from irassay.wording import plural


@dataclass(frozen=True, slots=True)
class NewShard:
    """A shard that is to be written.

    Attributes
    ----------
    files : mapping of str to callable
        How the name of each of its files ends -> what writes it at the path that it is given.
    n_docs : int
    digest : str
        Of what it was made of, by which the same input is known again.
    """

    files: Mapping[str, Callable[[str], None]]
    n_docs: int
    digest: str


class Source(Protocol):
    """What an index is made of, walked once from its beginning."""

    what: str
    """What it holds, for messages: "texts"."""

    doing: str
    """What is done with them, for the line of progress: "Indexing"."""

    @property
    def total(self) -> int | None:
        """How many it holds; None where nobody has counted them."""

    def skip(self, n: int) -> str:
        """Walk past the next n passages, or as many as there are; their digest."""

    def shard(self, taken: Callable[[int], None]) -> NewShard | None:
        """The next shard; None at the end. `taken` is told of passages as they go into it."""

    def ended(self) -> bool:
        """Whether nothing is left."""


def grow(
    to: str | os.PathLike[str], settings: Mapping[str, Any], source: Source, *, add: bool, memory: int
) -> IndexFolder:
    """Build an index of what the source has, go on with one, or add to one; the folder, finished.

    Raises
    ------
    UsageError
        The folder holds an index of something else, or other files.
    InputError
        The source is empty, or an id is there twice; then nothing is left of what was built.
    KeyboardInterrupt
        It says what is kept.
    """
    folder = IndexFolder(os.fspath(to))
    if add and not folder.exists:
        raise UsageError(f"there is no index at {cut(folder.path)} to add to: leave out add, or name another folder")
    was_finished = folder.finished
    folder.begin(settings)
    n_before = folder.n_kept
    if add and was_finished:
        n_before = folder.reopen()
    with _Growth(source, folder) as growth:
        if not was_finished or not add:
            growth.skip(n_before)
        return _grown(source, folder, growth, n_before, was_finished=was_finished, add=add, memory=memory)


def _grown(
    source: Source, folder: IndexFolder, growth: _Growth, n_before: int, *, was_finished: bool, add: bool, memory: int
) -> IndexFolder:
    """The folder with all that is left of the source, finished."""
    if was_finished and not add:
        if not source.ended():
            raise _other_input(folder, source.what)
        return folder
    try:
        while _add_next(source, folder, growth):
            pass
        if not folder.notes:
            raise InputError(f"no {source.what} to index, expected at least one")
        _check_ids(folder, source.what, memory)
    except IrassayError:
        folder.drop(n_before)
        raise
    except KeyboardInterrupt:
        kept = plural(len(folder.notes), "shard")
        going_on = f"{kept} kept, from which the same command goes on"
        raise KeyboardInterrupt(going_on if folder.notes else "no shard was finished, so nothing is kept") from None
    folder.finish()
    return folder


def _add_next(source: Source, folder: IndexFolder, growth: _Growth) -> bool:
    """Add the next shard; false at the end. No shard is held while the one after it is made."""
    new = source.shard(growth.take)
    if new is not None:
        folder.add(new.files, n_docs=new.n_docs, digest=new.digest)
    return new is not None


class _Growth:
    """The line of progress: how many passages were taken, and how many shards there are."""

    __slots__ = ("_folder", "_n", "_progress", "_source")

    def __init__(self, source: Source, folder: IndexFolder) -> None:
        self._source, self._folder, self._n = source, folder, 0
        self._progress = Progress(source.doing, source.total)

    def take(self, n: int) -> None:
        """Count n passages more."""
        self._n += n
        total = "" if self._source.total is None else f" of {self._source.total:,}"
        shards = plural(len(self._folder.notes), "shard")
        self._progress.title = f"{self._source.doing}: {self._n:,}{total} {self._source.what}, {shards} written"
        self._progress.step(n)

    def skip(self, n_before: int) -> None:
        """Walk past what the shards that are there were made of; raise where it is something else."""
        for note in self._folder.notes[n_before:]:
            if self._source.skip(note.n_docs) != note.digest:
                raise _other_input(self._folder, self._source.what)
            self.take(note.n_docs)

    def __enter__(self) -> _Growth:
        return self

    def __exit__(self, *exc: object) -> None:
        self._progress.__exit__(*exc)


def _other_input(folder: IndexFolder, what: str) -> UsageError:
    return UsageError(
        f"{cut(folder.path)} is an index of other {what}: give the {what} it was begun with, --add to add these to a "
        "finished index, or another folder"
    )


def _check_ids(folder: IndexFolder, what: str, memory: int) -> None:
    twin = _core.twin_id([_core.Shard(path) for path in folder.files(SHARD)], memory=memory)
    if twin:
        raise InputError(f"two {what} have the id {cut(twin)}, expected each id once; nothing was indexed")


class PassageTexts:
    """Pairs of id and text, handed on in batches, with a digest of those since the last look at it.

    Parameters
    ----------
    pairs : iterable of (str, str)
    batch : int
        Texts handed on at a time, at most.
    """

    __slots__ = ("_batch", "_digest", "_pairs")

    def __init__(self, pairs: Iterable[tuple[str, str]], batch: int) -> None:
        self._pairs: Iterator[tuple[str, str]] = iter(pairs)
        self._batch = batch
        self._digest = new_digest()

    def next(self, n: int) -> list[tuple[str, str]]:
        """Up to n of the next pairs; none at the end.

        Raises
        ------
        InputError
            A text has no form in UTF-8.
        """
        batch = list(islice(self._pairs, min(self._batch, n)))
        try:
            self._digest.update("".join(f"{key}\0{text}\0" for key, text in batch).encode())
        except UnicodeEncodeError:
            bad = next(key for key, text in batch if not _encodes(key + text))
            raise InputError(
                f"the text {cut(bad)} can't be written as UTF-8, expected text without lone surrogates"
            ) from None
        return batch

    def digest(self) -> str:
        """Of the pairs since the last call, which begins anew."""
        digest, self._digest = self._digest.hexdigest(), new_digest()
        return digest

    def skip(self, n: int) -> str:
        """Walk past n pairs, or as many as there are; their digest."""
        while n > 0 and (batch := self.next(n)):
            n -= len(batch)
        return self.digest()

    def ended(self) -> bool:
        """Whether no pair is left."""
        return not self.next(1)


def new_digest() -> hashlib.blake2b:
    """A digest by which the same input is known again."""
    return hashlib.blake2b(digest_size=16)


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

"""From test texts and training files to the pairs that may be leaks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from irassay.arguments import is_number, number_of_threads, of_keywords
from irassay.collection.texts import TITLE, WITHOUT_TEXT, TestText, TestTexts
from irassay.collection.training import Training, TrainingRow
from irassay.errors import InputError, UsageError, cut
from irassay.formats import loss_warnings
from irassay.formats.sources.opening import folders_below
from irassay.leakage.decide import by_vectors, by_words, joined
from irassay.leakage.leaks import LEAKAGE, Leaks
from irassay.leakage.nearest import (
    FLOOR,
    NEIGHBOURS,
    SAMPLE,
    AnyEncoder,
    Chance,
    Nearest,
    QueryVectors,
    Terms,
    chance_of,
    ready_encoder,
)
from irassay.leakage.shards import TrainingShards
from irassay.leakage.stream import Block
from irassay.leakage.vectors import DRAWN, ScreenRecall, nearest_training, screened_nearest
from irassay.leakage.words import find_by_words
from irassay.random_keys import Seed, key_of
from irassay.workflows import Workers, executor_of, lasting_shelf

Path: TypeAlias = str | os.PathLike[str]
Test: TypeAlias = Path | Mapping[str, str] | TestTexts
Train: TypeAlias = Path | Mapping[str, str] | Training | Sequence[Path | Training]
Walked: TypeAlias = Sequence[Training] | TrainingShards

TRAIN_TEXTS, EMPTY_TRAIN = "training texts", "training texts without a word"


def find_leaks(
    test: Test,
    train: Train,
    *,
    fields: Sequence[str] = (TITLE, "description"),
    variants: Path | None = None,
    encoder: AnyEncoder | None = None,
    screen: AnyEncoder | None = None,
    neighbours: int = NEIGHBOURS,
    floor: float = FLOOR,
    threshold: float | None = None,
    work: Path | None = None,
    workers: Workers = 1,
    seed: Seed = 0,
    threads: int = 0,
) -> Leaks:
    """Which test queries are among the training texts?

    Parameters
    ----------
    test : path, TestTexts, or mapping of str to str
        Test queries; a mapping of id to text has titles alone.
    train : path, Training, sequence of them, or mapping of str to str
        Training texts, which are streamed: memory grows with the test texts and the pairs alone.
    fields : sequence of str
        Of test queries in a file; a query may lack title or description.
    variants : path, optional
        Other wordings of the test queries.
    encoder : str, path or callable, optional
        For vectors beside words: a model, or a function of a list of str to an array with a row a text.
    screen : str, path or callable, optional
        A cheaper encoder: of each test text only the 1,000 training texts that are nearest by it go to `encoder`.
    neighbours : int
        Training texts that vectors give for each test text, at most.
    floor : float
        Least cosine of these.
    threshold : float, optional
        Cosine, without an encoder overlap, from which on a pair is a leak. Without it similarity alone is never one.
    work : path, optional
        A folder that keeps what is finished of the walks through the training texts, under names of what it was made
        of: the same call goes on after an interrupt, and another one uses what is the same.
    workers : int or str
        Processes that walk through training texts, ``"local"`` for one a core, or the address of a Dask scheduler,
        whose workers do it. Each has to see the files at the same paths. The pairs are the same for any number.
    seed : int or Generator
    threads : int
        0: one a core, and a single one for each worker.

    Returns
    -------
    Leaks

    Raises
    ------
    InputError
        Files that can't be read in one way only, vectors that are not finite.
    UsageError
        Arguments that can't mean anything.
    LostWorker
        Training texts whose worker died each time; with `work` the others stay.
    MissingLibrary
        Dask is asked for and not installed.

    Notes
    -----
    A *leak* is a training text with the same stems as a test text in any order, or with all stems of one of two content
    words or more, or at the threshold. The rest above the floors is for people. *Assumes* words of English: other
    languages are compared by words without their inflections, those without spaces by three characters.
    *Source* Froebe et al., How Train-Test Leakage Affects Zero-shot Retrieval, SPIRE 2022, section 3.

    Examples
    --------
    >>> leaks = find_leaks({"q1": "red fox", "q2": "blue dogs"}, {"t1": "the fox is red", "t2": "a blue dog barks"})
    >>> [(pair.query, pair.train, pair.type) for pair in leaks]
    [('q1', 't1', 'identical'), ('q2', 't2', 'specialization')]
    """
    settings = of_keywords(SearchSettings, locals())
    return search(texts_of(test, fields=fields, variants=variants), training_of(train), settings).leaks


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How leaks are looked for, as `find_leaks` says; UsageError for what can't be."""

    encoder: AnyEncoder | None = None
    screen: AnyEncoder | None = None
    neighbours: int = NEIGHBOURS
    floor: float = FLOOR
    threshold: float | None = None
    work: Path | None = None
    workers: Workers = 1
    seed: int = 0
    threads: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", key_of(self.seed))
        if self.threshold is not None and (not is_number(self.threshold) or not -1 <= self.threshold <= 1):
            raise UsageError(LEAKAGE("search.threshold", threshold=self.threshold))
        if self.screen is not None and self.encoder is None:
            raise UsageError(LEAKAGE("search.screen"))
        number_of_threads(self.threads)


@dataclass(frozen=True, slots=True)
class Search:
    """Pairs, and what is known of how they were found."""

    leaks: Leaks
    chance: Chance | None  # pairs above the floor by chance; None without an encoder
    recall: ScreenRecall | None  # what the cheap encoder's screen left; None without one


def search(texts: TestTexts, training: Sequence[Training], settings: SearchSettings) -> Search:
    """Test texts that are among the training texts, with what is known of the search."""
    threads, threshold, encoder, work = settings.threads, settings.threshold, settings.encoder, settings.work
    with executor_of(settings.workers) as executor, nullcontext() if work is None else lasting_shelf(work) as shelf:
        in_shards = shelf is not None or not executor.here
        walked: Walked = TrainingShards.of(training, executor, shelf, threads=threads) if in_shards else training
        words = find_by_words(texts, walked, threads=threads)
        of_words = by_words(words.pairs, texts, threshold=threshold if encoder is None else None)
        nearest, chance, recall = (None,) * 3 if encoder is None else _by_vectors(texts, walked, encoder, settings)
    of_vectors = {} if nearest is None else by_vectors(nearest, texts, threshold=threshold)
    counts = _there({TRAIN_TEXTS: words.n_train, EMPTY_TRAIN: words.n_empty, **texts.counts})
    pairs = joined(of_words, of_vectors)
    leaks = Leaks(texts.queries, pairs, n_train=words.n_train, counts=counts, wordless=texts.wordless)
    return Search(leaks, chance, recall)


def _by_vectors(
    texts: TestTexts, training: Walked, encoder: AnyEncoder, settings: SearchSettings
) -> tuple[Nearest, Chance, ScreenRecall | None]:
    """The nearest training texts, what chance puts among them, and what a screen left."""
    screen, threads = settings.screen, settings.threads
    sample = SAMPLE if screen is None else DRAWN
    terms = Terms.of(neighbours=settings.neighbours, floor=settings.floor, sample=sample, seed=settings.seed)
    ready = ready_encoder(encoder, training.threads if isinstance(training, TrainingShards) else threads)
    streams = training if isinstance(training, TrainingShards) else _streams(training)
    if screen is None:
        nearest, recall = nearest_training(texts, streams, encoder=ready, terms=terms, threads=threads), None
    else:
        nearest, recall = screened_nearest(texts, streams, encoder=ready, screen=screen, terms=terms, threads=threads)
    return nearest, chance_of(nearest, QueryVectors.of(texts, ready)), recall


def _streams(training: Sequence[Training]) -> dict[str, Iterable[Block]]:
    """Source -> its training texts; texts in memory may come in several parts without a name."""
    streams: dict[str, Iterable[Block]] = {}
    for one in training:
        streams[one.source] = chain(streams.get(one.source, ()), one.blocks())
    return streams


def texts_of(test: Test, *, fields: Sequence[str] = (TITLE, "description"), variants: Path | None = None) -> TestTexts:
    """Test queries, from a file where that is given."""
    if isinstance(test, str | os.PathLike):
        from irassay.formats.reading.texts import read_test_texts

        texts = read_test_texts(test, fields, variants=variants)
        if len(texts.wordless) == len(texts.queries):
            raise InputError(LEAKAGE("search.wordless", source=os.fspath(test)))
        return texts
    if variants is not None:
        raise UsageError(LEAKAGE("search.variants"))
    texts = test if isinstance(test, TestTexts) else _in_memory(test)
    if len(texts.wordless) == len(texts.queries):
        raise UsageError(LEAKAGE("search.none", n=len(texts.queries)))
    return texts


def _in_memory(test: Mapping[str, str]) -> TestTexts:
    if not isinstance(test, Mapping):
        raise UsageError(f"expected test queries as a file or as {{id: text}}, but got {type(test).__name__}")
    _check_texts("test queries", test)
    texts = [TestText(query, TITLE, text) for query, text in test.items() if text.strip()]
    return TestTexts(texts, queries=test, counts=_there({WITHOUT_TEXT: len(test) - len(texts)}))


def _check_texts(what: str, texts: Mapping[str, str]) -> None:
    """Raise where an id or a text is no text."""
    for key, text in texts.items():
        if not isinstance(key, str) or not isinstance(text, str):
            raise UsageError(
                f"expected {what} as {{id: text}}, ids and texts of type str, but got {{{cut(repr(key))}: "
                f"{cut(repr(text))}}}"
            )


def training_of(train: Train) -> list[Training]:
    """Training texts, from files where these are given; warns of files of a folder that are not read."""
    from irassay.formats.reading.training import read_training
    from irassay.formats.reading.training_folders import notes_left_out

    if isinstance(train, Mapping):
        _check_texts("training texts", train)
        rows = [TrainingRow(key, text, (), (), place) for place, (key, text) in enumerate(train.items(), 1)]
        return [Training.of(rows)]
    if isinstance(train, Training):
        return [train]
    if isinstance(train, str | os.PathLike):
        files = read_training(train)
        if below := folders_below(train):
            loss_warnings.say(loss_warnings.caution(loss_warnings.BELOW, sum(below.values()), next(iter(below))))
        for sentence in notes_left_out(train):
            loss_warnings.say(sentence)
        return files
    return [one for some in train for one in training_of(some)]


def _there(counts: Mapping[str, int]) -> dict[str, int]:
    return {what: n for what, n in counts.items() if n}

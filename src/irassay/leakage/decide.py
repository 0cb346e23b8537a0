"""What is said of a pair: a leak, one for people to look at, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from irassay.collection.query_texts import TestText
from irassay.leakage.leaks import By, Leak
from irassay.leakage.types import propose_type
from irassay.leakage.words import FLOOR, WordPair

Place: TypeAlias = tuple[int, str, str]  # of the test text; training text and its file


def by_words(
    pairs: Iterable[WordPair], test: Sequence[TestText], *, threshold: float | None = None
) -> dict[Place, Leak]:
    """What words say: the same stems, or all stems of two content words or more, are a leak; the rest is for people.

    Parameters
    ----------
    pairs : iterable of WordPair
    test : sequence of TestText
        Those that the pairs' places are about.
    threshold : float, optional
        Overlap from which on a pair is a leak too. Where there are vectors, it is about them and not given here.

    Returns
    -------
    dict of (place, train, source) to Leak
    """
    leaks = {}
    for pair in pairs:
        of = test[pair.text]
        certain = pair.is_same or pair.has_all or (threshold is not None and pair.overlap >= threshold)
        by: By = "words" if certain or pair.with_slips >= FLOOR or pair.grams < FLOOR else "ngrams"
        leaks[pair.text, pair.train, pair.source] = Leak(
            of.query, pair.train, "leak" if certain else "review", _type_of(pair, of.text), by, None, pair.overlap,
            of.field, of.text, pair.train_text, pair.source,
        )  # fmt: skip
    return leaks


def _type_of(pair: WordPair, text: str):  # type: ignore[no-untyped-def]
    if pair.is_same:
        return "identical"
    if pair.has_all:
        return "specialization"
    return propose_type(text, pair.train_text)


def joined(words: Mapping[Place, Leak], vectors: Mapping[Place, Leak]) -> list[Leak]:
    """Pairs of both kinds of evidence as one; a leak by either is a leak.

    Parameters
    ----------
    words, vectors : mapping of place to Leak

    Returns
    -------
    list of Leak
    """
    return [*words.values(), *vectors.values()]

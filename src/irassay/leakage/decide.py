"""The decision on a pair: a leak, or one for people to look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from irassay.collection.query_texts import TestText
from irassay.leakage.leaks import By, Kind, Leak, Leaks
from irassay.leakage.types import propose_type
from irassay.leakage.word_walks import FLOOR
from irassay.leakage.words import WordPair

if TYPE_CHECKING:
    from irassay.leakage.nearest import Nearest

Place: TypeAlias = tuple[int, str, str]  # of the test text; training text and its file


def by_words(
    pairs: Iterable[WordPair], test: Sequence[TestText], *, threshold: float | None = None
) -> dict[Place, Leak]:
    """What words say: the same stems, or all of two content words or more, are a leak, unless accents differ; so is an
    overlap of the threshold, None where vectors decide. The rest is for people."""
    leaks = {}
    for pair in pairs:
        of = test[pair.text]
        certain = (pair.is_same or pair.has_all) and not pair.other_accents
        certain = certain or (threshold is not None and pair.overlap >= threshold)
        by: By = "words" if certain or pair.with_slips >= FLOOR or pair.grams < FLOOR else "ngrams"
        one = Leak(
            of.query, pair.train, "review", _type_of(pair, of.text), by, None, pair.overlap,
            of.field, of.text, pair.train_text, pair.source,
        )  # fmt: skip
        leaks[pair.text, pair.train, pair.source] = called_leak(one) if certain else one
    return leaks


def by_vectors(nearest: Nearest, test: Sequence[TestText], *, threshold: float | None = None) -> dict[Place, Leak]:
    """What vectors say: a leak from this cosine on, where one is given; the rest is for people."""
    leaks = {}
    for place, near in enumerate(nearest.lists):
        of = test[place]
        for one in near:
            cosine = one.similarity
            kind = propose_type(of.text, one.text, similarity=cosine)
            pair = Leak(
                of.query, one.train, "review", kind, "vectors", cosine, None, of.field, of.text, one.text, one.source
            )
            leaks[place, one.train, one.source] = (
                called_leak(pair) if threshold is not None and cosine >= threshold else pair
            )
    return leaks


def called_leak(pair: Leak) -> Leak:
    """The pair as a leak: of no other topic then."""
    return replace(pair, verdict="leak", type="reformulation" if pair.type == "different" else pair.type)


def joined(words: Mapping[Place, Leak], vectors: Mapping[Place, Leak]) -> list[Leak]:
    """Pairs with both kinds of evidence as one: a leak by either is a leak."""
    pairs = {**vectors, **words}
    for place in words.keys() & vectors.keys():
        by_word, by_vector = words[place], vectors[place]
        sure = by_word if by_word.verdict == "leak" or by_vector.verdict == "review" else by_vector
        kind = by_word.type if by_word.verdict == "leak" else by_vector.type
        pairs[place] = replace(sure, type=kind, similarity=by_vector.similarity, overlap=by_word.overlap)
    return list(pairs.values())


def _type_of(pair: WordPair, text: str) -> Kind:
    if pair.is_same:
        return "identical"
    return "specialization" if pair.has_all else propose_type(text, pair.train_text)


def from_threshold(leaks: Leaks, threshold: float) -> list[Leak]:
    """The pairs with those to review from the threshold on as leaks: a cosine, or overlap of words where no pair has
    one."""
    dense = any(pair.similarity is not None for pair in leaks)
    by: By = "vectors" if dense else "words"

    def decided(pair: Leak) -> Leak:
        value = pair.similarity if dense else pair.overlap
        reaches = pair.verdict == "review" and value is not None and value >= threshold
        return replace(called_leak(pair), by=by) if reaches else pair

    return [decided(pair) for pair in leaks]

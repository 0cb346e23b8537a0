"""The decision on a pair: its type (the same, more special, ...), proposed from words, and whether it is a leak."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TypeAlias

from irassay.collection.texts import TestText
from irassay.kernel import _core
from irassay.leakage.leaks import By, Kind, Leak, Leaks
from irassay.leakage.nearest import Nearest
from irassay.leakage.words import FLOOR, WordPair, plain
from irassay.search.analysis import LUCENE_STOPWORDS, Analysis

_PUNCTUATION = re.compile(r"[^\w']+")
Place: TypeAlias = tuple[int, str, str]  # of the test text; training text and its file


@dataclass(frozen=True, slots=True)
class TypeRule:
    """The details of the rule that people's types calibrate."""

    beginning: int = 4  # first letters by which two stems are one: "mexico", "mexican"
    ending: int = 4  # letters in which the ends of such stems may differ, in each
    different_below: float = 0.93  # cosine; then a text lacking as many stems as shared differs


RULE = TypeRule()


def propose_type(text: str, train_text: str, *, similarity: float | None = None, rule: TypeRule = RULE) -> Kind:
    """What a training text is to a test text, as far as their stems tell; people confirm it. *identical*: the same
    stems in any order. *specialization*: the training text has all stems of the test text and others, or more of its
    own than it lacks. *generalization*: it lacks stems and has none of its own. *reformulation*: both have stems of
    their own. *different*: as `different_below` says of the cosine of paraphrase-MiniLM-L6-v2; without one, no shared
    stem. With 827 published annotations Cohen's kappa is 0.51 (0.45 without cosines). Source of the types: Jansen,
    Booth and Spink 2009; Froebe et al., SPIRE 2022, 3. The rule is ours."""
    mine, theirs = _stems(text), _stems(train_text)
    if not mine or not theirs:
        return "identical" if _comparable(text) == _comparable(train_text) else "different"
    shared, lacks, adds = _matched(mine, theirs, rule)
    if not shared:
        return "different" if similarity is None or similarity < rule.different_below else "specialization"
    if not lacks:
        return "specialization" if adds else "identical"
    if similarity is not None and similarity < rule.different_below and lacks >= max(shared, adds):
        return "different"
    if not adds:
        return "generalization"
    return "specialization" if adds > lacks else "reformulation"


def _matched(mine: Sequence[str], theirs: Sequence[str], rule: TypeRule) -> tuple[int, int, int]:
    """How many stems two texts share, how many the second lacks, and how many only it has."""
    first = [stem for stem in mine if stem not in theirs]
    second = [stem for stem in theirs if stem not in mine]
    shared = len(mine) - len(first)
    shared += _join(first, second) + _join(second, first)
    for stem in tuple(first):
        alike = next((other for other in second if _begin_alike(stem, other, rule)), None)
        if alike is not None:
            first.remove(stem)
            second.remove(alike)
            shared += 1
    return shared, len(first), len(second)


def _join(whole: list[str], parts: list[str]) -> int:
    """Take out of both what is one word here and two neighbours there; how often."""
    n = 0
    for word in tuple(whole):
        for i in range(len(parts) - 1):
            if parts[i] + parts[i + 1] == word:
                whole.remove(word)
                del parts[i : i + 2]
                n += 1
                break
    return n


def _begin_alike(one: str, other: str, rule: TypeRule) -> bool:
    n = next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    return n >= rule.beginning and max(len(one), len(other)) - n <= rule.ending


@lru_cache(1 << 10)
def _stems(text: str) -> tuple[str, ...]:
    """The stems of a text in its order, each once."""
    words = _PUNCTUATION.sub(" ", _comparable(text))
    # Lucene's stop words alone: kappa with people's types is 0.51 by them, 0.49 by `FUNCTION_WORDS`.
    return tuple(dict.fromkeys(_analyser(LUCENE_STOPWORDS).terms(words) or _analyser(()).terms(words)))


def _comparable(text: str) -> str:
    return plain(text).lower().strip()


@cache
def _analyser(stopwords: tuple[str, ...]) -> _core.Analyser:
    return Analysis("porter", tuple(sorted(stopwords))).analyser()


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
        kind: Kind = "identical" if pair.is_same else "specialization"
        if not (pair.is_same or pair.has_all):
            kind = propose_type(of.text, pair.train_text)
        by: By = "words" if certain or pair.with_slips >= FLOOR or pair.grams < FLOOR else "ngrams"
        one = Leak(
            of.query, pair.train, "review", kind, by, None, pair.overlap,
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


def from_threshold(leaks: Leaks, threshold: float) -> list[Leak]:
    """The pairs, those to review from the threshold on as leaks: by cosine, or by overlap where no pair has one."""
    dense = any(pair.similarity is not None for pair in leaks)
    by: By = "vectors" if dense else "words"

    def decided(pair: Leak) -> Leak:
        value = pair.similarity if dense else pair.overlap
        reaches = pair.verdict == "review" and value is not None and value >= threshold
        return replace(called_leak(pair), by=by) if reaches else pair

    return [decided(pair) for pair in leaks]

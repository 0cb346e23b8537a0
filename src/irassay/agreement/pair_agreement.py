"""Agreement of preferences: the judgments of one side beside the majority of the other, pair by pair."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from irassay.arrays import I32
from irassay.collection.preference_arrays import TIE, JudgedPairs, PairOutcomes
from irassay.collection.preferences import Preferences


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """The judgments of one side, each in one of these counts.

    Attributes
    ----------
    agree, disagree : int
        Both sides prefer a document: the same one, or the other one.
    ties : int
        This side says that the documents are equal.
    ties_of_reference : int
        This side prefers a document, and most of the other don't.
    unjudged : int
        Pairs that this side was asked and has not judged.
    alone : int
        Pairs that the other side has not judged.
    """

    agree: int
    disagree: int
    ties: int
    ties_of_reference: int
    unjudged: int
    alone: int

    @property
    def n(self) -> int:
        """All of them."""
        return self.agree + self.disagree + self.ties + self.ties_of_reference + self.unjudged + self.alone

    @property
    def share(self) -> float | None:
        """The share that agrees where both sides prefer a document; None where that is nowhere so."""
        both = self.agree + self.disagree
        return self.agree / both if both else None


def pair_agreement(preferences: Preferences, reference: Preferences) -> PairAgreement:
    """Does one side prefer what most of another side prefer?

    Parameters
    ----------
    preferences : Preferences
        Every judgment counts: one of a model, for example.
    reference : Preferences
        People, for example: the outcome of a pair is what most of their judgments say.

    Returns
    -------
    PairAgreement

    Notes
    -----
    *Guarantees* counts of these pairs, exactly. Agreement is not correctness: where two people prefer different
    documents no third judge can agree with both.

    Examples
    --------
    >>> from irassay.collection.preferences import Comparison, Preferences
    >>> people = Preferences([Comparison("q", {"a": 2, "b": 1})])
    >>> pair_agreement(Preferences([Comparison("q", {"a": 1, "b": 2})]), people)
    PairAgreement(agree=0, disagree=1, ties=0, ties_of_reference=0, unjudged=0, alone=0)
    """
    numbers: dict[str, dict[str, int]] = {"queries": {}, "docs": {}}
    judged, others = _pairs(preferences, numbers), _pairs(reference, numbers)
    outcomes = PairOutcomes.of(others, len(numbers["docs"]))
    known = dict(zip(_keys(outcomes.query, outcomes.first, outcomes.second), outcomes.outcome.tolist(), strict=True))
    turned = judged.first > judged.second
    keys = _keys(judged.query, np.minimum(judged.first, judged.second), np.maximum(judged.first, judged.second))
    here = np.where(turned, -judged.outcome, judged.outcome)
    there = np.array([known.get(key, _NOBODY) for key in keys], dtype=np.int8)
    alone, ties = there == _NOBODY, here == TIE
    both = ~alone & ~ties & (there != TIE)
    return PairAgreement(
        agree=int((both & (here == there)).sum()), disagree=int((both & (here != there)).sum()),
        ties=int((ties & ~alone).sum()), ties_of_reference=int((~alone & ~ties & (there == TIE)).sum()),
        unjudged=preferences.n_unjudged, alone=int(alone.sum()),
    )  # fmt: skip


_NOBODY = 2  # beside the outcomes of a pair


def _pairs(preferences: Preferences, numbers: dict[str, dict[str, int]]) -> JudgedPairs:
    """The judged pairs by numbers that both sides share."""
    pairs, names = preferences.arrays.pairs(), preferences.arrays.names
    query, doc = (
        np.array([numbers[kind].setdefault(name, len(numbers[kind])) for name in of], dtype=np.int32)
        for kind, of in (("queries", names.queries), ("docs", names.docs))
    )
    return JudgedPairs(pairs.judgment, query[pairs.query], doc[pairs.first], doc[pairs.second], pairs.outcome)


def _keys(query: I32, first: I32, second: I32) -> list[tuple[int, int, int]]:
    return list(zip(query.tolist(), first.tolist(), second.tolist(), strict=True))

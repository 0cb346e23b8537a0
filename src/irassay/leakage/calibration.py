"""From which similarity on are pairs leaks? Precision and kept share by threshold, from labels of candidates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import between
from irassay.arrays import F64, Places
from irassay.comparison.equality import ROUNDING
from irassay.comparison.proportions import clustered_interval
from irassay.comparison.significance.randomization import snap
from irassay.errors import InputError
from irassay.leakage.decide import propose_type
from irassay.leakage.files import unbroken
from irassay.leakage.leaks import KINDS, LEAKAGE, Leak, Leaks
from irassay.leakage.pair_labels import (
    LabelledPairs,
    PairLabel,
    denies_same_stems,
    labels_of_pairs,
    rows_of_label,
    rows_of_pairs,
)
from irassay.leakage.words import FLOOR

Score: TypeAlias = Literal["similarity", "overlap"]

PRECISION = 0.9
NAMES: Mapping[Score, str] = {"similarity": "a cosine", "overlap": "an overlap"}
WIDTH = 0.05  # of a band; the uppermost includes 1
ALPHA = 0.05
PARTS = (1, 1 / 2, 1 / 4, 1 / 8)  # of the labels, the highest scores first: what a bound is tried on
MOST_STEPS = 1_000  # thresholds that have an interval; more differ by less than a thousandth of the pairs


@dataclass(frozen=True, slots=True)
class ThresholdStep:
    """The pairs at a threshold or above it."""

    threshold: float
    n_labelled: int  # a pair counts once, however many people labelled it
    n_pairs: float  # candidates that the labelled pairs stand for
    precision: float  # share of these that leak
    low: float  # 95% interval of the precision over queries
    high: float
    kept: float  # share of all leaking candidates from here on; NaN where none leaks

    def to_dict(self) -> dict[str, Any]:
        """The JSON form; null for NaN."""
        kept = None if math.isnan(self.kept) else self.kept
        counts = {"threshold": self.threshold, "labelled": self.n_labelled, "pairs": self.n_pairs}
        return {**counts, "precision": self.precision, "low": self.low, "high": self.high, "kept": kept}


@dataclass(frozen=True, slots=True)
class Curve:
    """Precision by threshold."""

    name: str  # what the pairs have in common, a type or field; "" for all
    target: float
    steps: tuple[ThresholdStep, ...]  # thresholds ascending, at most `MOST_STEPS`
    surely_from: float | None = None  # lowest threshold bounded at the target, at the level over `PARTS`; None without

    def at(self, threshold: float) -> ThresholdStep | None:
        """The pairs at a threshold or above it; None where there are none."""
        return next((step for step in self.steps if step.threshold >= threshold), None)

    @property
    def stays_from(self) -> float | None:
        """The lowest threshold from which on the precision is never below the target, None where there is none, over
        thresholds with enough labels; chosen and judged by the same labels."""
        return self._lowest(self.least)

    @property
    def least(self) -> int:
        """The labelled pairs that a threshold needs, so that a single one takes no precision below the target."""
        return math.ceil(1 / (1 - self.target) - ROUNDING)

    @property
    def least_surely(self) -> int:
        """Labelled pairs that a bound needs to reach the target where all of them leak, each of another query."""
        return _least_of(self.target)

    @property
    def too_few(self) -> ThresholdStep | None:
        """The lowest step whose labels don't speak against the target, but are too few to set a threshold; None where
        there is a threshold, or enough labels."""
        if self.stays_from is not None or not self.steps:
            return None
        lowest = self._lowest(1)
        if lowest is not None:
            return self.at(lowest)
        return self.steps[0] if self.steps[0].n_labelled < self.least else None

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, without its steps but the one at the lowest threshold that is precise enough."""
        lowest = None if self.stays_from is None else self.at(self.stays_from)
        at_lowest = None if lowest is None else lowest.to_dict()
        return {"stays_from": self.stays_from, "surely_from": self.surely_from, "at": at_lowest}

    def _lowest(self, least: int) -> float | None:
        lowest = None
        for step in reversed(self.steps):
            if step.n_labelled < least:
                continue
            if not step.precision >= self.target - ROUNDING:
                break
            lowest = step.threshold
        return lowest


def curve(name: str, scores: F64, shares: F64, queries: Places, weights: F64, *, target: float) -> Curve:
    """Precision by threshold from labelled pairs, each (pair,): similarity, share of people who say leak, query and
    weight in candidates; intervals are those of `clustered_interval`. Source: Kish, Survey Sampling, 1965."""
    thresholds = np.unique(scores)
    if len(thresholds) > MOST_STEPS:
        thresholds = thresholds[np.linspace(0, len(thresholds) - 1, MOST_STEPS).round().astype(np.intp)]
    order = np.argsort(-scores, kind="stable")
    # Sums of snapped weights are exact, in any order and on any number of threads.
    scores, shares, weights = scores[order], shares[order], snap(weights[order])[0]
    place = np.unique(queries[order], return_inverse=True)[1]
    n_above = np.searchsorted(-scores, -thresholds, side="right")
    leaking = snap(shares * weights)[0]
    pairs, leaks = np.cumsum(weights)[n_above - 1], np.cumsum(leaking)[n_above - 1]
    steps = []
    for i, n in enumerate(n_above):
        ends = _interval(place[:n], shares[:n], weights[:n])
        kept = float(leaks[i] / leaking.sum()) if shares.any() else float("nan")
        steps.append(
            ThresholdStep(float(thresholds[i]), int(n), float(pairs[i]), float(leaks[i] / pairs[i]), *ends, kept)
        )
    ranks = np.unique([np.searchsorted(-scores, -scores[math.ceil(len(scores) * part) - 1], "right") for part in PARTS])
    ranks = ranks[ranks >= _least_of(target)][::-1]
    sure = (
        float(scores[n - 1])
        for n in ranks
        if _interval(place[:n], shares[:n], weights[:n], level=1 - ALPHA / len(ranks))[0] >= target - ROUNDING
    )
    return Curve(name, target, tuple(steps), next(sure, None))


@lru_cache(maxsize=16)
def _least_of(target: float) -> int:
    """As many pairs of as many queries, all of which leak, as have the lower end of their interval at the target."""

    def reaches(n: int) -> bool:
        return clustered_interval(np.ones(n), np.zeros(n))[0] >= target - ROUNDING

    low = high = 2
    while not reaches(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle, high)
    return high


def _interval(place: Places, shares: F64, weights: F64, *, level: float = 1 - ALPHA) -> tuple[float, float]:
    """The interval of the precision of some pairs, arrays (pair,); 0 and 1 where a single query has all of them."""
    counts = weights * (weights.sum() / (weights**2).sum())
    leaking, others = (np.bincount(place, weights=counts * of) for of in (shares, 1 - shares))
    low, high = clustered_interval(np.asarray(leaking, np.float64), np.asarray(others, np.float64), level=level)
    return (0.0, 1.0) if math.isnan(low) else (low, high)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How precise a threshold is.

    Attributes
    ----------
    score : {"similarity", "overlap"}
        What the thresholds are of: the cosine of vectors, or the overlap of words where no pair has a cosine.
    precision : float
        The precision that is asked for.
    overall : Curve
        Of pairs of a query and a training text, each with its highest score.
    by_type, by_field : mapping of str to Curve
        By the type that is proposed for the pair, and by the field of the test query.
    n_labelled : int
        Candidates that somebody labelled; each counts once.
    n_labels : int
        Labels of these, one a file.
    n_candidates : int
        Pairs that the labelled ones stand for.
    n_unknown : int
        Labels of pairs that are no candidates, left out.
    n_without_score : int
        Labels of pairs without a score, left out.
    n_uncovered : int
        Candidates in bands of the score without a label, left out.
    n_ambiguous : int
        Labels that fit pairs of several training texts or files, left out.
    n_of_weaker_fields : int
        Labels that say no to a variant of a pair which has a higher score in another row; they say nothing of the pair.
    n_same_stems : int
        Labels that say no to a pair with the same stems. They count: people's word stands.
    """

    score: Score
    precision: float
    overall: Curve
    by_type: Mapping[str, Curve]
    by_field: Mapping[str, Curve]
    n_labelled: int
    n_labels: int
    n_candidates: int
    n_unknown: int
    n_without_score: int
    n_uncovered: int
    n_ambiguous: int
    n_of_weaker_fields: int
    n_same_stems: int

    @property
    def threshold(self) -> float | None:
        """The lowest threshold from which on a bound says that pairs are precise enough; None where none does."""
        return self.overall.surely_from

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: every step over all pairs, and what follows from those of each type and field."""
        counts = {name.removeprefix("n_"): getattr(self, name) for name in self.__slots__ if name.startswith("n_")}
        groups = {"types": self.by_type, "fields": self.by_field}
        return {
            "score": self.score,
            "precision": self.precision,
            **counts,
            **self.overall.to_dict(),
            **{name: {key: curve.to_dict() for key, curve in of.items()} for name, of in groups.items()},
            "steps": [step.to_dict() for step in self.overall.steps],
        }


def calibrate(leaks: Leaks | None, labels: Iterable[PairLabel], *, precision: float = PRECISION) -> Calibration:
    """Precision of candidate pairs by threshold, and the lowest threshold that is surely precise enough.

    Answers: from which similarity on may a pair be called a leak unseen?

    Parameters
    ----------
    leaks : Leaks or None
        The candidates, found with any floor. None: the labelled pairs are the candidates, with their own similarities.
    labels : iterable of PairLabel
        Of one file or more. A pair leaks where any of its fields does by a file's labels, and does not where the file
        denies its field with the highest score. A pair counts once, as the share of the files that say leak. Labels of
        other pairs are counted and left out.
    precision : float, in (0, 1)

    Returns
    -------
    Calibration

    Raises
    ------
    InputError
        No label is of a candidate with a score.
    UsageError
        `precision` is no share.

    Notes
    -----
    A labelled pair stands for as many candidates as its band of the score has for each (`bands`): labels that `sample`
    drew equally from the bands give shares of all candidates.

    *Assumes* that within a band the labelled pairs are a random sample of the candidates, and that people are right.
    *Guarantees* nothing exact: ``simulations/thresholds_of_labels.py`` reports how often the threshold is too low.
    Four thresholds at most are tested, each at the level over their number.
    *Source* Froebe et al., How Train-Test Leakage Affects Zero-shot Retrieval, SPIRE 2022, section 3, where a threshold
    is set so that nine of ten pairs above it are leaks.

    Examples
    --------
    >>> said = [(0.95, True), (0.9, True), (0.85, False), (0.8, True), (0.75, False)]
    >>> labels = [PairLabel(f"q{i}", "t", "a", "b", "title", None, x, s, "") for i, (s, x) in enumerate(said)]
    >>> calibration = calibrate(None, labels, precision=0.7)
    >>> of = calibration.overall
    >>> calibration.threshold, of.stays_from, of.at(0.8).precision, round(of.at(0.9).kept, 2)
    (None, 0.8, 0.75, 0.67)
    """
    precision = between("precision", precision)
    labels = list(labels)
    known = _own_pairs(labels) if leaks is None else labels_of_pairs(leaks, labels)
    candidates = _rows(known) if leaks is None else rows_of_pairs(leaks)
    is_dense = any(pair.similarity is not None for one in candidates for pair in one)
    score: Score = "similarity" if is_dense else "overlap"
    pairs, n_of_weaker_fields = _by_pair(known, score)
    scored = [of for of in pairs if _highest(of.rows, score) is not None]
    if not scored:
        query, train = (labels[0].query, labels[0].key[1]) if labels else ("", "")
        slots = {"n": len(labels), "query": query, "train": train, "ambiguous": known.n_ambiguous}
        raise InputError(LEAKAGE("labels.not-of-pairs", score=NAMES[score], weaker=n_of_weaker_fields, **slots))
    bands, of_candidates = (
        band_of(np.array([x for rows in some if (x := _highest(rows, score)) is not None], dtype=np.float64))
        for some in ([of.rows for of in scored], candidates)
    )
    weights, n_uncovered = (np.ones(len(scored)), 0) if leaks is None else weights_of(bands, of_candidates)
    return Calibration(
        score,
        precision,
        *_curves(scored, weights, score=score, target=precision),
        n_labelled=len(scored),
        n_labels=sum(of.n_labels for of in scored),
        n_candidates=round(float(weights.sum())),
        n_unknown=len(known.unknown),
        n_without_score=sum(of.n_labels for of in pairs) - sum(of.n_labels for of in scored),
        n_uncovered=n_uncovered,
        n_ambiguous=known.n_ambiguous,
        n_of_weaker_fields=n_of_weaker_fields,
        n_same_stems=len({id(label) for label, of in known.pairs if denies_same_stems(label, of)}),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """A labelled pair."""

    rows: Sequence[Leak]  # one a field
    n_labels: int  # files with a word on it
    share: float  # of these files, those that say that it leaks


def _rows(known: LabelledPairs) -> list[list[Leak]]:
    return list({id(rows): rows for _, rows in known.pairs}.values())


def _by_pair(known: LabelledPairs, score: Score) -> tuple[list[_Pair], int]:
    """Each labelled pair once, in the order of its rows, and how many labels say no to a weaker field alone."""
    words: dict[int, dict[str, list[PairLabel]]] = {}
    for label, rows in known.pairs:
        words.setdefault(id(rows), {}).setdefault(label.source, []).append(label)
    pairs, n_of_weaker_fields = [], 0
    for rows in _rows(known):
        leaks = []
        for said in words[id(rows)].values():
            if any(label.is_leak for label in said):
                leaks.append(True)
            elif any(_highest(rows_of_label(label, rows), score) == _highest(rows, score) for label in said):
                leaks.append(False)
            else:
                n_of_weaker_fields += len(said)
        if leaks:
            pairs.append(_Pair(rows, len(leaks), sum(leaks) / len(leaks)))
    return pairs, n_of_weaker_fields


def _curves(
    pairs: Sequence[_Pair], weights: np.ndarray, *, score: Score, target: float
) -> tuple[Curve, dict[str, Curve], dict[str, Curve]]:
    """All pairs, those of each proposed type and those of each field."""
    place = {query: i for i, query in enumerate(sorted({of.rows[0].query for of in pairs}, key=str.encode))}
    rows = list(zip(pairs, weights.tolist(), strict=True))

    def of_group(name: str, some: list[tuple[_Pair, float]]) -> Curve:
        return curve(
            name,
            np.array([_highest(of.rows, score) for of, _ in some], dtype=np.float64),
            np.array([of.share for of, _ in some], dtype=np.float64),
            np.array([place[of.rows[0].query] for of, _ in some], dtype=np.intp),
            np.array([weight for _, weight in some], dtype=np.float64),
            target=target,
        )

    def best(of: _Pair) -> Leak:
        return max(of.rows, key=lambda row: _highest([row], score) or -1.0)

    by_type = {kind: [row for row in rows if best(row[0]).type == kind] for kind in KINDS}
    fields = sorted({row.field for of in pairs for row in of.rows})
    by_field: dict[str, list[tuple[_Pair, float]]] = {
        field: [
            (replace(of, rows=in_field), weight)
            for of, weight in rows
            if _highest(in_field := [row for row in of.rows if row.field == field], score) is not None
        ]
        for field in fields
    }
    overall = of_group("", rows)
    groups = (
        {
            name: replace(overall, name=name) if some == rows else of_group(name, some)
            for name, some in by.items()
            if some
        }
        for by in (by_type, by_field)
    )
    return overall, *groups  # type: ignore[return-value]


def _own_pairs(labels: Sequence[PairLabel]) -> LabelledPairs:
    """The pairs of the labels themselves, as if they had been found."""
    rows: dict[tuple[str, ...], list[Leak]] = {}
    pairs = []
    for label in labels:
        kind = propose_type(label.text, label.train_text, similarity=label.similarity)
        texts = label.field, label.text, label.train_text, label.source
        of = rows.setdefault((label.query, label.train, unbroken(label.train_text)), [])
        of.append(Leak(label.query, label.train, "review", kind, "people", label.similarity, None, *texts))
        pairs.append((label, of))
    return LabelledPairs(tuple(pairs), (), 0)


def _highest(rows: Sequence[Leak], score: Score) -> float | None:
    values = [value for pair in rows if (value := getattr(pair, score)) is not None]
    if score == "overlap":
        values = [value for value in values if value >= FLOOR]  # pairs below it were not looked for
    return min(1.0, max(values)) if values else None  # cosines of 32 bits reach a little above 1


def band_of(scores: F64) -> Places:
    """The band of each score, from 0 for -1; the same for any set of pairs."""
    last = round(2 / WIDTH) - 1
    return np.clip(np.floor((scores + 1) / WIDTH + 1e-9), 0, last).astype(np.intp)


def weights_of(labelled: Places, candidates: Places) -> tuple[F64, int]:
    """How many candidates each labelled pair stands for, by band, and how many no labelled pair stands for; unbiased if
    labels are a random sample of their band. Source: Horvitz and Thompson 1952."""
    n = int(max(labelled.max(initial=0), candidates.max(initial=0))) + 1
    here, there = (np.bincount(of, minlength=n) for of in (labelled, candidates))
    each = np.divide(there, here, out=np.zeros(n), where=here > 0)
    return each[labelled], int(there[here == 0].sum())

"""From which similarity on are pairs leaks? Precision by threshold, from people's labels of candidates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.arguments import between
from irassay.errors import InputError, cut
from irassay.leakage.bands import band_of, weights_of
from irassay.leakage.curves import Curve, curve
from irassay.leakage.leaks import KINDS, Leak, Leaks
from irassay.leakage.pair_labels import PairLabel
from irassay.leakage.people import LabelledPairs, denies_same_stems, labels_of_pairs, rows_of_pairs
from irassay.leakage.types import propose_type
from irassay.random_keys import Seed, key_of

Score: TypeAlias = Literal["similarity", "overlap"]

PRECISION = 0.9


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
    n_labels : int
        Candidates that somebody labelled; of several people each counts.
    n_candidates : int
        Pairs that the labels stand for.
    n_unknown : int
        Labels of pairs that are no candidates, left out.
    n_without_score : int
        Labels of pairs without a score, left out.
    n_uncovered : int
        Candidates in bands of the score without a label, left out.
    n_ambiguous : int
        Labels that fit pairs of several training texts or files, left out.
    n_same_stems : int
        Labels that say no to a pair with the same stems. They count: people's word stands.
    """

    score: Score
    precision: float
    overall: Curve
    by_type: Mapping[str, Curve]
    by_field: Mapping[str, Curve]
    n_labels: int
    n_candidates: int
    n_unknown: int
    n_without_score: int
    n_uncovered: int
    n_ambiguous: int
    n_same_stems: int

    @property
    def threshold(self) -> float | None:
        """The lowest threshold from which on the precision stays; None where no threshold has it."""
        return self.overall.stays_from

    def to_dict(self) -> dict[str, Any]:
        """The JSON form: every step over all pairs, and what follows from those of each type and field."""
        counts = {
            "labels": self.n_labels,
            "candidates": self.n_candidates,
            "unknown": self.n_unknown,
            "without_score": self.n_without_score,
            "uncovered": self.n_uncovered,
            "ambiguous": self.n_ambiguous,
            "same_stems": self.n_same_stems,
        }
        groups = {"types": self.by_type, "fields": self.by_field}
        return {
            "score": self.score,
            "precision": self.precision,
            **counts,
            **self.overall.to_dict(),
            **{name: {key: curve.to_dict() for key, curve in of.items()} for name, of in groups.items()},
            "steps": [step.to_dict() for step in self.overall.steps],
        }


def calibrate(
    leaks: Leaks | None, labels: Iterable[PairLabel], *, precision: float = PRECISION, seed: Seed = 0
) -> Calibration:
    """Precision of candidate pairs by threshold, and the lowest threshold that is precise enough.

    Answers: from which similarity on may a pair be called a leak unseen?

    Parameters
    ----------
    leaks : Leaks or None
        The candidates, found with any floor. None: the labelled pairs are the candidates, with their own similarities.
    labels : iterable of PairLabel
        Of one file or more. A pair leaks where any of its fields does by a file's labels; several files' labels of a
        pair share its weight. Labels of other pairs are counted and left out.
    precision : float, in (0, 1)
    seed : int or Generator
        Of the resamples.

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
    A label stands for as many candidates as its band of the score has for each label (`bands`): labels that `sample`
    drew equally from the bands give shares of all candidates.

    *Assumes* that within a band the labelled pairs are a random sample of the candidates, and that people are right.
    *Guarantees* asymptotic coverage over queries, of each threshold by itself; the threshold itself has no interval.
    *Source* Froebe et al., How Train-Test Leakage Affects Zero-shot Retrieval, SPIRE 2022, section 3, where a threshold
    is set so that nine of ten pairs above it are leaks.

    Examples
    --------
    >>> said = [(0.95, True), (0.9, True), (0.85, False), (0.8, True), (0.75, False)]
    >>> labels = [PairLabel(f"q{i}", "t", "a", "b", "title", None, x, s, "") for i, (s, x) in enumerate(said)]
    >>> calibration = calibrate(None, labels, precision=0.7)
    >>> calibration.threshold, calibration.overall.at(0.8).precision, round(calibration.overall.at(0.9).kept, 2)
    (0.8, 0.75, 0.67)
    """
    precision, key = between("precision", precision), key_of(seed)
    labels = list(labels)
    known = _own_pairs(labels) if leaks is None else labels_of_pairs(leaks, labels)
    rows = _by_person(known.pairs) if leaks is not None else list(known.pairs)
    candidates = [of for _, of in rows] if leaks is None else rows_of_pairs(leaks)
    is_dense = any(pair.similarity is not None for one in candidates for pair in one)
    score: Score = "similarity" if is_dense else "overlap"
    scored = [(label, of) for label, of in rows if _highest(of, score) is not None]
    if not scored:
        raise InputError(_none_known(labels, known, score))
    values = [value for one in candidates if (value := _highest(one, score)) is not None]
    bands = band_of(np.array([_highest(of, score) for _, of in scored], dtype=np.float64))
    times = Counter((of[0].query, of[0].train, of[0].train_text) for _, of in scored)
    shares = np.array([1 / times[of[0].query, of[0].train, of[0].train_text] for _, of in scored])
    weights, n_uncovered = shares, 0
    if leaks is not None:
        weights, n_uncovered = weights_of(bands, band_of(np.array(values, dtype=np.float64)), shares)
    return Calibration(
        score,
        precision,
        *_curves(scored, weights, score=score, target=precision, key=key),
        n_labels=len(scored),
        n_candidates=round(float(weights.sum())),
        n_unknown=known.n_unknown,
        n_without_score=len(rows) - len(scored),
        n_uncovered=n_uncovered,
        n_ambiguous=known.n_ambiguous,
        n_same_stems=len({id(label) for label, of in known.pairs if denies_same_stems(label, of)}),
    )


def _none_known(labels: Sequence[PairLabel], known: LabelledPairs, score: Score) -> str:
    """What is wrong where no label is of a candidate with a score."""
    first = f", such as query {cut(labels[0].query)} with {cut(labels[0].key[1])}" if labels else ""
    several = known.n_ambiguous
    why = f" ({several:,} fit several pairs: give the text or the source)" if several else ""
    return (
        f"none of {len(labels):,} labels is of a candidate pair with a {score}{first}{why}; "
        "expected labels of pairs that were found"
    )


def _by_person(known: Iterable[tuple[PairLabel, list[Leak]]]) -> list[tuple[PairLabel, list[Leak]]]:
    """One label of a pair for each file: one that says leak, of whichever field, else the first."""
    best: dict[tuple[int, str], tuple[PairLabel, list[Leak]]] = {}
    for label, rows in known:
        before = best.setdefault((id(rows), label.source), (label, rows))
        if label.is_leak and not before[0].is_leak:
            best[id(rows), label.source] = label, rows
    return list(best.values())


def _curves(
    scored: Sequence[tuple[PairLabel, Sequence[Leak]]], weights: np.ndarray, *, score: Score, target: float, key: int
) -> tuple[Curve, dict[str, Curve], dict[str, Curve]]:
    """All pairs, those of each proposed type and those of each field."""
    place = {query: i for i, query in enumerate(sorted({label.query for label, _ in scored}, key=str.encode))}
    rows = [(label, of, weight) for (label, of), weight in zip(scored, weights.tolist())]

    def of_group(name: str, some: list[tuple[PairLabel, Sequence[Leak], float]]) -> Curve:
        return curve(
            name,
            np.array([_highest(of, score) for _, of, _ in some], dtype=np.float64),
            np.array([label.is_leak for label, _, _ in some], dtype=bool),
            np.array([place[label.query] for label, _, _ in some], dtype=np.intp),
            np.array([weight for _, _, weight in some], dtype=np.float64),
            target=target,
            key=key,
        )

    def best(of: Sequence[Leak]) -> Leak:
        return max(of, key=lambda pair: _highest([pair], score) or -1.0)

    by_type = {kind: [row for row in rows if best(row[1]).type == kind] for kind in KINDS}
    fields = sorted({pair.field for _, of, _ in rows for pair in of})
    by_field: dict[str, list[tuple[PairLabel, Sequence[Leak], float]]] = {
        field: [
            (label, in_field, weight)
            for label, of, weight in rows
            if _highest(in_field := [pair for pair in of if pair.field == field], score) is not None
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
    return LabelledPairs(tuple((label, _own(label)) for label in labels), 0, 0)


def _own(label: PairLabel) -> list[Leak]:
    """The pair of a label itself, as if it had been found."""
    kind = propose_type(label.text, label.train_text, similarity=label.similarity)
    of = label.query, label.train, "review", kind, "people", label.similarity, None
    return [Leak(*of, label.field, label.text, label.train_text, label.source)]  # type: ignore[arg-type]


def _highest(rows: Sequence[Leak], score: Score) -> float | None:
    values = [value for pair in rows if (value := getattr(pair, score)) is not None]
    return min(1.0, max(values)) if values else None  # cosines of 32 bits reach a little above 1

"""Pairs after people have looked at them: their word stands, and a threshold says what the others are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from irassay.leakage.calibration import of_candidates
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.pair_labels import PairLabel


def from_threshold(leaks: Leaks, threshold: float) -> Leaks:
    """The same pairs, where those to review with a similarity of the threshold or more are leaks.

    Parameters
    ----------
    leaks : Leaks
    threshold : float
        Of the cosine; of the overlap of words where no pair has a cosine.

    Returns
    -------
    Leaks

    Examples
    --------
    >>> pair = Leak("q1", "t7", "review", "reformulation", "vectors", 0.93, None, "title", "a fox", "foxes", "t.tsv")
    >>> from_threshold(Leaks(["q1"], [pair]), 0.9).leaked
    ('q1',)
    """
    dense = any(pair.similarity is not None for pair in leaks)

    def reaches(pair: Leak) -> bool:
        value = pair.similarity if dense else pair.overlap
        return pair.verdict == "review" and value is not None and value >= threshold

    by = "vectors" if dense else "words"
    return leaks.with_pairs(
        replace(pair, verdict="leak", by=by) if reaches(pair) else pair  # type: ignore[arg-type]
        for pair in leaks
    )


def with_labels(leaks: Leaks, labels: Iterable[PairLabel]) -> Leaks:
    """The same pairs, where people's word stands for those that they looked at; of several labels the last.

    Parameters
    ----------
    leaks : Leaks
    labels : iterable of PairLabel

    Returns
    -------
    Leaks

    Examples
    --------
    >>> pair = Leak("q1", "t7", "leak", "identical", "words", None, 1.0, "title", "red fox", "Red foxes", "train.tsv")
    >>> label = PairLabel("q1", "t7", "red fox", "Red foxes", "title", "different", False, None, "labels.tsv")
    >>> with_labels(Leaks(["q1"], [pair]), [label]).state("q1")
    'clean'
    """
    said = {id(pair): label for label, rows in of_candidates(leaks, list(labels)) for pair in rows}

    def judged(pair: Leak) -> Leak:
        label = said.get(id(pair))
        if label is None:
            return pair
        return replace(pair, verdict="leak" if label.is_leak else "no", type=label.type or pair.type, by="people")

    return leaks.with_pairs(judged(pair) for pair in leaks)

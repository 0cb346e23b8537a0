"""Pairs that a threshold calls leaks, which was chosen after they were found."""

from __future__ import annotations

from dataclasses import replace

from irassay.leakage.decide import called_leak
from irassay.leakage.leaks import By, Leak, Leaks


def from_threshold(leaks: Leaks, threshold: float) -> Leaks:
    """The pairs with those to review from the threshold on as leaks: a cosine, or overlap of words where no pair has
    one.

    >>> pair = Leak("q1", "t7", "review", "reformulation", "vectors", 0.93, None, "title", "a fox", "foxes", "t.tsv")
    >>> from_threshold(Leaks(["q1"], [pair]), 0.9).leaked
    ('q1',)
    """
    dense = any(pair.similarity is not None for pair in leaks)
    by: By = "vectors" if dense else "words"

    def decided(pair: Leak) -> Leak:
        value = pair.similarity if dense else pair.overlap
        reaches = pair.verdict == "review" and value is not None and value >= threshold
        return replace(called_leak(pair), by=by) if reaches else pair

    return leaks.with_pairs(decided(pair) for pair in leaks)

"""The rule for labels that a selection leaves out, and checks of the arguments that all selections take.

A document that is not selected becomes unjudged in the variant, never grade 0. A selection among the relevant documents
(one, or a fraction) leaves labels below `rel` unchanged: these documents stay known as not relevant. A selection among
all judged documents (a shallower pool, fewer groups, a random subset) ignores grades. Plain measures score unjudged
documents and grade 0 alike; bpref, infAP, Judged and condensed lists do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from irassay.arguments import is_number, number_of_threads, several, whole_number
from irassay.arrays import I8, U32
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties, tie_rule
from irassay.errors import UsageError
from irassay.kernel import _core

MOST_DRAWS = 100_000


def draws_of(draws: int) -> int:
    """`draws`, or a UsageError where it is not a valid number of draws."""
    return whole_number("draws", draws, 1, MOST_DRAWS)


def fractions_of(fractions: Sequence[float]) -> list[float]:
    """`fractions`, or a UsageError where one is outside (0, 1] or repeated."""
    shares = several("fractions", fractions)
    for fraction in shares:
        if not (is_number(fraction) and 0 < fraction <= 1):
            raise UsageError(f"fractions must be above 0 and at most 1, but got {fraction!r}")
    if not shares or len(set(shares)) < len(shares):
        raise UsageError(f"expected one fraction or more, each once, but got fractions={shares!r}")
    return list(map(float, shares))


def subset_size(n_labels: int, fraction: float) -> int:
    """The number of labels in a fraction of a query's labels: rounded half up, and at least one."""
    return max(1, int(np.floor(fraction * n_labels + 0.5)))


def subset_sizes(qrels: Qrels, fractions: Sequence[float], *, rel: int) -> U32:
    """The number of labels of grade `rel` or more in each fraction; shape (query, fraction)."""
    counts = _core.count_relevant(qrels.core, rel)
    by_count = {n: [subset_size(n, fraction) for fraction in fractions] for n in np.unique(counts).tolist()}
    return np.array([by_count[n] for n in counts.tolist()], dtype=np.uint32).reshape(len(counts), len(fractions))


def one_each(qrels: Qrels) -> U32:
    """One relevant label for each query; shape (query, 1)."""
    return np.ones((len(qrels.queries), 1), dtype=np.uint32)


def table(qrels: Qrels, n_variants: int) -> I8:
    """An uninitialised array for the grades of variants; shape (label, variant)."""
    return np.empty((qrels.n_labels, n_variants), dtype=np.int8)


def keep_at_random(qrels: Qrels, most: U32, draws: int, *, rel: int, key: int, threads: int) -> I8:
    """Random selections of `most`, (query, share), labels of grade `rel` or more, shape (label, share and draw)."""
    out, threads = table(qrels, most.shape[1] * draws), number_of_threads(threads)
    _core.keep_at_random(qrels.core, rel=rel, most=most, draws=draws, key=key, threads=threads, out=out)
    return out


def keep_by_runs(
    qrels: Qrels, runs: Runs, most: U32, unretrieved: _core.Unretrieved, *, rel: int, ties: Ties, threads: int
) -> tuple[I8, list[int]]:
    """The `most`, (query, share), labels each run ranks first, (label, share and run), and how many it retrieves."""
    join, out = runs.join(qrels), table(qrels, most.shape[1] * len(runs.systems))
    how: dict[str, Any] = {"ties": tie_rule(ties), "threads": number_of_threads(threads)}
    n = _core.keep_by_runs(qrels.core, runs.core, join, rel=rel, most=most, unretrieved=unretrieved, out=out, **how)
    return out, n


def percent(fraction: float) -> str:
    """A share as text, as in the names of variants."""
    return f"{100 * fraction:.10g}%"

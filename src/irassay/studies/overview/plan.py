"""What to do next, decided once: the standfirst, the short answer, `compare` and the labels' section all say this.

Labels come first where they are thin, and where one system leads alone and only labels can still take that from it.
Else queries come first: no label separates leaders whose difference other queries could reverse.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from irassay.studies.overview.case import Case

Step: TypeAlias = Literal["labels", "queries"]
Purpose: TypeAlias = Literal["", "leaders", "rest", "baseline", "pair"]

FAR = 20  # times as many queries as now: a pair that takes at least so many is called too close


def steps(case: Case) -> tuple[Step, ...]:
    """What to do, in order; () where neither labels nor queries would settle what matters.

    >>> steps(Case("nDCG@10", 10, 63, ["a", "b", "c"], [0.7, 0.6, 0.5], 53, 100, leaders=["a", "b"], pairs=3))
    ('queries',)
    """
    if case.kind in ("unmatched", "one", "same", "tied"):
        return ()
    labels: tuple[Step, ...] = ("labels",) if _judging_helps(case) else ()
    queries: tuple[Step, ...] = ("queries",) if purpose(case) else ()
    return labels + queries if labels_first(case) else queries + labels


def purpose(case: Case) -> Purpose:
    """What more queries are for; "" where they have nothing to do, or too many would be needed."""
    if case.kind == "two":
        assert case.pair is not None
        decided = case.pair.significant or case.pair.against_means  # more queries don't change what a test is about
        return "" if decided or too_close(case) else "pair"
    if case.baselines:
        return "" if case.queries_settled == case.pairs or too_close(case) else "baseline"
    if len(case.leaders) > 1 and not too_close(case):
        return "leaders"
    return "" if case.queries_high else "rest"


def too_close(case: Case) -> bool:
    """Whether queries are out of reach for every system that the first, or a baseline, can't be told from."""
    return bool(case.needed) and all(n.low >= FAR * case.n_queries for n in case.needed)


def labels_first(case: Case) -> bool:
    """Whether labels would come before queries, where both help."""
    return case.labels_high is False or (not case.baselines and case.kind != "two" and len(case.leaders) == 1)


def open_that_matter(case: Case) -> int:
    """Pairs open by the labels that the question is about: with a leader, or with a baseline."""
    return case.labels_open + case.labels_unknown if case.baselines else case.open_at_top


def nothing_to_judge(case: Case) -> bool:
    """Whether pairs are open by the labels though every retrieved document has one."""
    return case.labels_settled is not None and case.unjudged == 0 and case.labels_open + case.labels_unknown > 0


def _judging_helps(case: Case) -> bool:
    """Whether labels that can be given would settle pairs that matter: many, or any at the top."""
    if case.labels_settled is None or case.unjudged == 0 or case.labels_open + case.labels_unknown == 0:
        return False
    return case.labels_high is False or open_that_matter(case) > 0

"""What to do next, decided once: the standfirst, the short answer, `compare` and the labels' section all say this.

Labels come first where they are thin, and where one system leads alone and only labels can still take that from it.
Else queries come first: no label separates leaders whose difference other queries could reverse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from irassay.verdict.verdict import Verdict


Step: TypeAlias = Literal["labels", "queries"]
Purpose: TypeAlias = Literal["", "leaders", "rest", "baseline", "pair"]

FAR = 20  # times as many queries as now: a pair that takes at least so many is called too close


def steps(verdict: Verdict) -> tuple[Step, ...]:
    """What to do, in order; () where neither labels nor queries would settle what matters.

    ``("queries",)`` where leaders can't be told apart and the labels carry nearly every pair.
    """
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ()
    labels: tuple[Step, ...] = ("labels",) if _judging_helps(verdict) else ()
    queries: tuple[Step, ...] = ("queries",) if purpose(verdict) else ()
    return labels + queries if labels_first(verdict) else queries + labels


def purpose(verdict: Verdict) -> Purpose:
    """What more queries are for; "" where they have nothing to do, or too many would be needed."""
    league = verdict.league
    if verdict.kind == "two":
        q = verdict.pair_at(0, 1).queries
        decided = q.significant or q.against_means  # more queries don't change what a test is about
        return "" if decided or too_close(verdict) else "pair"
    if league.baseline:
        return "" if league.n_settled == league.n_tested or too_close(verdict) else "baseline"
    if len(league.leaders) > 1 and not too_close(verdict):
        return "leaders"
    return "" if verdict.queries_high else "rest"


def too_close(verdict: Verdict) -> bool:
    """Whether queries are out of reach for every system that the first, or a baseline, can't be told from."""
    return bool(verdict.needed) and all(n.low >= FAR * verdict.n_queries for n in verdict.needed)


def labels_first(verdict: Verdict) -> bool:
    """Whether labels would come before queries, where both help."""
    league = verdict.league
    return verdict.labels_high is False or (not league.baseline and verdict.kind != "two" and len(league.leaders) == 1)


def open_that_matter(verdict: Verdict) -> int:
    """Pairs open by the labels that the question is about: with a leader, or with a baseline."""
    return verdict.labels_open + verdict.labels_unknown if verdict.league.baseline else verdict.open_at_top


def nothing_to_judge(verdict: Verdict) -> bool:
    """Whether pairs are open by the labels though every retrieved document has one."""
    return (
        verdict.labels_settled is not None
        and verdict.unjudged == 0
        and verdict.labels_open + verdict.labels_unknown > 0
    )


def _judging_helps(verdict: Verdict) -> bool:
    """Whether labels that can be given would settle pairs that matter: many, or any at the top."""
    if verdict.labels_settled is None or verdict.unjudged == 0 or verdict.labels_open + verdict.labels_unknown == 0:
        return False
    return verdict.labels_high is False or open_that_matter(verdict) > 0

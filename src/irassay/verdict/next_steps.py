"""What to do next, decided once, as values: the standfirst, the short answer and `compare` say them in words.

Labels come first where they are thin, and where one system leads alone and only labels can still take that from it.
Else queries come first: no label separates leaders whose difference other queries could reverse.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from irassay.comparison.power import is_guess

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.verdict.doubts import Doubts
    from irassay.verdict.queries_needed import Needed

Work: TypeAlias = Literal["labels", "queries"]
Purpose: TypeAlias = Literal["", "leaders", "rest", "baseline", "pair"]

FAR = 20  # times as many queries as now: a pair that takes at least so many is called too close


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do, before what comes after it.

    Attributes
    ----------
    kind : str
        ``look`` at the files of some runs, get ``labels``, or add ``queries``.
    what : str
        What it is to settle: ``leaders``, who of them leads; ``rest``, the order of the others; ``baseline``, who
        differs from one; ``pair``, the two systems there are; "" of a look.
    systems : sequence of str
        The runs to look at, the leaders, the baselines or the two; () for the rest.
    median : int or None
        Labels that do in half of the draws, in the order of the command's list; None where that is not computed.
    low, high : float or None
        Queries in all, from the fewest that a pair would take to the most; None where that is not known of any. Of
        pairs that are too close, or of which the queries at hand say no more than a guess would, there is no range.
    command : str
        What to type for it; "" where no command does it.
    """

    kind: Literal["look", "labels", "queries"]
    what: Purpose = ""
    systems: Sequence[str] = ()
    median: int | None = None
    low: float | None = None
    high: float | None = None
    command: str = ""


def plan(verdict: Doubts) -> tuple[Step, ...]:
    """What to do, in order: runs in error are looked at first; () where nothing would settle what matters."""
    look = Step("look", systems=tuple(verdict.suspects), command=f"irassay check {verdict.command}")
    return (*((look,) if verdict.suspects else ()), *_work(verdict))


def steps(verdict: Doubts) -> tuple[Work, ...]:
    """Which work to do, in order; () where neither labels nor queries would settle what matters.

    ``("queries",)`` where leaders can't be told apart and the labels carry nearly every pair.
    """
    return tuple(step.kind for step in plan(verdict) if step.kind != "look")


def step_of(verdict: Doubts, kind: Literal["look", "labels", "queries"]) -> Step | None:
    """The step of a kind, None where the plan has none."""
    return next((step for step in plan(verdict) if step.kind == kind), None)


def _work(verdict: Doubts) -> tuple[Step, ...]:
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ()
    labels = (_labels(verdict),) if _judging_helps(verdict) else ()
    queries = (_queries(verdict),) if purpose(verdict) else ()
    return labels + queries if labels_first(verdict) else queries + labels


def _labels(verdict: Doubts) -> Step:
    what: Purpose = "leaders" if verdict.open_at_top else "rest"
    if verdict.kind == "two":
        what = "pair"
    elif verdict.league.baseline:
        what = "baseline"
    median = None if verdict.judging is None else verdict.judging.median
    command = f"irassay compare {verdict.command} --unjudged judge-first.tsv"
    return Step("labels", what, _about(verdict, what), median, command=command)


def _queries(verdict: Doubts) -> Step:
    what = purpose(verdict)
    reach = [] if what == "rest" else within_reach(verdict, verdict.needed)
    low, high = min((n.low for n in reach), default=None), max((n.high for n in reach), default=None)
    return Step("queries", what, _about(verdict, what), None, low, high)


def _about(verdict: Doubts, what: Purpose) -> tuple[str, ...]:
    """The systems that a purpose names."""
    if what == "pair":
        return tuple(verdict.systems)
    if what == "baseline":
        return tuple(verdict.league.baseline)
    return tuple(verdict.league.leaders) if what == "leaders" else ()


def within_reach(verdict: Doubts, needed: Sequence[Needed]) -> list[Needed]:
    """Pairs that are not too close, and whose range of queries says more than a guess would."""
    return [n for n in needed if n.low < FAR * verdict.n_queries and not is_guess(n.low, n.high)]


def purpose(verdict: Doubts) -> Purpose:
    """What more queries are for; "" where they have nothing to do, or too many would be needed."""
    league = verdict.league
    if verdict.kind == "two":
        q = verdict.league.pair(*verdict.systems)
        decided = q.significant or q.against_means  # more queries don't change what a test is about
        return "" if decided or too_close(verdict) else "pair"
    if league.baseline:
        return "" if league.n_settled == league.n_tested or too_close(verdict) else "baseline"
    if len(league.leaders) > 1 and not too_close(verdict):
        return "leaders"
    return "" if verdict.queries_high else "rest"


def too_close(verdict: Doubts) -> bool:
    """Whether queries are out of reach for every system that the first, or a baseline, can't be told from."""
    return bool(verdict.needed) and all(n.low >= FAR * verdict.n_queries for n in verdict.needed)


def labels_first(verdict: Doubts) -> bool:
    """Whether labels would come before queries, where both help."""
    league = verdict.league
    return verdict.labels_high is False or (not league.baseline and verdict.kind != "two" and len(league.leaders) == 1)


def open_that_matter(verdict: Doubts) -> int:
    """Pairs open by the labels that the question is about: with a leader, or with a baseline."""
    return verdict.labels_open + verdict.labels_unknown if verdict.league.baseline else verdict.open_at_top


def nothing_to_judge(verdict: Doubts) -> bool:
    """Whether pairs are open by the labels though every retrieved document has one."""
    return (
        verdict.labels_settled is not None
        and verdict.unjudged == 0
        and verdict.labels_open + verdict.labels_unknown > 0
    )


def _judging_helps(verdict: Doubts) -> bool:
    """Whether labels that can be given would settle pairs that matter: many, or any at the top."""
    if verdict.labels_settled is None or verdict.unjudged == 0 or verdict.labels_open + verdict.labels_unknown == 0:
        return False
    return verdict.labels_high is False or open_that_matter(verdict) > 0

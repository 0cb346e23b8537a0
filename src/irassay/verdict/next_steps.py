"""The next steps of a study, as values that the standfirst, the short answer and `compare` phrase.

Labels come first where they settle few pairs and no more than the queries do, where one system leads alone, since only
missing labels could still change that, and where they fix the order of leaders but allow a difference that these
queries could call significant (movable.py). Otherwise queries come first: no label separates leaders whose difference
other queries could reverse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from irassay.comparison.power import is_guess
from irassay.verdict.doubts import Doubts
from irassay.verdict.label_reach import Movable
from irassay.verdict.pair import labels_of
from irassay.verdict.queries_needed import Needed

Work: TypeAlias = Literal["labels", "queries"]
Purpose: TypeAlias = Literal["", "leaders", "rest", "baseline", "pair"]

FAR = 20  # factor on the number of queries: a pair that takes at least so many times as many is too close


@dataclass(frozen=True, slots=True)
class NextStep:
    """One step of the plan.

    Attributes
    ----------
    kind : str
        ``look`` at the files of some runs, get ``labels``, or add ``queries``.
    what : str
        The question that it settles: ``leaders``, which of them leads; ``rest``, the order of the other systems;
        ``baseline``, which systems differ from a baseline; ``pair``, the only two systems; "" for a look.
    systems : sequence of str
        The runs to look at, the leaders, the baselines or the two systems; () for the rest.
    median : int or None
        Number of labels that suffice in half of the draws, in the order of the command's list; None where that is not
        computed.
    low, high : float or None
        Total number of queries, from the least that a pair would take to the most; None where it is not known for any
        pair. Pairs that are too close, or for which the queries tell no more than a guess, have no range.
    command : str
        The command for this step; "" where there is none.
    """

    kind: Literal["look", "labels", "queries"]
    what: Purpose = ""
    systems: Sequence[str] = ()
    median: int | None = None
    low: float | None = None
    high: float | None = None
    command: str = ""


def compare_command(verdict: Doubts) -> str:
    """``irassay compare`` on the same files in the same way, without what is asked of it."""
    return " ".join(filter(None, ["irassay compare", verdict.command, verdict.compare_options]))


def plan(verdict: Doubts) -> tuple[NextStep, ...]:
    """The steps in order; suspect runs are looked at first. () where no step would settle the question."""
    look = NextStep("look", systems=tuple(verdict.suspects), command=f"irassay check {verdict.command}")
    return (*((look,) if verdict.suspects else ()), *_work(verdict))


def steps(verdict: Doubts) -> tuple[Work, ...]:
    """The kinds of work in order; () where neither labels nor queries would settle the question."""
    return tuple(step.kind for step in plan(verdict) if step.kind != "look")


def step_of(verdict: Doubts, kind: Literal["look", "labels", "queries"]) -> NextStep | None:
    """The step of a kind; None where the plan has none."""
    return next((step for step in plan(verdict) if step.kind == kind), None)


def _work(verdict: Doubts) -> tuple[NextStep, ...]:
    if verdict.kind in ("unmatched", "one", "same", "tied"):
        return ()
    labels = (_labels(verdict),) if _judging_helps(verdict) or sizes_open(verdict) else ()
    queries = (_queries(verdict),) if purpose(verdict) else ()
    return labels + queries if labels_first(verdict) else queries + labels


def _labels(verdict: Doubts) -> NextStep:
    of_leaders = sizes_open(verdict) and purpose(verdict) != "rest"
    what: Purpose = "leaders" if verdict.open_at_top or of_leaders else "rest"
    if verdict.kind == "two":
        what = "pair"
    elif verdict.league.baseline:
        what = "baseline"
    median = None if verdict.judging is None else verdict.judging.median
    command = f"{compare_command(verdict)} --unjudged judge-first.tsv"
    return NextStep("labels", what, _about(verdict, what), median, command=command)


def _queries(verdict: Doubts) -> NextStep:
    what = purpose(verdict)
    reach = [] if what == "rest" else within_reach(verdict, verdict.needed)
    low, high = min((n.low for n in reach), default=None), max((n.high for n in reach), default=None)
    return NextStep("queries", what, _about(verdict, what), None, low, high)


def _about(verdict: Doubts, what: Purpose) -> tuple[str, ...]:
    """The systems that a purpose is about."""
    if what == "pair":
        return tuple(verdict.systems)
    if what == "baseline":
        return tuple(verdict.league.baseline)
    return tuple(verdict.league.leaders) if what == "leaders" else ()


def within_reach(verdict: Doubts, needed: Sequence[Needed]) -> list[Needed]:
    """Pairs that are not too close and whose range of queries is more informative than a guess."""
    return [n for n in needed if n.low < FAR * verdict.n_queries and not is_guess(n.low, n.high)]


def purpose(verdict: Doubts) -> Purpose:
    """The purpose of more queries; "" where they would settle nothing, or where too many would be needed."""
    league = verdict.league
    if verdict.kind == "two":
        pair = league.pair(*verdict.systems)
        decided = pair.significant or pair.against_means  # more queries don't resolve a conflict of test and means
        return "" if decided or too_close(verdict) else "pair"
    if league.baseline:
        return "" if league.n_settled == league.n_tested or too_close(verdict) else "baseline"
    if len(league.leaders) > 1 and not too_close(verdict):
        return "leaders"
    return "" if verdict.queries_high else "rest"


def too_close(verdict: Doubts) -> bool:
    """Whether every pair that can't be told apart would take too many queries."""
    return bool(verdict.needed) and all(n.low >= FAR * verdict.n_queries for n in verdict.needed)


def labels_first(verdict: Doubts) -> bool:
    """Whether labels come before queries where both help."""
    league = verdict.league
    if sizes_open(verdict):
        return True
    if verdict.labels_high is False and verdict.labels_undecided >= league.n_tested - league.n_settled:
        of_pair = labels_of(verdict, 0, 1) if verdict.kind == "two" else None
        return of_pair is None or of_pair.strength != "likely"  # which leaves little doubt of the order
    return not league.baseline and verdict.kind != "two" and len(league.leaders) == 1


def sizes_open(verdict: Doubts) -> Sequence[Movable]:
    """The pairs whose size is the only reason to judge: between several leaders, else all in question; () where labels
    leave orders open, which come first."""
    if _judging_helps(verdict):
        return ()
    if verdict.kind == "two" or verdict.league.baseline or purpose(verdict) == "rest":
        return verdict.movable
    leaders = set(verdict.league.leaders)
    return [movable for movable in verdict.movable if leaders.issuperset(movable.systems)]


def open_that_matter(verdict: Doubts) -> int:
    """Number of pairs in question that the labels leave open: those with a leader, or with a baseline."""
    return verdict.labels_undecided if verdict.league.baseline else verdict.open_at_top


def nothing_to_judge(verdict: Doubts) -> bool:
    """Whether the labels leave pairs open although no label of a retrieved document is listed for them."""
    return verdict.labels_undecided > 0 and not _some_to_judge(verdict)


def _judging_helps(verdict: Doubts) -> bool:
    """Whether judging would settle many pairs, or pairs with a leader or a baseline."""
    waiting = verdict.labels_undecided > 0 and _some_to_judge(verdict)
    return waiting and (verdict.labels_high is False or open_that_matter(verdict) > 0)


def _some_to_judge(verdict: Doubts) -> bool:
    """Whether some retrieved document without a label may matter to the open pairs: all where these are not counted."""
    return verdict.unjudged > 0 and (verdict.judging is None or verdict.judging.documents > 0)

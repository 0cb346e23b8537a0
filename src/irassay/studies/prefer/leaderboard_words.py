"""Sentences about both leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.agreement.order_agreement import Spread
from irassay.messages import capital, conjugate, count, listed, number, plural

if TYPE_CHECKING:
    from irassay.agreement.both_leaderboards import BothLeaderboards
    from irassay.agreement.many_orders import OrderRows
    from irassay.estimates.pools.left_out_answers import PoolGivers, RunLeftOut

ENDS = "95%, bootstrap over queries"
GIVEN = "gave documents"
NOTHING_GIVEN = "gave nothing"
POOL = "whether the run gave documents to the pool"
HOW = (
    "Best answers are the documents preferred to all others of a query, or the cycle of those that nothing "
    "beats. Each run is scored under the original labels and under these."
)


def orders(of: BothLeaderboards) -> str:
    """How far the two orders agree."""
    every, *first = of.agreements
    text = (
        f"Under best answers the order of {plural(every.n, 'system')} agrees with the original one in tau "
        f"{number(every.tau, 2)} ({number(every.tau_low, 2)} to {number(every.tau_high, 2)} on as many other queries)"
    )
    if first:
        one = first[0]
        ends = f"{number(one.tau_low, 2)} to {number(one.tau_high, 2)}"
        text += f", that of the first {count(one.n)} in tau {number(one.tau, 2)} ({ends})"
    if of.n_queries == of.n_answered:
        return f"{text}."
    apart = f"With the original scores over all {plural(of.n_queries, 'query')} tau is {number(of.tau(), 2)}."
    return f"{text}, over the {plural(of.n_answered, 'query')} with a best answer. {apart}"


def samples(of: OrderRows, n: int, n_queries: int, n_systems: int) -> str:
    """How far the original order on so many queries agrees with that on all: what the choice of queries alone does."""
    tau, exchanged = Spread.of(of.tau), Spread.of(of.turned * (n_systems * (n_systems - 1) // 2))
    return (
        f"Under the original labels {count(n)} random queries agree with all {count(n_queries)} in tau "
        f"{number(tau.mean, 2)} ({number(tau.low, 2)} to {number(tau.high, 2)} in nine samples of ten). They exchange "
        f"{number(exchanged.mean, 1)} pairs of systems ({number(exchanged.low, 0)} to {number(exchanged.high, 0)})."
    )


def perfect(of: BothLeaderboards, ahead: int) -> str:
    """What the known answers score, and how many systems score more."""
    more = "No system scores" if not ahead else f"{capital(plural(ahead, 'system'))} {conjugate(ahead, 'scores')}"
    return f"The known answers themselves score {number(of.perfect, 4)} under best answers. {more} more."


def gave_nothing(of: PoolGivers) -> str:
    """Who gave nothing to the pool; "" for nobody."""
    if not of.nothing:
        return ""
    n = len(of.nothing)
    why = f"by the column {of.column} of the metadata" if of.column else "none of their first documents was judged"
    if not of.column and n == 1:
        why = "none of its first documents was judged"
    more = f" and {count(n - 5)} more" if n > 5 else ""
    return (
        f"{listed(sorted(of.nothing)[:5])}{more} gave nothing to the pool: {why}. "
        f"A document that {conjugate(n, 'it')} alone would find can't be a best answer."
    )


def own(of: Sequence[RunLeftOut]) -> str:
    """What runs lose without their own documents."""
    giving = [one for one in of if one.own]
    if not giving:
        return "No judged document is of one run alone: without a run's own documents nothing changes."
    fell = [one for one in giving if one.rank_after > one.rank_before]
    most = max(giving, key=lambda one: (one.rank_after - one.rank_before, one.before - one.after))
    have = conjugate(len(giving), "has")
    text = (
        f"{capital(plural(len(giving), 'run'))} {have} own documents in the pool, which no other run puts "
        f"first. Without them {count(len(fell))} {conjugate(len(fell), 'loses')} a rank or more"
    )
    if not fell:
        return f"{text}."
    return (
        f"{text}; {most.system} goes from place {most.rank_before} to {most.rank_after} ({number(most.before, 4)} to "
        f"{number(most.after, 4)})."
    )


def queries(of: BothLeaderboards) -> str:
    """Over which queries the means are."""
    return f"{plural(of.n_queries, 'query')} with original labels, {count(of.n_answered)} with best answers."


def scatter_title(of: BothLeaderboards) -> str:
    """What the chart shows."""
    if not of.agreements:
        return "Runs under the original labels and under best answers"
    return f"Under best answers the order agrees in tau {number(of.agreements[0].tau, 2)}"


def scatter_how(of: BothLeaderboards) -> str:
    """How to read it."""
    line = " The dotted line is the score of the known answers." if of.perfect == of.perfect else ""
    return (
        "One mark is one system: its mean under the original labels across, under best answers upward. Systems that "
        f"rise from left to right are in the same order under both.{line}"
    )

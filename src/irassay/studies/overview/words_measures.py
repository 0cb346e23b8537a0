"""What further measures say beside the main one, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.studies.overview.evidence import Order
from irassay.wording import count, listed, number, plural


def unranked(names: Sequence[str]) -> str:
    """Runs that can't stand in one order with the others."""
    lack, they = ("lacks", "it is") if len(names) == 1 else ("lack", "they are")
    return f"{listed(names)} {lack} a score on a query that others answer, so {they} not ranked."


def measures_title(order: Order, others: Sequence[Order]) -> str:
    """Whether the measures agree on the best score."""
    best = "comes first by" if any(o.lower_is_better for o in (order, *others)) else "scores highest by"
    different = [o.measure for o in others if o.systems[0] != order.systems[0]]
    if not different:
        return f"{order.systems[0]} {best} {listed([order.measure, *(o.measure for o in others)])}"
    agreeing = [order.measure, *(o.measure for o in others if o.systems[0] == order.systems[0])]
    return f"{order.systems[0]} {best} {listed(agreeing)}, not by {listed(different)}"


def measures_note(order: Order) -> str:
    """In which order the rows stand."""
    return f"Rows in the order of {order.measure}. Each measure is a family of its own."


def agreement(order: Order, other: Order, against: int, pairs: int, tau: float, settled: int) -> str:
    """One further measure against the main one."""
    leaders = list(other.leaders)
    if other.baseline:
        lead = f"By {other.measure}, {plural(settled, 'pair')} differ{'s' if settled == 1 else ''} significantly."
    elif len(leaders) == 1:
        lead = f"By {other.measure}, {leaders[0]} leads."
    else:
        lead = (
            f"By {other.measure}, {count(len(leaders))} of {count(other.n)} systems share the lead, "
            f"{other.systems[0]} with the {'lowest' if other.lower_is_better else 'highest'} score."
        )
    return (
        f"{lead} {count(against)} of {plural(pairs, 'pair')} stand the other way round than by {order.measure} "
        f"(Kendall tau-a {number(tau, 2)})."
    )

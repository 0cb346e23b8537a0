"""What labels can do, as JSON values and back: Bounds, PairDraws, Reach, and how many labels to give.

Of Bounds' scores per query the means over the queries are written, which is all that a Verdict reads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np

from irassay.estimates import Bounds, Figures
from irassay.estimates.bounds.pair_draws import PairDraws
from irassay.estimates.universe import Universe
from irassay.measures import Measure
from irassay.verdict.label_reach import Reach
from irassay.verdict.saved.arrays import array, matrix_of, numbers, square
from irassay.verdict.saved.league import plain

_MEANS = ("lower", "estimate", "upper", "plain")
STATES = ("", "settled", "open", "not known", "exactly tied")  # a state is written as its place here


def bounds_values(bounds: Bounds) -> dict[str, Any]:
    """JSON values of bounds, scores as their means over the queries."""
    states = np.array([[STATES.index(state) for state in row] for row in bounds.state], dtype=np.int8)
    n = len(bounds.systems)
    return {
        "measure": str(bounds.measure),
        "means": {name: numbers(getattr(bounds, name).mean(axis=1)) for name in _MEANS},
        "exact": numbers(np.asarray(bounds.exact.all(axis=1))),
        "difference_lower": square(bounds.difference_lower),
        "difference_upper": square(bounds.difference_upper, bounds.difference_lower),
        "difference_exact": square(bounds.difference_exact),
        "states": list(STATES),
        "state": square(states.reshape(n, n)),
        "scale": plain(bounds.universe.scale),
        "unseen": int(bounds.universe.unseen),
        "baseline": plain(bounds.baseline),
        "n_labels": int(bounds.n_labels),
        "ties": bounds.ties,
        "seed": int(bounds.seed),
    }


def bounds_of(held: Mapping[str, Any], systems: Sequence[str], queries: Sequence[str]) -> Bounds:
    """The bounds that `bounds_values` wrote, of systems in the league's order.

    ``lower``, ``estimate``, ``upper`` and ``plain`` have one column, the mean over all `queries`.
    """
    n, words = len(systems), list(held["states"])
    lower = matrix_of(held["difference_lower"], n)
    return Bounds(
        systems=tuple(systems),
        queries=tuple(queries),
        exact=array(held["exact"], np.bool_)[:, None],
        difference_lower=lower,
        difference_upper=matrix_of(held["difference_upper"], n, partner=lower),
        difference_exact=matrix_of(held["difference_exact"], n, np.bool_),
        state=[[words[code] for code in row] for row in matrix_of(held["state"], n, np.int8).tolist()],
        measure=Measure.parse(held["measure"]),
        universe=Universe(tuple(held["scale"]), held["unseen"]),
        baseline=tuple(held["baseline"]),
        n_labels=held["n_labels"],
        ties=held["ties"],
        seed=held["seed"],
        **{name: array(held["means"][name])[:, None] for name in _MEANS},
    )


def draws_values(draws: PairDraws) -> dict[str, Any]:
    """JSON values of what drawn completions make of pairs."""
    return {"means": [numbers(row) for row in draws.means], "ahead_by_test": square(draws.ahead_by_test)}


def draws_of(held: Mapping[str, Any], systems: Sequence[str]) -> PairDraws:
    """What `draws_values` wrote, of systems in the league's order."""
    n = len(systems)
    means = array([x for row in held["means"] for x in row]).reshape(-1, n)
    return PairDraws(tuple(systems), means, matrix_of(held["ahead_by_test"], n, np.int64))


def reach_values(reach: Reach) -> dict[str, Any]:
    """JSON values of how far the labels reach; grades and groups stand in lists, since keys of JSON are words."""
    return {
        "grades": [[int(grade), int(n)] for grade, n in reach.grades.items()],
        "labels_per_query": plain(reach.labels_per_query),
        "relevant_per_query": plain(reach.relevant_per_query),
        "judged": numbers(reach.judged),
        "depth": int(reach.depth),
        "unjudged": int(reach.unjudged),
        "by_rank": [[int(first), int(last), numbers(shares)] for first, last, shares in reach.by_rank],
        "unique": [[group, *map(int, counts)] for group, counts in reach.unique.items()],
        "unique_by": reach.unique_by,
        "retrieved_labels": int(reach.retrieved_labels),
        "unique_depth": int(reach.unique_depth),
    }


def reach_of(held: Mapping[str, Any]) -> Reach:
    """What `reach_values` wrote."""
    found = Reach(**held)
    return replace(
        found,
        grades=dict(held["grades"]),
        judged=array(held["judged"]),
        by_rank=[(first, last, array(shares)) for first, last, shares in held["by_rank"]],
        unique={group: tuple(counts) for group, *counts in held["unique"]},
    )


def judging_values(figures: Figures | None) -> dict[str, Any] | None:
    """JSON values of how many labels to give."""
    if figures is None:
        return None
    parts = {name: plain(value) for name, value in asdict(figures).items()}
    return parts | {"left_open": numbers(np.array([figures.left_open]))[0]}


def judging_of(held: Mapping[str, Any] | None) -> Figures | None:
    """What `judging_values` wrote."""
    if held is None:
        return None
    left_open = float(array([held["left_open"]])[0])
    return Figures(**{**held, "left_open": left_open, "settled": tuple(held["settled"])})

"""Evidence from the labels as JSON values and back: Bounds, PairDraws, Reach, and numbers of labels to judge.

For the per-query scores of Bounds only their means over the queries are written, which is all that a Verdict reads.
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
STATES = ("", "settled", "open", "not known", "exactly tied")  # a state is written as its index here


def bounds_values(bounds: Bounds) -> dict[str, Any]:
    """Bounds as JSON values, with scores as means over the queries."""
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


def bounds_of(record: Mapping[str, Any], systems: Sequence[str], queries: Sequence[str]) -> Bounds:
    """The bounds that `bounds_values` wrote, in the league's order; ``lower``, ``estimate``, ``upper`` and ``plain``
    have one column, the mean over `queries`."""
    n, words = len(systems), list(record["states"])
    lower = matrix_of(record["difference_lower"], n)
    return Bounds(
        systems=tuple(systems),
        queries=tuple(queries),
        exact=array(record["exact"], np.bool_)[:, None],
        difference_lower=lower,
        difference_upper=matrix_of(record["difference_upper"], n, partner=lower),
        difference_exact=matrix_of(record["difference_exact"], n, np.bool_),
        state=[[words[code] for code in row] for row in matrix_of(record["state"], n, np.int8).tolist()],
        measure=Measure.parse(record["measure"]),
        universe=Universe(tuple(record["scale"]), record["unseen"]),
        baseline=tuple(record["baseline"]),
        n_labels=record["n_labels"],
        ties=record["ties"],
        seed=record["seed"],
        **{name: array(record["means"][name])[:, None] for name in _MEANS},
    )


def draws_values(draws: PairDraws) -> dict[str, Any]:
    """Pairs in drawn completions as JSON values."""
    return {"means": [numbers(row) for row in draws.means], "ahead_by_test": square(draws.ahead_by_test)}


def draws_of(record: Mapping[str, Any], systems: Sequence[str]) -> PairDraws:
    """The draws that `draws_values` wrote, for systems in the league's order."""
    n = len(systems)
    means = array([x for row in record["means"] for x in row]).reshape(-1, n)
    return PairDraws(tuple(systems), means, matrix_of(record["ahead_by_test"], n, np.int64))


def reach_values(reach: Reach) -> dict[str, Any]:
    """Coverage by labels as JSON values; grades and groups are lists, since JSON keys are strings."""
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


def reach_of(record: Mapping[str, Any]) -> Reach:
    """The coverage that `reach_values` wrote."""
    reach = Reach(**record)
    return replace(
        reach,
        grades=dict(record["grades"]),
        judged=array(record["judged"]),
        by_rank=[(first, last, array(shares)) for first, last, shares in record["by_rank"]],
        unique={group: tuple(counts) for group, *counts in record["unique"]},
    )


def judging_values(figures: Figures | None) -> dict[str, Any] | None:
    """Numbers of labels to judge as JSON values."""
    if figures is None:
        return None
    parts = {name: plain(value) for name, value in asdict(figures).items()}
    return parts | {"left_open": numbers(np.array([figures.left_open]))[0]}


def judging_of(record: Mapping[str, Any] | None) -> Figures | None:
    """The numbers that `judging_values` wrote."""
    if record is None:
        return None
    left_open = float(array([record["left_open"]])[0])
    return Figures(**{**record, "left_open": left_open, "settled": tuple(record["settled"])})

"""The saved form of a Verdict, ``irassay.verdict/1``: plain JSON values that restore it in full precision.

A saved Result contains its Verdicts in this form, so that tools read values and never a page's cells.

Not saved are the resamples of the queries (`League.places` raises an error that says so; intervals from them are
saved), bounds of single queries (their means are saved), and scores per query beyond 200,000 numbers (results computed
from them are saved).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, TypeVar

import numpy as np

from irassay.errors import InputError, IrassayError, cut
from irassay.estimates import Bounds, Figures, WrongLabels
from irassay.estimates.bounds.pair_draws import PairDraws
from irassay.estimates.universe import Universe
from irassay.measures import Measure
from irassay.provenance import VERSION
from irassay.verdict.doubts import Doubts
from irassay.verdict.label_reach import Reach
from irassay.verdict.queries_needed import Needed
from irassay.verdict.saved.league import (
    array,
    holds_scores,
    league_of,
    league_values,
    matrix_of,
    numbers,
    plain,
    square,
)

FORMAT = "irassay.verdict/1"
Part = TypeVar("Part")
V = TypeVar("V", bound=Doubts)

_MEANS = ("lower", "estimate", "upper", "plain")
STATES = ("", "settled", "open", "not known", "exactly tied")  # a state is written as its index here


def document(verdict: Doubts) -> dict[str, Any]:
    """A verdict as JSON values, with the format and the version of irassay that wrote it."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "measure": None if verdict.measure is None else str(verdict.measure),
        "n_runs": int(verdict.n_runs),
        "suspects": plain(verdict.suspects),
        "by_rank": {system: list(means) for system, means in verdict.by_rank.items()},
        "command": verdict.command,
        "compare_options": verdict.compare_options,
        "league": league_values(verdict.league),
        "bounds": _values_or_none(bounds_values, verdict.bounds),
        "draws": _values_or_none(draws_values, verdict.draws),
        "reach": _values_or_none(reach_values, verdict.reach),
        "judging": _values_or_none(judging_values, verdict.judging),
        "judging_pairs": [[a, b, judging_values(of)] for (a, b), of in verdict.judging_pairs.items()],
        "wrong": [[a, b, wrong_values(of)] for (a, b), of in verdict.wrong.items()],
        "of_scores": None if holds_scores(verdict.league) else _of_scores(verdict),
    }


def verdict_of_document(record: Any, verdict_class: type[V]) -> V:
    """The verdict that `document` wrote, as a `verdict_class`; InputError where the format is another, or a part is
    missing."""
    check_format(record)
    try:
        return _loaded(record, verdict_class)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, IrassayError) as why:
        raise InputError(f"a saved verdict with a part that is missing or broken: {why}; make it again") from None


def text(verdict: Doubts) -> str:
    """A verdict as JSON on one line."""
    return json.dumps(document(verdict), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def parsed(text: str) -> Any:
    """The JSON values of a text; InputError where it is not JSON."""
    try:
        return json.loads(text)
    except ValueError as why:
        raise InputError(f"not a saved verdict: {why}; expected JSON of the format {FORMAT}") from None


def check_format(record: Any) -> None:
    """InputError where a document is no saved verdict in this version's format; it names both and the remedy."""
    if not isinstance(record, Mapping):
        raise InputError(f"not a saved verdict: expected an object of the format {FORMAT}")
    format_name = record.get("format")
    if format_name != FORMAT:
        by = f", written by irassay {cut(record['version'])}" if isinstance(record.get("version"), str) else ""
        raise InputError(
            f"a saved verdict of the format {cut(format_name)}{by}, but irassay {VERSION} reads {FORMAT}: load it with "
            "the version that wrote it, or make it again with this one"
        )


def _loaded(record: Mapping[str, Any], verdict_class: type[V]) -> V:
    league = league_of(record["league"])
    verdict = verdict_class(
        league,
        _read(Measure.parse, record["measure"]),
        _read(lambda bounds: bounds_of(bounds, league.systems, league.queries), record["bounds"]),
        _read(lambda draws: draws_of(draws, league.systems), record["draws"]),
        _read(reach_of, record["reach"]),
        _read(judging_of, record["judging"]),
        {(a, b): judging_of(of) for a, b, of in record["judging_pairs"]},
        {(a, b): wrong_of(of) for a, b, of in record["wrong"]},
        n_runs=record["n_runs"],
        suspects=record["suspects"],
        by_rank={system: (a, b) for system, (a, b) in record["by_rank"].items()},
        command=record["command"],
        compare_options=record["compare_options"],
    )
    if record["of_scores"] is not None:
        verdict.__dict__.update(_from_scores(record["of_scores"], league.n))  # cached_property stores its values there
    return verdict


def _of_scores(verdict: Doubts) -> dict[str, Any]:
    """Results from scores per query, for a verdict with too many scores to save."""
    needed = [[n.other, n.of, *numbers(np.array([n.low, n.high, n.difference, n.deviation]))] for n in verdict.needed]
    return {"needed": needed, "detectable": square(verdict.detectable)}


def _from_scores(record: Mapping[str, Any], n: int) -> dict[str, Any]:
    of_saved = ((other, of, array(values).tolist()) for other, of, *values in record["needed"])
    needed = [Needed(other, low, high, of, *size) for other, of, (low, high, *size) in of_saved]
    return {"needed": needed, "detectable": matrix_of(record["detectable"], n)}


def _values_or_none(write: Callable[[Part], dict[str, Any]], part: Part | None) -> dict[str, Any] | None:
    return None if part is None else write(part)


def _read(read: Callable[[Any], Part], record: Any) -> Part | None:
    return None if record is None else read(record)


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


def judging_values(figures: Figures) -> dict[str, Any]:
    """Numbers of labels to judge as JSON values."""
    parts = {name: plain(value) for name, value in asdict(figures).items()}
    return parts | {"left_open": numbers(np.array([figures.left_open]))[0]}


def judging_of(record: Mapping[str, Any]) -> Figures:
    """The numbers that `judging_values` wrote."""
    left_open = float(array([record["left_open"]])[0])
    return Figures(**{**record, "left_open": left_open, "settled": tuple(record["settled"])})


def wrong_values(wrong: WrongLabels) -> dict[str, Any]:
    """Numbers of wrong labels as JSON values, without those at a rate: a verdict has none."""
    return {name: plain(getattr(wrong, name)) for name in wrong._fields if name not in ("expected", "chance")}


def wrong_of(record: Mapping[str, Any]) -> WrongLabels:
    """The numbers that `wrong_values` wrote."""
    values: dict[str, Any] = {name: tuple(of) if isinstance(of, list) else of for name, of in record.items()}
    return WrongLabels(**values)

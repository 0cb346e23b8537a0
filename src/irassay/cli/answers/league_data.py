"""The league for other programs: tab-separated values and JSON. Full precision, stable order, no words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Literal

from irassay.cli.answers import pair_screen
from irassay.cli.answers.league_columns import all_pairs
from irassay.drawing.tables.text import cell
from irassay.estimates import ASSUMPTION
from irassay.verdict.words import league as words
from irassay.verdict.words.league import in_one
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.verdict import NonInferiority, PairVerdict

FORMAT = "irassay.comparison/1"
SETTINGS = ("test", "correction", "interval", "alpha", "family", "n_resamples", "n_joint", "n_bootstrap", "seed")
PAIR_NUMBERS = ("low", "high", "t_low", "t_high", "p", "p_corrected")  # by queries
MEANS: tuple[Literal["lower", "estimate", "upper"], ...] = ("lower", "estimate", "upper")


def _value(x: float) -> float | None:
    return None if x != x else float(x)


def league_rows(one: Comparison) -> list[dict[str, Any]]:
    """One record a system, best first."""
    league = one.league
    means: dict[str, Any] = {name: one.verdict.means(name) for name in MEANS}
    rows = []
    for i, system in enumerate(league.systems):
        low_rank, high_rank = league.rank_intervals[i] if league.rank_intervals else (None, None)
        rows.append(
            {
                "measure": league.measure,
                "system": system,
                "same": list(league.same.get(system, ())),
                "rank_low": low_rank,
                "rank_high": high_rank,
                "mean": float(league.mean[i]),
                "low": _value(league.low[i]),
                "high": _value(league.high[i]),
                "t_low": _value(league.t_low[i]) if len(league.t_low) else None,
                "t_high": _value(league.t_high[i]) if len(league.t_high) else None,
                **{name: None if mean is None else _value(mean[i]) for name, mean in means.items()},
                "judged": _value(one.verdict.judged.get(system, float("nan"))),
                "letters": league.letters[i] if league.letters else "",
                "leader": system in league.leaders,
                "lead_carried": _lead_carried(one),
            }
        )
        if league.rank_intervals_bootstrap:
            low_rank, high_rank = league.rank_intervals_bootstrap[i]
            rows[-1] |= {"rank_low_bootstrap": low_rank, "rank_high_bootstrap": high_rank}
    return rows


def _lead_carried(one: Comparison) -> bool | None:
    """Whether the labels carry the lead as far as *likely*; None where nobody leads, or no labels are there."""
    return None if one.league.baseline or one.verdict.reach is None else one.verdict.lead_carried


def pair_rows(one: Comparison, pairs: Sequence[tuple[str, ...]]) -> list[dict[str, Any]]:
    """One record a pair, of all pairs where none is named; differences are the first minus the second."""
    verdict, league = one.verdict, one.league
    rows = []
    for a, b in pairs or all_pairs(one):
        both = verdict.pair(a, b)
        pair, labels = both.queries, both.labels
        state = "same" if pair.same else "settled" if pair.significant else "open" if pair.tested else "not tested"
        i, j = (league.systems.index(league.stands_for(name)) for name in (a, b))
        rows.append(
            {
                "measure": league.measure,
                "a": a,
                "b": b,
                "difference": pair.difference,
                **{name: _value(getattr(pair, name)) for name in PAIR_NUMBERS},
                **{name: getattr(pair, name) for name in ("family", "better", "worse", "equal")},
                "queries": state,
                "labels": "same" if pair.same else verdict.state(i, j) or "not computed",
                "labels_low": None if labels is None else _value(labels.low),
                "labels_high": None if labels is None else _value(labels.high),
                **_labels_needed(both),
                "effect_size": _value(pair.effect_size),
                "minimum_detectable": None if i == j else _value(verdict.detectable[i, j]),
                "unresolvable_by_labels": None if verdict.unresolvable is None else bool(verdict.unresolvable[i, j]),
                **_strength(both, one),
            }
        )
    return [row | _margin(one, row) for row in rows]


def _margin(one: Comparison, row: Mapping[str, Any]) -> dict[str, Any]:
    """What is decided of the margin that the first of a pair may be worse by; differences above 0 favour it."""
    of = one.margin
    if of is None:
        return {}
    mine = (row["a"], row["b"]) == (of.new, of.old)
    values = {
        "margin": of.margin,
        **{f"margin_{name}": _value(getattr(of, name)) for name in ("low", "high", "labels_low", "labels_high")},
        "margin_strength": of.strength or None,
        "margin_answer": of.answer(one.require),
        **{f"margin_{name}": value for name, value in _unseen(of).items()},
    }
    return {name: value if mine else None for name, value in values.items()}


def _labels_needed(pair: PairVerdict) -> dict[str, int | None]:
    """How many labels settle the pair; nothing where it is settled, or where nobody asks how."""
    columns = {"labels_at_least": "floor", "labels_half": "median", "labels_ninety": "ninety"}
    return {column: getattr(pair.needed, name, None) for column, name in columns.items()}


def _strength(pair: PairVerdict, one: Comparison) -> dict[str, Any]:
    """How far the labels carry the order, what that is read from, and which system is better."""
    labels = pair.labels if pair.labels is not None and pair.labels.n_draws > 0 else None
    judged_a, judged_b = pair.judged or (None, None)
    estimate_a, estimate_b = pair.estimate or (None, None)
    return {
        "strength": pair.strength or None,
        "draws_agree": None if labels is None else labels.agreeing,
        "draws": None if labels is None else labels.n_draws,
        "judged_a": None if judged_a is None else _value(judged_a),
        "judged_b": None if judged_b is None else _value(judged_b),
        "estimate_a": estimate_a,
        "estimate_b": estimate_b,
        "require": one.require,
        "better_system": None if pair.ahead and one.turned_by_lists(pair.other) else pair.better(one.require) or None,
    }


def _tsv(rows: Sequence[dict[str, Any]]) -> str:
    lines = [list(rows[0])] if rows else []
    return "\n".join(map("\t".join, lines + [[_cell(row.get(name)) for name in rows[0]] for row in rows]))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(map(cell, value))
    return str(value).lower() if isinstance(value, bool) else cell(value)


def league_tsv(comparisons: Sequence[Comparison]) -> str:
    """A heading, then one line a system and measure."""
    return _stated(
        comparisons, lambda one: [row | _against(one, row["system"]) for row in league_rows(one)], assumed_of_league
    )


def _against(one: Comparison, system: str) -> dict[str, float | None]:
    """The p-values of a system against each baseline, whose name is in the columns where there are several."""
    values: dict[str, float | None] = {}
    for name in one.league.baseline:
        pair, of = one.verdict.pair(system, name).queries, f" {name}" * (len(one.league.baseline) > 1)
        p, corrected = (None, None) if pair.same else map(_value, (pair.p, pair.p_corrected))
        values |= {f"p{of}": p, f"p_corrected{of}": corrected}
    return values


def pairs_tsv(comparisons: Sequence[Comparison], pairs: Sequence[tuple[str, ...]]) -> str:
    """A heading, then one line a pair and measure."""
    return _stated(comparisons, lambda one: pair_rows(one, pairs), assumed_of_pairs)


def _stated(
    comparisons: Sequence[Comparison],
    rows_of: Callable[[Comparison], list[dict[str, Any]]],
    assumed: Callable[[Comparison], dict[str, str]],
) -> str:
    """The rows; the first of each measure says in the last column what its numbers take for granted."""
    of = ["collection"] if any(one.collection for one in comparisons) else []  # "mean" for the mean of several
    return _tsv([
        dict.fromkeys(of, one.collection or "mean") | row | {"assumes": "" if i else in_one(assumed(one))}
        for one in comparisons
        for i, row in enumerate(rows_of(one))
    ])  # fmt: skip


def queries_tsv(comparisons: Sequence[Comparison], pairs: Sequence[tuple[str, ...]]) -> str:
    """A heading, then one line a measure, pair and query, largest difference first."""
    return _tsv([row for one in comparisons for row in pair_screen.pair_query_rows(one, pairs)])


def json_text(comparisons: Sequence[Comparison], pairs: Sequence[tuple[str, ...]]) -> str:
    """Everything: systems, the pairs named or all, shares, how it was made, warnings."""
    document = {"format": FORMAT, "measures": [_document(one, pairs) for one in comparisons]}
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)


def _document(one: Comparison, pairs: Sequence[tuple[str, ...]]) -> dict[str, Any]:
    league = one.league
    return {
        "measure": league.measure,
        "signature": league.signature,
        "queries": len(league.queries),
        "collection": one.collection or None,
        "collections": list(league.collections),
        "labels": one.verdict.n_labels,
        **{name: getattr(league, name) for name in SETTINGS},
        "baseline": list(league.baseline),
        "leaders": list(league.leaders),
        "lead_carried": _lead_carried(one),
        "at_the_edge": [list(pair) for pair in league.at_the_edge],
        "unranked": list(league.unranked),
        "settled_by_queries": {"settled": league.n_settled, "pairs": league.n_tested, "chance": league.chance},
        "settled_by_labels": dict(one.verdict.states) if one.verdict.bounds is not None else None,
        "non_inferiority": _non_inferiority(one),
        "sparse_labels": None if one.verdict.sparse is None else asdict(one.verdict.sparse),
        "likely_by_labels": one.verdict.n_likely if one.verdict.draws is not None else None,
        "assumes": {"systems": assumed_of_league(one), "pairs": assumed_of_pairs(one)},
        "systems": league_rows(one),
        "pairs": [
            row | ({"by_query": pair_screen.records(one, row["a"], row["b"])} if one.behind else {})
            for row in pair_rows(one, pairs)
        ],
        "warnings": list(one.warnings),
    }


def _non_inferiority(one: Comparison) -> dict[str, Any] | None:
    """What is decided of the margin of `--expect`; differences are new minus old, above 0 where new is better."""
    of = one.margin
    if of is None:
        return None
    numbers = {name: _value(getattr(of, name)) for name in ("difference", "low", "high", "labels_low", "labels_high")}
    draws = {"draws_agree": of.agreeing if of.n_draws else None, "draws": of.n_draws or None}
    decided = {"strength": of.strength or None, "require": one.require, "answer": of.answer(one.require)}
    head = {"new": of.new, "old": of.old, "margin": of.margin, "alpha": of.alpha, "interval": of.method}
    return {**head, **numbers, **draws, **decided, **_unseen(of)}


def _unseen(of: NonInferiority) -> dict[str, Any]:
    """Whether rare queries that the sample lacks could refute the answer, how rare they are, and what they can cost."""
    by_few = {"carried_by_few": of.by_few, "conditional": of.conditional}
    unseen = of.unseen
    if unseen is None:
        return {**by_few, "extremes_low": None, "extremes_high": None, "unseen_share": None, "unseen_cost": None,
                "queries_needed": None}  # fmt: skip
    return by_few | {
        "extremes_low": _value(unseen.low),
        "extremes_high": _value(unseen.high),
        "unseen_share": unseen.share,
        "unseen_cost": _value(unseen.cost),
        "queries_needed": unseen.n_needed,
    }


def assumed_of_league(one: Comparison) -> dict[str, str]:
    """Fields of a system -> what they assume; only those that have values."""
    league = one.league
    assumes = {"low, high": words.interval(league.n_bootstrap, league.interval)}
    if len(league.t_low):
        assumes["t_low, t_high"] = SAID("assumes.students")
    if one.verdict.bounds is not None:
        universe = one.verdict.bounds.universe
        assumes["lower, upper"] = words.bounds(universe.unseen, universe.scale)
    if one.verdict.estimate is not None:
        assumes["estimate"] = ASSUMPTION
    return assumes


def assumed_of_pairs(one: Comparison) -> dict[str, str]:
    """Fields of a pair -> what they assume."""
    league = one.league
    assumes = {
        "low, high": words.interval(league.n_bootstrap, league.interval),
        "p, p_corrected": words.corrected(league.test, league.correction, league.family),
        "minimum_detectable, unresolvable_by_labels": SAID("assumes.detectable"),
    }
    if len(league.difference_t):
        assumes["t_low, t_high"] = SAID("assumes.students")
    if one.verdict.bounds is not None:
        universe, exact = one.verdict.bounds.universe, bool(one.verdict.bounds.difference_exact.all())
        assumes["labels_low, labels_high"] = words.bounds(universe.unseen, universe.scale, exact=exact)
    if one.verdict.draws is not None:
        assumes["strength, draws_agree, better_system"] = SAID("assumes.strength", estimate=ASSUMPTION)
    if one.margin is not None:
        assumes["margin_low, margin_high, margin_answer"] = words.margin(one.margin.alpha, one.margin.method)
    if any(of.draws for of in one.verdict.judging_pairs.values()):
        assumes["labels_half, labels_ninety"] = SAID("assumes.labels-needed", estimate=ASSUMPTION)
    return assumes

"""``--collection NAME=QRELS,RUN,...``: the same systems on several collections, compared on each and on their mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from irassay.cli.answers.comparison import Comparison
from irassay.cli.answers.comparisons import (
    Evaluation,
    LeagueOf,
    MissingLabels,
    Question,
    cautions_of,
    evaluation_of,
    mean_league,
    metadata_of,
)
from irassay.cli.named_collections import check_measures
from irassay.wording import listed, visible

if TYPE_CHECKING:
    from irassay.cli.answers.scoring import Scoring
    from irassay.cli.inputs import Inputs
    from irassay.drawing.terminal import Screen
    from irassay.scoring.score_table import ScoreTable
    from irassay.verdict import Part


def evaluated(
    inputs: Mapping[str, Inputs], measures: Sequence[str], scoring: Scoring, missing: MissingLabels, screen: Screen
) -> dict[str, Evaluation]:
    """The scores of each collection; raises where a measure is another on another collection."""
    of = {name: evaluation_of(one, measures, scoring, missing, screen) for name, one in inputs.items()}
    check_measures({name: (one.measures, one.qrels.largest_grade) for name, one in of.items()})
    return of


def comparisons_over(
    evaluations: Mapping[str, Evaluation],
    league_of: LeagueOf,
    question: Question,
    missing: MissingLabels,
    metadata: str | None,
    *,
    threads: int = 0,
) -> list[Comparison]:
    """By measure: the verdict on the mean over the collections, then that on each collection."""
    from irassay.comparison.paired_scores import absent
    from irassay.verdict import Part, verdict_over

    columns = metadata_of(metadata)
    table = _table(evaluations)
    comparisons = []
    for number, measure in enumerate(next(iter(evaluations.values())).measures):
        mean = mean_league(table, measure, league_of)  # first: it says which collection lacks a baseline
        parts: dict[str, Part] = {}
        each = []
        for name, evaluation in evaluations.items():
            mine = evaluation.measures[number]
            league = league_of(evaluation.scores, measure=mine)
            verdict, bounds = evaluation.verdict(league, mine, missing, _there(question, league), threads=threads)
            ties = evaluation.scores.policy.ties
            parts[name] = Part(name, evaluation.qrels, evaluation.runs, league, bounds, ties)
            warnings = [f"{name}: {text}" for text in (*evaluation.warnings, *cautions_of(league))]
            lacks = evaluation.unanswered
            each.append(Comparison(verdict, missing.require, columns, warnings, collection=name, unanswered=lacks))
        over = verdict_over(mean, [parts[name] for name in mean.collections], measure, threads=threads)
        comparisons += [Comparison(over, missing.require, columns, cautions_of(mean, absent(table, measure))), *each]
    return comparisons


def _there(question: Question, league: object) -> list[tuple[str, str]]:
    """The pairs of the question of which a collection has both systems."""
    runs = set(league.runs)  # type: ignore[attr-defined]
    names = [(a, b) for a, b in question.pair_names if {a, b} <= runs]
    expected = replace(question, pair_names=names, expect=None)
    return expected.pairs(league) if names else []  # type: ignore[arg-type]


def _table(evaluations: Mapping[str, Evaluation]) -> ScoreTable:
    """All scores as one table with a collection for each query; NaN where a collection lacks a system."""
    from irassay.scoring.score_table import ScoreTable

    scores = {name: evaluation.scores for name, evaluation in evaluations.items()}
    systems = list(dict.fromkeys(system for one in scores.values() for system in one.systems))
    first = next(iter(scores.values()))
    blocks = []
    for one in scores.values():
        block = np.full((len(one.measures), 1, len(systems), len(one.queries)), np.nan)
        block[:, :, [systems.index(system) for system in one.systems]] = one.values
        blocks.append(block)
    values = np.concatenate(blocks, axis=3)
    return ScoreTable(
        measures=first.measures,
        systems=systems,
        queries=[query for one in scores.values() for query in one.queries],
        collections=[name for name, one in scores.items() for _ in one.queries],
        values=values,
        summary=np.full(values.shape[:3], np.nan),  # a mean over collections has weights, which comparing gives it
        same={str(measure): _same_everywhere(str(measure), systems, scores) for measure in first.measures},
        readings=(),
    )


def _same_everywhere(measure: str, systems: Sequence[str], scores: Mapping[str, object]) -> list[list[str]]:
    """Groups of systems that are one system on every collection."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for system in systems:
        key: list[object] = []
        for one in scores.values():
            of = one.same.get(measure, ())  # type: ignore[attr-defined]
            group = next((tuple(sorted(group)) for group in of if system in group), None)
            key.append(group or system)
        groups.setdefault(tuple(key), []).append(system)
    return [group for group in groups.values() if len(group) > 1]


def title(one: Comparison) -> str:
    """The heading of a league, where there are several collections; "" elsewhere.

    Every sentence below it is about this collection, or about the mean.
    """
    league = one.league
    if one.collection:
        return f"{visible(one.collection)}, {_queries(len(league.queries))}"
    if len(league.collections) < 2:
        return ""
    names = listed([visible(name) for name in league.collections], 10)
    return f"Mean of {len(league.collections)} collections ({names}), {_queries(len(league.queries))} in all"


def _queries(n: int) -> str:
    from irassay.wording import plural

    return plural(n, "query")


SCOPE = (
    "Every collection counts the same. Tests and intervals are about other queries of these collections, not about "
    "other collections."
)

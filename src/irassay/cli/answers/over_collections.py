"""``--collection NAME=QRELS,RUN,...``: the same systems on several collections, compared on each and on their mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from irassay.cli.answers.cautions import cautions_of, cautions_on
from irassay.cli.answers.comparison import Comparison, Question
from irassay.cli.answers.comparisons import Evaluation, LeagueOf, MissingLabels, evaluation_of, mean_league
from irassay.cli.answers.eval_notes import zeros_in_means
from irassay.cli.answers.said import CLI
from irassay.comparison.paired_scores import absent
from irassay.errors import of_each
from irassay.estimates.universe import Missing
from irassay.messages import listed, visible
from irassay.scoring.over_collections import check_measures, counted_twice
from irassay.scoring.score_table import table_over
from irassay.verdict.over_collections import verdicts_over

if TYPE_CHECKING:
    from irassay.drawing.terminal import Screen
    from irassay.formats.inputs import Inputs
    from irassay.scoring.policy import Policy


def evaluated(
    inputs: Mapping[str, Inputs], measures: Sequence[str], policy: Policy, missing: MissingLabels, screen: Screen
) -> dict[str, Evaluation]:
    """The scores of each collection; raises where a measure is another on another collection."""
    of = of_each(inputs, lambda one: evaluation_of(one, measures, policy, missing, screen))
    check_measures({name: (one.measures, one.qrels.largest_grade) for name, one in of.items()})
    return of


def comparisons_over(
    evaluations: Mapping[str, Evaluation],
    league_of: LeagueOf,
    question: Question,
    missing: MissingLabels,
    metadata: tuple[Mapping[str, Mapping[str, str]], Sequence[str]],
    *,
    threads: int = 0,
) -> list[Comparison]:
    """By measure the verdict on the mean over the collections, then each collection's; `metadata` are columns about
    systems and warnings."""
    (columns, without_row), require = metadata, missing.require
    twice = counted_twice({name: one.scores for name, one in evaluations.items()})
    table = table_over({name: one.scores for name, one in evaluations.items()})
    comparisons = []
    for number, measure in enumerate(next(iter(evaluations.values())).measures):
        mean = mean_league(table, measure, league_of)
        question.check_tested(mean)
        verdicts = verdicts_over(
            {name: one.under(one.measures[number]) for name, one in evaluations.items()},
            mean,
            league_of,
            Missing(missing.unseen, missing.scale),
            pairs_of=partial(_there, question),
            threads=threads,
        )
        zero = {name: [measure] for name, one in verdicts.each.items() if one.nothing_relevant}
        cautions = [*cautions_of(verdicts.mean.league, absent(table, measure)), *zeros_in_means(zero), *twice]
        unfit_in = {name: one.unfit for name, one in evaluations.items()}
        comparisons.append(Comparison(verdicts.mean, require, columns, [*without_row, *cautions], unfit_in=unfit_in))
        for name, verdict in verdicts.each.items():
            one = evaluations[name]
            ties = one.ties(verdict)
            order = one.of_order(one.measures[number], ties)
            cautions = cautions_on(verdict, unlabelled=one.unfit.unlabelled, rename=one.unfit.rename)
            texts = (*one.warnings, *one.unfit.warnings(one.measures[number]), *order, *cautions)
            warnings = [f"{name}: {text}" for text in texts]
            of_one = Comparison(verdict, require, columns, warnings, collection=name, ties=ties)
            comparisons.append(one.of_runs(of_one))
    return comparisons


def _there(question: Question, league: object) -> list[tuple[str, str]]:
    """The pairs of the question of which a collection has both systems."""
    runs = set(league.runs)  # type: ignore[attr-defined]
    names = [(a, b) for a, b in question.pair_names if {a, b} <= runs]
    return replace(question, pair_names=names, expect=None).pairs(league) if names else []  # type: ignore[arg-type]


def title(one: Comparison) -> str:
    """The heading of a league, where there are several collections; "" elsewhere."""
    league = one.league
    if one.collection or len(league.collections) < 2:
        name = visible(one.collection)
        return CLI("over-collections.one", name=name, queries=len(league.queries)) if name else ""
    names = listed(map(visible, league.collections), 10)
    return CLI("over-collections.mean", of=len(league.collections), names=names, queries=len(league.queries))

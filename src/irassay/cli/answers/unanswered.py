"""Runs that answer no labelled query, have no labelled document, or were cut short: their comparison says nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.errors import InputError
from irassay.preflight.unfit import check_asked, check_labels, check_loser
from irassay.preflight.words.comparable import silent_error

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.cli.answers.comparisons import Evaluation
    from irassay.cli.answers.question import Question


def refuse(comparisons: Sequence[Comparison]) -> None:
    """Raise InputError, with the runs and a query of the labels, where no run answers a labelled query."""
    for one in comparisons:
        league = one.verdict.league
        silent = [run for run in league.runs if one.unanswered.get(run, 0) >= len(league.queries)]
        if silent and league.queries and len(silent) == len(league.runs):
            rename = "" if one.unfit is None else one.unfit.rename
            raise InputError(silent_error(silent, league.queries, one.collection, rename))


def refuse_asked(evaluations: Mapping[str, Evaluation], asked: Callable[[Sequence[str]], Collection[str]]) -> None:
    """Raise InputError where a run that the question names answers no labelled query, or has no labelled document;
    `evaluations` by collection, "" where there is one."""
    for name, one in evaluations.items():
        check_asked(one.unfit, one.scores, asked(one.runs.systems), name)


def refuse_no_label(evaluations: Mapping[str, Evaluation]) -> None:
    """Raise where no run of a collection has a labelled document; by name, "" where there is one collection."""
    collections = {name: (one.qrels, one.runs) for name, one in evaluations.items()}
    check_labels(collections, {name: one.unfit for name, one in evaluations.items()})


def refuse_cut(comparisons: Sequence[Comparison], question: Question) -> None:
    """Raise where the order of ``--expect`` is settled against a run whose lists were cut, unless labels are `taken`.
    InputError in the words of `irassay check`, with the way to take the lists as they are."""
    from irassay.cli.answers import decision

    first = comparisons[0]
    order = question.order(first.league)
    code = None if order is None or first.require == "taken" else decision.code(first, *order)
    if order is None or code not in (0, 1):
        return
    loser = order[1 - code]
    for one in comparisons:
        if one.unfit is not None and one.league.measure == first.league.measure:
            check_loser(one.unfit, str(one.verdict.measure), loser, one.collection)

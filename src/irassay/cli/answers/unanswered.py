"""Runs that answer no labelled query, have no labelled document, or were cut short: their comparison says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.errors import InputError, cut
from irassay.wording import capital, count, listed

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.cli.answers.comparisons import Evaluation
    from irassay.cli.answers.question import Question


def refuse(comparisons: Sequence[Comparison], asked: Iterable[str]) -> None:
    """Raise where no run answers a labelled query, or where one does not that the question names.

    Parameters
    ----------
    comparisons : sequence of Comparison
    asked : iterable of str
        Systems that ``--expect`` or ``--pair`` names.

    Raises
    ------
    InputError
        Names the runs, and a query of the labels.
    """
    names = set(asked)
    for one in comparisons:
        league = one.verdict.league
        silent = [run for run in league.runs if one.unanswered.get(run, 0) >= len(league.queries)]
        if not silent or not league.queries:
            continue
        if len(silent) == len(league.runs) or names & set(silent):
            none = f"{listed(silent)} {'answers' if len(silent) == 1 else 'answer'} none"
            where = f" of {one.collection}" if one.collection else ""
            of = f"of the {count(len(league.queries))} labelled queries{where}"
            raise InputError(
                f"{none} {of}, such as {cut(league.queries[0])}: are queries named differently in labels "
                "and runs? irassay check shows both"
            )


def refuse_unlabelled(evaluation: Evaluation, asked: Iterable[str]) -> None:
    """Raise where a run that the question names answers labelled queries, and none of its documents has a label.

    Raises
    ------
    InputError
        In the words of `irassay check`: ids of the labels and of the run, and a change that would make them match.
    """
    finding = evaluation.unfit.no_label
    if finding is not None and set(asked) & set(finding.systems):
        raise InputError(f"{finding.text}: {finding.effect}", (*finding.where, f"{capital(finding.action)}."))


def refuse_no_label(evaluations: Mapping[str, Evaluation]) -> None:
    """Raise where no run of a collection has a labelled document; by name, "" where there is one collection."""
    from irassay.preflight.unfit import check_labels

    collections = {name: (one.qrels, one.runs) for name, one in evaluations.items()}
    check_labels(collections, {name: one.unfit for name, one in evaluations.items()})


def refuse_cut(comparisons: Sequence[Comparison], question: Question) -> None:
    """Raise where the order of ``--expect`` is settled against a run whose lists were cut, unless labels are `taken`.

    Raises
    ------
    InputError
        In the words of `irassay check`, with the way to take the lists as they are.
    """
    from irassay.cli.answers import expected_code
    from irassay.preflight.unfit import check_loser

    first = comparisons[0]
    order = question.order(first.league)
    code = None if order is None or first.require == "taken" else expected_code.code(first, *order)
    if order is None or code not in (0, 1):
        return
    loser = order[1 - code]
    for one in comparisons:
        if one.unfit is not None and one.league.measure == first.league.measure:
            check_loser(one.unfit, str(one.verdict.measure), loser, one.collection)

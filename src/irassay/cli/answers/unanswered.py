"""Runs that answer no labelled query, or without a labelled document: the comparison is an accident of names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from irassay.errors import InputError, cut
from irassay.wording import capital, count, listed

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison
    from irassay.cli.answers.comparisons import Evaluation


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
    from irassay.preflight import ids
    from irassay.preflight.inputs import Material

    names = set(asked)
    if not names:
        return
    for finding in ids.overlap(Material(evaluation.qrels, evaluation.runs, evaluation.measures)):
        if finding.code == "no-label" and names & set(finding.systems):
            raise InputError(f"{finding.text}: {finding.effect}", (*finding.where, f"{capital(finding.action)}."))

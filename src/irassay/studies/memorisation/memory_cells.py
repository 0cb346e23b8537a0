"""Ranks and scores of leaked relevant documents by collection, model and leakage: what a paper's tables count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from irassay.studies.memorisation.outcomes import LEAKED, Case

if TYPE_CHECKING:
    from irassay.leakage import Memory


class MemoryCell(NamedTuple):
    """Means of one case: of ranks and scores of leaked relevant documents, and of the growth of the rank offset."""

    case: Case
    rank_with: float
    rank_without: float
    score_with: float | None  # None where no document has a score in every run
    score_without: float | None
    growth: float
    is_sign: bool | None = None  # whether the model remembers; None where it isn't known, as with one seed
    low: float | None = None  # the interval of the growth over topics
    high: float | None = None


def cells_of(memories: Mapping[Case, Memory]) -> list[MemoryCell]:
    """A cell for each case."""
    return [
        MemoryCell(
            case,
            of.relevant.with_,
            of.relevant.without,
            None if of.relevant_score is None else of.relevant_score.with_,
            None if of.relevant_score is None else of.relevant_score.without,
            of.offset.change,
            None if isnan(of.offset.seeds_low) else of.is_sign,
            of.offset.low,
            of.offset.high,
        )
        for case, of in memories.items()
    ]


class Counts(NamedTuple):
    """How many cells say that leaked relevant documents are remembered."""

    cells: int
    rank_higher: int
    scored: int
    score_higher: int
    grow: int
    both: int  # models of a collection with both kinds of leakage, and scores
    test_moves_more: int  # those whose scores test leakage moves further than training leakage


def count_cells(cells: Sequence[MemoryCell]) -> Counts:
    """The counts of the cells."""
    moves = {
        cell.case: abs(cell.score_with - cell.score_without)
        for cell in cells
        if cell.score_with is not None and cell.score_without is not None
    }
    train, test = LEAKED
    both = [case for case in moves if case.condition == test and case._replace(condition=train) in moves]
    return Counts(
        cells=len(cells),
        rank_higher=sum(cell.rank_with < cell.rank_without for cell in cells),
        scored=len(moves),
        score_higher=sum(
            (cell.score_with or 0.0) > (cell.score_without or 0.0) for cell in cells if cell.case in moves
        ),
        grow=sum(cell.growth > 0 for cell in cells),
        both=len(both),
        test_moves_more=sum(moves[case] > moves[case._replace(condition=train)] for case in both),
    )

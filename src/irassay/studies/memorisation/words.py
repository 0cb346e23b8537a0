"""Sentences about what leakage does to scores, to the order of models, and to ranks of leaked documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.messages import listed
from irassay.messages.said import Room
from irassay.studies.memorisation.outcomes import NONE

if TYPE_CHECKING:
    from irassay.studies.memorisation.effects import Cell, Swap
    from irassay.studies.memorisation.memory_cells import Counts
    from irassay.studies.memorisation.outcomes import Case

SAID = Room("memorisation")
MOST_SWAPS, MOST_CASES = 3, 2  # in a sentence; the tables have all


def title(cells: Sequence[Cell], measure: str, alpha: float) -> str:
    """What leakage did by the main measure."""
    mine = [cell for cell in cells if cell.measure == measure and cell.case.condition != NONE]
    changed = [cell.case for cell in mine if is_significant(cell, alpha)]
    return SAID("title", n=len(changed), scores=len(mine), measure=measure, cases=_cases(changed))


def _cases(of: Sequence[Case]) -> str:
    """Models with their leakage, a few of them."""
    names = ", ".join(f"{case.model} ({case.condition})" for case in of[:MOST_CASES])
    return SAID("cases", names=names, more=max(0, len(of) - MOST_CASES))


def is_significant(cell: Cell, alpha: float) -> bool:
    """Whether a cell differs from no leakage at this level, corrected."""
    return cell.corrected is not None and cell.corrected <= alpha


def of_measures(cells: Sequence[Cell], alpha: float, directions: Mapping[str, int]) -> list[str]:
    """How many scores get better and worse, by measure."""
    before = {(cell.case, cell.measure): cell.mean for cell in cells}
    texts = []
    for measure, direction in directions.items():
        mine = [cell for cell in cells if cell.measure == measure and is_significant(cell, alpha)]
        better = sum(direction * (cell.mean - before[cell.case._replace(condition=NONE), measure]) > 0 for cell in mine)
        texts.append(SAID("scores", measure=measure, better=better, worse=len(mine) - better))
    return texts


def swaps_sentence(swaps: Sequence[Swap], n_pairs: int) -> str:
    """Which model passes which, the measures of one collection together."""
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for swap in swaps:
        measures = groups.setdefault((swap.case.model, swap.over), {}).setdefault(swap.case.collection, [])
        measures += [swap.measure] if swap.measure not in measures else []
    texts = [
        f"{model} over {over} ({'; '.join(f'{name}, {listed(measures)}' for name, measures in of.items())})"
        for (model, over), of in groups.items()
    ]
    slots = {"first": ", ".join(texts[:MOST_SWAPS]), "more": max(0, len(texts) - MOST_SWAPS)}
    return SAID("swaps" if swaps else "swaps.none", pairs=n_pairs, **slots)


def of_memory(counts: Counts) -> str:
    """How many cells say that leaked relevant documents rank and score higher, and that the offset grows."""
    return SAID("memory", some=counts.scored != counts.cells, **counts._asdict())


def of_signs(signs: Mapping[Case, bool]) -> str:
    """In how many cells topics and seeds both say so, and in which."""
    found = [case for case, is_sign in signs.items() if is_sign]
    return SAID("signs" if signs else "signs.one-seed", n=len(found), cells=len(signs), cases=_cases(found))

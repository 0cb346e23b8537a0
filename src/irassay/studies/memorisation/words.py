"""Sentences about what leakage does to scores, to the order of models, and to ranks of leaked documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, listed, number, plural, signed
from irassay.studies.memorisation.outcomes import NONE

if TYPE_CHECKING:
    from irassay.studies.memorisation.effects import Cell, Loss, Swap
    from irassay.studies.memorisation.memory_cells import Counts
    from irassay.studies.memorisation.outcomes import Case

MOST_SWAPS = 3  # in a sentence; the table has all
LOSSES_TITLE = "Topics that lose most with leakage"
SWAPS_TITLE = "Models that pass another when they train on leaks"
MEMORY_TITLE = "Leaked relevant documents with leakage and without"
LUCK_TITLE = "How far the choice of a size is luck"
LUCK_NOTE = (
    "Luck: how far the chosen size is above the mean of all sizes on the topics that chose it, less how far it is on "
    "others. Most: of one model and leakage."
)
SWAPS_NOTE = (
    "The first model is worse than the second when neither trains on leaks, and better when it alone does. Models that "
    "are nearly equal turn by chance too: significant says whether the change that turns them is."
)
MEMORY_NOTE = (
    "A rank is 1 + the documents of the list that score higher, ties by document id ascending. Growth is that of the "
    "rank of the non-relevant document less the relevant one's. All are means over topics."
)
STANDFIRST = (
    "Each topic is scored at the size of the training set that is best on the other topics; seeds are averaged. "
    "Leakage none is the same model trained without leaks."
)
ONE_SEED = "With one seed a side nothing is a sign of memory: train two or more."


def title(cells: Sequence[Cell], measure: str, alpha: float) -> str:
    """What leakage did by the main measure."""
    mine = [cell for cell in cells if cell.measure == measure and cell.case.condition != NONE]
    found = [cell.case for cell in mine if is_significant(cell, alpha)]
    which = f": {_cases(found)}" if found else ""
    return f"Leakage changes {_none(len(found))} of {plural(len(mine), f'{measure} score')} significantly{which}."


def _cases(of: Sequence[Case]) -> str:
    """Models with their leakage, a few of them."""
    names = [f"{case.model} ({case.condition})" for case in of]
    more = f" and {count(len(names) - 2)} more" if len(names) > 2 else ""
    return ", ".join(names[:2]) + more


def _none(n: int) -> str:
    return count(n) if n else "none"


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
        texts.append(f"{measure}: {count(better)} significantly better, {count(len(mine) - better)} worse.")
    return texts


def caption(n: int, alpha: float, measures: Sequence[str]) -> str:
    """The family of a collection's tests."""
    which = "of a measure " if len(measures) > 1 else ""
    return (
        f"p is of a paired t-test against none, corrected by Bonferroni over the {plural(n, 'comparison')} {which}in "
        f"this table; {alpha:g} is the level."
    )


def swaps_sentence(swaps: Sequence[Swap], n_pairs: int) -> str:
    """Which model passes which, the measures of one collection together."""
    if not swaps:
        return f"No model passes another by training on leaks, of {plural(n_pairs, 'pair')}."
    groups: dict[tuple[str, str], dict[str, list[str]]] = {}
    for swap in swaps:
        measures = groups.setdefault((swap.case.model, swap.over), {}).setdefault(swap.case.collection, [])
        measures += [swap.measure] if swap.measure not in measures else []
    texts = [
        f"{model} over {over} ({'; '.join(f'{name}, {listed(measures)}' for name, measures in of.items())})"
        for (model, over), of in groups.items()
    ]
    more = f", and {count(len(texts) - MOST_SWAPS)} more" if len(texts) > MOST_SWAPS else ""
    return f"Models that train on leaks pass others: {', '.join(texts[:MOST_SWAPS])}{more}."


def luck_sentence(measure: str, luck: float, n_sizes: int) -> str:
    """How much of the best size's score is luck."""
    return (
        f"The best of {count(n_sizes)} sizes looks better by {signed(luck, 3)} of {measure} on the topics that chose "
        "it than on others: that much is luck."
    )


def loss_sentence(losses: Sequence[Loss], measure: str) -> str:
    """The topic that loses most."""
    most = min(losses, key=lambda loss: loss.change)
    lost = number(-most.change, 3)
    return f"Topic {most.topic} of {most.collection} loses most, {lost} of {measure} in the mean over models."


def memory_sentences(counts: Counts) -> list[str]:
    """How many cells say that leaked relevant documents rank and score higher, and that the offset grows."""
    score = f" and score higher in {count(counts.score_higher)}" if counts.scored else ""
    of = f" of {count(counts.scored)}" if counts.scored not in (0, counts.cells) else ""
    texts = [
        f"Leaked relevant documents rank higher in {count(counts.rank_higher)} of {plural(counts.cells, 'cell')}"
        f"{score}{of}; the rank offset grows in {count(counts.grow)}."
    ]
    if counts.both:
        texts.append(
            f"Test leakage moves their scores further than training leakage in {count(counts.test_moves_more)} of "
            f"{plural(counts.both, 'case')}."
        )
    return texts


def signs_sentence(signs: Mapping[Case, bool]) -> str:
    """In how many cells topics and seeds both say so, and in which."""
    found = [case for case, is_sign in signs.items() if is_sign]
    which = f": {_cases(found)}" if found else ""
    n = len(found)
    of = plural(len(signs), "cell")
    return f"Over topics and seeds {count(n)} of {of} {conjugate(n, 'is')} a sign of memory{which}."


def sizes_title(collection: str, measure: str, n: int) -> str:
    """The headline of scores by size."""
    return f"{measure} on the {plural(n, 'leaked topic')} of {collection}, by the size of the training set"


def sizes_how(over: str, level: str) -> str:
    """How to read the curves."""
    bands = f"are {level} over topics" if over == "topics" else "reach from the lowest seed to the highest"
    return f"A panel a model, a curve a kind of leakage: the mean over topics and seeds. Bands {bands}."

"""The sections of the page: scores and swaps, sizes and luck, lost topics, what is remembered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from irassay.messages import signed
from irassay.result import Finding, Section
from irassay.studies.memorisation import tables
from irassay.studies.memorisation.effects import Effects, Swap, losses_of, n_pairs
from irassay.studies.memorisation.outcomes import Outcomes
from irassay.studies.memorisation.runs_table import MemoryCell, count_cells
from irassay.studies.memorisation.tables import SAID, of_measures, of_memory, of_signs, swaps_sentence

MOST_LOSSES = 10  # topics of a collection


def scores_section(outcomes: Outcomes, effects: Effects, swaps: Sequence[Swap], alpha: float) -> Section:
    """Scores with and without leakage, a table a collection, and the swaps."""
    directions = outcomes.directions
    texts = of_measures(effects.cells, alpha, directions)
    body: list[Any] = [Finding("scores", "note", "queries", " ".join(texts))]
    for name in outcomes.topics:
        n = effects.comparisons[name, outcomes.measures[0]]
        note = SAID("scores.note", n=n, several=len(outcomes.measures) > 1, alpha=alpha)
        body.append(tables.effectiveness(effects.cells, name, directions, note))
    text = swaps_sentence(swaps, n_pairs(effects.cells))
    body.append(Finding("swaps", "note", "queries", text, {"swaps": len(swaps)}))
    body += [tables.swaps_table(swaps, effects.cells, alpha)] if swaps else []
    return Section("scores", SAID("scores.title"), body)


def sizes_sections(
    outcomes: Outcomes, effects: Effects, leaked: Mapping[str, Collection[str]], alpha: float
) -> list[Section]:
    """Scores on leaked topics by size, and the luck in the choice; none where every case has one size."""
    n_sizes = max(len(outcomes.sizes(case)) for case in outcomes.cases)
    if n_sizes < 2:
        return []
    luck = tables.luck_table(effects, outcomes)
    main = [i for i, name in enumerate(luck.column("measure").values) if name == outcomes.measures[0]]
    mean = sum(luck.column("luck").values[i] for i in main) / len(main)
    text = SAID("luck", sizes=n_sizes, luck=signed(mean, 3), measure=outcomes.measures[0])
    body: list[Any] = [Finding("luck", "note", "queries", text, {"luck": mean}), luck]
    for name, topics in outcomes.topics.items():
        if set(topics) & set(leaked.get(name, ())):
            body += [tables.sizes_figure(outcomes, name, leaked[name], over, alpha) for over in tables.OVERS]
    return [Section("sizes", SAID("sizes.title"), body)]


def losses_sections(outcomes: Outcomes, effects: Effects, leaked: Mapping[str, Collection[str]]) -> list[Section]:
    """The topics that lose most; none where no topic loses."""
    losses = losses_of(outcomes, effects, most=MOST_LOSSES)
    if not losses:
        return []
    measure, most = outcomes.measures[0], min(losses, key=lambda loss: loss.change)
    text = SAID("losses", topic=most.topic, collection=most.collection, lost=-most.change, measure=measure)
    finding = Finding("losses", "note", "queries", text)
    return [Section("losses", "Which topics lose?", [finding, tables.losses_table(losses, measure, leaked)])]


def memory_sections(cells: Sequence[MemoryCell]) -> list[Section]:
    """What is remembered of leaked documents; none without training sets."""
    if not cells:
        return []
    signs = {cell.case: cell.is_sign for cell in cells if cell.is_sign is not None}
    text = f"{of_memory(count_cells(cells))} {of_signs(signs)}"
    finding = Finding("memory", "note", "queries", text)
    return [Section("memory", SAID("memory.title"), [finding, tables.memory_table(cells)])]

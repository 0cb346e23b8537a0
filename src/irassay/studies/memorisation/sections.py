"""The sections of the page: scores and swaps, sizes and luck, lost topics, what is remembered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from irassay.result import Finding, Section
from irassay.studies.memorisation import tables, words
from irassay.studies.memorisation.effects import losses_of, n_pairs
from irassay.studies.memorisation.memory_cells import count_cells

if TYPE_CHECKING:
    from irassay.studies.memorisation.effects import Effects, Swap
    from irassay.studies.memorisation.memory_cells import MemoryCell
    from irassay.studies.memorisation.outcomes import Outcomes

MOST_LOSSES = 10  # topics of a collection


def scores_section(outcomes: Outcomes, effects: Effects, swaps: Sequence[Swap], alpha: float) -> Section:
    """Scores with and without leakage, a table a collection, and the swaps."""
    directions = outcomes.directions
    said = " ".join(words.of_measures(effects.cells, alpha, directions))
    body: list[Any] = [Finding("scores", "note", "queries", said)]
    for name in outcomes.topics:
        note = words.caption(effects.comparisons[name, outcomes.measures[0]], alpha, outcomes.measures)
        body.append(tables.effectiveness(effects.cells, name, directions, note))
    text = words.swaps_sentence(swaps, n_pairs(effects.cells))
    body.append(Finding("swaps", "note", "queries", text, {"swaps": len(swaps)}))
    body += [tables.swaps_table(swaps, effects.cells, alpha)] if swaps else []
    return Section("scores", "Does leakage move scores and order?", body)


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
    text = words.luck_sentence(outcomes.measures[0], mean, n_sizes)
    body: list[Any] = [Finding("luck", "note", "queries", text, {"luck": mean}), luck]
    for name, topics in outcomes.topics.items():
        if set(topics) & set(leaked.get(name, ())):
            body += [tables.sizes_figure(outcomes, name, leaked[name], over, alpha) for over in tables.OVERS]
    return [Section("sizes", "Does the size of the training set matter?", body)]


def losses_sections(outcomes: Outcomes, effects: Effects, leaked: Mapping[str, Collection[str]]) -> list[Section]:
    """The topics that lose most; none where no topic loses."""
    losses = losses_of(outcomes, effects, most=MOST_LOSSES)
    if not losses:
        return []
    measure = outcomes.measures[0]
    finding = Finding("losses", "note", "queries", words.loss_sentence(losses, measure))
    return [Section("losses", "Which topics lose?", [finding, tables.losses_table(losses, measure, leaked)])]


def memory_sections(cells: Sequence[MemoryCell]) -> list[Section]:
    """What is remembered of leaked documents; none without training sets."""
    if not cells:
        return []
    signs = {cell.case: cell.is_sign for cell in cells if cell.is_sign is not None}
    texts = [*words.memory_sentences(count_cells(cells)), words.signs_sentence(signs) if signs else words.ONE_SEED]
    finding = Finding("memory", "note", "queries", " ".join(texts))
    return [Section("memory", "Are leaked documents remembered?", [finding, tables.memory_table(cells)])]

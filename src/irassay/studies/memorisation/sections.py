"""The sections of the page with their tables and figures: scores and swaps, sizes and luck, lost topics, memory."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

import numpy as np

from irassay.arrays import Flags
from irassay.comparison.significance.paired_tests import t_intervals
from irassay.messages import listed, signed
from irassay.messages.said import Room
from irassay.result import Column, Curves, Finding, Section, Table
from irassay.studies.memorisation.outcomes import NONE, Case, Cell, Effects, Loss, Outcomes, Swap, losses_of, n_pairs
from irassay.studies.memorisation.runs_table import Counts, MemoryCell, count_cells

SAID = Room("memorisation")
MOST_SWAPS, MOST_CASES = 3, 2  # in a sentence; the tables have all
Over: TypeAlias = Literal["topics", "seeds"]
OVERS: tuple[Over, ...] = get_args(Over)
MOST_LOSSES = 10  # topics of a collection


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


def effectiveness(cells: Sequence[Cell], collection: str, directions: Mapping[str, int], note: str) -> Table:
    """A row for each model and leakage of a collection; for each measure mean, change and p."""
    mine = {(cell.case, cell.measure): cell for cell in cells if cell.case.collection == collection}
    cases = list(dict.fromkeys(case for case, _ in mine))
    columns = [Column("model", [case.model for case in cases]), Column("leakage", [case.condition for case in cases])]
    for measure in directions:
        of = [mine[case, measure] for case in cases]
        none = [mine[case._replace(condition=NONE), measure].mean for case in cases]
        changes = [None if cell.case.condition == NONE else cell.mean - base for cell, base in zip(of, none)]
        columns += [
            Column(measure, [cell.mean for cell in of], digits=3),
            Column(f"{measure} change", changes, "", "against leakage none", 3, "change"),
            Column(f"{measure} p", [cell.corrected for cell in of], "p", "corrected", heading="p"),
        ]
    return Table(f"effectiveness-{collection}", SAID("scores.table", collection=collection), columns, note)


def swaps_table(swaps: Sequence[Swap], cells: Sequence[Cell], alpha: float) -> Table:
    """A row for each swap."""
    changed = {(cell.case, cell.measure) for cell in cells if is_significant(cell, alpha)}
    columns = [
        Column("collection", [swap.case.collection for swap in swaps]),
        Column("measure", [swap.measure for swap in swaps]),
        Column("leakage", [swap.case.condition for swap in swaps]),
        Column("model", [swap.case.model for swap in swaps], heading="trained on leaks"),
        Column("over", [swap.over for swap in swaps], heading="passes"),
        Column("significant", ["yes" if (swap.case, swap.measure) in changed else "no" for swap in swaps]),
    ]
    return Table("swaps", SAID("swaps.title"), columns, SAID("swaps.note"))


def luck_table(effects: Effects, outcomes: Outcomes) -> Table:
    """A row for each collection and measure: the luck in the choice of a size, in the mean over cases."""
    keys = [(name, measure) for name in outcomes.topics for measure in outcomes.measures]
    values: dict[tuple[str, str], list[float]] = {key: [] for key in keys}
    for (case, measure), choice in effects.choices.items():
        values[case.collection, measure].append(choice.luck)
    columns = [
        Column("collection", [name for name, _ in keys]),
        Column("measure", [measure for _, measure in keys]),
        Column("luck", [float(np.mean(values[key])) for key in keys], "", SAID("luck.mean"), 4),
        Column("most", [float(np.max(values[key])) for key in keys], "", SAID("luck.most"), 4),
    ]
    return Table("luck", SAID("luck.title"), columns, SAID("luck.note"))


def losses_table(losses: Sequence[Loss], measure: str, leaked: Mapping[str, Collection[str]]) -> Table:
    """A row for each topic that loses."""
    columns = [
        Column("collection", [loss.collection for loss in losses]),
        Column("topic", [loss.topic for loss in losses]),
        Column("change", [loss.change for loss in losses], "", f"{measure}, {SAID('luck.mean')}", 3),
        Column("model", [loss.worst.model for loss in losses], heading="worst"),
        Column("leakage", [loss.worst.condition for loss in losses]),
        Column("of_worst", [loss.of_worst for loss in losses], "", measure, 3, "its change"),
    ]
    said = ["yes" if loss.topic in leaked.get(loss.collection, ()) else "no" for loss in losses]
    if len(set(said)) > 1:
        columns.insert(2, Column("leaked", said))
    return Table("losses", SAID("losses.title"), columns)


def memory_table(cells: Sequence[MemoryCell]) -> Table:
    """A row for each case: ranks, scores and the growth of the offset."""
    columns = [
        Column("collection", [cell.case.collection for cell in cells]),
        Column("model", [cell.case.model for cell in cells]),
        Column("leakage", [cell.case.condition for cell in cells]),
        Column("rank_with", [cell.rank_with for cell in cells], digits=2, heading="rank with"),
        Column("rank_without", [cell.rank_without for cell in cells], digits=2, heading="without"),
        Column("score_with", [cell.score_with for cell in cells], digits=2, heading="score with"),
        Column("score_without", [cell.score_without for cell in cells], digits=2, heading="without"),
        Column("growth", [cell.growth for cell in cells], digits=2),
        Column("low", [cell.low for cell in cells], "", "95% over topics", 2),
        Column("high", [cell.high for cell in cells], digits=2),
    ]
    if all(cell.is_sign is not None for cell in cells):
        columns.append(Column("sign", ["yes" if cell.is_sign else "no" for cell in cells], heading="remembers"))
    return Table("memory", SAID("memory.table"), columns, SAID("memory.note"))


def sizes_figure(outcomes: Outcomes, collection: str, leaked: Collection[str], over: Over, alpha: float) -> Curves:
    """The main measure on leaked topics by size, a panel a model, with bands over topics or over seeds."""
    measure = outcomes.measures[0]
    there = np.array([topic in leaked for topic in outcomes.topics[collection]])
    rows = [
        (case.model, case.condition, size, *_mean_and_ends(outcomes, case, size, there, over, alpha))
        for case in outcomes.cases
        if case.collection == collection
        for size in outcomes.sizes(case)
    ]
    names = ("panel", "series", "x", "y", "low", "high")
    headings = ("model", "leakage", "instances", measure, "low", "high")
    columns = [
        Column(name, [row[i] for row in rows], digits=0 if i == 2 else 3 if i > 2 else None, heading=heading)
        for i, (name, heading) in enumerate(zip(names, headings))
    ]
    title = SAID("sizes.figure", measure=measure, n=int(there.sum()), collection=collection)
    table = Table(f"sizes-{collection}-{over}", title, columns)
    how = SAID("sizes.how", topics=over == "topics", level=1 - alpha)
    return Curves(f"sizes-{collection}-{over}", title, how, table, "training instances", measure)


def _mean_and_ends(
    outcomes: Outcomes, case: Case, size: int, there: Flags, over: Over, alpha: float
) -> tuple[float, float, float]:
    """The mean, with its t interval over topics inside the range of scores, or the least and greatest of seeds."""
    scores = outcomes.seeds(case, size, outcomes.measures[0])[:, there]
    means = scores.mean(axis=0 if over == "topics" else 1)
    low, high = t_intervals(means[:, None], level=1 - alpha)[0] if over == "topics" else (means.min(), means.max())
    if scores.min() >= 0 and scores.max() <= 1 + 1e-9:
        low, high = max(low, 0.0), min(high, 1.0)
    return float(means.mean()), float(low), float(high)


def scores_section(outcomes: Outcomes, effects: Effects, swaps: Sequence[Swap], alpha: float) -> Section:
    """Scores with and without leakage, a table a collection, and the swaps."""
    directions = outcomes.directions
    texts = of_measures(effects.cells, alpha, directions)
    body: list[Any] = [Finding("scores", "note", "queries", " ".join(texts))]
    for name in outcomes.topics:
        n = effects.comparisons[name, outcomes.measures[0]]
        note = SAID("scores.note", n=n, several=len(outcomes.measures) > 1, alpha=alpha)
        body.append(effectiveness(effects.cells, name, directions, note))
    text = swaps_sentence(swaps, n_pairs(effects.cells))
    body.append(Finding("swaps", "note", "queries", text, {"swaps": len(swaps)}))
    body += [swaps_table(swaps, effects.cells, alpha)] if swaps else []
    return Section("scores", SAID("scores.title"), body)


def sizes_sections(
    outcomes: Outcomes, effects: Effects, leaked: Mapping[str, Collection[str]], alpha: float
) -> list[Section]:
    """Scores on leaked topics by size, and the luck in the choice; none where every case has one size."""
    n_sizes = max(len(outcomes.sizes(case)) for case in outcomes.cases)
    if n_sizes < 2:
        return []
    luck = luck_table(effects, outcomes)
    main = [i for i, name in enumerate(luck.column("measure").values) if name == outcomes.measures[0]]
    mean = sum(luck.column("luck").values[i] for i in main) / len(main)
    text = SAID("luck", sizes=n_sizes, luck=signed(mean, 3), measure=outcomes.measures[0])
    body: list[Any] = [Finding("luck", "note", "queries", text, {"luck": mean}), luck]
    for name, topics in outcomes.topics.items():
        if set(topics) & set(leaked.get(name, ())):
            body += [sizes_figure(outcomes, name, leaked[name], over, alpha) for over in OVERS]
    return [Section("sizes", SAID("sizes.title"), body)]


def losses_sections(outcomes: Outcomes, effects: Effects, leaked: Mapping[str, Collection[str]]) -> list[Section]:
    """The topics that lose most; none where no topic loses."""
    losses = losses_of(outcomes, effects, most=MOST_LOSSES)
    if not losses:
        return []
    measure, most = outcomes.measures[0], min(losses, key=lambda loss: loss.change)
    text = SAID("losses", topic=most.topic, collection=most.collection, lost=-most.change, measure=measure)
    finding = Finding("losses", "note", "queries", text)
    return [Section("losses", "Which topics lose?", [finding, losses_table(losses, measure, leaked)])]


def memory_sections(cells: Sequence[MemoryCell]) -> list[Section]:
    """What is remembered of leaked documents; none without training sets."""
    if not cells:
        return []
    signs = {cell.case: cell.is_sign for cell in cells if cell.is_sign is not None}
    found = [case for case, is_sign in signs.items() if is_sign]
    of_signs = SAID("signs" if signs else "signs.one-seed", n=len(found), cells=len(signs), cases=_cases(found))
    text = f"{of_memory(count_cells(cells))} {of_signs}"
    finding = Finding("memory", "note", "queries", text)
    return [Section("memory", SAID("memory.title"), [finding, memory_table(cells)])]

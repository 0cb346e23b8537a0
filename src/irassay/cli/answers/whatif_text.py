"""What `irassay whatif` prints for a person: one table a selection, then what it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.drawing.tables.text import Column, filled, lines_of
from irassay.studies.whatif import words
from irassay.wording import DASH, count, interval, number, percent, runs_and_systems

if TYPE_CHECKING:
    from irassay.agreement import Spread
    from irassay.comparison import PairBuckets
    from irassay.drawing.terminal import Screen
    from irassay.studies.whatif import WhatIf
    from irassay.studies.whatif.step_agreement import Selection


def print_orders(whatif: WhatIf, screen: Screen) -> None:
    """The tables, the other measures, the verdict."""
    main = whatif.measures[0]
    population = runs_and_systems(whatif.runs, whatif.systems)
    facts = f"{population}, {whatif.queries:,} queries, {whatif.relevant:,} relevant labels; {main}"
    screen.result(facts)
    for selection in whatif.selections:
        screen.result("\n" + screen.style(words.name(selection.select), "bold"))
        _blocks(_steps(selection, main), screen)
    if len(whatif.measures) > 1:
        screen.result("\n" + screen.style(words.MEASURES_TITLE, "bold"))
        _blocks(_measures(whatif), screen)
    result = whatif.result()
    for finding in result.findings:
        screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    screen.explain("\n" + filled(result.standfirst, screen.prose))


def _blocks(columns: list[Column], screen: Screen) -> None:
    for block in lines_of(columns, screen.width):
        screen.result("\n".join(block))


def _steps(selection: Selection, measure: str) -> list[Column]:
    """Step by step: tau of all pairs, turned and tied, then tau by how far apart the systems are."""
    steps, labels = selection.steps, words.labels_unit(selection.select).removesuffix(" labels").capitalize()
    taus = [step.tau(measure) for step in steps]
    agreements = [step.agreement[measure] for step in steps]
    columns = [
        Column("Kept", [step.name for step in steps], align="left"),
        Column(labels, [count(round(step.labels)) for step in steps]),
        Column("tau", [number(tau.mean, 2) for tau in taus]),
        Column(
            _head([step.variants for step in steps]),
            [_range(step.variants, tau) for step, tau in zip(steps, taus)],
            align="centre",
        ),
        Column("turned", [percent(float(f.error_rate.mean())) for f in agreements]),
        Column("tied", [percent(float(f.tied_rate.mean())) for f in agreements]),
    ]
    return columns + _by_distance(selection, measure, agreements[0].buckets)


def _head(variants: Sequence[int]) -> str:
    """Of the ranges: what they hold."""
    few = [n < LEAST_VARIANTS for n in variants if n > 1]
    if not any(few):
        return "9 in 10"
    return "all" if all(few) else "9 in 10, or all"


def _range(variants: int, tau: Spread) -> str:
    """Between what nine variants in ten lie, or all where they are few; nothing where there is one."""
    if variants == 1:
        return DASH
    return interval(tau.low, tau.high, 2, between=" to " if tau.low < 0 else DASH)


def _by_distance(selection: Selection, measure: str, buckets: PairBuckets) -> list[Column]:
    there = [k for k, size in enumerate(buckets.sizes[:-1]) if size]
    columns = []
    for k in there:
        head = buckets.names[k].partition("<=")[2] or buckets.names[k]
        cells = [number(step.tau(measure, k).mean, 2) for step in selection.steps]
        columns.append(Column(head.replace(">=", "≥").replace("0.", "."), cells, above="tau"))
    return columns


def _measures(whatif: WhatIf) -> list[Column]:
    rows = [(selection, step) for selection in whatif.selections for step in selection.steps]
    names = [f"{selection.select}: {step.name}" for selection, step in rows]
    columns = [Column("Kept", names, align="left")]
    return columns + [
        Column(str(measure), [number(step.tau(measure).mean, 2) for _, step in rows]) for measure in whatif.measures
    ]

"""`irassay whatif`: what other, fewer or more labels would have said of the order of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.cli.answers.one_screen import cautions_of, print_answer, print_table
from irassay.cli.answers.said import CLI
from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.result_files import extras_can_be_written, page_asked, present, recorded
from irassay.drawing.tables.text import TextColumn, filled
from irassay.messages import DASH, count, interval, number, percent, runs_and_systems
from irassay.studies.whatif import Settings, WhatIf, explore, words
from irassay.studies.whatif.step_agreement import ALL, Selection, StepAgreement

if TYPE_CHECKING:
    import argparse

    from irassay.agreement import Spread
    from irassay.drawing.terminal import Screen

HALF = "50%"  # of the labels: a reader asks about it first


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    flips: dict[int, dict[int, float]] = {}
    for old, new, chance in args.flip:
        flips.setdefault(old, {})[new] = chance
    whatif = explore(inputs_of(vars(args)), study_settings(Settings, vars(args) | {"flip": flips}))
    whatif = recorded(whatif, leave_out=args.leave_out)
    present(whatif, "whatif", vars(args), _print_screen, _print_orders)
    return 0


def _print_screen(whatif: WhatIf, screen: Screen) -> None:
    """The answer, and what the fewest and the most labels keep."""
    result, main = whatif.result(), whatif.measures[0]
    rows = [(of, step) for of in whatif.selections for step in of.steps if step.name != ALL]
    rows.sort(key=lambda row: row[1].name != HALF)
    columns = _steps([step for _, step in rows], [f"{of.select}: {step.name}" for of, step in rows], main)
    first = [i for i, (of, _) in enumerate(rows) if of is whatif.selections[0]]
    tables = [(_facts(whatif), columns, first)]
    print_answer(screen, result.title, tables, sentences=[result.standfirst], cautions=cautions_of(result))


def _print_orders(whatif: WhatIf, screen: Screen) -> None:
    """The tables, the other measures, the verdict."""
    main = whatif.measures[0]
    screen.result(_facts(whatif))
    for of in whatif.selections:
        columns = _steps(of.steps, [step.name for step in of.steps], main)
        print_table(words.name(of.select), columns + _by_distance(of, main), screen)
    if len(whatif.measures) > 1:
        print_table(words.MEASURES_TITLE, _measures(whatif), screen)
    result = whatif.result()
    for finding in result.findings:
        screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    screen.explain("\n" + filled(result.standfirst, screen.prose))


def _facts(whatif: WhatIf) -> str:
    population = runs_and_systems(whatif.runs, whatif.systems)
    of = {"queries": whatif.queries, "relevant": whatif.relevant, "measure": whatif.measures[0]}
    return CLI("whatif", population=population, **of)


def _steps(steps: Sequence[StepAgreement], names: Sequence[str], measure: str) -> list[TextColumn]:
    """Step by step: the labels kept, whether the lead stays, pairs turned and tied, tau of all pairs."""
    taus = [step.tau(measure) for step in steps]
    agreements = [step.agreement[measure] for step in steps]
    return [
        TextColumn("Kept", names, name=True),
        TextColumn("Labels", [count(round(step.labels)) for step in steps]),
        TextColumn("lead", [percent(float(np.nanmean(f.same_lead)), 0) for f in agreements], above="same"),
        TextColumn("turned", [percent(float(f.error_rate.mean())) for f in agreements]),
        TextColumn("tied", [percent(float(f.tied_rate.mean())) for f in agreements]),
        TextColumn("tau", [number(tau.mean, 2) for tau in taus]),
        TextColumn(
            _head([step.variants for step in steps]),
            [_range(step.variants, tau) for step, tau in zip(steps, taus)],
            align="centre",
        ),
    ]


def _head(variants: Sequence[int]) -> str:
    """Of the ranges: what they hold."""
    few = [n < LEAST_VARIANTS for n in variants if n > 1]
    return "9 in 10" if not any(few) else "all" if all(few) else "9 in 10, or all"


def _range(variants: int, tau: Spread) -> str:
    """Between what nine variants in ten lie, or all where they are few; nothing where there is one."""
    return DASH if variants == 1 else interval(tau.low, tau.high, 2, between=" to " if tau.low < 0 else DASH)


def _by_distance(selection: Selection, measure: str) -> list[TextColumn]:
    """Tau by how far apart the systems are."""
    buckets = selection.steps[0].agreement[measure].buckets
    columns = []
    for k, (p, size) in enumerate(zip(buckets.ranges[:-1], buckets.sizes)):
        if size:
            head = (f"p≥{p.low:g}" if p.high is None else f"p<{p.high:g}").replace("0.", ".")
            columns.append(
                TextColumn(head, [number(step.tau(measure, k).mean, 2) for step in selection.steps], above="tau")
            )
    return columns


def _measures(whatif: WhatIf) -> list[TextColumn]:
    rows = [(selection, step) for selection in whatif.selections for step in selection.steps]
    taus = {str(one): [number(step.tau(one).mean, 2) for _, step in rows] for one in whatif.measures}
    names = [f"{selection.select}: {step.name}" for selection, step in rows]
    return [TextColumn("Kept", names, align="left"), *(TextColumn(one, cells) for one, cells in taus.items())]

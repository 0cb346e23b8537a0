"""`irassay sensitivity`: whether the order of systems would stand if more were relevant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli.answers.one_screen import cautions_of, print_answer, print_table
from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.result_files import extras_can_be_written, page_asked, present
from irassay.drawing.tables.text import TextColumn, filled
from irassay.messages import DASH, interval, number, p_value, percent
from irassay.studies.sensitivity import Sensitivity, Settings, explore, words
from irassay.studies.sensitivity.by_depth import SENSITIVITY, AtDepth, Band
from irassay.studies.sensitivity.sections import CHANCE

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from irassay.drawing.terminal import Screen

SHOWN = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)  # depths; and the last


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    answer = explore(inputs_of(vars(args)), study_settings(Settings, vars(args)))
    present(answer, "sensitivity", vars(args), _print_screen, _print_sensitivity)
    return 0


def _print_screen(of: Sensitivity, screen: Screen) -> None:
    """The answer, and the steps of one list, or where each of several ends."""
    result, curves = of.result(), [of.curve(of_set, of.measures[0]) for of_set in of.sets]
    several = len(curves) > 1
    steps = [curves[0][0], *(curve[-1] for curve in curves)] if several else _shown(curves[0])
    columns = _steps(of, steps)
    if several:
        columns.insert(0, TextColumn("List", ["", *of.sets], name=True))
    notes = [SENSITIVITY("pair.note" if of.of_pair else "steps.brief"), SENSITIVITY("assumes")]
    print_answer(screen, result.title, [(_facts(of), columns, ())], sentences=notes, cautions=cautions_of(result))


def _facts(of: Sensitivity) -> str:
    return ", ".join(of.result().facts[:-1]) + f"; {of.measures[0]}"


def _print_sensitivity(of: Sensitivity, screen: Screen) -> None:
    """The tables, the sentences, the headline."""
    result = of.result()
    screen.result(_facts(of))
    for of_set in of.sets:
        title = SENSITIVITY("steps.title", set=of_set, measure=of.measures[0])
        print_table(title, _steps(of, _shown(of.curve(of_set, of.measures[0]))), screen)
    screen.result("\n" + filled(words.steps_note(of), screen.prose))
    for finding in result.findings:
        if finding.code != CHANCE:
            screen.result("\n" + filled(finding.text, screen.prose))
    screen.result("\n" + screen.style(filled(result.title, screen.prose), "bold"))
    for finding in result.findings:
        if finding.code == CHANCE:
            screen.result("\n" + filled(finding.text, screen.prose))
    screen.explain("\n" + filled(result.standfirst, screen.prose))


def _shown(curve: Sequence[AtDepth]) -> list[AtDepth]:
    return [step for step in curve if step.d in SHOWN or step.d == curve[-1].d]


def _steps(of: Sensitivity, steps: Sequence[AtDepth]) -> list[TextColumn]:
    columns = [TextColumn("d", [str(step.d) for step in steps])]
    if of.of_pair:
        columns += [TextColumn(name, [number(step.scores[name]) for step in steps]) for name in steps[0].places]
        return [*columns, TextColumn("p", [p_value(step.pair_p) for step in steps])]
    columns += [
        TextColumn("mean", [number(step.mean.mean) for step in steps]),
        TextColumn("tau", [number(step.tau.mean, 2) for step in steps]),
        TextColumn("95%", [_range(step, step.tau) for step in steps], align="centre"),
        TextColumn("weighted", [number(step.weighted_tau.mean, 2) for step in steps]),
        TextColumn("turned", [percent(step.turned) for step in steps]),
        TextColumn("tied", [percent(step.tied) for step in steps]),
    ]
    fuller = [step.full_tau for step in steps if step.full_tau is not None]
    if fuller:
        columns.append(TextColumn("fuller", [number(band.mean, 2) for band in fuller], above="tau"))
    rows = {(row.set, row.d): row.precision.mean for row in of.precisions}
    if rows:
        places = [(step.set, step.d) for step in steps]
        cells = [percent(rows[place], 0) if place in rows else DASH for place in places]
        columns.append(TextColumn("relevant", cells))
    return columns


def _range(step: AtDepth, band: Band) -> str:
    """The interval over queries and golds; nothing at d = 0, which agrees with itself."""
    return interval(band.low, band.high, 2, between=" to " if band.low < 0 else DASH) if step.d else DASH

"""`irassay whatif`: what other, fewer or more labels would have said of the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.cli import options, output
from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.next_command import next_command
from irassay.errors import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence


DONE = "compared"
FORMAT = "irassay.whatif/1"
# The selections that an option is for.
NEEDED = {
    "fractions": ("random", "system"),
    "depth": ("depth", "groups"),
    "doc_attribute": ("popular",),
    "doc_texts": ("longest", "shortest"),
    "metadata": ("groups",),
    "group": ("groups",),
    "second_qrels": ("noise",),
    "flip": ("noise",),
}


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    from irassay.cli.result_files import extras_can_be_written, page_asked, recorded, write_charts, write_page
    from irassay.studies.whatif import Settings, explore

    to_page = page_asked(args.output, args.format)
    _check(args.select, options.departures(args, *NEEDED))
    extras_can_be_written(args.figures, args.figure_format)
    flips: dict[int, dict[int, float]] = {}
    for old, new, chance in args.flip:
        flips.setdefault(old, {})[new] = chance
    whatif = explore(inputs_of(vars(args)), study_settings(Settings, vars(args) | {"flip": flips}))
    whatif = recorded(whatif, leave_out=args.leave_out)
    if to_page:
        write_page(whatif.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.study_rows import print_study
        from irassay.cli.answers.whatif_text import print_orders, print_screen

        out = output.Output(args.screen, args.output, args.format, args.color)
        print_study(whatif, out, FORMAT, print_screen if out.on_screen(args.all) else print_orders)
        if out.form == "table":
            args.screen.next(f"{next_command('whatif', args.texts, given_to='whatif')} -o whatif.html")
    if args.figures:
        write_charts(whatif.result(), args.figures, args.figure_format, args.screen)
    return 0


def _check(select: Sequence[str], departures: Mapping[str, Any]) -> None:
    """Raise where an option would be without effect; `departures` has those that are not at their default."""
    for name, selections in NEEDED.items():
        if departures.get(name) and not set(selections) & set(select):
            which = " or ".join(selections)
            raise UsageError(f"{options.TABLE[name].spelling[-1]} is for --select {which}, which is not asked for")
    if departures.get("second_qrels") and departures.get("flip"):
        raise UsageError("--second-qrels and --flip are two ways to specify noise: give one")

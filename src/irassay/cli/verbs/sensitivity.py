"""`irassay sensitivity`: whether the order of systems would stand if more were relevant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli import options, output
from irassay.cli.inputs import inputs_of, study_settings
from irassay.cli.next_command import next_command
from irassay.errors import UsageError

if TYPE_CHECKING:
    import argparse


DONE = "compared"
FORMAT = "irassay.sensitivity/1"


def run(args: argparse.Namespace) -> int:
    """Hold the orders together and print, or make the page."""
    from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
    from irassay.studies.sensitivity import Settings, explore

    if not args.extrapolated:
        raise UsageError("which labels were extrapolated? Add --extrapolated DIR, a folder of irassay extrapolate")
    to_page = page_asked(args.output, args.format)
    for name in ("rel", "doc_texts"):
        if getattr(args, name) is not None and not args.full_qrels:
            raise UsageError(f"{options.TABLE[name].spelling[-1]} is for --full-qrels, which is not given")
    extras_can_be_written(args.figures, args.figure_format)
    answer = explore(inputs_of(vars(args)), study_settings(Settings, vars(args)))
    if to_page:
        write_page(answer.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.sensitivity_text import print_screen, print_sensitivity
        from irassay.cli.answers.study_rows import print_study

        out = output.Output(args.screen, args.output, args.format, args.color)
        print_study(answer, out, FORMAT, print_screen if out.on_screen(args.all) else print_sensitivity)
        if out.form == "table":
            args.screen.next(f"{next_command('sensitivity', args.texts, given_to='sensitivity')} -o sensitivity.html")
    if args.figures:
        write_charts(answer.result(), args.figures, args.figure_format, args.screen)
    return 0

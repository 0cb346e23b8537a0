"""`irassay report`: everything on one page."""

from __future__ import annotations

from inspect import signature

from irassay.arguments import of_keywords
from irassay.cli.answers.decision import CODES
from irassay.cli.result_files import about_files, extras_can_be_written, sheets_written, size_of, write_charts
from irassay.formats.inputs import Inputs
from irassay.reporting import write_run_sheets
from irassay.reporting.write import writer_for
from irassay.studies.overview import overview
from irassay.studies.overview.study import overview_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping
    from typing import Any

    from irassay.result import Result


def run(args: argparse.Namespace) -> int:
    """Make the page and say what its headline is."""
    writer_for(args.output)
    extras_can_be_written(args.figures, args.figure_format, args.sheets, args.sheets_by, args.metadata)
    keywords = of_overview(vars(args))
    result = overview_to(args.output, **keywords)
    result.write(args.output)
    answer = " ".join(filter(None, (result.title, about_files(result))))
    if args.screen.live:
        args.screen.say(answer)
    args.screen.result(f"{args.output}  {size_of(args.output)}")
    write_charts(result, args.figures, args.figure_format, args.screen)
    if args.sheets:
        args.screen.result(_write_sheets(keywords, args.sheets, args.sheets_by, result))
    if not args.screen.live:
        args.screen.say(answer)
    expected = [finding for finding in result.findings if finding.code == "expected"]
    for finding in expected:
        args.screen.say(finding.text)
        if finding.effect:
            args.screen.warn(f"The answer is {finding.effect}")
    args.screen.next(f"open {args.output}")
    return CODES[str(expected[0].numbers["answer"])] if expected else 0


def of_overview(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of `overview` among the values of the options; without measures, its default holds."""
    return {name: values[name] for name in signature(overview).parameters if name != "measures" or values[name]}


def _write_sheets(keywords: Mapping[str, Any], folder: str, by: str | None, result: Result) -> str:
    """Write the runs' sheets from what the overview was made from, and say how many."""
    of_sheets = signature(write_run_sheets).parameters
    shared = {name: value for name, value in keywords.items() if name in of_sheets}
    if keywords["metadata"] or keywords["leave_out"]:
        # Those that stay, under their new names, with metadata for the index of the sheets; options of scoring follow.
        inputs = of_keywords(Inputs, {**keywords, "residual": None, "identical_ids": None})
        shared |= {"runs": inputs.rankings(), "rename": ()}
    return sheets_written(len(write_run_sheets(**shared, to=folder, by=by, overview=result)), folder)

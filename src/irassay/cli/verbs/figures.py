"""`irassay figures`: the charts of a saved result as files."""

from __future__ import annotations

from irassay.cli import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

DONE = "drawn"  # what "nothing was" where input can't be used


def configure(parser: Parser) -> None:
    """The options of `figures`."""
    options.add(
        parser,
        *("result", "output", "figure_format", "width", "captions"),
        output={
            "help": "the folder to write into, made where it is not there",
            "value": "DIR",
            "writes": "folder",
            "default": "figures",
        },
    )
    parser.examples = (
        "irassay report qrels.txt runs/ -o report.json",
        "irassay figures report.json -o figures/ --figure-format pdf",
        "irassay figures report.json -o figures/ --width 84mm --captions none",
    )


def run(args: argparse.Namespace) -> int:
    """Read the result, draw, and say what was written."""
    from irassay.cli.result_files import figures_written
    from irassay.reporting import write_figures
    from irassay.studies.files import saved_result

    result = saved_result(args.result)
    paths = write_figures(result, args.output, format=args.figure_format, width=args.width, captions=args.captions)
    args.screen.result(figures_written(paths, args.output, captions=args.captions))
    args.screen.result(result.title)
    return 0

"""`irassay figures`: the charts of a saved result as files."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


DONE = "drawn"  # what "nothing was" where input can't be used


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

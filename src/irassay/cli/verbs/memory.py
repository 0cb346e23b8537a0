"""`irassay memory`: whether a reranker remembers the leaked documents that it was trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli import output
from irassay.cli.next_command import next_command

if TYPE_CHECKING:
    import argparse


DONE = "compared"
FORMAT = "irassay.memory/1"


def run(args: argparse.Namespace) -> int:
    """Hold ranks and scores together and print, or make the page."""
    from irassay.arguments import of_keywords
    from irassay.cli.result_files import extras_can_be_written, page_asked, write_charts, write_page
    from irassay.studies.memorisation.remembered import Asked, explore

    to_page = page_asked(args.output, args.format)
    extras_can_be_written(args.figures, args.figure_format)
    answer = explore(of_keywords(Asked, vars(args)))
    if to_page:
        write_page(answer.result(), args.output, args.screen)
    else:
        from irassay.cli.answers.memory_text import print_memory, print_screen
        from irassay.cli.answers.study_rows import print_study

        out = output.Output(args.screen, args.output, args.format, args.color)
        print_study(answer, out, FORMAT, print_screen if out.on_screen(args.all) else print_memory)
        if out.form == "table":
            args.screen.next(f"{next_command('memory', args.texts, given_to='memory')} -o memory.html")
    if args.figures:
        write_charts(answer.result(), args.figures, args.figure_format, args.screen)
    return 0

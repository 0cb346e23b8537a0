"""`irassay memory`: whether a reranker remembers the leaked documents that it was trained on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli import options, output
from irassay.cli.next_command import next_command
from irassay.cli.options import option

if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

DONE = "compared"
FORMAT = "irassay.memory/1"


def configure(parser: Parser) -> None:
    """The options of `memory`."""
    options.add(
        parser,
        *("instances", "with_leaks", "without_leaks", "others", "optional_qrels", "rel", "depth", "alpha", "all"),
        *("format", "output", "figures", "figure_format"),
        optional_qrels={"help": "without --without: the labels, for relevant documents that it was not trained on"},
        rel={"help": "with --qrels: the least grade of a relevant document"},
        depth={"help": "documents of a list that count; one without a score ranks below them", "default": 100},
        format={"choices": ("table", "tsv", "json")},
        output={"help": option.ANSWER_OR_PAGE},
    )
    parser.examples = (
        "irassay memory set.jsonl --with a1.run --with a2.run --without b1.run",
        "irassay memory set.jsonl --with with/ --without without/ -o memory.html",
        "irassay memory set.jsonl --with a.run --others bm25.run --qrels qrels.txt",
    )


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

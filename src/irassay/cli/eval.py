"""`irassay eval`: scores of runs."""

from __future__ import annotations

from irassay.cli import options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

HELP = "Scores of runs, averaged over the labelled queries or one query a line."


def configure(parser: Parser) -> None:
    """The options of `eval`."""
    options.add(
        parser,
        *("qrels", "runs", "measures", "per_query", "sort", "ties", "queries", "compat"),
        *("format", "output", "input_format", "threads"),
        format={"choices": ("table", "tsv", "json")},
        measures={"shown": "nDCG@10 and Judged@10"},
    )
    parser.examples = ("irassay eval qrels.txt runs/ -m nDCG@10 -m 'AP(rel=2)'",)


def run(args: argparse.Namespace) -> int:
    """Score and print."""
    return 0

"""`irassay index`: texts into an index."""

from __future__ import annotations

from irassay.cli import options
from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser

DONE = "written"


def configure(parser: Parser) -> None:
    """The options of `index`."""
    options.add(
        parser,
        *("passage_files", "output", "stem", "stopwords", "shard", "memory", "add", "threads"),
        output={"value": "INDEX", "help": "the folder of the index"},
    )
    parser.examples = (
        "irassay index passages.tsv -o passages.index",
        "irassay index corpus-1.jsonl corpus-2.jsonl -o corpus.index --memory 4GB",
        "irassay index more.tsv -o passages.index --add",
    )


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in it."""
    from irassay.retrieval import index_texts

    if not args.output:
        raise UsageError("where is the index to be? Add -o INDEX, a folder")
    index = index_texts(
        args.passage_files,
        args.output,
        stem=args.stem,
        stopwords=args.stopwords,
        shard=args.shard,
        memory=args.memory,
        add=args.add,
        threads=args.threads,
    )
    args.screen.explain(f"{index.n_docs:,} passages in {args.output}")
    return 0

"""`irassay index`: texts or vectors into an index."""

from __future__ import annotations

from irassay.cli import options
from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from irassay.cli.parser import Parser
    from irassay.retrieval import VectorIndex, WordIndex

DONE = "written"


def configure(parser: Parser) -> None:
    """The options of `index`."""
    options.add(
        parser,
        *("passage_files", "vectors", "ids", "output", "stem", "stopwords"),
        *("encoder", "pooling", "query_prefix", "passage_prefix", "dtype", "shard", "memory", "add", "threads"),
        passage_files={"count": "*"},
        output={"value": "INDEX", "help": "the folder of the index"},
    )
    parser.examples = (
        "irassay index passages.tsv -o passages.index",
        "irassay index corpus-1.jsonl corpus-2.jsonl -o corpus.index --memory 4GB",
        "irassay index more.tsv -o passages.index --add",
        "irassay index passages.tsv --encoder models/minilm -o dense.index",
        "irassay index --vectors part-1.npy part-2.npy --ids ids.txt -o dense.index",
    )


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in it."""
    if not args.output:
        raise UsageError("where is the index to be? Add -o INDEX, a folder")
    sources = {"TEXTS": args.passage_files, "--vectors": args.vectors}
    given = [name for name, value in sources.items() if value]
    if len(given) != 1:
        raise UsageError(f"expected one of {' and '.join(sources)}, but got {' and '.join(given) or 'neither'}")
    if bool(args.vectors) != bool(args.ids):
        raise UsageError("--vectors and --ids belong together: the file of ids has one a line, in the vectors' order")
    if args.vectors and args.encoder:
        raise UsageError("--encoder has no effect on --vectors, which are encoded already: leave one of them out")
    if args.vectors:
        index: VectorIndex | WordIndex = _of_vectors(args)
    else:
        index = _of_encoder(args) if args.encoder else _of_words(args)
    args.screen.explain(f"{index.n_docs:,} passages in {args.output}")
    return 0


def _of_words(args: argparse.Namespace) -> WordIndex:
    from irassay.retrieval import index_texts

    return index_texts(args.passage_files, args.output, stem=args.stem, stopwords=args.stopwords, **_building(args))


def _of_vectors(args: argparse.Namespace) -> VectorIndex:
    from irassay.retrieval import index_vectors

    return index_vectors(args.vectors, args.ids, args.output, dtype=args.dtype, **_building(args))


def _of_encoder(args: argparse.Namespace) -> VectorIndex:
    from irassay.retrieval import encode_texts

    return encode_texts(
        args.passage_files,
        args.output,
        encoder=args.encoder,
        pooling=args.pooling,
        query_prefix=args.query_prefix,
        passage_prefix=args.passage_prefix,
        dtype=args.dtype or "float32",
        **_building(args),
    )


def _building(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in ("shard", "memory", "add", "threads")}

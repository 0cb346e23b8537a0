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
        *("passage_files", "vectors", "ids", "ciff", "output", "stem", "stopwords"),
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
        "irassay index --ciff anserini.ciff.gz -o passages.index",
    )


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in it."""
    if not args.output:
        raise UsageError("where is the index to be? Add -o INDEX, a folder")
    sources = {"TEXTS": args.passage_files, "--vectors": args.vectors, "--ciff": args.ciff}
    given = [name for name, value in sources.items() if value]
    if len(given) != 1:
        raise UsageError(f"expected one of {', '.join(sources)}, but got {' and '.join(given) or 'none of them'}")
    if bool(args.vectors) != bool(args.ids):
        raise UsageError("--vectors and --ids belong together: the file of ids has one a line, in the vectors' order")
    if args.encoder and not args.passage_files:
        raise UsageError(f"--encoder has no effect on {given[0]}: it encodes TEXTS")
    if args.ciff and args.add:
        raise UsageError("--add has no effect on --ciff, whose header speaks for the whole collection: leave it out")
    index: VectorIndex | WordIndex
    if args.vectors:
        index = _of_vectors(args)
    elif args.ciff:
        index = _of_ciff(args)
    else:
        index = _of_encoder(args) if args.encoder else _of_words(args)
    args.screen.explain(f"{index.n_docs:,} passages in {args.output}")
    return 0


def _of_words(args: argparse.Namespace) -> WordIndex:
    from irassay.retrieval import index_texts

    return index_texts(args.passage_files, args.output, stem=args.stem, stopwords=args.stopwords, **_building(args))


def _of_ciff(args: argparse.Namespace) -> WordIndex:
    from irassay.retrieval import index_ciff

    building = {name: value for name, value in _building(args).items() if name != "add"}
    return index_ciff(args.ciff, args.output, stem=args.stem, stopwords=args.stopwords, **building)


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

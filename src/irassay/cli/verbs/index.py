"""`irassay index`: texts or vectors into an index."""

from __future__ import annotations

from irassay.cli import options
from irassay.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser
    from irassay.retrieval import VectorIndex, WordIndex

DONE = "written"
ENCODING = ("encoder", "pooling", "query_prefix", "passage_prefix")


def configure(parser: Parser) -> None:
    """The options of `index`."""
    options.add(
        parser,
        *("passage_files", "vectors", "ids", "ciff", "output", "stem", "stopwords"),
        *("encoder", "pooling", "query_prefix", "passage_prefix", "dtype", "shard", "memory", "add", "workers", "dask"),
        "threads",
        passage_files={"count": "*"},
        output={"value": "INDEX", "help": "the folder of the index"},
    )
    parser.examples = (
        "irassay index passages.tsv -o passages.index",
        "irassay index corpus-1.jsonl corpus-2.jsonl -o corpus.index --memory 4GB",
        "irassay index more.tsv -o passages.index --add",
        "irassay index corpus.jsonl -o corpus.index --workers 8",
        "irassay index passages.tsv --encoder models/minilm -o dense.index",
        "irassay index --vectors part-1.npy part-2.npy --ids ids.txt -o dense.index",
        "irassay index --ciff anserini.ciff.gz -o passages.index",
    )


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in it."""
    from irassay.retrieval import encode_texts, index_ciff, index_texts, index_vectors

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
    spread = options.departures(args, "workers", "dask")
    if spread and not args.passage_files:
        raise UsageError(
            f"{options.spellings(args, *spread)[0]} has no effect on {given[0]}, which is copied here: leave it out"
        )
    building = {name: getattr(args, name) for name in ("shard", "memory", "add", "threads")}
    words = {name: getattr(args, name) for name in ("stem", "stopwords")}
    encoding = {name: getattr(args, name) for name in ENCODING}
    index: VectorIndex | WordIndex
    if args.vectors:
        index = index_vectors(args.vectors, args.ids, args.output, dtype=args.dtype, **building)
    elif args.ciff:
        building.pop("add")
        index = index_ciff(args.ciff, args.output, **words, **building)
    elif args.encoder:
        if args.dtype:
            encoding["dtype"] = args.dtype
        index = encode_texts(args.passage_files, args.output, **encoding, **building, **spread)
    else:
        index = index_texts(args.passage_files, args.output, **words, **building, **spread)
    args.screen.explain(f"{index.n_docs:,} passages in {args.output}")
    return 0

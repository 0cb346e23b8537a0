"""`irassay index`: texts or vectors into an index."""

from __future__ import annotations

from irassay.cli import options
from irassay.cli.answers.said import CLI
from irassay.errors import UsageError
from irassay.messages import plural
from irassay.search import VectorIndex, WordIndex, encode_texts, index_ciff, index_texts, index_vectors
from irassay.search.encoding import LARGEST_SHARD

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


WORDS = ("stem", "stopwords")
ENCODING = ("encoder", "pooling", "query_prefix", "passage_prefix")


def run(args: argparse.Namespace) -> int:
    """Build, and say what is in it."""
    sources = {"TEXTS": args.passage_files, "--vectors": args.vectors, "--ciff": args.ciff}
    given = [name for name, value in sources.items() if value]
    if len(given) != 1:
        raise UsageError(f"expected one of {', '.join(sources)}, but got {' and '.join(given) or 'none of them'}")
    if bool(args.vectors) != bool(args.ids):
        raise UsageError("--vectors and --ids belong together: the file of ids has one a line, in the vectors' order")
    source = "vectors" if args.vectors else "ciff" if args.ciff else "encoded" if args.encoder else "texts"
    for names, where in _without_effect(source, shard=args.shard):
        options.refuse(args, *names, where=where)
    spread = options.departures(args, "workers", "dask")
    if spread and not args.passage_files:
        raise UsageError(
            f"{options.spellings(args, *spread)[0]} has no effect on {given[0]}, which is copied here: leave it out"
        )
    building = {name: getattr(args, name) for name in ("shard", "memory", "add", "threads")}
    words = {name: getattr(args, name) for name in WORDS}
    encoding = {name: getattr(args, name) for name in ENCODING}
    index: VectorIndex | WordIndex
    if source == "vectors":
        index = index_vectors(args.vectors, args.ids, args.output, dtype=args.dtype, **building)
    elif source == "ciff":
        building.pop("add")
        index = index_ciff(args.ciff, args.output, **words, **building)
    elif source == "encoded":
        if args.dtype:
            encoding["dtype"] = args.dtype
        index = encode_texts(args.passage_files, args.output, **encoding, **building, **spread)
    else:
        index = index_texts(args.passage_files, args.output, **words, **building, **spread)
    without = getattr(index, "n_without_words", 0)  # vectors have none
    if without:
        args.screen.warn(CLI("wordless", n=without, of=index.n_docs))
    args.screen.explain(f"{plural(index.n_docs, 'passage')} in {args.output}")
    return 0


def _without_effect(source: str, *, shard: int) -> list[tuple[tuple[str, ...], str]]:
    """Options that mean nothing to what is indexed, and how an error says where."""
    if source == "vectors":
        return [((*WORDS, *ENCODING), "on --vectors, which are no texts")]
    if source == "ciff":
        of_texts = ((*ENCODING, "dtype"), "on --ciff, which has words and no texts")
        return [of_texts, (("add",), "on --ciff, whose header speaks for the whole collection")]
    if source == "texts":
        return [((*ENCODING, "dtype"), "without --encoder")]
    found: list[tuple[tuple[str, ...], str]] = [(WORDS, "with --encoder, which has words of its own")]
    if shard > LARGEST_SHARD:
        where = f"above {LARGEST_SHARD:,} with --encoder, since a build that is stopped loses its shard"
        found.append((("shard",), where))
    return found

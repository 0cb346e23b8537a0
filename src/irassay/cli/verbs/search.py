"""`irassay search`: a run from an index."""

from __future__ import annotations

from irassay.cli import options, output
from irassay.errors import InputError, UsageError, cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.cli.parser import Parser
    from irassay.collection.runs import Runs
    from irassay.retrieval import EngineIndex, VectorIndex, WordIndex

    AnyIndex = WordIndex | VectorIndex | EngineIndex

DONE = "written"
OF_WORDS = ("model", "k1", "b", "mu", "lengths")


def configure(parser: Parser) -> None:
    """The options of `search`."""
    options.add(
        parser,
        *("index_folder", "topics", "output", "passages", "as_query", "depth"),
        *OF_WORDS,
        *("timeout", "threads"),
        output={"help": "write the run to FILE", "shown": "standard output"},
        topics={"help": "the queries' texts; with --passages lines of a query, a tab and a passage's id"},
        depth={"default": 100, "help": "how many documents a list has, at most"},
    )
    parser.examples = (
        "irassay search passages.index queries.tsv -o bm25.run",
        "irassay search passages.index queries.tsv --model ql --depth 1000 -o ql.run",
        "irassay search passages.index gold.tsv --passages -o neighbours.run",
        "irassay search 'opensearch:http://host:9200/texts?field=text' q.tsv -o os.run",
    )


def run(args: argparse.Namespace) -> int:
    """Search, write the run, and say how many queries found nothing."""
    from irassay.formats import write_runs
    from irassay.retrieval import open_index
    from irassay.wording import plural

    if args.as_query and not args.passages:
        raise UsageError("--as-query belongs to --passages: the texts of QUERIES are encoded as queries anyway")
    output.all_writable((args.output,), (args.topics,))
    index = open_index(
        args.index_folder,
        model=args.model,
        k1=args.k1,
        b=args.b,
        mu=args.mu,
        lengths=args.lengths,
        threads=args.threads,
        timeout=args.timeout,
    )
    _check_options(index, options.spellings(args, *OF_WORDS))
    if args.passages:
        passages = _pairs(args.topics)
        near = _as_queries if args.as_query else _near
        runs, n = near(index, passages, depth=args.depth), len(passages)
    else:
        from irassay.retrieval.index import queries_of

        queries = queries_of(args.topics)
        runs, n = index.search(queries, depth=args.depth), len(queries)
    if not runs.queries:
        raise InputError("no query has a word of the index, so there is no run to write")
    write_runs(runs, args.output or "-")
    empty = n - len(runs.queries)
    if empty:
        args.screen.warn(f"{plural(empty, 'query')} of {n:,} without a word of the index: no list")
    args.screen.explain(f"{plural(len(runs.queries), 'query')}, {runs.core.n_documents:,} documents")
    origin = _origin(index)
    if origin:
        args.screen.explain(f"from {origin}")
    return 0


def _check_options(index: AnyIndex, spellings: list[str]) -> None:
    """An engine scores by its own settings."""
    if spellings and _origin(index):
        raise UsageError(
            f"{spellings[0]} has no effect in {cut(index.path)}, which scores by its own settings: leave it out"
        )


def _origin(index: AnyIndex) -> str:
    """Which other engine answers; "" for an index of irassay's own."""
    from irassay.retrieval import EngineIndex

    return str(index.origin) if isinstance(index, EngineIndex) else ""


def _near(index: AnyIndex, passages: dict[str, str], *, depth: int) -> Runs:
    """The lists of passages by what the index holds of them."""
    return index.search_passages(passages, depth=depth)


def _as_queries(index: AnyIndex, passages: dict[str, str], *, depth: int) -> Runs:
    """The lists of passages whose texts are encoded as queries."""
    from irassay.retrieval import WordIndex

    if isinstance(index, WordIndex):
        raise UsageError(f"--as-query has no effect in {cut(index.path)}, an index of words: leave it out")
    return index.search_passages_as_queries(passages, depth=depth)


def _pairs(path: str) -> dict[str, str]:
    """Query -> id of a passage, from lines of both with a tab between them."""
    from irassay.formats.sources.lines import lines
    from irassay.formats.sources.problems import Problems

    problems, pairs = Problems(path), {}
    for number, line in lines(path, problems):
        query, tab, doc = line.partition("\t")
        if not line.strip():
            continue
        if not tab or not query or not doc.strip() or "\t" in doc:
            problems.add(number, f"{cut(line)}, expected a query, a tab and the id of a passage")
        elif query in pairs:
            problems.add(number, f"query {cut(query)} twice, expected once")
        else:
            pairs[query] = doc.strip()
    problems.raise_if_any()
    return pairs

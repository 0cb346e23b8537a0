"""`irassay search`: a run from an index."""

from __future__ import annotations

import json
import os

from irassay.cli import output
from irassay.cli.answers.said import CLI
from irassay.errors import InputError, UsageError, cut
from irassay.files import PROVENANCE, is_plain, sha256_of, write_whole
from irassay.formats import write_runs
from irassay.formats.sources.lines import Problems, lines
from irassay.messages import plural
from irassay.provenance import Provenance, versions
from irassay.search import EngineIndex, Recall, VectorIndex, WordIndex, open_index, search_approximately
from irassay.search.engines.engine_index import address_of
from irassay.search.index import NO_QUERY, queries_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from irassay.collection.runs import Runs

    AnyIndex = WordIndex | VectorIndex | EngineIndex

OF_INDEXES = ("model", "k1", "b", "mu", "lengths", "threads", "timeout")  # options of `open_index`


def run(args: argparse.Namespace) -> int:
    """Search, write the run, and say how many queries found nothing."""
    index = open_index(args.index_folder, **{name: getattr(args, name) for name in OF_INDEXES})
    queries = _pairs(args.topics) if args.passages else queries_of(args.topics)
    recall = None
    if args.approximate:
        runs, recall = _approximately(index, queries, depth=args.depth, passages=args.passages, as_query=args.as_query)
    elif args.as_query:
        if isinstance(index, WordIndex):
            raise UsageError(f"--as-query has no effect in {cut(index.path)}, an index of words: leave it out")
        runs = index.search_passages_as_queries(queries, depth=args.depth)
    else:
        runs = (index.search_passages if args.passages else index.search)(queries, depth=args.depth)
    if not runs.queries:
        raise InputError("no query has a word of the index, so there is no run to write")
    address = address_of(index.path) if isinstance(index, EngineIndex) else None
    name = (address and address.name) or output.system_of(args.output, index.name)
    write_runs(runs.renamed({index.name: name}), args.output or "-")
    empty = len(queries) - len(runs.queries)
    if empty:
        args.screen.warn(CLI("wordless.queries", n=empty, of=len(queries)))
    args.screen.explain(f"{plural(len(runs.queries), 'query')}, {plural(runs.core.n_documents, 'document')}")
    if isinstance(index, EngineIndex):
        args.screen.explain(f"from {index.origin}")
    if recall is not None:
        args.screen.explain(recall.explain())
        if args.output and is_plain(args.output):
            write_whole(args.output + PROVENANCE, _record(index, args.topics, recall, depth=args.depth))
    return 0


def _record(index: AnyIndex, topics: str, recall: Recall, *, depth: int) -> str:
    """What stands beside a run of an approximate search."""
    inputs = {index.path: index.digest, topics: sha256_of(topics) if os.path.isfile(topics) else ""}
    provenance = Provenance(inputs, {"depth": depth, "approximate": True}, versions=versions())
    return json.dumps({**provenance.to_dict(), "recall": recall.to_dict()}, indent=2, ensure_ascii=False) + "\n"


def _approximately(
    index: AnyIndex, queries: dict[str, str], *, depth: int, passages: bool, as_query: bool
) -> tuple[Runs, Recall]:
    """The lists from the cells nearest to the queries, and their recall."""
    if not isinstance(index, VectorIndex):
        raise UsageError(
            f"--approximate has no effect in {cut(index.path)}, which is no index of vectors: leave it out"
        )
    if as_query:
        asked = index.passage_vectors_as_queries(queries)
    else:
        asked = index.passage_vectors(queries) if passages else index.query_vectors(queries)
    return search_approximately(index, *asked, depth=depth)


def _pairs(path: str) -> dict[str, str]:
    """Query -> id of a passage, from lines of both with a tab between them."""
    from irassay.formats.text_fields import is_heading_of_ids

    problems, pairs = Problems(path), dict[str, str]()
    for number, line in lines(path, problems):
        query, tab, doc = line.partition("\t")
        if not line.strip() or (not pairs and is_heading_of_ids(line)):
            continue
        if not tab or not query or not doc.strip() or "\t" in doc:
            problems.add(number, f"{cut(line)}, expected a query, a tab and the id of a passage")
        elif query in pairs:
            problems.add(number, f"query {cut(query)} twice, expected once")
        else:
            pairs[query] = doc.strip()
    problems.raise_if_any()
    if not pairs:
        raise InputError(NO_QUERY)
    return pairs

"""`irassay rerank`: the first documents of a run in a model's order."""

from __future__ import annotations

import os

from irassay.cli import output
from irassay.cli.answers.said import CLI
from irassay.collection.runs import Runs
from irassay.errors import InputError, MissingLibrary, UsageError
from irassay.files import PROVENANCE, is_plain, write_whole
from irassay.formats import read_runs, write_runs
from irassay.messages import plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from irassay.search.neural import Reranker


def run(args: argparse.Namespace) -> int:
    """Score, write the run, and say how many documents were cut."""
    from irassay.formats.reading.instances import also_path
    from irassay.search.index import queries_of

    if args.also and (not args.output or not is_plain(args.output)):
        raise UsageError("--also writes a second file beside -o: name a file there")
    MissingLibrary.load("torch", "neural")
    from irassay.search.neural import open_reranker

    runs = read_runs([args.runs], input_format=args.input_format)
    queries = queries_of(args.query_texts)
    leaks = _leaks(args.also, queries) if args.also else {}
    reranker = open_reranker(args.reranker, device=args.device)
    name = output.system_of(args.output, os.path.basename(os.path.normpath(args.reranker)))
    reranked = reranker.rerank(runs, queries, args.doc_texts, depth=args.depth).renamed({reranker.name: name})
    write_runs(reranked, args.output or "-")
    deepest = max((len(reranked.ranking(name, query)) for query in reranked.queries), default=0)
    of = {"queries": len(reranked.queries), "documents": reranked.core.n_documents, "short": deepest < args.depth}
    depths = {"deepest": f"{deepest}", "depth": f"{args.depth}"}
    args.screen.explain(CLI("reranked", to=args.output or "written", **of, **depths))
    if reranker.n_cut:
        args.screen.warn(CLI("reranked.cut", n=reranker.n_cut))
    if leaks:
        beside = also_path(args.output)
        write_runs(Runs.from_dict({name: reranker.score_lists(leaks, queries)}, keep="scores"), beside)
        args.screen.explain(f"{beside}: {plural(sum(map(len, leaks.values())), 'document')} of {args.also}")
    if args.output and is_plain(args.output):
        write_whole(args.output + PROVENANCE, _record(reranker, runs, args.depth))
    return 0


def _leaks(path: str, queries: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Test query -> document -> text, of what a training set leaks."""
    from irassay.formats.reading.instances import read_instances

    leaks: dict[str, dict[str, str]] = {}
    for one in read_instances(path).leaked:
        if one.topic in queries:
            leaks.setdefault(one.topic, {})[one.doc] = one.text
    if not leaks:
        raise InputError(f"{path} leaks none of these queries, expected a set with leaks of them")
    return leaks


def _record(reranker: Reranker, runs: Runs, depth: int) -> str:
    """What stands beside a reranked run."""
    import json

    from irassay.provenance import Provenance, versions

    inputs = {reading.source: reading.sha256 for reading in runs.readings}
    how = {"depth": depth, "scores": "float32", "ties": "document id ascending, set apart by the least step"}
    provenance = Provenance(inputs, how, versions=versions())
    model = {"settings": reranker.settings.to_dict(), **reranker.training}
    return json.dumps({**provenance.to_dict(), "model": model}, indent=2, ensure_ascii=False) + "\n"

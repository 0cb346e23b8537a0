"""Runs to files, in every format that holds runs. Checked, then written whole or not at all."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from irassay.errors import InputError, UsageError, cut
from irassay.files import STDOUT, WholeFiles
from irassay.formats import ids, losses, renaming
from irassay.wording import plural

if TYPE_CHECKING:
    from irassay.collection.runs import Runs

# Query, documents best first, their scores.
Lists: TypeAlias = Iterator[tuple[str, Sequence[str], Sequence[float]]]

# Otherwise TREC.
SUFFIXES = {".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".parquet": "parquet", ".tsv": "msmarco"}
# Of a file among several in a folder.
SUFFIX_OF = {
    "trec": ".run",
    "msmarco": ".tsv",
    "elasticsearch-response": ".json",
    "ranx": ".json",
    "ranx-parquet": ".parquet",
}
RANKS_ONLY = ("msmarco",)
NAMELESS = ("msmarco", "elasticsearch-response", "ranx", "ranx-parquet")
FINITE = ("elasticsearch-response", "json", "jsonl", "ranx")  # JSON has no infinity


def write_runs(
    runs: Runs,
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    rename_queries: str | os.PathLike[str] | None = None,
) -> None:
    """Write runs to a file, or to a folder where the format has one run a file.

    Parameters
    ----------
    runs : Runs
        Read with ``keep="scores"``; only MS MARCO's format, which has ranks alone, does without scores.
    to : path
        A file; for several runs in a format that has one a file, a folder, which is made where it isn't there.
        ``.json`` is system -> query -> document -> score, ``.jsonl`` JSON lines, ``.csv`` a table, ``.parquet``
        Parquet, ``.tsv`` MS MARCO's, anything else TREC's; ``-`` is standard output.
    output_format : str, optional
        Overrules the suffix: a format of runs in the documentation's table.
    rename_queries : path, optional
        As for `write_qrels`.

    Raises
    ------
    InputError
        An id can't stand in the format.
    UsageError
        The scores were not kept; several runs for one file.

    Warns
    -----
    LossWarning
        For what the format can't hold: scores, a run's name.

    Examples
    --------
    >>> import irassay
    >>> write_runs(irassay.Runs.from_dict({"bm25": {"q1": {"d1": 2.5}}}, keep="scores"), "-")
    q1 Q0 d1 1 2.5 bm25
    """
    path = os.fspath(to)
    family = output_format or SUFFIXES.get(os.path.splitext(path)[1], "trec")
    if family not in WRITERS and family not in SINGLE:
        raise UsageError(f"output_format={family!r}: expected one of {', '.join((*SINGLE, *WRITERS))}")
    several = os.path.isdir(path) or path.endswith(os.sep)
    if family in SINGLE and len(runs.systems) > 1 and not several:
        raise UsageError(
            f"{len(runs.systems):,} runs for one file, but {family} has one run a file: name a folder, such as "
            f"{cut(os.path.join('' if path == STDOUT else os.path.splitext(path)[0], ''))}"
        )
    with WholeFiles() as files:
        renamed: Mapping[str, str] = {}
        if rename_queries is not None:
            known = renaming.names(runs.queries, os.fspath(rename_queries))
            files.write(os.fspath(rename_queries), renaming.lines(known))
            renamed = known
        _check(runs, renamed, family, path)
        _say_losses(runs, family)
        if family in WRITERS:
            files.write(path, WRITERS[family](runs, renamed))
        elif several:
            files.folder(path)
            for system, name in zip(runs.systems, file_names(runs.systems, SUFFIX_OF[family])):
                files.write(os.path.join(path, name), SINGLE[family](runs, system, renamed))
        else:
            files.write(path, SINGLE[family](runs, runs.systems[0], renamed))


def _check_finite(runs: Runs, path: str) -> None:
    infinite = [
        (query, doc)
        for system in runs.systems
        for query, docs, scores in lists(runs, system, {})
        for doc, score in zip(docs, scores)
        if score in (math.inf, -math.inf)
    ]
    if infinite:
        raise InputError(
            f"{path} was not written: {plural(len(infinite), 'infinite score')}, which JSON can't hold; trec can",
            tuple(f"document {cut(doc)} of query {cut(query)}" for query, doc in infinite),
            consequence="",
        )


def lists(runs: Runs, system: str, renamed: Mapping[str, str], *, scored: bool = True) -> Lists:
    """One system's lists under the new names; without `scored`, minus the rank stands for the score."""
    from irassay.kernel import _core

    core = runs.core
    for query in runs.queries:
        docs = core.ranking(system, query, _core.Ties.float64)
        if docs:
            scores = _scores(runs, system, query) if scored else [-float(i) for i in range(1, len(docs) + 1)]
            yield renamed.get(query, query), docs, scores


def _scores(runs: Runs, system: str, query: str) -> Sequence[float]:
    try:
        return runs.core.scores(system, query)
    except ValueError:
        raise UsageError('the scores of these runs were not kept: read them with keep="scores"') from None


def _check(runs: Runs, renamed: Mapping[str, str], family: str, path: str) -> None:
    ids.check_queries([renamed.get(query, query) for query in runs.queries], family, path)
    empty = [system for system in runs.systems if not any(True for _ in lists(runs, system, {}, scored=False))]
    if empty:
        raise InputError(
            f"{path} was not written: run {cut(empty[0])} has no document, and a file without a line says nothing"
        )
    found = ((q, docs) for system in runs.systems for q, docs, _ in lists(runs, system, {}, scored=False))
    ids.check_docs(found, family, path)
    if family in FINITE:
        _check_finite(runs, path)


def _say_losses(runs: Runs, family: str) -> None:
    if family in RANKS_ONLY:
        lost = _scores_beyond_ranks(runs)
        if lost:
            losses.say(f"{plural(lost, 'score')} left out: {family} has ranks only")
    if family in NAMELESS:
        names = ", ".join(runs.systems[:3]) + (" ..." if len(runs.systems) > 3 else "")
        losses.say(f"name of {plural(len(runs.systems), 'run')} left out ({names}): {family} has no place for it")
    if family == "trec":
        changed = [system for system in runs.systems if _tag(system) != system]
        if changed:
            losses.say(
                f"name of {plural(len(changed), 'run')} written with _ for white space, which a tag can't hold: "
                + ", ".join(cut(system) for system in changed[:3])
            )
    elif runs.metadata:
        losses.say(f"{plural(len(runs.metadata.columns), 'column')} of metadata left out: {family} has no header")
    contradicted = runs.core.contradicted()
    if contradicted:
        query, system = contradicted[0]
        losses.say(
            f"ranks of {plural(len(contradicted), 'list')} contradict the scores, first {runs.systems[system]} on "
            f"query {query}: the order written is that of the scores"
        )


def _scores_beyond_ranks(runs: Runs) -> int:
    """Scores that say more than the rank; 0 where scores were not kept to begin with."""
    lost = 0
    try:
        for system in runs.systems:
            for _, _, scores in lists(runs, system, {}):
                lost += sum(1 for rank, score in enumerate(scores, 1) if score != -rank)
    except UsageError:
        return 0
    return lost


def _tag(system: str) -> str:
    return "_".join(system.split()) or "run"


def file_names(systems: Sequence[str], suffix: str) -> list[str]:
    """What the files of several runs are called in their folder."""
    names = [f"{system.replace(os.sep, '_').lstrip('.') or 'run'}{suffix}" for system in systems]
    if len(set(names)) < len(names):
        again = next(name for name in names if names.count(name) > 1)
        raise InputError(f"two runs would be written to {again}; rename one of them")
    return names


def _trec(runs: Runs, system: str, renamed: Mapping[str, str]) -> Iterator[str]:
    from irassay.formats import run_header

    tag = _tag(system)
    known = {name: of[system] for name, of in runs.metadata.columns.items() if system in of}
    yield from run_header.written(known)
    for query, docs, scores in lists(runs, system, renamed):
        yield "".join(
            [f"{query} Q0 {doc} {rank} {score!r} {tag}\n" for rank, (doc, score) in enumerate(zip(docs, scores), 1)]
        )


def _msmarco(runs: Runs, system: str, renamed: Mapping[str, str]) -> Iterator[str]:
    for query, docs, _ in lists(runs, system, renamed, scored=False):
        yield "".join([f"{query}\t{doc}\t{rank}\n" for rank, doc in enumerate(docs, 1)])


def _ranx(runs: Runs, system: str, renamed: Mapping[str, str]) -> Iterator[str]:
    yield from _object(lists(runs, system, renamed), " ")
    yield "\n"


def _elasticsearch_response(runs: Runs, system: str, renamed: Mapping[str, str]) -> Iterator[str]:
    from irassay.formats import elasticsearch_response

    yield from elasticsearch_response.written(
        (query, [(doc, score, None) for doc, score in zip(docs, scores)])
        for query, docs, scores in lists(runs, system, renamed)
    )


def _ranx_parquet(runs: Runs, system: str, renamed: Mapping[str, str]) -> Iterator[bytes]:
    from irassay.formats import parquet

    out: dict[str, list[Any]] = {"q_id": [], "doc_id": [], "score": []}
    for query, docs, scores in lists(runs, system, renamed):
        out["q_id"] += [query] * len(docs)
        out["doc_id"] += docs
        out["score"] += scores
    yield parquet.written(out)


def _parquet(runs: Runs, renamed: Mapping[str, str]) -> Iterator[bytes]:
    from irassay.formats import frames, parquet

    yield parquet.written(frames.columns_of_runs(runs, renamed, spelling="query_id"))


def _jsonl(runs: Runs, renamed: Mapping[str, str]) -> Iterator[str]:
    from json.encoder import encode_basestring as quoted

    for system in runs.systems:
        for query, docs, scores in lists(runs, system, renamed):
            start = f'{{"run": {quoted(system)}, "query_id": {quoted(query)}, "doc_id": '
            yield "".join([f'{start}{quoted(doc)}, "score": {score!r}}}\n' for doc, score in zip(docs, scores)])


def _csv(runs: Runs, renamed: Mapping[str, str]) -> Iterator[str]:
    from irassay.formats import ranked_table

    yield from ranked_table.written(
        (system, query, doc, score, rank)
        for system in runs.systems
        for query, docs, scores in lists(runs, system, renamed)
        for rank, (doc, score) in enumerate(zip(docs, scores), 1)
    )


def _json(runs: Runs, renamed: Mapping[str, str]) -> Iterator[str]:
    import json

    for number, system in enumerate(runs.systems):
        yield ("{\n " if number == 0 else ",\n ") + json.dumps(system, ensure_ascii=False) + ": "
        yield from _object(lists(runs, system, renamed), "  ")
    yield "\n}\n"


def _object(found: Lists, indent: str) -> Iterator[str]:
    """Query -> document -> score, a line a query."""
    import json

    between = "{\n"
    for query, docs, scores in found:
        inner = json.dumps(dict(zip(docs, scores)), ensure_ascii=False)
        yield f"{between}{indent}{json.dumps(query, ensure_ascii=False)}: {inner}"
        between = ",\n"
    yield "\n" + indent[:-1] + "}" if between != "{\n" else "{}"


Pieces: TypeAlias = Iterator[str] | Iterator[bytes]
# One run a file, and any number in one.
SINGLE: Mapping[str, Callable[[Runs, str, Mapping[str, str]], Pieces]] = {
    "trec": _trec,
    "msmarco": _msmarco,
    "elasticsearch-response": _elasticsearch_response,
    "ranx": _ranx,
    "ranx-parquet": _ranx_parquet,
}
WRITERS: Mapping[str, Callable[[Runs, Mapping[str, str]], Pieces]] = {
    "csv": _csv,
    "json": _json,
    "jsonl": _jsonl,
    "parquet": _parquet,
}

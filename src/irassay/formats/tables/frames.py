"""Frames of pandas, polars and Arrow: to nouns in either spelling of the columns, and nouns to frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import InputError, MissingLibrary, UsageError, cut
from irassay.formats.row_checks import Scale, SystemLists
from irassay.formats.tables import columns, from_columns
from irassay.formats.tables.rankings import lists
from irassay.messages import listed

SOURCE = "frame"
LIBRARIES = ("pandas", "polars")
FRAMES = ("DataFrame", "LazyFrame", "Table")


def is_frame(value: object) -> bool:
    """Whether `value` is a frame of pandas, polars or Arrow; imports none of them."""
    return _library_of(value) in (*LIBRARIES, "pyarrow") and type(value).__name__ in FRAMES


def read_labels(frame: Any, *, scale: Scale | None = None) -> Qrels:
    """Labels from a frame."""
    return from_columns.labels(_columns(frame, "labels"), source=SOURCE, scale=scale)


def read_lists(frame: Any, *, system: str = "run") -> list[SystemLists]:
    """Rankings from a frame, of one system or of those that a column names."""
    by_role = _columns(frame, "runs")
    try:
        return from_columns.runs(by_role, source=SOURCE, system=system)
    except InputError as error:
        names = _names_of(frame)
        unused = columns.unused(names, columns.places(names, "runs", source=SOURCE))
        if "system" in by_role or not unused or not any("twice in query" in one for one in error.problems):
            raise
        advice = f"no column names the systems: is it {listed([cut(name) for name in unused], 3)}? rename it to run"
        raise InputError(
            error.what, error.problems, error.total, consequence=error.consequence, advice=advice
        ) from None


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """The rows of a frame of whatever columns, as dicts."""
    library = _library_of(frame)
    if library == "polars":
        return list((frame.collect() if hasattr(frame, "collect") else frame).to_dicts())
    return list(frame.to_pylist() if library == "pyarrow" else frame.to_dict("records"))


def to_frame(noun: Qrels | Runs, *, library: str = "pandas", spelling: str = "query_id") -> Any:
    """Labels or runs as a frame of pandas or polars, one row a label or retrieved document, runs in the order of the
    rankings. `spelling` names columns: "query_id" has ``query_id, doc_id, relevance`` and ``run, query_id, doc_id,
    score`` as in ir_measures, "qid" ``qid, docno, label`` and ``name, qid, docno, score, rank`` (from 0) as in
    PyTerrier, "q_id" ``q_id, doc_id, score`` as in ranx, without a run's name. UsageError for runs read without
    ``keep="scores"``, another library or spelling, or several runs in one without a name.

    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q1": {"d1": 2, "d2": 0}})
    >>> to_frame(qrels, spelling="qid")
      qid docno  label
    0  q1    d1      2
    1  q1    d2      0
    """
    if library not in LIBRARIES:
        raise UsageError(f"expected library of {', '.join(LIBRARIES)}, got library={library!r}")
    if not hasattr(noun, "queries"):
        raise UsageError(
            f"expected noun as Qrels or Runs, but got {type(noun).__name__}; read_qrels and read_runs make them"
        )

    if isinstance(noun, Runs):
        data = columns_of_runs(noun, noun.systems, {}, spelling=spelling)
    else:
        tree = {query: noun.grades(query) for query in noun.queries}
        data = columns_of_labels(tree, noun.strata, spelling=spelling)
    return MissingLibrary.load(library, "frames").DataFrame(data)


def columns_of_labels(
    tree: Mapping[str, Mapping[str, int]], strata: Mapping[str, Mapping[str, str]], *, spelling: str
) -> dict[str, list[Any]]:
    """Columns of labels, one row a label; strata only where there are any."""
    names = columns.spelling(spelling)
    out: dict[str, list[Any]] = {names[role]: [] for role in ("query", "doc", "grade")}
    for query, grades in tree.items():
        out[names["query"]] += [query] * len(grades)
        out[names["doc"]] += grades.keys()
        out[names["grade"]] += grades.values()
    if strata and "stratum" in names:
        out[names["stratum"]] = [strata.get(query, {}).get(doc) for query, docs in tree.items() for doc in docs]
    return out


def columns_of_runs(
    runs: Runs, systems: Sequence[str], renamed: Mapping[str, str], *, spelling: str
) -> dict[str, list[Any]]:
    """Columns of some runs, one row a retrieved document, in the order of the rankings."""
    names = columns.spelling(spelling)
    if "system" not in names and len(systems) > 1:
        raise UsageError(f"{len(systems):,} runs, but this spelling has no column for a run's name")
    by_role: dict[str, list[Any]] = {role: [] for role in ("system", "query", "doc", "score", "rank")}
    for system in systems:
        for query, docs, scores in lists(runs, system, renamed):
            by_role["system"] += [system] * len(docs)
            by_role["query"] += [query] * len(docs)
            by_role["doc"] += docs
            by_role["score"] += scores
            by_role["rank"] += range(len(docs))
    return {names[role]: values for role, values in by_role.items() if role in names}


def _columns(frame: Any, kind: str) -> dict[str, list[Any]]:
    library = _library_of(frame)
    if library == "polars" and hasattr(frame, "collect"):
        frame = frame.collect()
    names = _names_of(frame)
    place = columns.with_ranks(columns.places(names, kind, source=SOURCE), names, kind)
    if library == "pyarrow":
        return {role: frame.column(name).to_pylist() for role, name in place.items()}
    if library == "polars":
        return {role: frame.get_column(name).to_list() for role, name in place.items()}
    return {role: frame[name].tolist() for role, name in place.items()}


def _names_of(frame: Any) -> list[str]:
    return [str(name) for name in (frame.column_names if _library_of(frame) == "pyarrow" else frame.columns)]


def _library_of(value: object) -> str:
    return type(value).__module__.partition(".")[0]

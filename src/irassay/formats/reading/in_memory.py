"""Labels and runs in memory: dicts, frames, Qrels and Run of ranx, records as of ir_measures and ir_datasets."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from irassay.collection.qrels import Qrels
from irassay.collection.reading import Reading
from irassay.collection.runs import Runs
from irassay.errors import UsageError, cut
from irassay.formats.row_checks import LabelRows, Scale, SystemLists
from irassay.formats.tables import columns, frames, from_columns
from irassay.formats.tables.rankings import lists

RECORDS = "records"  # what messages call them
UNNAMED = "run"  # of the one run that has no name; of several, run1, run2, ...
LABELS = "{query: {document: grade}}, a frame, records, or ranx's Qrels"
RUNS = (
    "{system: {query: {document: score}}}, a frame, records, ranx's Run, or a list or dict of such runs, of Runs and "
    "of paths"
)


def is_noun(value: object) -> bool:
    """Whether `value` may hold labels or runs: no path and no sequence of paths."""
    if isinstance(value, Mapping) or frames.is_frame(value) or _is_ranx(value):
        return True
    if isinstance(value, str | bytes | os.PathLike) or not isinstance(value, Iterable):
        return False
    return not isinstance(value, list | tuple) or not all(isinstance(one, str | os.PathLike) for one in value)


def labels(value: Any, *, scale: Scale | None = None) -> Qrels:
    """Labels of a dict of dicts, a frame, records, or Qrels of ranx. UsageError for anything else; InputError with
    every problem, located."""
    if frames.is_frame(value):
        return frames.read_labels(value, scale=scale)
    tree = value.to_dict() if _is_ranx(value) else value
    if not isinstance(tree, Mapping):
        records = _records(tree)
        if records is None:
            raise UsageError(f"expected {LABELS}, but got {_what(tree)}")
        return from_columns.labels(_columns(records, "labels"), source=RECORDS, scale=scale)
    if scale is None:
        return Qrels.from_dict(tree)
    rows = LabelRows("labels", scale=scale)
    for query, docs in tree.items():
        for doc, grade in docs.items():
            rows.add(f"query {cut(query)}", query, doc, grade)
    return rows.finish()


def runs(value: Any, keep: Literal["order", "scores"], *, read: Callable[[Any], Runs]) -> Runs | list[SystemLists]:
    """Runs of dicts, frames, records or ranx's Run: one, or several in a list or by their names; parts of frames."""
    if frames.is_frame(value):
        return frames.read_lists(value)
    if _is_ranx(value) or _is_lists(value):
        return Runs.from_dict({_name(value, UNNAMED): _tree(value)}, keep=keep)
    if isinstance(value, Mapping):
        named = dict(value)
    else:
        several = list(value) if isinstance(value, Iterable) and not isinstance(value, str | bytes) else []
        records = _records(several)
        if records is not None:
            return from_columns.runs(_columns(records, "runs"), source=RECORDS, system=UNNAMED)
        if several and all(_is_run(one) or _is_read(one) for one in several) and any(map(_is_read, several)):
            return [part for i, one in enumerate(several, 1) for part in _parts(one, f"{UNNAMED}{i}", "", read)]
        if not several or not all(map(_is_run, several)):
            odd = next((one for one in several if not (_is_run(one) or _is_read(one))), value)
            raise UsageError(f"expected {RUNS}, but got {_what(odd)}{' in a list' if several else ''}")
        if all(isinstance(one, Mapping) and not _is_lists(one) for one in several):
            return Runs.from_dict(_merged(several), keep=keep)
        named = _merged([{_name(one, f"{UNNAMED}{i}"): one} for i, one in enumerate(several, 1)])
    if any(frames.is_frame(of) or _is_read(of) for of in named.values()):
        return [part for name, of in named.items() for part in _parts(of, name, name, read)]
    return Runs.from_dict({name: _tree(of) for name, of in named.items()}, keep=keep)


def _parts(run: Any, otherwise: str, name: str, read: Callable[[Any], Runs]) -> list[SystemLists]:
    """The lists of one of several runs, of whatever form: under `name`, or where that is "" under its own."""
    if frames.is_frame(run):
        return frames.read_lists(run, system=name or otherwise)
    if _is_read(run):
        of = run if isinstance(run, Runs) else read(run)
        if name and len(of.systems) != 1:
            raise UsageError(f"{cut(name)} has {len(of.systems)} runs, expected one under that name")
    else:
        several = isinstance(run, Mapping) and not _is_lists(run) and not name
        of = Runs.from_dict(run if several else {name or _name(run, otherwise): _tree(run)}, keep="scores")
    parts = []
    for place, system in enumerate(of.systems):
        of_system = list(lists(of, system, {}))
        n = sum(len(docs) for _, docs, _ in of_system)
        reading = of.readings[place] if len(of.readings) == len(of.systems) else Reading("", n, n, {})
        empty = of.without_hits.get(system, ())
        parts.append(SystemLists(system=name or system, lists=of_system, without_hits=empty, reading=reading))
    return parts


def _is_read(value: object) -> bool:
    """Whether this names a file, or was read from some before."""
    return isinstance(value, str | os.PathLike | Runs)


def _is_ranx(value: object) -> bool:
    """Whether this is a noun of ranx, which gives its content as a dict."""
    return type(value).__module__.partition(".")[0] == "ranx" and hasattr(value, "to_dict")


def _is_lists(value: object) -> bool:
    """Whether this is one run's lists, query -> document -> score; not several runs."""
    if not isinstance(value, Mapping) or not value:
        return False
    docs = [of for of in value.values() if isinstance(of, Mapping)]
    return len(docs) == len(value) and any(docs) and not any(isinstance(s, Mapping) for of in docs for s in of.values())


def _is_run(value: object) -> bool:
    return isinstance(value, Mapping) or frames.is_frame(value) or _is_ranx(value)


def _tree(run: Any) -> Any:
    return run.to_dict() if _is_ranx(run) else run


def _name(run: Any, otherwise: str) -> str:
    name = getattr(run, "name", None)
    return name if isinstance(name, str) and name else otherwise


def _merged(several: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One dict of runs; two of one name are an error."""
    whole: dict[str, Any] = {}
    for runs_by_name in several:
        for name, run in runs_by_name.items():
            if name in whole:
                raise UsageError(f"two runs are called {cut(name)}, expected each name once")
            whole[name] = run
    return whole


def _records(value: Any) -> list[Mapping[str, Any]] | None:
    """Named tuples or flat dicts as dicts; None where it is anything else."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes):
        return None
    entries = list(value)
    if entries and all(hasattr(one, "_asdict") for one in entries):
        return [one._asdict() for one in entries]
    flat = [
        one for one in entries if isinstance(one, Mapping) and not any(isinstance(v, Mapping) for v in one.values())
    ]
    return flat if entries and len(flat) == len(entries) else None


def _columns(records: Sequence[Mapping[str, Any]], kind: str) -> dict[str, list[Any]]:
    place = columns.with_ranks(columns.places(records[0], kind, source=RECORDS), records[0], kind)
    return {role: [record.get(name) for record in records] for role, name in place.items()}


def _what(value: object) -> str:
    return f"{type(value).__name__} {cut(value)}"

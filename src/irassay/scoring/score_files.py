"""Scores per query from ``irassay eval -q`` or another program: files to `ScoreTable`. Reads no label.

Three forms, detected by content; the first two are separated by tabs or, where there is none, by commas:

- what ``eval -q`` writes: system, query, measure, value, without a heading, and where equal scores are not the same
  documents, lines of the query ``all`` and the measure ``same(MEASURE)`` with a number that runs of one system share;
- a table whose heading names ``system``, ``query`` and ``value``, and optionally ``measure`` and ``collection``; or no
  ``value`` and a column for each measure;
- JSON of ``eval -q --format json``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from irassay.arguments import several
from irassay.errors import SHOWN, InputError, UnknownMeasure, UsageError, cut
from irassay.formats.reading import scores
from irassay.formats.reading.scores import AGGREGATE, PER_QUERY, Results, is_results
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import read_json
from irassay.formats.writing import scores as writing
from irassay.measures import Measure, trec_names
from irassay.messages import plural
from irassay.messages.names import of_cell
from irassay.scoring.score_table import NamedScore, ScoreTable, same_systems, summary_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from irassay.formats.scores import Row

Key: TypeAlias = tuple[str, str, str, str]  # collection, query, measure, system
Entry: TypeAlias = tuple[str, Key, str | float]  # place, key, value as it stands there

HEADINGS = {
    "system": ("system", "run", "model", "name"),
    "query": ("query", "query_id", "qid", "topic"),
    "value": ("value", "score"),
    "measure": ("measure", "metric"),
    "collection": ("collection", "dataset", "corpus"),
}
SUMMARY = "all"  # what trec_eval writes instead of a query beside its means
MEANS = frozenset({SUMMARY, "mean", "avg", "average", "amean", "macro", "overall"})  # others' names, in lower case
PRINTED = 0.5e-4 + 1e-9  # trec_eval prints four decimals
ROUNDED = 0.001  # how far rounding takes a score of 1 above 1: far from any percentage
UNNAMED = "score"  # the measure of a table that names none

FORMAT = "irassay.scores/1"
TEXTS = ("system", "query", "measure")

JsonEntry: TypeAlias = tuple[str, str, str, str, str, Any]  # place, collection, query, measure, system, value


def read_scores(sources: str | os.PathLike[str] | Sequence[str], *, rename: Callable[[str], str] = str) -> ScoreTable:
    """Scores per query from files or standard input (``"-"``).

    Parameters
    ----------
    sources : path or sequence of paths
        Files in either form; their lines are taken together.
    rename : callable
        From the name of a system in the files to its name in the table. Default: the same.

    Returns
    -------
    ScoreTable

    Raises
    ------
    InputError
        With every problem, located: a value that is no number, or not from 0 to 1 where all scores by the measure are;
        a score given twice, a wrong number of columns, no data; a row named as a mean that is not the mean of the
        others.
    """
    sources = [os.fspath(sources)] if isinstance(sources, str | os.PathLike) else several("sources", sources)
    scores: dict[Key, float] = {}
    places: dict[Key, str] = {}
    problems: list[str] = []
    readings: list[tuple[str, int]] = []
    holds: set[str] = set()
    n_problems, n_files, other_files = 0, 0, 0
    for source in sources:
        n_before = len(scores)
        if is_results(source):
            read = read_results(source)
            holds.add(read.holds)
            n_files += read.n_files
            other_files += read.left_out
            n_lines = len(read.rows)
            entries: Iterator[Entry | str] = (
                (at, ("", query, measure, system), value) for at, system, query, measure, value in read.rows
            )
        else:
            holds.add(PER_QUERY)
            n_files += 1
            lines = [] if _is_json(source) else _lines(source)
            n_lines, entries = len(lines), _of_table(source, lines) if lines else _of_json(source)
        readings.append((source, n_lines))
        for entry in entries:
            problem = entry if isinstance(entry, str) else _add(scores, places, rename, *entry)
            if problem:
                n_problems += 1
                problems += [problem] if n_problems <= SHOWN else []
        if len(scores) == n_before and not n_problems:
            n_problems += 1
            problems.append(f"{source}  no line of data, expected system, query, measure, value")
    if n_problems:
        where = f"{sources[0]} has" if len(sources) == 1 else f"{len(sources):,} files have"
        raise InputError(f"{where} {plural(n_problems, 'problem')}", tuple(problems), n_problems)
    if len(holds) > 1:
        raise InputError("some files hold one value a task, others one a query; expected one of the two")
    by_task = AGGREGATE in holds
    return replace(_table(scores, readings, places), by_task=by_task, n_files=n_files, other_files=other_files)


def _add(
    scores: dict[Key, float],
    places: dict[Key, str],
    rename: Callable[[str], str],
    place: str,
    named: Key,
    number: str | float,
) -> str | None:
    """Add a score, and its place where it may be a mean; the problem with it, None where there is none."""
    key = (*named[:3], rename(named[3]))
    value = _value(number)
    if value is None:
        return _no_number(place, number)
    if key in scores:
        return f"{place}  a second score of {key[3]} on query {key[1]} for {key[2]}"
    if not -ROUNDED <= value <= 1 + ROUNDED and _from_0_to_1(key[2]):
        mend = "; if it is a percentage, divide by 100" if 1 < value <= 100 else ""
        return f"{place}  value is {cut(number)}, expected {key[2]} from 0 to 1{mend}"
    scores[key] = value
    if key[1].lower() in MEANS:
        places[key] = place
    return None


def _no_number(place: str, value: object) -> str:
    return f"{place}  value is {cut(value)}, expected a number"


def _is_json(source: str) -> bool:
    from irassay.formats.sources.opening import head_of

    return head_of(source).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def _of_json(source: str) -> Iterator[Entry | str]:
    """The values of a JSON file, or their problems."""

    for place, *key, value in _json_entries(source):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield place, (key[0], key[1], key[2], key[3]), value
        else:
            yield _no_number(place, value)


def _lines(source: str) -> list[str]:
    from irassay.formats.sources.opening import read_bytes

    try:
        text = read_bytes(source).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{source}: byte {error.start:,} is not valid UTF-8, expected text") from None
    return text.replace("\r\n", "\n").split("\n")


def _of_table(source: str, lines: Sequence[str]) -> Iterator[Entry | str]:
    """The values of a table, or their problems."""
    import csv

    separator = "\t" if "\t" in next((line for line in lines if line.strip()), "") else ","
    places: Mapping[str, int] | None = None
    columns: list[tuple[str, int]] = []
    for number, fields in enumerate(csv.reader(lines, delimiter=separator, strict=False), 1):
        if not any(field.strip() for field in fields):
            continue
        if places is None:
            places, columns = _heading(fields)
            if columns:
                continue
            if len(fields) != 4:
                yield f"{source}:{number}  {len(fields)} columns, expected 4: system, query, measure, value"
                return
            places, columns = {"system": 0, "query": 1, "measure": 2}, [("", 3)]
        n_columns = 1 + max(*places.values(), *(place for _, place in columns))
        if len(fields) < n_columns:
            yield f"{source}:{number}  {len(fields)} columns, expected {n_columns}"
            continue
        cells = {name: of_cell(fields[place].strip()) for name, place in places.items()}
        for name, place in columns:
            measure, value = name or cells.get("measure", UNNAMED), fields[place].strip()
            where = f"{source}:{number}, {name}" if name else f"{source}:{number}"
            if value or not name:  # an empty cell among columns of measures: no score
                yield where, (cells.get("collection", ""), cells["query"], measure, cells["system"]), value


def _heading(fields: Sequence[str]) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """Column of each thing, and columns of values by measure, "" for a value of the line's; no value: no heading."""
    lowered = [field.strip().lower() for field in fields]
    places = {}
    for thing, names in HEADINGS.items():
        place = next((lowered.index(name) for name in names if name in lowered), None)
        if place is not None:
            places[thing] = place
    value = places.pop("value", None)
    if not {"system", "query"} <= set(places):
        return places, []
    if value is not None:
        return places, [("", value)]
    others = [(field.strip(), i) for i, field in enumerate(fields) if field.strip() and i not in places.values()]
    return places, others if "measure" not in places and all(_value(name) is None for name, _ in others) else []


def _value(text: str | float) -> float | None:
    try:
        value = float(text)
    except (ValueError, OverflowError):
        return None
    return value if np.isfinite(value) else None


def _table(scores: Mapping[Key, float], readings: Sequence[tuple[str, int]], places: Mapping[Key, str]) -> ScoreTable:
    apart: dict[tuple[str, str, str], float] = {}
    summaries: dict[Key, float] = {}
    of_queries: dict[Key, float] = {}
    for key, value in scores.items():
        if key[2].startswith("same(") and key[1] == SUMMARY:
            measure = key[2].removeprefix("same(").removesuffix(")")
            apart[key[0], str(_measure(measure)), key[3]] = value
        elif key in places:
            summaries[key] = value
        else:
            of_queries[key] = value
    unlike = _unlike(summaries, of_queries) if of_queries else []
    no_means = [key for key in unlike if key[1] != SUMMARY]
    if no_means:
        what = "a value is" if len(no_means) == 1 else f"{len(no_means):,} values are"
        lines = tuple(_no_mean(places[key], key) for key in no_means[:SHOWN])
        raise InputError(f"{what} named as a mean and not the mean of the queries", lines, len(no_means))
    rows = _without_other_names(of_queries or summaries)
    place = {collection: i for i, collection in enumerate(dict.fromkeys(key[0] for key in rows))}
    queries = sorted({(key[0], key[1]) for key in rows}, key=lambda pair: (place[pair[0]], pair[1].encode()))
    names = list(dict.fromkeys(key[2] for key in rows))
    systems = list(dict.fromkeys(key[3] for key in rows))
    measures = [_measure(name) for name in names]
    q_of, s_of = {pair: i for i, pair in enumerate(queries)}, {system: i for i, system in enumerate(systems)}
    m_of = {name: i for i, name in enumerate(names)}
    values = np.full((len(names), 1, len(systems), len(queries)), np.nan)
    for (collection, query, measure, system), value in rows.items():
        values[m_of[measure], 0, s_of[system], q_of[collection, query]] = value
    return ScoreTable(
        measures=measures,
        systems=systems,
        queries=[query for _, query in queries],
        collections=[collection for collection, _ in queries] if any(c for c, _ in queries) else [],
        values=values,
        summary=np.array([[[summary_of(row, m.aggregate) for row in table[0]]] for m, table in zip(measures, values)]),
        same=same_systems(measures, systems, values, apart),
        apart=apart,
        readings=readings,
        left_out=len(unlike),
        mean_rows=sorted({key[1] for key in summaries} - {SUMMARY}) if of_queries else (),
    )


def _without_other_names(rows: Mapping[Key, float]) -> Mapping[Key, float]:
    """The scores without those that stand under another name of their measure too, such as ``map`` beside ``AP``."""
    of_name: dict[str, dict[Key, float]] = {}
    for (collection, query, name, system), value in rows.items():
        of_name.setdefault(name, {})[collection, query, "", system] = value
    first: dict[Measure | NamedScore, str] = {}
    others = [name for name in of_name if of_name[first.setdefault(_measure(name), name)] is not of_name[name]]
    copies = {name for name in others if of_name[name] == of_name[first[_measure(name)]]}
    return {key: value for key, value in rows.items() if key[2] not in copies} if copies else rows


def _unlike(summaries: Mapping[Key, float], of_queries: Mapping[Key, float]) -> list[Key]:
    """Values of a row named as a mean that differ, as printed, from the mean by query, of a collection or of all."""
    by_line: dict[tuple[str, str, str], list[float]] = {}
    overall: dict[tuple[str, str], list[float]] = {}
    for (collection, _, measure, system), value in of_queries.items():
        by_line.setdefault((collection, measure, system), []).append(value)
        overall.setdefault((measure, system), []).append(value)
    unlike = []
    for key, value in summaries.items():
        collection, name, measure, system = key
        elsewhere = [] if name == SUMMARY else overall.get((measure, system), [])
        row = np.array(by_line.get((collection, measure, system), elsewhere))
        # One unit of the last decimal of a mean, whose rows may be rounded too; at most that of the second decimal.
        unit = 10.0 ** -max(2, len(f"{value:.12f}".rstrip("0").partition(".")[2]))
        near = PRINTED if name == SUMMARY else max(PRINTED, unit)
        of = summary_of(row, _measure(measure).aggregate), summary_of(row, "mean")
        if not any(abs(one - value) <= near for one in (of[:1] if name == SUMMARY else of)):
            unlike.append(key)
    return unlike


def _no_mean(place: str, key: Key) -> str:
    row = f"the row {cut(key[1])} is not the mean of the other rows of {key[3]}"
    return f"{place}  {row}: leave it out, or rename it if it is a query"


@lru_cache(maxsize=1024)
def _from_0_to_1(name: str) -> bool:
    """Whether every score by a measure of this name is from 0 to 1; False where the measure is not known."""
    measure = _measure(name)
    return isinstance(measure, Measure) and measure.definition.traits.from_0_to_1


def _measure(name: str) -> Measure | NamedScore:
    try:
        return Measure.parse(name)
    except (UnknownMeasure, UsageError):
        return NamedScore(name)


def read_results(path: str) -> Results:
    """The scores of a file, or of all files below a folder."""
    return scores.read_results(path, name_of=trec_names.ours)


def write_results(rows: Iterable[Row], to: str | os.PathLike[str], *, output_format: str = "score-table") -> None:
    """Write scores to a table (``-``: standard output), or to a folder: ``SYSTEM/TASK.json`` of ``mteb`` and
    ``beir-results``, ``SYSTEM.json`` of ``pytrec_eval``."""
    writing.write_results(
        rows, to, output_format=output_format, name_of=lambda measure: trec_names.theirs(output_format, measure)
    )


def _json_entries(source: str) -> Iterator[JsonEntry]:
    """Every score of the file with its place, then, as scores of the query ``all``, which runs are one system."""
    problems = Problems(source)
    tree = read_json(source, problems)
    problems.raise_if_any()
    form = tree.get("format")
    if form != FORMAT or not isinstance(tree.get("scores"), list):
        raise InputError(
            f'{source} has the format {cut(form)}, expected "{FORMAT}": what irassay eval -q --format json writes'
        )
    for i, entry in enumerate(tree["scores"]):
        place = f"{source}: scores[{i}]"
        collection = entry.get("collection", "") if isinstance(entry, dict) else ""
        if not isinstance(entry, dict) or not all(isinstance(x, str) for x in (collection, *map(entry.get, TEXTS))):
            raise InputError(f'{place}  expected {{"system": ..., "query": ..., "measure": ..., "value": ...}}')
        yield place, collection, entry["query"], entry["measure"], entry["system"], entry.get("value")
    same = tree.get("same", {})
    by_collection = same if "collections" in tree else {"": same}
    for collection, of in by_collection.items() if isinstance(by_collection, dict) else [("", None)]:
        for measure, groups in _same(source, of):
            for number, group in enumerate(groups, 1):
                for system in group:
                    yield f"{source}: same", collection, "all", f"same({measure})", system, float(number)


def _same(source: str, same: object) -> list[tuple[str, list[list[str]]]]:
    """Measure -> groups of runs with the same documents, where equal scores alone would say otherwise."""
    if isinstance(same, dict) and all(
        isinstance(groups, list) and all(isinstance(group, list) for group in groups) for groups in same.values()
    ):
        return list(same.items())
    raise InputError(f"{source}: same  expected lists of systems by measure")

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from irassay.arguments import several
from irassay.errors import SHOWN, InputError, UnknownMeasure, UsageError, cut
from irassay.measures import Measure
from irassay.scoring import peer_results as results
from irassay.scoring.score_table import NamedScore, ScoreTable, same_systems, summary_of

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
PRINTED = 0.5e-4 + 1e-9  # trec_eval prints four decimals
UNNAMED = "score"  # the measure of a table that names none


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
        With every problem, located: a value that is no number, a score given twice, a wrong number of columns, no data.
    """
    sources = [os.fspath(sources)] if isinstance(sources, str | os.PathLike) else several("sources", sources)
    scores: dict[Key, float] = {}
    problems: list[str] = []
    readings: list[tuple[str, int]] = []
    holds: set[str] = set()
    n_problems, n_files, other_files = 0, 0, 0
    for source in sources:
        n_before = len(scores)
        if results.is_results(source):
            read = results.read_results(source)
            holds.add(read.holds)
            n_files += read.n_files
            other_files += read.left_out
            n_lines, entries = len(read.rows), _of_results(read)
        else:
            holds.add(results.PER_QUERY)
            n_files += 1
            lines = [] if _is_json(source) else _lines(source)
            n_lines, entries = len(lines), _of_table(source, lines) if lines else _of_json(source)
        readings.append((source, n_lines))
        for entry in entries:
            problem = entry if isinstance(entry, str) else _add(scores, rename, *entry)
            if problem:
                n_problems += 1
                problems += [problem] if n_problems <= SHOWN else []
        if len(scores) == n_before and not n_problems:
            n_problems += 1
            problems.append(f"{source}  no line of data, expected system, query, measure, value")
    if n_problems:
        where = f"{sources[0]} has" if len(sources) == 1 else f"{len(sources):,} files have"
        raise InputError(f"{where} {n_problems:,} problem{'s' if n_problems > 1 else ''}", tuple(problems), n_problems)
    if len(holds) > 1:
        raise InputError("some files hold one value a task, others one a query; expected one of the two")
    by_task = results.AGGREGATE in holds
    return replace(_table(scores, readings), by_task=by_task, n_files=n_files, other_files=other_files)


def _add(
    scores: dict[Key, float], rename: Callable[[str], str], place: str, named: Key, number: str | float
) -> str | None:
    """Add a score; the problem with it, None where there is none."""
    key = (*named[:3], rename(named[3]))
    value = _value(number)
    if value is None:
        return _no_number(place, number)
    if key in scores:
        return f"{place}  a second score of {key[3]} on query {key[1]} for {key[2]}"
    scores[key] = value
    return None


def _no_number(place: str, value: object) -> str:
    return f"{place}  value is {cut(value)}, expected a number"


def _of_results(read: results.Results) -> Iterator[Entry | str]:
    """The values that another program left behind."""
    for place, system, query, measure, value in read.rows:
        yield place, ("", query, measure, system), value


def _is_json(source: str) -> bool:
    from irassay.formats.sources.opening import head_of

    return head_of(source).removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")


def _of_json(source: str) -> Iterator[Entry | str]:
    """The values of a JSON file, or their problems."""
    from irassay.scoring import score_json

    for place, *key, value in score_json.entries(source):
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

    first = next((line for line in lines if line.strip()), "")
    separator = "\t" if "\t" in first else ","
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
        cells = {name: fields[place].strip() for name, place in places.items()}
        for name, place in columns:
            measure, value = name or cells.get("measure", UNNAMED), fields[place].strip()
            where = f"{source}:{number}, {name}" if name else f"{source}:{number}"
            if value or not name:  # an empty cell among columns of measures: no score
                yield where, (cells.get("collection", ""), cells["query"], measure, cells["system"]), value


def _heading(fields: Sequence[str]) -> tuple[dict[str, int], list[tuple[str, int]]]:
    """Column of each thing, and the columns of values by measure, "" for a value of the line's; no value: no heading.

    >>> _heading(["query", "system", "score"]), _heading(["system", "query", "AP", "nDCG@10"])
    (({'system': 1, 'query': 0}, [('', 2)]), ({'system': 0, 'query': 1}, [('AP', 2), ('nDCG@10', 3)]))
    """
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
    is_heading = "measure" not in places and all(_value(name) is None for name, _ in others)
    return places, others if is_heading else []


def _value(text: str | float) -> float | None:
    try:
        value = float(text)
    except (ValueError, OverflowError):
        return None
    return value if np.isfinite(value) else None


def _table(scores: Mapping[Key, float], readings: Sequence[tuple[str, int]]) -> ScoreTable:
    apart: dict[tuple[str, str, str], float] = {}
    summaries: dict[Key, float] = {}
    of_queries: dict[Key, float] = {}
    for key, value in scores.items():
        if key[1] != SUMMARY:
            of_queries[key] = value
        elif key[2].startswith("same("):
            measure = key[2].removeprefix("same(").removesuffix(")")
            apart[key[0], str(_measure(measure)), key[3]] = value
        else:
            summaries[key] = value
    rows = of_queries or summaries
    queries = sorted({(key[0], key[1]) for key in rows}, key=lambda pair: (pair[0].encode(), pair[1].encode()))
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
        left_out=_unlike(summaries, of_queries) if of_queries else 0,
    )


def _unlike(summaries: Mapping[Key, float], of_queries: Mapping[Key, float]) -> int:
    """How many values for the query ``all`` are not what the values by query come to, to the decimals of trec_eval."""
    by_line: dict[tuple[str, str, str], list[float]] = {}
    for (collection, _, measure, system), value in of_queries.items():
        by_line.setdefault((collection, measure, system), []).append(value)
    n = 0
    for (collection, _, measure, system), value in summaries.items():
        row = np.array(by_line.get((collection, measure, system), []))
        n += not abs(summary_of(row, _measure(measure).aggregate) - value) <= PRINTED
    return n


def _measure(name: str) -> Measure | NamedScore:
    try:
        return Measure.parse(name)
    except (UnknownMeasure, UsageError):
        return NamedScore(name)

"""Ranked documents in a table with a heading, separated by commas, tabs or semicolons: `csv`.

Columns are called as in frames, or as in Quepid's export of a snapshot (Query Text, Doc ID, Doc Position): it is a run.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from irassay.errors import InputError, cut
from irassay.formats import bulk, columns
from irassay.formats.problems import Problems
from irassay.formats.separated import records, separator

# As Quepid and people call them, besides the names in `columns`.
ALIASES = {"query_text": "query", "doc_position": "rank", "position": "rank", "snapshot_name": "run"}


def looks_like(line: str) -> bool:
    """A heading with a query, a document and a score or rank, and no grade."""
    sign = separator(line)
    return sign in line and columns.holds(_names(line.split(sign))) in (("runs",), ("labels", "runs"))


def read_lists(path: str, *, system: str) -> list[bulk.Part]:
    """Rankings from a table; without a column for it, the run is called `system`."""
    problems = Problems(path)
    rows = records(path, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    if heading is None:
        raise InputError(f"{path} has no line of data, expected a heading and documents")
    names = _names(heading[1])
    place = columns.places(names, "runs", source=path)
    at = {role: names.index(name.lower()) for role, name in place.items()}
    found: dict[str, list[Any]] = {role: [] for role in at}
    numbers: list[int] = []
    for number, cells in rows:
        if len(cells) != len(names):
            problems.add(number, f"{len(cells)} cells, expected {len(names)} as in the heading")
            continue
        numbers.append(number)
        for role, i in at.items():
            found[role].append(_number(cells[i], role, number, problems) if role in ("score", "rank") else cells[i])
    problems.raise_if_any()
    if not numbers:
        raise InputError(f"{path} has no line of data, expected documents below the heading")
    return bulk.runs(
        found,
        source=path,
        system=system,
        where=numbers.__getitem__,
        skipped={"header": 1},
        left_out=columns.others(names, place),
    )


def written(rows: Iterable[tuple[str, str, str, float, int]]) -> Iterator[str]:
    """Such a table. `rows` are of run, query, document, score and rank."""
    import csv
    import io

    buffer = io.StringIO()
    write = csv.writer(buffer, lineterminator="\n").writerow
    write(["run", "query_id", "doc_id", "score", "rank"])
    for run, query, doc, score, rank in rows:
        write([run, query, doc, repr(score), rank])
    yield buffer.getvalue()


def _names(cells: Iterable[str]) -> list[str]:
    plain = [cell.strip().strip('"').strip().lower().replace(" ", "_") for cell in cells]
    return [ALIASES.get(name, name) for name in plain]


def _number(cell: str, role: str, number: int, problems: Problems) -> float:
    try:
        return float(cell)
    except ValueError:
        problems.add(number, f"{role} is {cut(cell)}, expected a number")
        return 0.0

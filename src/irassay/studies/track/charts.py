"""Rows and marks by kind, for the charts of a track's runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.arrays import F64
from irassay.comparison.equality import rounding
from irassay.result import Column, Table
from irassay.studies.track.track_data import NOT_STATED, Track
from irassay.studies.track.words import kind_of

TOP = 10  # first runs among which an order is looked at by itself
DIGITS = 4
Row = tuple[str, str, str, str, float, bool]  # column, heading, kind, run, mean, best of the kind


def members(track: Track, column: str) -> dict[str, list[str]]:
    """kind -> its runs, best first; kinds with most runs first."""
    types = track.of(column)
    return {kind: [s for s in track.systems if types.get(s) == kind] for kind in track.kinds()[column]}


def kinds_rows(track: Track, means: F64, upward: F64, headings: Mapping[str, str]) -> list[Row]:
    """Rows of every column's kinds under its heading; `turned` is higher for the better and says which is best."""
    place = {system: i for i, system in enumerate(track.systems)}
    rows: list[Row] = []
    for column, heading in headings.items():
        for kind, systems in members(track, column).items():
            least = max(float(upward[place[s]]) for s in systems) - rounding(upward)
            rows += [
                (column, heading, kind_of(column, kind), s, float(means[place[s]]), float(upward[place[s]]) >= least)
                for s in systems
            ]
    return rows


def strips_table(name: str, title: str, rows: Sequence[Row], unit: str, digits: int) -> Table:
    """The table behind strips of kinds."""
    columns = [
        Column("panel", [r[0] for r in rows]),
        Column("heading", [r[1] for r in rows]),
        Column("kind", [r[2] for r in rows]),
        Column("system", [r[3] for r in rows]),
        Column("mean", [r[4] for r in rows], unit, digits=digits),
        Column("best", [r[5] for r in rows], definition="of its kind"),
    ]
    return Table(name, title, columns)


def points(name: str, title: str, track: Track, x: F64, y: F64, x_unit: str, y_unit: str) -> Table:
    """A table of one mark a run, with its kind where charts tell kinds apart."""
    columns = [
        Column("system", list(track.systems)),
        Column("x", x.tolist(), x_unit, "to the right", DIGITS),
        Column("y", y.tolist(), y_unit, "upward", DIGITS),
    ]
    column = track.marked_by
    if column:
        types = track.of(column)
        columns.append(Column("kind", [kind_of(column, types[s]) if s in types else NOT_STATED for s in track.systems]))
    return Table(name, title, columns)

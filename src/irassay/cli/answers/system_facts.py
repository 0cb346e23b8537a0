"""The metadata of the systems that are compared, under the names that they have now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.errors import InputError, cut
from irassay.messages import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from irassay.collection.metadata import Metadata
    from irassay.collection.renaming import Renaming

SHOWN = 3  # names in a message


def columns_of(
    source: str | None, systems: Iterable[str], renaming: Renaming
) -> tuple[Mapping[str, Mapping[str, str]], list[str]]:
    """Column -> system -> value of a file, {} without one, and a sentence where a system has no row, by its own or its
    new name. InputError where no row is about a system, or rows of one differ."""
    from irassay.formats.reading.metadata import read_metadata
    from irassay.preflight.metadata_values import without_row

    if not source:
        return {}, []
    about, there = read_metadata(source), list(dict.fromkeys(systems))
    names = {row: _name_now(row, there, renaming) for row in about.systems}
    rows_of: dict[str, list[str]] = {}
    for row, name in names.items():
        rows_of.setdefault(name, []).append(row)
    without = [system for system in there if system not in rows_of]
    if len(without) == len(there):
        rows, runs = _first(about.systems), _first(there)
        raise InputError(f"{source} has rows of {rows}, none of a run that is compared: {runs}")
    kept = about.sel(_row_of(name, rows, about, source) for name, rows in rows_of.items())
    others = [row for row, name in names.items() if name not in there]
    finding = without_row(without, len(there), others) if without else None
    return kept.renamed(names).columns, [f"{finding.text}: {finding.where[0]}"] if finding else []


def _name_now(row: str, there: list[str], renaming: Renaming) -> str:
    if row in there:
        return row
    name = renaming(row)
    return name if name in there else row


def _row_of(name: str, rows: list[str], about: Metadata, source: str) -> str:
    """The row that counts for a system: that of its new name, or else the only one, or one of equal rows."""
    if name in rows:
        return name
    first, *others = rows
    for other in others:
        if about.of(other) != about.of(first):
            raise InputError(f"{source}: the rows of {cut(first)} and {cut(other)}, both {cut(name)}, differ")
    return first


def _first(names: Iterable[str]) -> str:
    return listed([cut(name) for name in names], SHOWN)

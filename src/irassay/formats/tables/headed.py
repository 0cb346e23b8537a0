"""A table with a heading, column by column: what labels and runs in CSV share."""

from __future__ import annotations

from irassay.errors import InputError
from irassay.formats.tables import columns
from irassay.formats.tables.separated import name_of, records
from irassay.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from irassay.formats.sources.problems import Problems

NO_ALIAS: Mapping[str, str] = {}


class HeadedTable(Record):
    """The columns that have a role, cell by cell; rows of another width are problems and not among them."""

    roles: Mapping[str, list[str]]
    lines: Sequence[int]  # of each row
    left_out: Mapping[str, int]


def names_of(cells: Sequence[str], aliases: Mapping[str, str] = NO_ALIAS) -> list[str]:
    """The columns' names as they are compared, other spellings replaced."""
    return [aliases.get(name, name) for name in map(name_of, cells)]


def read_table(path: str, kind: str, problems: Problems, aliases: Mapping[str, str] = NO_ALIAS) -> HeadedTable:
    """The table of labels or runs in `path`; InputError where the file is empty, or a column is missing."""
    rows = records(path, problems)
    heading = next(rows, None)
    problems.raise_if_any()
    if heading is None:
        raise InputError(f"{path} has no line of data, expected a heading and {kind}")
    names = names_of(heading[1], aliases)
    place = columns.places(names, kind, source=path)
    at = {role: names.index(name) for role, name in place.items()}
    roles: dict[str, list[str]] = {role: [] for role in at}
    lines: list[int] = []
    for line, cells in rows:
        if len(cells) != len(names):
            problems.add(line, f"{len(cells)} cells, expected {len(names)} as in the heading")
            continue
        lines.append(line)
        for role, i in at.items():
            roles[role].append(cells[i])
    return HeadedTable(roles=roles, lines=lines, left_out=columns.others(names, place))

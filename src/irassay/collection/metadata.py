"""Metadata of systems: group, model, cost. Reading is in formats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from irassay.upward import notebook_html

NOT_STATED = ""  # the value of a system that is not in a column
POOLED_COLUMNS = ("pooled", "contributed_judgments", "contributed", "in_pool", "judged")
NO = ("no", "false", "0", "n")  # as a column of these says it
MOST_KINDS = 6  # values of a column up to which they are kinds of systems
FEWEST_OF_A_KIND = 2  # systems
GROUP_COLUMNS = ("group", "team", "participant", "organisation", "organization", "site", "submitted by")


def group_column(columns: Iterable[str]) -> str:
    """The first column whose name says that it holds the groups of systems; "" where there is none."""
    return next((name for name in columns if name.lower() in GROUP_COLUMNS), "")


def kinds_in_column(values: Mapping[str, str], systems: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The kinds into which a column parts systems, those of most systems first, and system -> value of the others;
    kinds are of two systems or more, among two to six values."""
    of = {system: value for system in systems if (value := values.get(system))}
    counts: dict[str, int] = {}
    for value in of.values():
        counts[value] = counts.get(value, 0) + 1
    kinds = [value for value, n in counts.items() if n >= FEWEST_OF_A_KIND]
    if len(counts) > MOST_KINDS or len(kinds) < 2:
        return [], {}
    kinds.sort(key=lambda value: (-counts[value], value))
    return kinds, {system: value for system, value in of.items() if value not in kinds}


def unpooled(columns: Mapping[str, Mapping[str, str]], systems: Iterable[str]) -> tuple[str, list[str]]:
    """The first column that marks some of the systems as not pooled, but not all, and these systems."""
    for name in filter(is_of_pooling, columns):
        answers = {system: columns[name].get(system, NOT_STATED).strip().lower() for system in systems}
        if len({answer in NO for answer in answers.values() if answer}) == 2:
            return name, [system for system, answer in answers.items() if answer in NO]
    return "", []


def is_of_pooling(column: str) -> bool:
    """Whether a column says, by its name, which systems contributed to the pool."""
    return column.strip().lower() in POOLED_COLUMNS


class Metadata:
    """Columns about systems, as text.

    Parameters
    ----------
    columns : mapping of str to mapping of str to str
        Column -> system -> value. A system may be missing from a column: that reads as not stated.

    Examples
    --------
    >>> about = Metadata({"group": {"bm25": "IR lab"}, "neural": {"bm25": "no", "colbert": "yes"}})
    >>> about.of("colbert")
    {'group': '', 'neural': 'yes'}
    >>> about.systems
    ('bm25', 'colbert')
    """

    __slots__ = ("columns", "systems")

    columns: Mapping[str, Mapping[str, str]]

    def __init__(self, columns: Mapping[str, Mapping[str, str]] | None = None) -> None:
        self.columns = {name: dict(values) for name, values in (columns or {}).items()}
        # Of any column, in order of first occurrence.
        self.systems = tuple(dict.fromkeys(s for values in self.columns.values() for s in values))

    def of(self, system: str) -> dict[str, str]:
        """All columns' values for one system.

        Parameters
        ----------
        system : str

        Returns
        -------
        dict of str to str
            Column -> value; "" where a column doesn't have the system.

        Examples
        --------
        >>> Metadata({"group": {"bm25": "IR lab"}}).of("colbert")
        {'group': ''}
        """
        return {name: values.get(system, NOT_STATED) for name, values in self.columns.items()}

    def sel(self, systems: Iterable[str]) -> Metadata:
        """Only these systems; columns stay, even where they become empty.

        Parameters
        ----------
        systems : iterable of str

        Returns
        -------
        Metadata

        Examples
        --------
        >>> Metadata({"group": {"bm25": "IR lab", "colbert": "NLP lab"}}).sel(["colbert"]).columns
        {'group': {'colbert': 'NLP lab'}}
        """
        wanted = set(systems)
        return Metadata(
            {name: {s: value for s, value in values.items() if s in wanted} for name, values in self.columns.items()}
        )

    def renamed(self, names: Mapping[str, str]) -> Metadata:
        """The same columns with some systems under other names.

        Parameters
        ----------
        names : mapping of str to str
            Old name -> new name; a system that is not there keeps its own.

        Returns
        -------
        Metadata

        Examples
        --------
        >>> Metadata({"group": {"a": "IR lab"}}).renamed({"a": "run 1"}).columns
        {'group': {'run 1': 'IR lab'}}
        """
        return Metadata(
            {name: {names.get(s, s): value for s, value in values.items()} for name, values in self.columns.items()}
        )

    def __bool__(self) -> bool:
        return bool(self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Metadata) and self.columns == other.columns

    _repr_html_ = notebook_html

    def __repr__(self) -> str:
        return f"Metadata({len(self.columns)} columns, {len(self.systems)} systems)"

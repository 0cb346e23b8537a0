"""Groups of articles: those that a column of a wiki's tables lists, or those of a table of one's own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from irassay.errors import InputError
from irassay.evidence.nouns import Group, ListedColumn, Page
from irassay.evidence.tables import columns_of
from irassay.formats.format import PARQUET
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import head_of
from irassay.formats.tables import parquet_file
from irassay.formats.tables.from_columns import row_number
from irassay.formats.tables.separated import read_table
from irassay.messages import plural
from irassay.record import Record

EMPTY_CELL = "empty-cell"  # a row has no link in that column
NO_ARTICLE = "no-article"  # a link leads to no article
NO_COLUMN = "no-column"  # a list has no column with such a heading
FEW_MEMBERS = "few-members"  # fewer than FEWEST
FEWEST = 2


class Discarded(Record):
    """A column or a group that is not used, the rule that it breaks, and by what."""

    path: tuple[str, ...]
    rule: str
    detail: str


def groups_of(
    pages: Iterable[Page],
    *,
    title: str = "List of",
    resolve: Callable[[str], str],
    is_article: Callable[[str], bool],
    columns: Callable[[Page], Iterable[ListedColumn]] = columns_of,
) -> tuple[list[Group], list[Discarded]]:
    """The groups that the tables of a wiki's lists make, and the columns that make none.

    Columns of one path are one group: their articles belong together, and apart each would count the evidence of the
    others as wrong. So it is left out whole where one of them is.

    Parameters
    ----------
    pages : iterable of Page
        Pages of the wiki; only articles are read whose title begins with `title`.
    title : str
        How the titles of lists begin.
    resolve : callable
        Title -> the title that it leads to through redirects, itself without one.
    is_article : callable
        Title -> whether there is such an article.
    columns : callable
        A page -> the columns of its tables: `columns_of`, or `columns_of_html`, with its options.

    Returns
    -------
    tuple of list of Group and list of Discarded
        The groups, in the order of the pages; and each column with an empty cell (``empty-cell``) or a title without an
        article (``no-article``), and each group of one member (``few-members``).

    Notes
    -----
    *Source*: D-MERIT (Rassin et al. 2024), section 2.2.

    Examples
    --------
    >>> text = "{|\\n! Name !! Eats\\n|-\\n| [[Barn owl]] || [[Vole]]\\n|-\\n| [[Tawny owl]] || [[Frog]]\\n|}"
    >>> owls = Page("List of owls", text, "", 1)
    >>> groups, discarded = groups_of([owls], resolve=str, is_article=lambda title: True)
    >>> groups[0].path, groups[0].members, discarded
    (('List of owls', 'Name'), ('Barn owl', 'Tawny owl'), [])
    """
    members: dict[tuple[str, ...], dict[str, None]] = {}
    discarded = []
    for page in pages:
        if page.redirect or not page.title.startswith(title):
            continue
        found = list(columns(page))
        if not found:
            discarded.append(Discarded((page.title,), NO_COLUMN, "no table has one"))
        for column in found:
            titles = [cell and resolve(cell) for cell in column.cells]
            if broken := _broken_rule(titles, is_article):
                discarded.append(Discarded(column.path, *broken))
            else:
                members.setdefault(column.path, {}).update(dict.fromkeys(filter(None, titles)))
    lost = {one.path for one in discarded}
    groups = [Group(path=path, members=tuple(titles)) for path, titles in members.items() if path not in lost]
    few = [group for group in groups if len(group.members) < FEWEST]
    discarded += [Discarded(group.path, FEW_MEMBERS, plural(len(group.members), "member")) for group in few]
    return [group for group in groups if len(group.members) >= FEWEST], discarded


def _broken_rule(titles: Sequence[str | None], is_article: Callable[[str], bool]) -> tuple[str, str] | None:
    """The rule that a column of titles breaks, and by what."""
    for row, title in enumerate(titles, 1):
        if title is None:
            return EMPTY_CELL, f"row {row}"
        if not is_article(title):
            return NO_ARTICLE, title
    return None


def read_members(path: str | os.PathLike[str]) -> list[Group]:
    """The groups of a table with the columns *group* and *member*: Parquet, or separated by tabs, commas or semicolons.

    Parameters
    ----------
    path : str or path
        The table: a heading, and a member a row.

    Returns
    -------
    list of Group
        In the table's order. A path is the group's name alone; a member that stands twice in a group counts once.

    Raises
    ------
    InputError
        Where a column is missing, there is no row, or a row lacks its group or its member.
    """
    source = os.fspath(path)
    problems = Problems(source)
    members: dict[str, dict[str, None]] = {}
    for place, *cells in _rows(source, problems):
        group, member = ("" if cell is None else str(cell).strip() for cell in cells)
        if not (group and member):
            problems.add(place, "a row without its group or its member, expected both")
        members.setdefault(group, {})[member] = None
    problems.raise_if_any()
    if not members:
        raise InputError(f"{source} has no row, expected a group and a member in each")
    return [Group(path=(group,), members=tuple(titles)) for group, titles in members.items()]


def _rows(path: str, problems: Problems) -> Iterator[tuple[int | str, object, object]]:
    """The place, the group and the member of each row of a table."""
    if head_of(path).startswith(PARQUET):
        roles, _ = parquet_file.read_columns(path, "groups")
        places: Iterable[int | str] = map(row_number, range(len(roles["group"])))
    else:
        table = read_table(path, "groups", problems)
        roles, places = dict(table.roles), table.lines
    return zip(places, roles["group"], roles["member"], strict=True)

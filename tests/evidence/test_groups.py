"""Groups of articles: from pages of lists made by hand, and from tables of one's own."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from irassay.errors import InputError
from irassay.evidence import Group, Page
from irassay.evidence.groups import EMPTY_CELL, FEW_MEMBERS, NO_ARTICLE, NO_COLUMN, Discarded, groups_of, read_members
from irassay.evidence.tables import columns_of
from irassay.formats.sources.lines import Problems
from irassay.formats.tables.parquet_file import bytes_of
from tests.evidence.tables_by_hand import page

ARTICLES = {"Barn owl", "Tawny owl", "Eagle owl", "Snowy owl"}
REDIRECTS = {"Tyto alba": "Barn owl"}


def table(*names: str, head: str = "Name") -> str:
    return f"{{|\n! {head} !! Year\n" + "".join(f"|-\n| {name} || 1990\n" for name in names) + "|}\n"


def groups_in(
    *pages: Page, heading: str = "name", **options: str
) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Groups and what is discarded, as tuples of their fields."""
    groups, discarded = groups_of(
        pages,
        resolve=lambda title: REDIRECTS.get(title, title),
        is_article=ARTICLES.__contains__,
        columns=partial(columns_of, heading=heading),
        **options,
    )
    return [_fields(group) for group in groups], [_fields(one) for one in discarded]


def _fields(record: Group | Discarded) -> tuple[object, ...]:
    return tuple(vars(record).values())


def test_a_column_of_a_list_is_a_group() -> None:
    """Two owls under a section; one of them by a redirect, and again under its own title."""
    text = "== '''Old''' world ==\n" + table("[[Tyto alba]]", "[[Tawny owl|Tawny]]", "[[Barn owl]]")
    path = ("List of owls", "Old world", "Name")
    assert groups_in(page(text)) == ([(path, ("Barn owl", "Tawny owl"))], [])


def test_only_articles_with_such_a_title_are_read() -> None:
    text = table("[[Barn owl]]", "[[Tawny owl]]", head="Bird")
    other = Page("Owls", text, "", 1)
    redirect = Page("List of birds", text, "List of owls", 2)
    assert groups_in(other, redirect, heading="bird") == ([], [])
    assert groups_in(other, heading="bird", title="Owl")[0] == [(("Owls", "Bird"), ("Barn owl", "Tawny owl"))]
    assert groups_in(other, title="Owl") == ([], [(("Owls",), NO_COLUMN, "no table has one")])


def test_a_column_with_a_hole_is_discarded_whole_and_says_by_what() -> None:
    empty, unknown = table("[[Barn owl]]", "Tawny owl", "[[Gone]]"), table("[[Barn owl]]", "[[Gone]]", head="Full name")
    assert groups_in(page(empty + unknown)) == (
        [],
        [(("List of owls", "Name"), EMPTY_CELL, "row 2"), (("List of owls", "Full name"), NO_ARTICLE, "Gone")],
    )


def test_columns_of_one_path_are_one_group() -> None:
    """Two tables of a section, of one owl and of three; a third stands under another section."""
    one, three = table("[[Barn owl]]"), table("[[Snowy owl]]", "[[Barn owl]]", "[[Eagle owl]]")
    groups, discarded = groups_in(page(f"== A ==\n{one}{three}== B ==\n{one}"))
    assert groups == [(("List of owls", "A", "Name"), ("Barn owl", "Snowy owl", "Eagle owl"))]
    assert discarded == [(("List of owls", "B", "Name"), FEW_MEMBERS, "1 member")]


def test_a_member_over_several_rows_counts_once() -> None:
    text = "{|\n! Name !! Year\n|-\n| rowspan=2 | [[Barn owl]] || 1\n|-\n| 2\n|-\n| [[Eagle owl]] || 3\n|}"
    assert groups_in(page(text))[0] == [(("List of owls", "Name"), ("Barn owl", "Eagle owl"))]


def test_a_table_without_an_end_is_told() -> None:
    problems = Problems("wiki.xml")
    groups_of([page("{|\n! Name")], resolve=str, is_article=bool, columns=partial(columns_of, problems=problems))
    assert problems.total == 1


@pytest.mark.parametrize("sign", ["\t", ",", ";"])
def test_a_table_of_groups_is_read(tmp_path: Path, sign: str) -> None:
    rows = (
        ("Member", "Note", "Group"),
        ("Barn owl", "", "owls"),
        ("Robin", "x", "songbirds"),
        (" Barn owl", "", "owls"),
    )
    path = tmp_path / "groups.txt"
    path.write_text("".join(sign.join(row) + "\n" for row in (*rows, ("Eagle owl", "", "owls "))))
    groups = [_fields(group) for group in read_members(path)]
    assert groups == [(("owls",), ("Barn owl", "Eagle owl")), (("songbirds",), ("Robin",))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("group,member\nowls,Barn owl\nowls,\n,Robin\n", ":3  a row without its group or its member, expected both"),
        ("group,member\nowls\n", ":2  1 cells, expected 2 as in the heading"),
        ("group,title\nowls,Barn owl\n", "has the columns group, title, expected one for each of member: member"),
        ("group,member\n", "has no row, expected a group and a member in each"),
        ("", "has no line of data, expected a heading and groups"),
    ],
)
def test_a_table_that_has_no_groups_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "groups.csv"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        read_members(path)
    assert message in str(error.value)


def test_a_group_is_left_out_whole_where_one_of_its_columns_is():
    table = "{|\n! Name\n|-\n| [[A]]\n|-\n| [[B]]\n|}\n"
    page = Page("List of owls", table + table.replace("[[B]]", "no link"), "", 1)
    groups, discarded = groups_of([page], resolve=str, is_article=lambda title: True)
    assert (groups, [one.rule for one in discarded]) == ([], ["empty-cell"])


def test_a_parquet_table_of_groups_is_read(tmp_path: Path) -> None:
    path = str(tmp_path / "groups.parquet")
    rows = {"Group": ["owls", "gulls", "owls"], "Member": ["Barn owl", "Ivory gull", "Snowy owl"]}
    Path(path).write_bytes(bytes_of(rows))
    found = [(group.path, group.members) for group in read_members(path)]
    assert found == [(("owls",), ("Barn owl", "Snowy owl")), (("gulls",), ("Ivory gull",))]
    Path(path).write_bytes(bytes_of({**rows, "Member": ["Barn owl", None, "Snowy owl"]}))
    with pytest.raises(InputError, match=r"row 2 .*without its group or its member"):
        read_members(path)

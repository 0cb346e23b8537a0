"""Columns of wiki tables: by hand, planted as grids, beside mwparserfromhell, and in linear time."""

from __future__ import annotations

import random
import sys

import mwparserfromhell
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence.tables import columns_of
from irassay.formats.sources.lines import Problems
from tests.evidence.tables_by_hand import NAMESPACES, cells, page, paths, planted


def of_cell(cell: str) -> str | None:
    """What a table says of one cell in a column beside another."""
    (column,) = cells(f"{{|\n! Name !! Year\n|-\n| {cell}\n| 1990\n|}}")
    assert len(column) == 1, "the cell made rows"
    return column[0]


@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ("[[Barn owl]]", "Barn owl"),
        ("the [[barn owl|Barn]] and [[Gone]]", "Barn owl"),
        ('style="color:red" | [[Barn owl|x]]', "Barn owl"),
        ("''[[barn_owl#Diet|Barn]]''", "Barn owl"),
        ("[[File:A.jpg|thumb|An [[Eagle owl|owl]]]] [[Barn owl]]", "Barn owl"),
        ("[[de:Eule]]", None),
        ("[[#Notes|note]] [[Barn owl]]", "Barn owl"),
        ("", None),
        ("an owl", None),
        ("{{sortname|Barn|Owl}}", "Barn Owl"),
        ("{{Sortname|Barn|Owl|Barn owl|owl, barn}}", "Barn owl"),
        ("{{sortname|Barn|Owl|link=Barn owl}}", "Barn owl"),
        ("{{sortname|Barn|Owl|dab=bird}}", "Barn Owl (bird)"),
        ("{{sortname|Barn|Owl|nolink=1}}", None),
        ("{{sortname||Minerva}}", "Minerva"),
        ("{{ill|Barn owl|de|Schleiereule|lt=Barn}}", "Barn owl"),
        ("{{Interlanguage_link|Barn owl}}", "Barn owl"),
        ("{{ill|1=Barn owl|2=de}}", "Barn owl"),
        ("{{flagathlete|[[Barn owl]]|GER}}", "Barn owl"),
        ("{{flag|France}}", None),
        ("{{nowrap|{{sortname|Barn|{{nowrap|x}}|Barn owl}}}}", "Barn owl"),
        ("{{efn|[[Gone]]}} [[Barn owl]]", "Barn owl"),
        ("an owl<ref>[[Gone|x]]</ref><!-- [[Gone]] --><nowiki>[[Gone]]</nowiki>", None),
        ("an owl<ref name=a />", None),
        ("<!-- never\n|-\n ends --> [[Barn owl]]", "Barn owl"),
        ("{{ubl\n| a\n| [[Barn owl]]\n}}", "Barn owl"),
        ("\n* [[Barn owl]]\n* [[Gone]]", "Barn owl"),
        ("[[Broken {{broken", None),
        ("[[Barn owl]] | [[Gone]]", "Barn owl"),
        ("{{sortname|Barn|{{ill|Gone}}|nolink=1}}", None),
        ("{{sortname|nolink=|Barn|Owl}}", "Barn Owl"),
        ("<!-- <nowiki> --> [[Barn owl]] </nowiki>", "Barn owl"),
    ],
)
def test_a_cell_is_the_title_of_its_first_link(cell: str, title: str | None) -> None:
    """Hand-made cells; a title written here is where a reader of the page would come to by the first link."""
    assert of_cell(cell) == title


def test_a_span_of_rows_and_columns_fills_every_place_that_it_covers() -> None:
    """A, over two rows and both names, then B and C beside one another; D claims more rows than there are."""
    table = (
        "{|\n! rowspan=2 | No !! colspan=2 | Names\n|-\n! First !! Second\n|-\n"
        "| 1 || rowspan=2 colspan=2 | [[A]]\n|-\n| 2\n|-\n| 3 || [[B]] || rowspan=9 | [[D]]\n|-\n| 4 || [[C]]\n|}"
    )
    assert paths(table) == [("Names", "First"), ("Names", "Second")]
    assert cells(table) == [("A", "A", "B", "C"), ("A", "A", "D", "D")]
    assert cells(table, "no") == [(None,) * 4]
    assert cells("{|\n! Name\n! Year\n|-\n|rowspan=0|[[A]]||1\n|-\n|2\n|}") == [("A", "A")]


def test_a_cell_that_would_cover_one_from_above_leaves_it() -> None:
    """B claims two columns, the second of which A holds."""
    table = "{|\n! Year !! Name !! Place\n|-\n| 1 || rowspan=2 | [[A]] || x\n|-\n| colspan=2 | [[B]] || [[C]]\n|}"
    assert (*cells(table, "year"), *cells(table), *cells(table, "place")) == ((None, "B"), ("A", "A"), (None, "C"))


def test_headings_repeated_below_and_rows_of_one_cell_are_no_data() -> None:
    """The same headings a second time, a part heading at the top, and a note over all columns."""
    head = "! Name !! Year\n|-\n"
    table = f"{{|\n{head}! colspan=2 | Old\n|-\n| [[A]] || 1\n|-\n{head}| [[B]] || 2\n|-\n| colspan=2 | See [[C]]\n|}}"
    assert cells(table) == [("A", "B")]
    assert paths(table) == [("Name",)]
    assert paths(f"{{|\n! !!\n|-\n{head}| [[A]] || 1\n|}}") == [("Name",)]
    assert paths(f"{{|\n! colspan=2 | Owls\n|-\n{head}| [[A]] || 1\n|}}") == [("Owls", "Name")]


def test_a_heading_of_a_row_is_a_cell() -> None:
    """Names in cells that head their rows, in the only column that the last row begins too."""
    table = "{|\n! Name !! Year\n|-\n! scope=row | [[A]]\n| rowspan=2 | 1\n|-\n! scope='row' | [[B]]\n|}"
    assert cells(table) == [("A", "B")]


def test_a_row_that_is_too_short_has_an_empty_cell() -> None:
    assert cells("{|\n! Year !! Name\n|-\n| 1\n|-\n|-\n| 2 || [[B]] || too much\n|}") == [(None, "B")]


def test_a_path_has_the_sections_and_headings_in_plain_text() -> None:
    text = (
        "== Old ==\n== '''Living''' [[Owl|owls]] {{anchor|x|\n|y=1}} ==\n=== Of&nbsp;the [[#N|North]] ===\n{|\n"
        "! [[File:A.jpg|x]] Full<br />''[[Name|{{nowrap|x}}names]]''<ref>a|b</ref>{{efn|z}}\n! Year\n|-\n|[[A]]||1\n|}"
    )
    (column,) = columns_of(page(text), namespaces=NAMESPACES)
    assert column.path == ("List of owls", "Living owls", "Of the North", "Full names")


@pytest.mark.parametrize("indent", ["", ":", "::", "*", " ", ": "])
def test_an_indented_table_is_read(indent: str) -> None:
    assert cells(f"{indent}{{|\n|+ Owls | of || ! Name\n! Name\n|-\n| [[A]]\n|}}") == [("A",)]


def test_a_table_in_a_cell_is_left_out() -> None:
    table = "{|\n! Name !! Year\n|-\n| a\n{|\n! Name\n|-\n| [[Gone]]\n|}\n[[A]]\n| 1\n|-\n| [[B]] || 2\n|}"
    assert cells(table) == [("A", "B")]


def test_a_table_without_an_end_ends_at_the_next_heading_and_is_told() -> None:
    """One before a heading, one before the page's end; a whole table between them."""
    begin = "{|\n! Name\n|-\n| [[A]]\n"
    problems = Problems("wiki.xml")
    text = f"== S ==\n{begin}\n== T ==\n| [[B]]\n{begin}|}}\n{begin}"
    columns = columns_of(page(text), namespaces=NAMESPACES, problems=problems)
    assert [column.path[1] for column in columns] == ["S", "T", "T"]
    assert [column.cells for column in columns] == [("A",)] * 3
    what = "a table without an end, expected a line with |} before the next heading"
    assert [line for _, line in problems.lines] == [f"wiki.xml: List of owls > {s}  {what}" for s in "ST"]


def test_what_is_broken_in_a_cell_spoils_no_other_row() -> None:
    table = "{|\n! Name !! Year\n|-\n| [[A]] {{x || [[y\n|-\n| [[B]] }} || ]]\n|-\n| [[C]] <ref>x || 1\n|}"
    assert cells(table) == [("A", "B", "C")]


def test_a_page_without_such_a_column_has_none() -> None:
    for text in (
        "",
        "|-\n| [[A]]\n|}",
        "{|\n|}",
        "{|\n! Name\n|}",
        "{|\n| Name\n|-\n| [[A]]\n|}",
        "{|\n! Year\n|-\n| [[A]]",
    ):
        assert cells(text) == []


@pytest.mark.parametrize("hundred", range(3))
def test_planted_tables_come_out_as_their_grids(hundred: int) -> None:
    """The truth is the grid from which the wikitext was written: spans, nested headings, repeated headings, dirt."""
    for seed in range(hundred * 100, hundred * 100 + 100):
        text, truth = planted(seed)
        columns = columns_of(page(text), namespaces=NAMESPACES)
        assert [(column.path[1:], column.cells) for column in columns] == truth, f"seed {seed}"


@given(
    st.lists(
        st.sampled_from(
            [
                "{|",
                "|}",
                "|-",
                "|+",
                "!",
                "|",
                "!!",
                "||",
                "[[",
                "]]",
                "{{",
                "}}",
                "\n",
                "=",
                "==",
                "name",
                "a",
                "<ref>",
                "</ref>",
                "<!--",
                "-->",
                ":",
                "rowspan=3",
            ]
        )
    )
)
def test_any_markup_is_read_and_has_no_more_rows_than_it_begins(pieces: list[str]) -> None:
    """Signs in any order, each on a line of its own or not; a table's rows are its separators and one more."""
    for text in ("".join(pieces), "\n".join(pieces), "{|\n! name\n|-\n|" + "\n|".join(pieces)):
        assert all(len(column) <= text.count("|-") + 1 for column in cells(text, ""))


def _by_mwparserfromhell(text: str) -> list[list[str | None]]:
    """Columns of a table without spans, as that library parses it: its first row has the headings."""
    (table,) = mwparserfromhell.parse(text).filter_tags(matches=lambda tag: tag.tag == "table")
    rows = [
        row.contents.filter_tags(recursive=False) for row in table.contents.filter_tags(matches=lambda t: t.tag == "tr")
    ]
    links = [[cell.contents.filter_wikilinks() for cell in row if cell.tag == "td"] for row in rows[1:]]
    return [[str(link[0].title) if link else None for link in column] for column in zip(*links, strict=True)]


def test_plain_tables_are_what_mwparserfromhell_reads() -> None:
    """Tables without spans and dirt, which that parser reads right."""
    for seed in range(20):
        rng = random.Random(seed)
        width = rng.randint(1, 4)
        text = "{| class=x\n|-\n" + "".join(f"! Name {i}\n" for i in range(width))
        for row in range(rng.randint(1, 6)):
            links = (f"[[Owl {row} {i}|{{{{x|y}}}}]]" if rng.random() < 0.8 else "no" for i in range(width))
            text += "|-\n" + "".join(f"| {rng.choice(('', 'class=x | '))}{link}\n" for link in links)
        assert [[*column] for column in cells(text + "|}")] == _by_mwparserfromhell(text + "|}"), f"seed {seed}"


def _steps(text: str) -> int:
    """How many lines of the scanner run for a page."""
    count = 0

    def trace(frame: object, event: str, _: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        columns_of(page(text))
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "|-\n| [[Owl|x]] || {{a|b}} <ref>c</ref>\n",
        "{{",
        "[[",
        "{{a|[[",
        "<ref>",
        "<!--",
        "{|\n",
        "|-\n! colspan=9 rowspan=99 | Name\n",
    ],
)
def test_twice_the_page_takes_twice_the_steps(piece: str) -> None:
    """Counted in lines that run: 12 KB of rows, of what never ends, and of spans on spans."""
    once, twice = (_steps("{|\n! Name\n|-\n| " + piece * (size // len(piece)) + "\n|}") for size in (6_000, 12_000))
    assert twice < 2.2 * once + 1_000

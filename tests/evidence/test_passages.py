"""Passages: hand-made wikitext with each kind of dirt and what a reader sees, and planted articles made of it."""

from __future__ import annotations

import re
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import MissingLibrary, UsageError
from irassay.evidence.dump import read_dump, wiki
from irassay.evidence.nouns import Page
from irassay.evidence.passages import is_disambiguation, passages_of
from irassay.evidence.wiki_text import LONGEST, headings, plain
from tests.evidence.wikis_by_hand import DIRT, INFOBOX, MARKS, TABLE, articles, export, packings

NAMES = frozenset({"file", "image", "category", "datei", "wikipedia"})


def introduction(text):
    """Text and links of the introduction; None where there is none."""
    passages = passages_of(Page("Owl", text, "", 1), namespaces=NAMES)
    assert len(passages) < 2
    return (passages[0].text, passages[0].links) if passages else None


@pytest.mark.parametrize("dirt", [*DIRT, "{{#if: a | b}}", "{{PAGENAME}}", "{{{x|y}}}", "[https://a.example]"])
def test_of_dirt_nothing_stays(dirt):
    assert introduction(f"An owl\n{dirt}\nis a [[bird]].") == ("An owl is a bird.", ("Bird",))
    assert introduction(dirt) is None


@pytest.mark.parametrize(("source", "text"), MARKS)
def test_of_marks_the_text_stays(source, text):
    assert introduction(f"An {source} x") == (f"An {text} x", ())


@pytest.mark.parametrize(
    ("source", "text", "links"),
    [
        ("{{sortname|Anna|Seghers}}", "Anna Seghers", ("Anna Seghers",)),
        ("{{Sortname|Anna|Seghers|Anna Seghers (writer)}}", "Anna Seghers", ("Anna Seghers (writer)",)),
        ("{{sortname|Anna|Seghers|dab=writer}}", "Anna Seghers", ("Anna Seghers (writer)",)),
        ("{{sortname|Anna|Seghers|nolink=1}}", "Anna Seghers", ()),
        ("{{ill|haus_am See|de|Haus|lt=the house}}", "the house", ("Haus am See",)),
        ("{{Interlanguage link|Haus|de}}", "Haus", ("Haus",)),
        ("[[a]] [[B#c|b]] [[A|''again'']] [[A]]", "a b again A", ("A", "B")),
        ("[[bird]]s and [[owl|]]", "birds and owl", ("Bird", "Owl")),
        ("[[:Category:Owls|the owls]] [[:Category:Owls]]", "the owls Category:Owls", ()),
        ("owl (''[[Tyto]]''; {{IPA|x}})", "owl (Tyto; )", ("Tyto",)),
        ("owl ({{IPA|x}}) is", "owl is", ()),
        ("owl ({{IPA|x}}; from [[Latin]]) is", "owl (from Latin) is", ("Latin",)),
        ("main() is ( )", "main() is ( )", ()),
        ("a\nb\n\nc\n* d\n* [[e]]\nf", "a b\nc\nd\ne\nf", ("E",)),
        ("a\n<!-- x -->\nb", "a b", ()),
        ("<div>a</div>b <small>open", "a\nb open", ()),
        ("{| class=x\n| never closed\n", None, None),
        ("a <!-- never closed [[x]]", "a", ()),
        (f"{INFOBOX}{TABLE}a\n{TABLE}b", "a\nb", ()),
        ("a {{b|{{c}}}} {{Box|\n{| d\n| e\n|}\n}} {{b|{{{c}}}}} f<ref>}}</ref >", "a f", ()),
        ("a {{b|<nowiki>}}</nowiki> [[c]]}} d", "a d", ()),
        ("a &notanentity; &copy b", "a &notanentity; &copy b", ()),
    ],
)
def test_a_reader_sees_this_text_and_follows_these_links(source, text, links):
    assert introduction(source) == (None if text is None else (text, links))


@pytest.mark.parametrize(
    "before",
    [
        "<!--\n== No heading ==\n-->",
        "<nowiki>\n== No heading ==\n</nowiki>",
        "<ref>\n== No heading ==\n</ref>",
        "{{Infobox|\n== No heading ==\n}}",
        "<ref name=a />",
        "== no heading",
        "=",
    ],
)
def test_the_introduction_ends_at_the_first_heading_that_is_one(before):
    text = introduction(f"{before}\nfirst [[A]]\n==Diet== <!-- x -->\nsecond [[B]]")
    assert text is not None
    assert text[0].endswith("first A")
    assert text[1] == ("A",)


def test_sections_have_their_path_and_their_own_text():
    page = Page(
        "Owl", "Intro\n== ''Life'' ==\na [[A]]\n=== Diet ===\nb\n==== x ====\n\n== Life ==\nc\n===Diet===\nd", "", 1
    )
    passages = passages_of(page, by="section")
    assert [(one.id, one.text) for one in passages] == [
        ("Owl", "Intro"),
        ("Owl#Life", "a A"),
        ("Owl#Life/Diet", "b"),
        ("Owl#Life 2", "c"),
        ("Owl#Life/Diet 2", "d"),
    ]
    assert {one.article for one in passages} == {"Owl"}
    assert passages[1].links == ("A",)


def test_an_article_that_begins_with_a_heading_has_no_introduction():
    assert introduction("== Diet ==\nmice") is None
    assert [one.id for one in passages_of(Page("Owl", "== Diet ==\nmice", "", 1), by="section")] == ["Owl#Diet"]


@pytest.mark.parametrize(
    ("text", "is_list"),
    [
        ("{{disambiguation}}", True),
        ("{{Disambig|geo}}", True),
        ("{{hndis\n|Owl}}", True),
        ("{{ Geodis }}", True),
        ("{{Human_name disambiguation}}", True),
        ("{{template:set index article}}", True),
        ("{{Plant set index article}}", True),
        ("{{SIA}}", True),
        ("{{Ship index}}", True),
        ("__DISAMBIG__", True),
        ("{{disambiguation needed}}", False),
        ("{{about|owls|x|Owl (disambiguation)}}", False),
        ("<!-- {{disambiguation}} -->", False),
        ("[[Owl (disambiguation)]]", False),
    ],
)
def test_a_page_that_lists_meanings_has_no_passage(text, is_list):
    page = Page("Owl", f"'''Owl''' may be:\n{text}", "", 1)
    assert is_disambiguation(page) == is_list
    assert (passages_of(page) == []) == is_list


def test_a_redirect_has_no_passage():
    assert passages_of(Page("Tyto", "#REDIRECT [[Owl]] text", "Owl", 1)) == []


def test_another_word_for_what_a_passage_is_is_refused():
    with pytest.raises(UsageError, match='by is "page"; expected "article" or "section"'):
        passages_of(Page("Owl", "x", "", 1), by="page")


def test_without_the_library_its_name_and_the_way_to_it_are_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "mwparserfromhell", None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[wiki\]"'):
        introduction("x")


@pytest.mark.parametrize("packing", ["plain", "gz", "bz2", "multistream"])
def test_text_and_links_of_two_hundred_planted_articles_come_out_exactly(tmp_path, packing):
    """The oracle puts text and links together from the truth of the pieces that the wikitext was made of."""
    planted = articles(3, 200)
    path = tmp_path / "export"
    path.write_bytes(packings(export([one.page for one in planted]))[packing])
    names = wiki(str(path)).namespaces | {"wikipedia", "datei"}
    for page, truth in zip(read_dump(str(path)), planted, strict=True):
        (passage,) = passages_of(page, namespaces=names)
        assert (passage.id, passage.text, passage.links) == (truth.title, truth.plain, truth.links)


PIECES = [
    "[[",
    "]]",
    "{{",
    "}}",
    "|",
    "<ref>",
    "</ref>",
    "<!--",
    "-->",
    "==",
    "\n",
    "''",
    "'''",
    "{|",
    "|}",
    "a",
    " ",
    "&lt;",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_any_wikitext_is_read_and_its_text_has_no_white_space_to_fold(text):
    for passage in passages_of(Page("Owl", text, "", 1), by="section"):
        assert passage.text == "\n".join(" ".join(line.split()) for line in passage.text.split("\n") if line)
        assert len(set(passage.links)) == len(passage.links)
        assert "" not in passage.links


SIMPLE = [
    "[[Owl]]",
    "[[owl|the ''owl'']]",
    "[[Owl|]]",
    "[[a b#c|d]]s",
    "[[File:x]]",
    "[[//x]]",
    "[[a''b]]",
    "[[a|b|c]]",
]
MARKED = [
    *SIMPLE,
    *PIECES,
    "*",
    "#",
    ";",
    ":",
    "- ",
    "----",
    "__TOC__",
    "http://x.y",
    "//",
    "mailto:a",
    "[http://a b]",
    "[",
    "]",
]


@given(st.lists(st.sampled_from(MARKED), max_size=12).map("".join))
def test_wikitext_that_needs_no_parser_is_what_a_parser_says(text):
    """Oracle: mwparserfromhell."""
    names = frozenset({"file"})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("irassay.evidence.wiki_text._MARKUP", re.compile(""))
        parsed = plain(text, names)
    assert plain(text, names) == parsed


@pytest.mark.parametrize(
    "piece", ["<ref>", "<!--", "=", "\n= x", "{{", "<nowiki>", "\n=<!---->", "{{ ", "<!---->", "<!----> "]
)
def test_a_piece_a_hundred_thousand_times_is_looked_through_in_no_second(piece):
    text = "=" + piece * 100_000
    started = time.process_time()
    list(headings(text))
    is_disambiguation(Page("Owl", text, "", 1))
    assert time.process_time() - started < 1


def test_a_long_introduction_keeps_all_its_text_and_links():
    """By hand: so many paragraphs, and a word longer than what a parser takes at once."""
    n, word = LONGEST // 30, "w" * (LONGEST + 1)
    text, links = introduction("\n\n".join([*(f"Owl {i} eats a [[vole {i}]]." for i in range(n)), word]))
    assert text == "\n".join([*(f"Owl {i} eats a vole {i}." for i in range(n)), word])
    assert links == tuple(f"Vole {i}" for i in range(n))


@pytest.mark.parametrize("piece", ["[http://x ", "<i <", "{| ", "<b>x "])
def test_what_is_opened_and_never_closed_costs_no_more_than_in_proportion(piece):
    """Oracle: a parser takes at most `LONGEST` characters at once, however long a text is."""
    taken = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("mwparserfromhell.parse", lambda text, **_: taken.append(text))
        introduction(piece * 20_000)
    assert max(map(len, taken)) <= LONGEST
    assert "".join(taken).replace("&lt;", "<") == piece * 20_000


def test_templates_of_measures_and_languages_are_text() -> None:
    """By hand, as MediaWiki shows them but for the second unit."""
    text = "The owl is {{convert|33|cm|in}} long, {{lang|de|Schleiereule}} or {{lang-fr|effraie}}.{{coord|1|N|2|E}}"
    assert passages_of(Page("Owl", text, "", 1))[0].text == "The owl is 33 cm long, Schleiereule or effraie."

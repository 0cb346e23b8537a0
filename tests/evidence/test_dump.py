"""Exports of a wiki: every packing and schema gives the pages that were planted; what is none is refused."""

from __future__ import annotations

import re
import tracemalloc
import warnings

import pytest

from irassay.errors import InputError, Unreadable
from irassay.evidence.dump import read_dump, wiki
from irassay.formats.loss_warnings import LossWarning
from tests.evidence.wikis_by_hand import WikiPage, articles, export, head, packings, page_xml

PAGES = [
    WikiPage("Barn owl", "A [[bird]] & <ref>x</ref>."),
    WikiPage("Talk:Barn owl", "Hm.", ns=1),
    WikiPage("Tyto", "#REDIRECT [[Barn owl]]", redirect="Barn owl"),
    WikiPage("Star Trek: Voyager", ""),
]


def written(tmp_path, data, name="export"):
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return str(path)


def fields(pages):
    return [(page.title, page.text, page.redirect, page.number) for page in pages]


def read_until_stop(path):
    pages = []
    with pytest.raises(InputError) as stop:
        pages.extend(iter_into(pages, path))
    return pages, str(stop.value)


def iter_into(pages, path):
    for page in read_dump(path):
        pages.append(page)
    return ()


@pytest.mark.parametrize("packing", ["plain", "gz", "bz2", "multistream"])
def test_each_packing_has_the_pages_that_were_planted(tmp_path, packing):
    """Two hundred articles, whatever the file is called."""
    planted = articles(1, 200)
    path = written(tmp_path, packings(export([one.page for one in planted]))[packing], "export.txt")
    assert fields(read_dump(path)) == [(one.title, one.wikitext, "", i) for i, one in enumerate(planted, 1)]


@pytest.mark.parametrize("version", ["0.3", "0.10", "0.11"])
def test_each_schema_has_the_pages_of_the_main_namespace(tmp_path, version):
    """0.3 has no <ns>: the prefix says it. 0.11 has slots: the main one counts."""
    path = written(tmp_path, export(PAGES, version=version, has_ns=version != "0.3"))
    assert fields(read_dump(path)) == [
        ("Barn owl", "A [[bird]] & <ref>x</ref>.", "", 1),
        ("Tyto", "#REDIRECT [[Barn owl]]", "Barn owl", 3),
        ("Star Trek: Voyager", "", "", 4),
    ]


def test_without_slots_the_text_under_the_revision_counts(tmp_path):
    path = written(tmp_path, export(PAGES).replace("0.10", "0.11"))
    assert next(iter(read_dump(path))).text == "A [[bird]] & <ref>x</ref>."


@pytest.mark.parametrize(
    ("text", "element", "target"),
    [
        ("#REDIRECT [[barn_owl#Diet|x]]", "", "Barn owl"),
        (" #redirect: [[Barn owl]]", "", "Barn owl"),
        ("#REDIRECT [[Category:Owls]]", "", "Category:Owls"),
        ("#REDIRECT nowhere", "", ""),
        ("x #REDIRECT [[Barn owl]]", "", ""),
        ("#WEITERLEITUNG [[Barn owl]]", "<redirect />", "Barn owl"),
        ("#REDIRECT [[Other]]", '<redirect title="Barn owl" />', "Barn owl"),
    ],
)
def test_a_redirect_leads_where_its_element_or_its_text_says(tmp_path, text, element, target):
    xml = export([WikiPage("Tyto", text)]).replace("<ns>", f"{element}<ns>")
    assert next(iter(read_dump(written(tmp_path, xml)))).redirect == target


def test_the_last_of_several_revisions_counts_and_is_said_once(tmp_path):
    pages = [WikiPage(f"P{i}", "new", revisions=["old", "middle"] * (i < 3)) for i in range(5)]
    with pytest.warns(LossWarning) as losses:
        read = list(read_dump(written(tmp_path, export(pages))))
    assert [page.text for page in read] == ["new"] * 5
    assert [str(loss.message).partition(": ")[2] for loss in losses] == [
        "3 pages have several revisions; the last one in the file counts"
    ]


def test_of_two_pages_of_one_title_the_first_counts_and_both_places_are_said(tmp_path):
    pages = [WikiPage("Owl", "first"), WikiPage("Talk:Owl", "", ns=1), WikiPage("Owl", "second")]
    with pytest.warns(
        LossWarning, match=r'1 page has an earlier page\'s title; the first counts: "Owl", pages 1 and 3$'
    ):
        read = list(read_dump(written(tmp_path, export(pages))))
    assert [page.text for page in read] == ["first"]


def test_a_clean_export_is_read_without_a_warning(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(read_dump(written(tmp_path, export(PAGES))))) == 3


def test_the_wiki_says_its_namespaces_and_whether_letters_count(tmp_path):
    path = written(tmp_path, export(PAGES, case="case-sensitive"))
    assert {"gau", "talk", "file", "portal", "image"} <= wiki(path).namespaces
    assert "" not in wiki(path).namespaces
    assert wiki(path).case_sensitive
    assert not wiki(written(tmp_path, export(PAGES))).case_sensitive
    assert wiki(path).base == "https://birds.example/wiki/Birds"


def test_the_namespaces_of_a_cut_export_are_read(tmp_path):
    assert "gau" in wiki(written(tmp_path, head())).namespaces


BOMB = "<!DOCTYPE m [" + "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(20)) + "]>"


@pytest.mark.parametrize("packing", ["plain", "bz2"])
def test_an_xml_bomb_is_refused_before_anything_is_expanded(tmp_path, packing):
    """Expanded it would have 10 ** 20 characters."""
    xml = BOMB + export([WikiPage("A", "x")]).replace("x</text>", "&e20;</text>")
    with pytest.raises(InputError, match="<!DOCTYPE m>, whose entities may grow without bound"):
        list(read_dump(written(tmp_path, packings(xml)[packing])))


def test_an_entity_that_nobody_declares_is_refused_with_its_line(tmp_path):
    xml = export([WikiPage("A", "x"), WikiPage("B", "y")]).replace(">y</text>", ">&e;</text>")
    pages, message = read_until_stop(written(tmp_path, xml))
    assert [page.title for page in pages] == ["A"]
    assert "undefined entity" in message
    assert 'it stops in page 2 ("B")' in message


@pytest.mark.parametrize("packing", ["plain", "gz", "bz2", "multistream"])
def test_of_a_cut_export_the_pages_before_the_cut_come_and_then_the_place(tmp_path, packing):
    planted = articles(2, 600)
    data = packings(export([one.page for one in planted]))[packing]
    pages, message = read_until_stop(written(tmp_path, data[: len(data) * 19 // 20]))
    assert len(pages) > 100
    assert [(page.title, page.text) for page in pages] == [(one.title, one.wikitext) for one in planted][: len(pages)]
    assert "cut short" in message
    place = re.search(r"it stops (in|after) page (\d+)( \(\"Bird \d+\"\))?;", message)
    assert place
    assert int(place[2]) == len(pages) + (place[1] == "in")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "is empty"),
        (b"\n \n", "empty"),
        (b"1 0 d1 1\n", "syntax error"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "not well-formed"),
        (b"<html><page/></html>", "is XML of <html>"),
        (b"<mediawiki>" + b"<a>" * 1000, "elements deep"),
        (b"<mediawiki><page><ns>0</ns></page></mediawiki>", "a page without <title>"),
        (b"<mediawiki>\xff</mediawiki>", "not well-formed"),
    ],
)
def test_a_file_that_is_no_export_is_refused_with_what_was_expected(tmp_path, data, what):
    with pytest.raises(InputError, match="expected an XML export of MediaWiki") as stop:
        list(read_dump(written(tmp_path, data)))
    assert what in str(stop.value)


def test_a_file_that_is_not_there_is_said_as_elsewhere(tmp_path):
    with pytest.raises(Unreadable):
        list(read_dump(str(tmp_path / "none")))


def test_memory_holds_titles_and_not_pages(tmp_path):
    """20,000 pages of 1,000 characters, 20 MB in all: a tree of them would have more."""
    path = tmp_path / "export"
    text = "x" * 1000
    with path.open("w") as file:
        file.write(head())
        file.writelines(page_xml(WikiPage(f"Page {i}", text)) for i in range(20_000))
        file.write("</mediawiki>")
    tracemalloc.start()
    try:
        n = sum(1 for _ in read_dump(str(path)))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert n == 20_000
    assert peak < 8e6

"""Links of whole articles: wherever they stand, and none of what no reader can follow."""

from __future__ import annotations

import random
import time

import pytest

from irassay.evidence.wiki_text import links_of
from tests.evidence.test_collect import collect, folder, rows
from tests.evidence.wikis_by_hand import link_piece

__all__ = ["folder"]  # a fixture
NAMES = frozenset({"file", "category"})
# Places in an article, with a link in place of %s, and places where it is none.
PLACES = (
    "{{Infobox bird\n| range = %s\n}}", "{{small|x {{nobr|%s}}}}", "<ref>See %s.</ref>", "[[File:Owl.jpg|thumb|An %s]]",
    "{|\n| a || %s\n|}", "\n== Diet ==\nIt eats %s.", "* %s\n* x", "<gallery>\nFile:A.jpg|%s\n</gallery>", "''%s''",
    "<!-- x --> %s <!-- y -->",
)  # fmt: skip
HIDDEN = ("<!-- %s -->", "<nowiki>%s</nowiki>", "<pre>%s</pre>", "<ref><!-- %s --></ref>", "<math>%s</math>")


@pytest.mark.parametrize("seed", range(30))
def test_links_are_found_wherever_they_stand(seed):
    """Oracle: what was planted, in places of an article and in every spelling of a link."""
    rng, wikitext, expected = random.Random(seed), "", {}
    for _ in range(rng.randrange(1, 20)):
        title = f"Bird {rng.randrange(30)}"
        source, _ = link_piece(rng, title)
        wikitext += rng.choice(PLACES) % source + "\n"
        expected[title] = None
        wikitext += rng.choice(HIDDEN) % "[[Nobody]]" + " [[Category:Owls]] {{lang|fr|chouette}}\n"
    assert links_of(wikitext, NAMES) == tuple(expected)


@pytest.mark.parametrize("piece", ["[[a", "{{a|", "<ref>", "<!--", "<nowiki>", "[[a|", "{{ill|", "<ref><!--"])
def test_what_is_never_closed_a_hundred_thousand_times_is_looked_through_in_no_second(piece):
    started = time.process_time()
    links_of(piece * 100_000, NAMES)
    assert time.process_time() - started < 1


def test_a_passage_is_a_candidate_where_its_article_links_to_a_member_anywhere(folder):
    """By hand: the mouse names no owl in its introduction and links to one in a section, in a picture's caption."""
    wiki = (folder / "wiki.xml").read_text()
    text = "A mouse.\n== Danger ==\n[[File:Owl.jpg|thumb|A [[Tyto alba|barn owl]] and its prey]]"
    page = f"<page><title>Mouse</title><ns>0</ns><revision><text>{text}</text></revision></page></mediawiki>"
    (folder / "wiki.xml").write_text(wiki.replace("</mediawiki>", page))
    found = {}
    for name, words in {
        "passage": [], "article": ["--links-of", "article"], "sections": ["--sections"],
        "both": ["--sections", "--links-of", "article"],
    }.items():  # fmt: skip
        collect("wiki.xml", "-o", name, *words)
        found[name] = {(row[3], row[1]) for row in rows(folder / name / "to-judge.tsv")}
    assert found["article"] - found["passage"] == {("Barn owl", "Mouse")}
    assert found["passage"] < found["article"]
    mice = {name: {pair for pair in pairs if "Mouse" in pair[1]} for name, pairs in found.items()}
    assert mice["sections"] == set()  # a caption is no text
    assert mice["both"] == {("Barn owl", "Mouse")}
    assert ("Barn owl", "Vole#Danger") in found["both"] - found["sections"]

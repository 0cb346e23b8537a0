"""One spelling a title: by MediaWiki's rules, each on an example of its own; redirects: by a plain walk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence.titles import resolver_of, title_of

SPELLINGS = {
    "barn_owl": "Barn owl",
    "  Barn \u00a0__ owl ": "Barn owl",
    "Barn owl#Diet": "Barn owl",
    ":barn owl": "Barn owl",
    "AT&amp;T": "AT&T",
    "AT&T": "AT&T",
    "&eacute;tude": "Étude",
    "&#233;tude": "Étude",
    "&#xE9;tude": "Étude",
    "caf%C3%A9": "Café",
    "Cafe\u0301": "Café",
    "Fish%20%26%20chips": "Fish & chips",
    "C%23": "C",  # decoded before the fragment is parted
    "100%": "100%",
    "2001: A Space Odyssey": "2001: A Space Odyssey",
    "Star Trek: Voyager": "Star Trek: Voyager",
    "Re:Zero": "Re:Zero",
    "so: a title": "So: a title",
    "ßa": "ßa",
    "ა": "ა",
    "iPod": "IPod",
    "Owl\u200e": "Owl",
}
NONE = [
    "", "#Diet", "File:Owl.jpg", "file : owl.jpg", ":Category:Owls", "Gau:Ost", "fr:Chouette", ":zh-yue:x", "wikt:owl",
    "d:Q1", "s:Owl", "a|b", "[a", "a]", "{a", "a}", "<b", "a>", "a\x00b", "a\x07b", "caf%E9", "100%2525", "%5Ba",
    "&amp;amp;", "::a", "simple:Owl", "User_talk:X", "a\ufffd",
]  # fmt: skip


@pytest.mark.parametrize("link", SPELLINGS)
def test_each_spelling_of_a_title_is_the_one(link):
    """The oracle is the table above, written by MediaWiki's rules for links."""
    assert title_of(link) == SPELLINGS[link]


@pytest.mark.parametrize("link", NONE)
def test_what_names_no_article_has_no_title(link):
    names = frozenset({"file", "category", "gau", "user talk"})
    assert title_of(link, names) == ""


def test_a_case_sensitive_wiki_keeps_the_first_letter():
    assert title_of("owl_s", case_sensitive=True) == "owl s"


@given(st.text(alphabet="aB _:#%&;4é\u00a0[|.", max_size=12) | st.text(max_size=12))
def test_a_title_is_its_own_spelling(link):
    title = title_of(link)
    decoded_again = "%" in title or "&" in title
    assert decoded_again or title_of(title) in (
        title,
        "",
    )  # "": a first letter that fits a prefix is lower case no more


TITLES = st.integers(0, 7).map("T{}".format)


@given(st.lists(st.tuples(TITLES, TITLES | st.just("")), max_size=10))
def test_redirects_are_followed_as_a_plain_walk_follows_them(pairs):
    """The oracle walks one step at a time, at most as many as there are pairs."""
    resolve = resolver_of(pairs)
    first = dict(reversed(pairs))
    for title in map("T{}".format, range(8)):
        end = title
        for _ in range(len(pairs) + 1):
            end = first.get(end, end)
        leads_nowhere = end in first or not end
        assert resolve(title) == (title if leads_nowhere else end)


def test_a_chain_of_a_hundred_thousand_redirects_has_its_end():
    assert resolver_of((f"T{i}", f"T{i + 1}") for i in range(100_000))("T0") == "T100000"

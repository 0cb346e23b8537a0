"""Names without a link: each that was planted is found, and nothing that only looks like one."""

from __future__ import annotations

import random
import re
from collections import Counter
from xml.sax.saxutils import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence import mentions
from tests.evidence.test_collect import collect, rows

NAMES = ["Barn owl", "Barn", "iPod", "C++", "Élan vital", ".hack", "St. John's", "Owl (bird)", "Barn owl of Java"]
PIECES = [*NAMES, *map(str.lower, NAMES), *map(str.upper, NAMES), "x", "_", ".", " ", " ", "s", "'", "é", "\n"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


@given(texts=st.lists(TEXTS, max_size=4), most=st.integers(1, 3))
def test_a_name_stands_in_a_text_as_whole_words_with_its_case_but_for_the_first_letter(texts, most):
    """Oracle: each name searched in each text by itself."""

    def stands(name, text):
        first = f"[{re.escape(name[0].lower() + name[0].upper())}]"
        before = r"(?<!\w)" if re.match(r"\w", name) else ""
        after = r"(?!\w)" if re.search(r"\w\Z", name) else ""
        return re.search(before + first + re.escape(name[1:]) + after, text)

    there = [(f"{i}", text) for i, text in enumerate(texts)]
    expected = {(i, name) for name in NAMES for i, text in there if stands(name, text)}
    n = Counter(name for _, name in expected)
    found = list(mentions(there, [(name, name) for name in NAMES], most=most))
    assert set(found) == {(i, name) for i, name in expected if n[name] <= most}
    assert len(found) == len(set(found)), "each once"


def test_an_alias_names_its_article_and_one_name_may_name_two():
    names = [("Tyto alba", "Barn owl"), ("Owl", "Barn owl"), ("Owl", "Snowy owl"), ("", "Nobody"), (" ", "Nobody")]
    assert list(mentions([("p", "An owl: tyto alba.")], names)) == [
        ("p", "Barn owl"), ("p", "Barn owl"), ("p", "Snowy owl")
    ]  # fmt: skip


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """An export of 1,000 articles, and pairs of a member and a passage: of links, and of names without one."""
    monkeypatch.chdir(tmp_path)
    rng, links, named, pages = random.Random(5), set(), set(), []
    members = [f"Bird {i} of Java" for i in range(40)]
    for i in range(1000):
        title, words = members[i] if i < 40 else f"Article {i}", ["it", "is"]
        for member in rng.sample([one for one in members if one != title], 2):
            number = member.split()[1]
            alias, kind = f"Avis {number}", rng.randrange(9)
            linking = [f"[[{member}]]", f"[[{alias}|x]]"]
            naming = [f"{member},", f"bird {number} of Java.", f"(avis {number})", f"'''{alias}'''"]
            words += [[*linking, *naming, member.upper(), f"{member}n x{alias}", "x"][kind], "and"]
            if kind < 6:
                (links if kind < 2 else named).add((member, title.replace(" ", "_")))
        pages.append((title, " ".join(words), ""))
    pages += [(f"Avis {i}", "", member) for i, member in enumerate(members)]
    rows_of = "".join(f"|-\n| [[{one}]]\n" for one in members)
    pages.append(("List of birds", "{|\n! Name\n" + rows_of + "|}", ""))
    xml = "".join(
        f"<page><title>{title}</title><ns>0</ns>"
        + f"<redirect title='{leads}'/>" * bool(leads)
        + f"<revision><text>{escape(text)}</text></revision></page>"
        for title, text, leads in pages
    )
    (tmp_path / "wiki.xml").write_text(f"<mediawiki>{xml}</mediawiki>")
    return links | {(member, member.replace(" ", "_")) for member in members}, named


def test_recall_rises_by_the_names_that_were_planted_and_by_nothing_else(tmp_path, planted):
    """Oracle: names, links, other spellings and longer words, each planted in one of 1,000 articles."""
    linked, named = planted
    assert len(named - linked) > 500
    for words, expected in (([], linked), (["--mentions"], linked | named)):
        collect("wiki.xml", "-o", "birds", *words)
        assert {(row[1], row[2]) for row in rows(tmp_path / "birds" / "candidates.tsv")} == expected

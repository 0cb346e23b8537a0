"""The card of a collection, against counts by definition."""

from __future__ import annotations

from statistics import mean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.evidence.candidates import Candidate
from irassay.evidence.card import card, card_text

SIZES = st.lists(st.sampled_from([1, 2, 10, 11, 20, 21, 50, 51, 100, 101, 130]), min_size=1, max_size=5)


@given(sizes=SIZES, data=st.data())
def test_each_row_counts_the_groups_of_its_size(sizes, data):
    """Oracle: lists of tuples, counted one by one."""
    members = {f"g{i}": [f"m{i}-{j}" for j in range(size)] for i, size in enumerate(sizes)}
    own = {**{f"p{i}": f"m0-{i}" for i in range(4)}, "p4": "m1-0", "p5": "nobody"}
    every = [(group, member, passage) for group, of in members.items() for member in of[:2] for passage in own]
    some = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=20))
    table = card(members, [Candidate(group=g, member=m, passage=p) for g, m, p in some], own)
    bounds = {"1-10": (1, 10), "11-20": (11, 20), "21-50": (21, 50), "51-100": (51, 100), "more than 100": (101, 999)}
    bounds["all"] = (1, 999)
    rows = {row[0]: row[1:] for row in zip(*(column.values for column in table.columns))}
    expected = {}
    for name, (low, high) in bounds.items():
        groups = [group for group, of in members.items() if low <= len(of) <= high]
        if not groups:
            continue
        passages = {group: {p for g, _, p in some if g == group} for group in groups}
        n = [len(passages[group]) for group in groups]
        n_members = sum(len(members[group]) for group in groups)
        with_any = {(g, m) for g, m, _ in some if g in groups}
        apart = [own[p] not in members[group] for group in groups for p in passages[group]]
        expected[name] = (
            len(groups), n_members, sum(n), mean(n), median(n), min(n), max(n),
            sum(g in groups for g, _, _ in some) / n_members, n_members - len(with_any), mean(apart) if apart else None,
        )  # fmt: skip
    assert rows.keys() == expected.keys()
    for name, of in expected.items():
        found = [None if value != value else value for value in rows[name]]
        assert all(a == b or abs(a - b) < 1e-12 for a, b in zip(found, of)), name


def test_d_merits_groups_have_50_passages_each():
    """Oracle: Rassin et al., Table 2: groups by how many members they have, and passages a group. The means of its rows
    give 60,265 passages in 1,196 groups, 50.4 a group; the 60,333 that are printed of all give 50.4 too."""
    printed = {
        "1-10": (558, 25.5), "11-20": (282, 32.0), "21-50": (236, 69.8), "51-100": (77, 109.7),
        "more than 100": (43, 281.2),
    }  # fmt: skip
    members, found = {}, []
    for (name, (n, each)), size in zip(printed.items(), (5, 15, 30, 75, 120), strict=True):
        for g in range(n):
            group, passages = f"{name} {g}", round(n * each) // n + (g < round(n * each) % n)
            members[group] = [f"{name} {g} {i}" for i in range(size)]
            found += [Candidate(group=group, member=members[group][0], passage=f"{group} {i}") for i in range(passages)]
    table = card(members, found, {})
    rows = {row[0]: row[1:] for row in zip(*(column.values for column in table.columns))}
    assert {name: (rows[name][0], round(rows[name][3], 1)) for name in printed} == printed
    assert (rows["all"][0], rows["all"][2], round(rows["all"][3], 1)) == (1_196, 60_265, 50.4)
    assert round(60_333 / rows["all"][0], 1) == 50.4


@pytest.mark.parametrize(
    ("base", "said"),
    [
        ("https://de.wikipedia.org/wiki/Eulen", "CC BY-SA 4.0"),
        ("https://owls.example/wiki/Main", "that of their source"),
    ],
)
def test_the_licence_of_a_wikipedia_goes_along(base, said):
    made = {
        "from": {},
        "made": {},
        "options": {"question": "belongs-1"},
        "counts": {"evidence": 1, "queries": 1, "open": 0},
    }
    text = card_text({"read": made, "candidates": made, "write": made}, (["groups"], [["1"]]), [], [], {"base": base})
    assert said in "".join(text).partition("## Licence")[2]

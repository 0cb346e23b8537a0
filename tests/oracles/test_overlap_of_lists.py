"""Rank-biased overlap of lists of any lengths: published values with and without ties, and equation 32 in fractions."""

from __future__ import annotations

import csv
import lzma
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.agreement.correlation import rbo, rbo_of_lists
from irassay.errors import UsageError
from tests.collections_at_hand import collection, golden
from tests.oracles.test_independent_tools import nouns

# Values that accompany Corsi and Urbano (2024): x, y, p, and RBO_EXT with ties as w, a and b. Brackets are ties.
PUBLISHED = [
    (
        "(i5 i9 i13 i15 i16 i19 i20) (i3 i8)",
        "i6 (i4 i18) i2 i7 i8 i17 i14 (i11 i12) i1",
        0.958074765324023,
        0.0816485573277354,
        0.0808189832771587,
        0.0813693619867344,
    ),
    (
        "i13 (i1 i4 i5 i6)",
        "i3 i14 i11 (i10 i15) i12 (i6 i9) i4 i2",
        0.92238320668128,
        0.117578490431637,
        0.114619469221414,
        0.11474835409049,
    ),
    (
        "(i4 i7 i15) (i2 i11) i8 i18",
        "i4 i8 i17 i11 (i2 i3 i5 i7 i9 i13 i14)",
        0.955836875418683,
        0.601671359995661,
        0.584235464666522,
        0.632087129618464,
    ),
    (
        "(i3 i6) (i2 i7) i10",
        "(i3 i6 i7 i10) (i1 i2)",
        0.965413635276732,
        0.946064537517568,
        0.92051534467649,
        0.956844651806714,
    ),
    (
        "i4 (i2 i14) i7 i5 i3",
        "(i9 i13) (i6 i8) i1 i5 i10 i15 i11",
        0.986650551181127,
        0.155835200392091,
        0.155835200392091,
        0.155835200392091,
    ),
    (
        "(i1 i3 i6 i11 i15) i17 (i5 i8)",
        "(i1 i2 i3 i4 i5 i6 i7 i8 i9 i10 i11 i12)",
        0.966485585840186,
        0.647993254615828,
        0.56593642947334,
        0.658581961799868,
    ),
    (
        "i21 i20 (i1 i16 i19) (i5 i10) i4",
        "(i12 i17) (i2 i3 i8 i11) (i15 i18) (i6 i13) (i7 i14) i9",
        0.930074017489188,
        0,
        0,
        0,
    ),
    (
        "i2 i5 i3 (i1 i4)",
        "i5 i8 i2 (i3 i9)",
        0.968922741966306,
        0.580287544332462,
        0.580994268838527,
        0.583518284931614,
    ),
    (
        "i26 (i1 i2 i3 i4 i5 i6 i7 i8 i9 i10)",
        "(i19 i25) (i2 i3) (i7 i9 i12 i26) (i18 i22) (i1 i10 i14) (i5 i8)",
        0.947995253587843,
        0.567020436833909,
        0.512406299904543,
        0.542244994152802,
    ),
]
persistence = st.sampled_from([0.5, 0.8, 0.9, 0.98])
documents = st.sampled_from("abcdefghij")
lists = st.lists(documents, min_size=1, max_size=8, unique=True)


def from_brackets(text):
    """{document: score} of a list whose ties stand in brackets."""
    found, rank, tied = {}, 0, False
    for word in text.split():
        rank -= not tied
        tied = (tied or word.startswith("(")) and not word.endswith(")")
        found[word.strip("()")] = float(rank)
    return found


@pytest.mark.parametrize("case", PUBLISHED, ids=range(len(PUBLISHED)))
def test_ties_of_uneven_lists_are_as_published(case):
    x, y, p, *expected = case
    a, b = from_brackets(x), from_brackets(y)
    assert [rbo_of_lists(a, b, p=p, ties=t) for t in "wab"] == pytest.approx(expected, abs=1e-12)
    assert [rbo_of_lists(b, a, p=p, ties=t) for t in "wab"] == pytest.approx(expected, abs=1e-12)


def test_extrapolated_overlap_of_rankings_is_another_packages():
    collection("trec-dl-2021-passage")
    compared = 0
    with lzma.open(golden("outputs/independent/rbo.tsv.xz"), "rt", encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            if not row["measure"].startswith("rbo_ext(p=") or not row["case"].startswith("random"):
                continue
            ranked = []
            for system in row["system"].split("|"):
                runs = nouns(row["case"], system)[1]
                ranked.append(list(runs.ranking(runs.systems[0], row["query"])))
            if max(map(len, ranked)) > 120:
                continue  # long lists take long
            compared += 1
            p = float(row["measure"][len("rbo_ext(p=") : -1])
            assert rbo_of_lists(*ranked, p=p) == pytest.approx(float(row["value"]), abs=1e-9)
    assert compared > 500


def equation_32(one, other, p):
    """By the letter, in fractions."""
    shorter, longer = sorted((one, other), key=len)
    s, n, p = len(shorter), len(longer), Fraction(p)
    shared = [len(set(shorter[:d]) & set(longer[:d])) for d in range(n + 1)]
    total = sum(Fraction(shared[d], d) * p**d for d in range(1, n + 1))
    total += sum(Fraction(shared[s] * (d - s), s * d) * p**d for d in range(s + 1, n + 1))
    return (1 - p) / p * total + (Fraction(shared[n] - shared[s], n) + Fraction(shared[s], s)) * p**n


@settings(max_examples=150)
@given(lists, lists, persistence)
def test_without_ties_it_is_equation_32(one, other, p):
    true = float(equation_32(one, other, p))
    for ties in ("a", "b", "w"):
        assert rbo_of_lists(one, other, p=p, ties=ties) == pytest.approx(true, abs=1e-14)
    assert 0 <= true <= 1


def broken(scores):
    """Every order that breaking the ties of a list can give."""
    groups = [[d for d in scores if scores[d] == value] for value in sorted(set(scores.values()), reverse=True)]
    for ways in product(*(permutations(group) for group in groups)):
        yield [d for way in ways for d in way]


@settings(max_examples=60)
@given(st.dictionaries(documents, st.integers(0, 2).map(float), min_size=1, max_size=5), lists, persistence)
def test_ties_of_unknown_order_are_the_mean_of_equation_32_where_the_longer_list_has_none(tied, plain, p):
    if len(plain) < len(tied):
        return
    ways = [equation_32(way, plain, p) for way in broken(tied)]
    assert rbo_of_lists(tied, plain, p=p, ties="a") == pytest.approx(float(sum(ways) / len(ways)), abs=1e-14)


@given(st.lists(st.integers(0, 4), min_size=2, max_size=7), st.data(), persistence, st.sampled_from(["a", "b", "w"]))
def test_two_orders_of_the_same_documents_are_what_complete_lists_say(x, data, p, ties):
    y = data.draw(st.lists(st.integers(0, 4), min_size=len(x), max_size=len(x)))
    docs = [f"d{i}" for i in range(len(x))]
    lists_of = (dict(zip(docs, map(float, x))), dict(zip(docs, map(float, y))))
    assert rbo_of_lists(*lists_of, p=p, ties=ties) == rbo(x, y, p=p, ties=ties)


@given(
    st.dictionaries(documents, st.integers(0, 3).map(float), min_size=1),
    st.dictionaries(documents, st.integers(0, 3).map(float), min_size=1),
    persistence,
    st.sampled_from(["a", "b", "w"]),
)
def test_sides_and_names_change_nothing_and_it_lies_between_0_and_1(a, b, p, ties):
    value = rbo_of_lists(a, b, p=p, ties=ties)
    assert -1e-12 <= value <= 1 + 1e-12
    assert rbo_of_lists(b, a, p=p, ties=ties) == pytest.approx(value, abs=1e-14)
    renamed = [{f"new{d}": score * 3 + 1 for d, score in reversed(side.items())} for side in (a, b)]
    assert rbo_of_lists(*renamed, p=p, ties=ties) == pytest.approx(value, abs=1e-14)


@pytest.mark.parametrize(
    ("a", "part"), [([], "got \\[\\]"), ("abc", "got 'abc'"), (["a", "a"], "once in a"), ({"a": float("nan")}, "NaN")]
)
def test_what_is_no_list_is_refused(a, part):
    with pytest.raises(UsageError, match=part):
        rbo_of_lists(a, ["a"])

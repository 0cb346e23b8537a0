"""Laws of comparing: names, order and unit change nothing; sides are mirrored; a system more changes no other's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.comparison import compare
from tests.scores_by_hand import hand_scores

TESTS = ["randomization", "t", "wilcoxon", "sign", "bootstrap"]
CORRECTIONS = ["holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"]
DRAWN = {"n_resamples": 400, "seed": 5, "threads": 1}

# Scores in sixteenths: their sums and differences are exact, so that a law may ask for the same bits.
tables = st.integers(2, 5).flatmap(
    lambda n_systems: st.integers(3, 12).flatmap(
        lambda n_queries: st.lists(
            st.lists(st.integers(0, 16).map(lambda x: x / 16), min_size=n_queries, max_size=n_queries),
            min_size=n_systems,
            max_size=n_systems,
            unique_by=tuple,
        )
    )
)


def by_name(league, attribute):
    """A (system, system) attribute as {(row, column): value}."""
    table = getattr(league, attribute)
    return {
        (a, b): float(table[i, j]) for i, a in enumerate(league.systems) for j, b in enumerate(league.systems) if i != j
    }


def named(table, names, **options):
    """A league of rows under names."""
    return compare(hand_scores(table, systems=list(names), measure="P@10"), **{**DRAWN, **options})


def close(one, other, *, abs=1e-12):
    assert one.keys() == other.keys()
    assert list(one.values()) == pytest.approx([other[key] for key in one], abs=abs, nan_ok=True)


@pytest.mark.parametrize("test", TESTS)
@settings(max_examples=12)
@given(table=tables)
def test_sides_are_mirrored(test, table):
    league = named(table, [f"s{i}" for i in range(len(table))], test=test)
    assert (league.difference == -league.difference.T).all()
    assert np.array_equal(league.p, league.p.T, equal_nan=True)
    assert np.array_equal(league.p_corrected, league.p_corrected.T, equal_nan=True)
    off = ~np.eye(len(table), dtype=bool)
    assert ((league.p[off] >= 0) & (league.p[off] <= 1)).all()
    assert (league.p_corrected[off] >= league.p[off]).all()


@pytest.mark.parametrize("test", TESTS)
@settings(max_examples=12)
@given(table=tables, data=st.data())
def test_new_names_and_another_order_of_systems_change_no_pair(test, table, data):
    names = [f"s{i}" for i in range(len(table))]
    turned = data.draw(st.permutations(range(len(table))))
    new = {name: f"{9 - i}-renamed" for i, name in enumerate(names)}
    plain = named(table, names, test=test)
    again = named([table[i] for i in turned], [new[names[i]] for i in turned], test=test)
    for attribute in ("difference", "p", "p_corrected"):
        expected = {(new[a], new[b]): value for (a, b), value in by_name(plain, attribute).items()}
        close(by_name(again, attribute), expected)
    assert {new[name] for name in plain.leaders} == set(again.leaders)


@pytest.mark.parametrize("test", ["randomization", "t", "wilcoxon", "sign"])
@settings(max_examples=12)
@given(table=tables, data=st.data())
def test_the_order_of_queries_changes_no_pair_where_nothing_is_drawn(test, table, data):
    table = [row[:8] for row in table]  # at most 2^8 sign flips: all are tried
    order = data.draw(st.permutations(range(len(table[0]))))
    names = [f"s{i}" for i in range(len(table))]
    plain, again = (named(t, names, test=test) for t in (table, [[row[q] for q in order] for row in table]))
    for attribute in ("difference", "p", "p_corrected"):
        close(by_name(again, attribute), by_name(plain, attribute))


@pytest.mark.parametrize("test", TESTS)
@settings(max_examples=12)
@given(table=tables, factor=st.sampled_from([0.25, 0.5, 1 / 3]))
def test_the_unit_of_a_measure_changes_no_p(test, table, factor):
    names = [f"s{i}" for i in range(len(table))]
    plain, again = named(table, names, test=test), named(np.array(table) * factor, names, test=test)
    close(by_name(again, "p"), by_name(plain, "p"))
    close(by_name(again, "difference"), {k: v * factor for k, v in by_name(plain, "difference").items()})
    assert list(again.low) == pytest.approx(list(plain.low * factor), abs=1e-12)
    assert again.rank_intervals == plain.rank_intervals


@pytest.mark.parametrize("correction", CORRECTIONS)
@settings(max_examples=12)
@given(table=tables)
def test_a_system_more_changes_no_difference_and_no_p_by_itself(correction, table):
    table = [row[:8] for row in table]
    if len({tuple(row) for row in table}) < len(table):
        return
    names = [f"s{i}" for i in range(len(table))]
    fewer, more = named(table[:-1], names[:-1], correction=correction), named(table, names, correction=correction)
    pairs = by_name(fewer, "difference").keys()
    for attribute in ("difference", "p"):
        close({k: v for k, v in by_name(more, attribute).items() if k in pairs}, by_name(fewer, attribute))
    if correction in ("holm", "bonferroni"):
        corrected = by_name(more, "p_corrected")
        assert all(corrected[k] >= p - 1e-12 for k, p in by_name(fewer, "p_corrected").items())


@pytest.mark.parametrize("correction", CORRECTIONS)
@settings(max_examples=8)
@given(table=tables, threads=st.integers(2, 3))
def test_one_thread_or_many_give_the_same_bytes(correction, table, threads):
    names = [f"s{i}" for i in range(len(table))]
    one, many = (named(table, names, correction=correction, threads=t) for t in (1, threads))
    for attribute in ("mean", "low", "high", "difference", "p", "p_corrected"):
        assert getattr(one, attribute).tobytes() == getattr(many, attribute).tobytes()
    assert (one.letters, one.leaders, one.rank_intervals) == (many.letters, many.leaders, many.rank_intervals)

"""Who comes first, and whose best leads: claims held to planted truths and to every halving of a few queries.

At length: `make study-claims-of-orders`, docs/simulations.md.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from irassay.comparison.halves import half_means, luck_of_choice, same_first
from irassay.comparison.run_types import best_gap
from simulations.claims_of_orders import CLUSTERS, ESTIMATES, FIRSTS, KINDS, QUERIES, SYSTEMS, first_places, gaps
from simulations.page import rows_of
from simulations.tables import monte_carlo

WORLDS = 60


def every_halving(x: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """The two means of each way to halve the queries, by enumeration."""
    n = len(x)
    halves = [np.isin(np.arange(n), chosen) for chosen in combinations(range(n), n // 2)]
    return [(x[half].mean(axis=0), x[~half].mean(axis=0)) for half in halves]


@pytest.mark.parametrize("n_queries", [2, 7, 8])
def test_halves_agree_on_the_first_as_often_as_every_halving_does(n_queries):
    x = np.random.default_rng(n_queries).normal(np.linspace(0.6, 0, 4), 1, (n_queries, 4))
    every = every_halving(x)
    for direction in (1, -1):
        share = np.mean([np.argmax(direction * a) == np.argmax(direction * b) for a, b in every])
        found = same_first(x, [0, n_queries], direction=direction, key=1)
        assert found == pytest.approx(share, abs=0.04)


def test_of_systems_that_tie_for_the_first_place_one_is_drawn():
    x = np.full((12, 5), 0.25)
    assert same_first(x, [0, 12], direction=1, key=0) == pytest.approx(1 / 5)
    x[:, :2] = 0.5
    assert same_first(x, [0, 12], direction=1, key=0) == pytest.approx(1 / 2)
    assert np.isnan(same_first(x[:2], [0, 1, 2], direction=1, key=0))  # no collection of two queries


def test_each_collection_is_halved_by_itself_and_weighs_as_much_in_a_half():
    x = np.arange(10.0)[:, None]
    one, other = half_means(x, [0, 3, 10], key=0, n_draws=500)
    of = [
        3 / 10 * x[list(a)].mean() + 7 / 10 * x[list(b)].mean()
        for a in combinations(range(3), 1)
        for b in combinations(range(3, 10), 3)
    ]
    assert set(np.round(one[:, 0], 9)) <= set(np.round(of, 9))
    assert one.mean() == pytest.approx(np.mean(of), abs=0.2)
    assert np.allclose(half_means(x, [0, 10], key=0)[0] + half_means(x, [0, 10], key=0)[1], 9.0)
    assert other.shape == (500, 1)


def test_the_luck_of_choice_is_what_every_halving_gives():
    x = np.random.default_rng(3).normal(0, 1, (8, 5))
    falls = [a.max() - b[a.argmax()] for a, b in every_halving(x)]
    found = luck_of_choice(half_means(x, [0, 8], key=0, n_draws=20_000), 8)
    assert found == pytest.approx(np.mean(falls) * np.sqrt(0.5), abs=0.02)
    alone = half_means(x[:, :1], [0, 8], key=0)
    assert luck_of_choice(alone, 8) == 0.0
    assert np.isnan(luck_of_choice(half_means(x[:1], [0, 1], key=0), 1))


def test_of_ten_equal_systems_halves_say_the_truth_and_resamples_four_times_as_much():
    found = first_places("equal", 10, 50, n_worlds=WORLDS, seed=1)
    assert found["truth"].mean() == pytest.approx(0.1, abs=0.01)
    assert found["resamples"].mean() > 0.3
    error = found["halves"].std() / np.sqrt(WORLDS)
    assert found["halves"].mean() == pytest.approx(0.1, abs=3 * error)


@pytest.mark.parametrize(("world", "n_systems"), [("evenly spread", 10), ("one leader", 2), (CLUSTERS, 10)])
def test_halves_never_promise_much_more_than_fresh_samples_keep(world, n_systems):
    found = first_places(world, n_systems, 20, n_worlds=WORLDS, seed=2)
    over = found["halves"] - found["truth"]
    assert over.mean() < 3 * over.std() / np.sqrt(WORLDS)


def test_where_one_system_leads_clearly_halves_say_so():
    found = first_places("one leader", 2, 100, n_worlds=20, seed=3)
    assert found["halves"].mean() > 0.9


def test_kinds_of_fifty_and_of_two_equal_systems_seldom_get_a_claim():
    # The best of fifty beats the best of two by the luck of choosing: its gap, taken as it is, claims in two of three.
    of = gaps(KINDS[0], n_worlds=200, seed=1)
    assert of["wrong before"] > 0.5
    assert monte_carlo(of["wrong"], 200)[0] <= 0.05
    assert of["halved"] == pytest.approx(of["luck"], rel=0.12)  # some 5% of Monte-Carlo error of either
    assert of["resampled"] < 0.8 * of["luck"]


def test_an_interval_of_the_gap_of_equal_kinds_seldom_leaves_zero_out():
    rng = np.random.default_rng(4)
    names = [f"s{i}" for i in range(52)]
    kinds = {name: "many" if i < 50 else "few" for i, name in enumerate(names)}
    found = [
        best_gap(rng.normal(0.3, 0.2, (1, 50)) + rng.normal(0, 0.2, (52, 50)), names, kinds, "many", "few", seed=i)
        for i in range(150)
    ]
    assert monte_carlo(float(np.mean([g.low > 0 or g.high < 0 for g in found])), 150)[0] <= 0.05


def test_a_large_gap_is_still_claimed():
    large = next(k for k in KINDS if k.lead == 1.0 and not k.leaders)
    assert gaps(large, n_worlds=40, seed=1)["claims"] > 0.9


def test_a_kind_of_one_system_has_no_luck_and_the_interval_is_students():
    x = np.random.default_rng(5).normal([[0.5], [0.4]], 0.1, (2, 12))
    from scipy import stats

    found = best_gap(x, ["a", "b"], {"a": "one", "b": "two"}, "one", "two")
    theirs = stats.t.interval(0.95, 11, loc=(x[0] - x[1]).mean(), scale=stats.sem(x[0] - x[1]))
    assert found.selection_bias == 0
    assert (found.low, found.high) == pytest.approx(theirs, abs=1e-12)
    assert found.corrected == pytest.approx(found.gap, abs=1e-12)
    single = best_gap(x[:, :1], ["a", "b"], {"a": "one", "b": "two"}, "one", "two")
    assert np.isnan([single.selection_bias, single.low, single.high]).all()
    assert not single.keeps_sign


def test_the_page_has_a_row_for_every_world():
    firsts = [(w, n, q) for w in FIRSTS for n in SYSTEMS for q in QUERIES if (w, n) != (CLUSTERS, 2)]
    rows = {name: rows_of(name) for name in ("first-places", "kinds")}
    assert [tuple(r[:3]) for r in rows["first-places"]] == [(w, str(n), str(q)) for w, n, q in firsts]
    assert [r[:2] for r in rows["kinds"]] == [[k.name, f"{k.n_a} and {k.n_b}"] for k in KINDS]
    # What the page says of its tables.
    for row in rows["first-places"]:
        truth, halves = int(row[3]), int(row[3 + len(ESTIMATES)])
        assert halves <= truth + 3, row
    for row in rows["kinds"]:
        assert float(row[-2].rstrip("%")) <= 5, row

"""Labels extrapolated in worlds where it is known what is relevant: scores, orders and claims against that truth.

At length: `make study-extrapolation`, docs/simulations.md.
"""

from __future__ import annotations

import numpy as np
import pytest

from irassay import evaluate
from simulations.extrapolation import CELLS, MEASURE, Cell, held, one_world, study
from simulations.extrapolation_worlds import DEEMED, LIST, N_DOCS, WORLDS, made
from simulations.page import rows_of

SIZE = (1_000, 12)
RELEVANT, BIASED, BIASED_GOLD, NOTHING, WRONG, EQUAL = WORLDS
SHARE = 1 / 3  # of a query's passages that are relevant, in the mean


@pytest.fixture(scope="module")
def of_world():
    """What is said of one world of each kind, by its name."""
    return {world.name: one_world((Cell(world, *SIZE, 1, 1), 0), seed=1) for world in WORLDS}


def test_the_mean_bends_where_the_ideal_ranking_is_full(of_world):
    """Oracle: the ideal ranking of ten has room for the gold and nine more; only up to there more relevant raise it."""
    for world in (RELEVANT, BIASED, NOTHING):
        means = [of_world[world.name][f"mean {d}"] for d in range(DEEMED + 1)]
        rises = np.diff(means)
        assert rises[1:9].mean() < 0.7 * rises[9:].mean()
        assert abs(rises[9] - rises[10]) < 0.3 * rises[9]
        assert rises[9] > 1.5 * rises[8]


def test_where_similar_is_relevant_the_top_of_the_order_stands_and_is_the_truths(of_world):
    of = of_world[RELEVANT.name]
    assert of["weighted_tau 20"] > 0.85  # with 6,980 queries above 0.9: the page's table
    assert of["truth 20"] > 0.9


def test_the_share_of_relevant_among_the_deemed_is_that_planted(of_world):
    of, other = of_world[RELEVANT.name], of_world[NOTHING.name]
    shares = [of[f"precision {d}"] for d in (1, 5, 10, 20)]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert [other[f"precision {d}"] for d in (1, 20)] == pytest.approx([SHARE, SHARE], abs=0.06)


def test_labels_that_follow_words_favour_lexical_systems(of_world):
    unbiased, biased, biased_gold = (of_world[world.name] for world in (RELEVANT, BIASED, BIASED_GOLD))
    assert max(abs(unbiased["bias 0"]), abs(unbiased["bias 20"]), abs(biased["bias 0"])) < 1
    assert biased["bias 20"] > 2
    assert biased["gain 20 low"] > 0
    assert min(biased_gold["bias 0"], biased_gold["bias 20"]) > 2


def test_an_order_can_stand_and_be_wrong(of_world):
    """The gold was found by a lexical system, and what is near it favours such systems in the same way."""
    of = of_world[BIASED_GOLD.name]
    assert of["weighted_tau 20"] > 0.9
    assert of["truth 0"] < 0.7
    assert of["truth 20"] < 0.7
    wrong = of_world[WRONG.name]
    assert wrong["nearer 20 high"] < 0


def test_where_nothing_is_planted_hardly_anything_is_claimed():
    said = [one_world((Cell(EQUAL, 50, 12, 1, 1), number), seed=2) for number in range(12)]
    claims = [of["nearer 20 low"] > 0 or of["nearer 20 high"] < 0 for of in said]
    claims += [of["gain 20 low"] > 0 or of["gain 20 high"] < 0 for of in said]
    claims += [of["settled 20"] > 0 for of in said]
    assert sum(claims) <= 5  # of a binomial of 36 at 5%, all but two in a hundred


def test_a_world_is_what_it_says_it_is():
    of = made(BIASED_GOLD, 80, 6, draws=3, key=[1])
    grades = {query: of.truth.grades(query) for query in of.truth.queries}
    assert {len(labels) for labels in grades.values()} == {N_DOCS}
    for draw in of.draws:
        for query, gold in draw.gold.items():
            assert grades[query][gold.doc] == 1
            assert of.given.grades(query)[gold.doc] == 1
            deemed = draw.deemed[LIST][query]
            assert len(set(deemed)) == DEEMED
            assert gold.doc not in deemed
    golds = [evaluate(draw.qrels, of.runs, ["RR"]).summary[0, 0] for draw in of.draws]
    kinds = of.runs.metadata.columns["kind"]
    lexical = np.array([kinds[system] == "lexical" for system in of.runs.systems])
    assert np.mean(golds, axis=0)[lexical].mean() > np.mean(golds, axis=0)[~lexical].mean() + 0.05
    means = evaluate(of.truth, of.runs, [MEASURE]).summary[0, 0]
    assert np.corrcoef(np.arange(6), means)[0, 1] > 0.9


def test_the_same_seed_makes_the_same_world_again():
    one, other = (made(RELEVANT, 20, 4, key=[5]) for _ in range(2))
    assert study(one, seed=1).table().columns == study(other, seed=1).table().columns


def test_an_interval_is_held_to_the_mean_over_worlds():
    of = {"tau 1": np.array([0.4, 0.5, 0.6]), "tau 1 low": np.array([0.3, 0.45, 0.55]), "tau 1 high": np.full(3, 0.7)}
    assert held(of, "tau", 1) == pytest.approx(2 / 3)


def test_the_page_has_a_row_for_every_world_and_says_what_its_tables_do():
    names = [[cell.world.name, f"{cell.queries:,}"] for cell in CELLS if cell.golds == 1]
    tables = {name: rows_of(f"extrapolated-{name}") for name in ("scores", "orders", "claims", "coverage")}
    assert [row[:2] for row in tables["scores"]] == names
    assert [row[:2] for row in tables["orders"]] == names
    assert {row[0] for row in tables["coverage"]} == {world.name for world in WORLDS}
    for row in tables["coverage"]:
        assert all(int(cell.split(" to ")[0]) >= 75 for cell in row[2:]), row
    large = {row[0]: row for row in tables["orders"] if row[1] == "6,980"}
    assert float(large[RELEVANT.name][3]) > 0.9
    assert float(large[BIASED_GOLD.name][3]) > 0.9
    assert float(large[BIASED_GOLD.name][6]) < 0.6

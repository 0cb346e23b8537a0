"""Orders under other labels: on TREC-COVID as published of D-MERIT, and in a simulated world with D-MERIT's numbers."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, Runs, evaluate
from irassay.label_sets import first_retrieved, one_relevant
from tests.collections_at_hand import labels_and_runs
from tests.exploring import whatif as explore

DEPTHS = ("R@20", "R@100", "R@1000")
DRAWS = 200

# Queries of D-MERIT and their mean number of relevant passages, by how many members the group asked for has: the
# distribution that its authors publish (1,196 queries, 60,333 relevant passages, 50.4 a query).
D_MERIT = ((558, 25.5), (282, 32.0), (236, 69.8), (77, 109.7), (43, 281.2))


@pytest.fixture(scope="module")
def covid():
    """The labels of round 5, and the 126 runs, from which documents judged earlier are gone: the residual set."""
    return labels_and_runs("trec-covid-round5", "qrels.covid-round5.txt")


@pytest.fixture(scope="module")
def explored(covid):
    return explore(*covid, measures=DEPTHS, draws=DRAWS, fractions=[0.1, 0.4])


def _first(explored, select):
    return next(s for s in explored.selections if s.select == select).steps[0]


@pytest.mark.parametrize("measure", DEPTHS)
@pytest.mark.parametrize("select", ["random", "system"])
def test_pairs_that_are_clearly_apart_agree_most(explored, select, measure):
    """Rassin et al., Table 4: tau falls from pairs with p below 0.01 over 0.01 to 0.05 to the rest."""
    for step in next(s for s in explored.selections if s.select == select).steps[:-1]:
        taus = [step.tau(measure, bucket).mean for bucket in range(3)]
        assert taus == sorted(taus, reverse=True)
        assert taus[0] > taus[2] + 0.15
        assert step.agreement[measure].concordant[:, 3].sum() == 0, "identical systems have no order to keep"


@pytest.mark.parametrize(
    ("measure", "random", "system", "tied"),
    [("R@20", 0.39, 0.53, 0.15), ("R@100", 0.61, 0.58, 0.07), ("R@1000", 0.78, 0.62, 0.05)],
)
def test_on_50_queries_random_labels_lose_to_a_systems_at_20_and_win_further_down(
    explored, measure, random, system, tied
):
    """The values of an independent trial; the order of Rassin et al. (0.936 and 0.616) is turned around at 20."""
    one, found = _first(explored, "random"), _first(explored, "system")
    assert one.tau(measure).mean == pytest.approx(random, abs=0.02)
    assert found.tau(measure).mean == pytest.approx(system, abs=0.02)
    assert one.agreement[measure].tied_rate.mean() == pytest.approx(tied, abs=0.015)
    assert one.variants == DRAWS
    assert found.variants == 126


def systems_of(covid):
    """Runs by their places, of those with the same first 20 documents on every query the first."""
    qrels, runs = covid
    counted = evaluate(qrels, runs, ["R@20"]).queries
    lists = [tuple(tuple(runs.ranking(system, query)[:20]) for query in counted) for system in runs.systems]
    once = [i for i, one in enumerate(lists) if one not in lists[:i]]
    assert 5 in once
    assert len(once) == 124
    return once


def test_a_draw_is_what_scoring_its_labels_alone_and_scipy_say(covid, explored):
    qrels, runs = covid
    once = systems_of(covid)
    full = evaluate(qrels, runs, ["R@20"]).values[0, 0][once]
    means = evaluate(one_relevant(qrels, draws=1).variant("draw 1"), runs, ["R@20"]).summary[0, 0][once]
    found = _first(explored, "random").agreement["R@20"]
    rounded = [np.round(x, 12) for x in (full.mean(axis=1), means)]
    untied = [sum(a != b for a, b in combinations(x, 2)) for x in rounded]
    tau_a = stats.kendalltau(*rounded).statistic * np.sqrt(untied[0] * untied[1]) / (123 * 124 / 2)
    assert found.tau[0] == pytest.approx(tau_a)
    close = {(i, j) for i, j in combinations(range(12), 2) if 0.01 <= stats.ttest_rel(full[i], full[j]).pvalue < 0.05}
    held = found.buckets
    assert close == {(i, j) for i, j, k in zip(held.a, held.b, held.bucket) if k == 1 and j < 12}


def better(values):
    """Whether the row is significantly better than the column, (system, system), by scipy."""
    tests = [stats.ttest_rel(np.tile(row, (len(values), 1)), values, axis=1) for row in values]
    return np.array([(test.pvalue < 0.05) & (test.statistic > 0) for test in tests])


@pytest.mark.filterwarnings("ignore::RuntimeWarning")  # scipy's, of identical systems
def test_concordance_of_a_draw_is_that_of_scipys_t_tests_on_its_labels_alone(covid, explored):
    """Oracle: scipy.stats.ttest_rel of each pair, under all labels and under the labels of the first draw."""
    qrels, runs = covid
    once = systems_of(covid)
    labels = (qrels, one_relevant(qrels, draws=1).variant("draw 1"))
    decided = [better(evaluate(of, runs, ["R@20"]).values[0, 0][once]) for of in labels]
    alike = (decided[0] == decided[1])[~np.eye(len(once), dtype=bool)]
    found = _first(explored, "random").concordance["R@20"]
    assert found.ordered.sum(axis=1).tolist() == [124 * 123] * DRAWS
    assert found.alike[0].sum() == alike.sum()
    assert 0.5 < found.share[0] < 0.9


def test_a_system_is_left_out_under_its_own_choice(covid, explored):
    qrels, runs = covid
    stack = first_retrieved(qrels, runs)
    found = _first(explored, "system").agreement["R@20"]
    assert found.pairs.sum(axis=1).tolist() == [123 * 122 // 2] * 126
    others = [i for i in systems_of(covid) if i != 5]
    own = evaluate(qrels, runs, ["R@20"]).summary[0, 0][others].round(12)
    now = evaluate(stack.variant(stack.names[5]), runs, ["R@20"]).summary[0, 0][others].round(12)
    signs = np.sign(own[:, None] - own) * np.sign(now[:, None] - now)
    assert found.tau[5] == pytest.approx(signs.sum() / (123 * 122))


def test_more_labels_agree_more(explored):
    for selection in explored.selections:
        for measure in DEPTHS:
            taus = [step.tau(measure).mean for step in selection.curve]
            assert taus == sorted(taus)
            assert selection.steps[-1].agreement[measure].discordant.sum() == 0


def d_merits_sizes(rng):
    """Relevant passages of 1,196 queries: skewed (a gamma of shape 2) around the published mean of each part."""
    parts = [rng.gamma(2.0, mean / 2.0, n) for n, mean in D_MERIT]
    return np.maximum(1, np.rint(np.concatenate(parts))).astype(int)


def world(sizes, seed=0, *, families=4, each=3, others=200, depth=50):
    """Twelve systems in four families: what a family finds in a passage its three systems share.

    A system's score of a relevant passage is its own quality (from -0.5 to 0.5) plus how easy the passage is for all,
    for its family, and for itself alone (standard deviations 1, 1.5 and 0.7); others score as much below 0 on average.
    """
    rng = np.random.default_rng(seed)
    n, spread = families * each, np.sqrt(1.0**2 + 1.5**2 + 0.7**2)
    quality = rng.permutation(np.linspace(-0.5, 0.5, n))
    lists = {f"s{s:02d}": {} for s in range(n)}
    for q, size in enumerate(sizes):
        easy, family = rng.normal(0, 1.0, size), rng.normal(0, 1.5, (families, size))
        relevant = quality[:, None] + easy + family[np.arange(n) % families] + rng.normal(0, 0.7, (n, size))
        scores = np.concatenate([relevant, rng.normal(-1.0, spread, (n, others))], axis=1)
        for found, order in zip(lists.values(), np.argsort(-scores, axis=1)[:, :depth]):
            found[f"q{q:04d}"] = {f"{'r' if d < size else 'x'}{d}": -float(i) for i, d in enumerate(order)}
    labels = {f"q{q:04d}": {f"r{d}": 1 for d in range(size)} for q, size in enumerate(sizes)}
    return Qrels.from_dict(labels), Runs.from_dict(lists)


def _ones(sizes):
    found = explore(*world(sizes), measures=["R@20"], draws=100, fractions=[1.0])
    return _first(found, "random"), _first(found, "system")


def test_with_1196_queries_and_d_merits_relevant_passages_random_labels_keep_more_of_the_order_than_a_systems():
    """Rassin et al., Table 3: 0.936 at random, 0.616 by system."""
    sizes = d_merits_sizes(np.random.default_rng(0))
    assert len(sizes) == 1196
    assert sizes.mean() == pytest.approx(50.4, abs=1)
    random, system = _ones(sizes)
    assert random.tau("R@20").mean > 0.8
    assert system.tau("R@20").mean < 0.7
    assert random.agreement["R@20"].tied_rate.mean() < 0.01


def test_in_the_same_world_50_queries_leave_random_labels_coarse():
    """With TREC-COVID's 50 queries of 218 relevant documents chance outweighs the bias of a system's choice."""
    random, system = _ones(np.full(50, 218))
    assert random.tau("R@20").mean < 0.3
    assert abs(random.tau("R@20").mean - system.tau("R@20").mean) < 0.15
    assert random.agreement["R@20"].tied_rate.mean() > 0.1

"""Extrapolated labels against SciPy, brute force over the labels one by one, and worlds of planted relevance."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binomtest, kendalltau, permutation_test, ttest_rel, weightedtau

import irassay
from irassay.agreement import Orders
from irassay.agreement.many_orders import as_far_apart
from irassay.errors import InputError, UsageError
from irassay.label_sets import Extrapolated, Gold
from irassay.messages import p_value
from irassay.studies.sensitivity.precision import corrected_p
from simulations.extrapolation_worlds import LIST, WORLDS, made
from tests.exploring import sensitivity as explore

DEEMED = 5


def test_every_row_of_many_orders_has_scipys_taus():
    rng = np.random.default_rng(0)
    for n in (2, 3, 7, 20):
        x, y = (rng.integers(0, 6, (40, n)) / 4 for _ in range(2))
        rows = Orders(x).against(Orders(y))
        for k in range(len(x)):
            assert rows.weighted_tau[k] == pytest.approx(weightedtau(x[k], y[k])[0], nan_ok=True)
            pairs = n * (n - 1) / 2
            i, j = np.triu_indices(n, 1)
            product = np.sign(x[k][i] - x[k][j]) * np.sign(y[k][i] - y[k][j])
            assert rows.tau[k] == pytest.approx(product.sum() / pairs)
            assert rows.turned[k] == pytest.approx((product < 0).sum() / pairs)
            assert rows.tied[k] == pytest.approx((product == 0).sum() / pairs)


def test_without_ties_tau_a_is_scipys_tau():
    rng = np.random.default_rng(1)
    x, y = rng.random((20, 9)), rng.random((20, 9))
    taus = Orders(x).against(Orders(y)).tau
    assert taus == pytest.approx([kendalltau(a, b).statistic for a, b in zip(x, y)])


def world(*, similar, n_queries=80, n_systems=12, step=0.16, seed=0):
    """Labels given, runs, extrapolated labels and the truth; what is near the gold is relevant if `similar`."""
    rng = np.random.default_rng(seed)
    docs = np.array([f"d{i:02}" for i in range(60)])
    relevant, golds, deemed, lists = {}, {}, {}, {f"s{i:02}": {} for i in range(n_systems)}
    for q in range(n_queries):
        query, truth = f"q{q:03}", rng.permutation(60)[:12]
        relevant[query] = {docs[i]: 1 for i in truth}
        golds[query] = Gold(docs[truth[0]], 1, 1)
        others = truth[1:] if similar else rng.permutation(np.setdiff1d(np.arange(60), truth))
        deemed[query] = tuple(docs[others[:DEEMED]])
        for s, system in enumerate(lists):
            score = np.isin(np.arange(60), truth) * (0.1 + step * s) + rng.normal(0, 1, 60)
            lists[system][query] = dict(zip(docs, score.tolist()))
    full = {query: {doc: of.get(doc, 0) for doc in docs} for query, of in relevant.items()}
    given = {query: {gold.doc: 1} for query, gold in golds.items()}
    more = Extrapolated(irassay.Qrels.from_dict(given), golds, (), {}, {"near": deemed}, {"deemed": DEEMED})
    return irassay.Qrels.from_dict(given), irassay.Runs.from_dict(lists), more, irassay.Qrels.from_dict(full)


def by_hand(more, depth):
    """The labels with the first `depth` deemed, written out."""
    labels = {query: dict(more.qrels.grades(query)) for query in more.qrels.queries}
    for query, docs in more.deemed["near"].items():
        labels[query].update(dict.fromkeys(docs[:depth], more.gold[query].grade))
    return irassay.Qrels.from_dict(labels)


def test_means_and_taus_are_those_of_labels_written_out_by_hand():
    qrels, runs, more, full = world(similar=True)
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10", "AP@10"], full_qrels=full)
    for measure in ("nDCG@10", "AP@10"):
        means = [irassay.evaluate(by_hand(more, d), runs, [measure]).summary[0, 0] for d in range(DEEMED + 1)]
        truth = irassay.evaluate(full, runs, [measure]).summary[0, 0]
        for step, mine in zip(answer.curve("near", measure), means, strict=True):
            assert list(step.scores.values()) == pytest.approx(mine)
            assert step.mean.mean == pytest.approx(mine.mean())
            assert step.tau.mean == pytest.approx(kendalltau(mine, means[0]).statistic)
            assert step.weighted_tau.mean == pytest.approx(weightedtau(mine, means[0])[0])
            assert step.turned == pytest.approx((1 - step.tau.mean) / 2)
            assert step.full_tau.mean == pytest.approx(kendalltau(mine, truth).statistic)
            assert step.places == {s: 1 + int((mine > score).sum()) for s, score in zip(runs.systems, mine)}
            assert step.mean.low < step.mean.mean < step.mean.high


def test_where_similar_is_relevant_the_order_comes_nearer_and_precision_is_full():
    qrels, runs, more, full = world(similar=True, n_systems=30, step=0.02)
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], full_qrels=full)
    last = answer.main[-1]
    assert last.nearer.low > 0
    assert [row.precision.mean for row in answer.precisions] == [1.0] * DEEMED
    result = answer.result()
    told = [text for text in (result.standfirst, *(f.text for f in result.findings)) if "comes nearer to" in text]
    assert told
    assert not any("These changes can't be told" in finding.text for finding in result.findings), "one statement"


def test_where_similar_means_nothing_no_nearness_is_claimed_and_precision_is_none():
    for seed in range(3):
        qrels, runs, more, full = world(similar=False, n_systems=30, step=0.02, seed=seed)
        answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], full_qrels=full)
        assert answer.main[-1].nearer.low <= 0
        assert [row.precision.mean for row in answer.precisions] == [0.0] * DEEMED
        assert "The order comes nearer" not in answer.result().standfirst


def test_a_band_over_queries_holds_the_truth_about_as_often_as_it_says():
    """Truth: the mean over systems on 1,500 queries of the same making."""
    qrels, runs, more, _ = world(similar=True, n_queries=1500, n_systems=3, seed=99)
    truth = explore(qrels, runs, extrapolated=more, measures=["RR@10"]).main[-1].mean.mean
    hits = 0
    for seed in range(30):
        qrels, runs, more, _ = world(similar=True, n_queries=40, n_systems=3, seed=seed)
        mean = explore(qrels, runs, extrapolated=more, measures=["RR@10"]).main[-1].mean
        hits += mean.low <= truth <= mean.high
    assert 24 <= hits <= 30  # of a binomial of 30 draws at 0.95, all but one in a thousand


def test_resamples_drawn_together_lie_as_far_apart_as_other_samples_do():
    """Planted: true means and noise of known spread. Resamples as they come lie farther apart, by the noise."""
    rng = np.random.default_rng(5)
    spread, noise, n_queries = 0.05, 0.06, 50
    found = {"samples": [], "resamples": [], "together": []}
    for _ in range(300):
        true = rng.normal(0.3, spread, 40)
        x = true + rng.normal(0, noise * np.sqrt(n_queries), (n_queries, 40))
        means = x.mean(axis=0)
        resamples = x[rng.integers(0, n_queries, (20, n_queries))].mean(axis=1)
        found["samples"].append(means.var(ddof=1))
        found["resamples"].append(resamples.var(axis=1, ddof=1).mean())
        found["together"].append(as_far_apart(means, resamples, n_queries).var(axis=1, ddof=1).mean())
    assert np.mean(found["samples"]) == pytest.approx(spread**2 + noise**2, rel=0.05)
    assert np.mean(found["resamples"]) == pytest.approx(spread**2 + 2 * noise**2, rel=0.05)
    assert np.mean(found["together"]) == pytest.approx(spread**2 + noise**2, rel=0.05)


def test_means_that_noise_alone_parts_are_drawn_to_one_point():
    rng = np.random.default_rng(6)
    apart = rng.normal(0, 1, (500, 8))
    means = np.linspace(-0.1, 0.1, 8)
    assert as_far_apart(means, means + apart, 30) == pytest.approx(apart + means.mean())
    assert as_far_apart(np.zeros(3), np.ones((4, 3)), 1).tolist() == np.ones((4, 3)).tolist()


def test_an_interval_over_several_golds_is_of_their_mean_and_shorter_than_that_of_one():
    """Golds of a query are drawn at random, so that the mean of eight draws moves less than each."""
    of = made(WORLDS[0], 60, 15, draws=8, key=[3])
    one, eight = (explore(of.given, of.runs, extrapolated=of.draws[:n], measures=["nDCG@10"]) for n in (1, 8))
    for name in ("mean", "tau"):
        ends = [getattr(answer.curve(LIST, "nDCG@10")[1], name) for answer in (one, eight)]
        single, several = (band.high - band.low for band in ends)
        assert several < 0.75 * single


def test_several_draws_are_averaged_and_their_range_is_shown():
    parts = [world(similar=True, seed=4), world(similar=True, seed=4)]
    more = [parts[0][2], parts[1][2]]
    _, runs, _, full = parts[0]
    other = {q: {next(d for d, g in full.grades(q).items() if g and d != more[0].gold[q].doc): 1} for q in full.queries}
    golds = {q: Gold(next(iter(of)), 1, 1) for q, of in other.items()}
    deemed = {q: tuple(d for d in more[0].deemed["near"][q] if d != golds[q].doc) for q in golds}
    more[1] = Extrapolated(irassay.Qrels.from_dict(other), golds, (), {}, {"near": deemed}, {"deemed": DEEMED})
    answer = explore(full, runs, extrapolated=more, measures=["nDCG@10"])
    for d, step in enumerate(answer.main):
        means = [irassay.evaluate(by_hand(one, d), runs, ["nDCG@10"]).summary[0, 0].mean() for one in more]
        assert step.mean.mean == pytest.approx(np.mean(means))
        assert (step.mean.draws_low, step.mean.draws_high) == pytest.approx((min(means), max(means)))


def test_a_system_that_is_left_out_counts_in_no_mean_or_order_and_is_still_shown():
    qrels, runs, more, _ = world(similar=True)
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], leave_out=["s03"])
    others = irassay.Runs.from_dict(
        {
            s: {q: dict(zip(runs.ranking(s, q), range(99, 0, -1))) for q in runs.queries}
            for s in runs.systems
            if s != "s03"
        }
    )
    alone = explore(qrels, others, extrapolated=more, measures=["nDCG@10"])
    assert [(s.mean, s.tau, s.places) for s in answer.main] == [(s.mean, s.tau, s.places) for s in alone.main]
    systems = next(t for t in answer.result().tables if t.name == "systems")
    assert systems.column("counts").values[list(systems.column("system").values).index("s03")] == "left out"


def test_kinds_that_gain_ranks_gain_what_their_ranks_say():
    qrels, runs, more, _ = world(similar=True)
    kinds = {s: {"kind": "even" if i % 2 == 0 else "odd"} for i, s in enumerate(runs.systems)}
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], metadata=irassay.Metadata(
        {"kind": {s: of["kind"] for s, of in kinds.items()}}))  # fmt: skip
    zero, last = answer.main[0], answer.main[-1]
    for kind in ("even", "odd"):
        mine = [zero.places[s] - last.places[s] for s in runs.systems if kinds[s]["kind"] == kind]
        assert last.gains["kind", kind].mean == pytest.approx(np.mean(mine))


def test_sentences_say_which_numbers_are_means_over_draws_and_what_intervals_are():
    of = made(WORLDS[0], 40, 6, draws=10, key=[4])
    one, ten = (explore(of.given, of.runs, extrapolated=of.draws[:n], measures=["nDCG@10"]).result() for n in (1, 10))
    assert "means over 10 draws of golds" in ten.standfirst
    assert "draws" not in one.standfirst
    decisions = next(finding.text for finding in ten.findings if finding.code == "near-decisions")
    assert decisions.startswith("near, in the mean of 10 draws of golds: ")
    assert re.search(r"the first system at d=0 is still first in \d+ of the 10 draws\.$", decisions)
    note = next(table.note for table in ten.tables if table.name.endswith("-steps"))
    assert "Intervals are 95%, by 250 resamples of the queries, each with all of its golds." in note
    assert len(ten.title) < 75


def test_copies_of_the_gold_are_counted_apart():
    qrels, runs, more, full = world(similar=True, n_queries=20)
    texts = {f"d{i:02}": f"passage {i}" for i in range(60)}
    first = {query: docs[0] for query, docs in more.deemed["near"].items()}
    query = next(iter(first))
    texts[first[query]] = texts[more.gold[query].doc] + " "
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], full_qrels=full, doc_texts=texts)
    same = {first[query], more.gold[query].doc}  # one text; where one of the two is gold, the other may be deemed
    copies = sum(more.gold[q].doc in same and bool((same - {more.gold[q].doc}) & set(docs))
                 for q, docs in more.deemed["near"].items())  # fmt: skip
    assert answer.precisions[-1].copies == copies >= 1
    assert answer.precisions[-1].without_copies.mean == 1.0


def test_anchor_answers_are_counted_with_wilsons_interval(tmp_path):
    """Oracle: Table 1 of Mackenzie et al. 2022 (20, 16 and 14 of 20), and SciPy."""
    qrels, runs, more, _ = world(similar=True, n_queries=20)
    lines = ["query\tlist\trank\tanswer"]
    for rank, yes in ((1, 20), (2, 16), (10, 14)):
        lines += [f"{q}\tnear\t{rank}\t{'yes' if i < yes else 'no'}" for i, q in enumerate(qrels.queries)]
    (tmp_path / "answers.tsv").write_text("\n".join(lines) + "\n")
    answer = explore(qrels, runs, extrapolated=more, anchor_answers=tmp_path / "answers.tsv")
    assert [(row.at, row.yes, row.n) for row in answer.anchors] == [(1, 20, 20), (2, 16, 20), (10, 14, 20)]
    for row in answer.anchors:
        interval = binomtest(row.yes, row.n).proportion_ci(method="wilson")
        assert (row.low, row.high) == pytest.approx((interval.low, interval.high))


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("q000\tnear\t1\tmaybe", "expected yes or no"),
        ("q000\tfar\t1\tyes", "expected near"),
        ("zzz\tnear\t1\tyes", "expected one of the 80"),
        ("q000\tnear\t0\tyes", "whole number from 1"),
        ("q000\tnear\t1\tyes\nq000\tnear\t1\tno", "a second answer (first: line 2)"),
        ("q000\tnear\t1\tyes\nq000\tnear\t01\tno", "a second answer (first: line 2)"),
        ("q000\tnear\t1", "3 cells, expected 4"),
        ("", "no answers"),
    ],
)
def test_an_answer_that_can_not_be_counted_is_located(tmp_path, line, what):
    qrels, runs, more, _ = world(similar=True)
    (tmp_path / "a.tsv").write_text(f"query\tlist\trank\tanswer\n{line}\n")
    with pytest.raises(InputError) as error:
        explore(qrels, runs, extrapolated=more, anchor_answers=tmp_path / "a.tsv")
    assert what in str(error.value)


def test_labels_of_another_extrapolation_are_refused():
    qrels, runs, more, _ = world(similar=True)
    others = irassay.Qrels.from_dict({query: {"d00": 2} for query in qrels.queries})
    with pytest.raises(InputError, match="extrapolated from other labels"):
        explore(others, runs, extrapolated=more)
    fewer = Extrapolated(more.qrels, more.gold, (), {}, more.deemed, {"deemed": DEEMED - 1})
    with pytest.raises(UsageError, match="passages deemed at most are 5 and 4; extrapolate with"):
        explore(qrels, runs, extrapolated=[more, fewer])
    lists = Extrapolated(more.qrels, more.gold, (), {}, {"a": {}, "b": {}}, more.recipe)
    with pytest.raises(UsageError, match='lists are "near" and "a" and "b"; extrapolate with'):
        explore(qrels, runs, extrapolated=[more, lists])
    some = irassay.Qrels.from_dict({query: dict(qrels.grades(query)) for query in qrels.queries[1:]})
    part = Extrapolated(some, more.gold, (), {}, more.deemed, more.recipe)
    with pytest.raises(UsageError, match='queries are 80 with "q000" and 79; extrapolate with'):
        explore(qrels, runs, extrapolated=[more, part])


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads():
    qrels, runs, more, full = world(similar=True, n_queries=30)
    one, two = (explore(qrels, runs, extrapolated=more, full_qrels=full, threads=n).table() for n in (1, 3))
    for a, b in zip(one.columns, two.columns, strict=True):
        assert repr(list(a.values)) == repr(list(b.values))


def test_fuller_labels_of_some_queries_compare_these_alone():
    qrels, runs, more, full = world(similar=True)
    some = list(full.queries)[::2]
    part = irassay.Qrels.from_dict({q: dict(full.grades(q)) for q in some})
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"], full_qrels=part)
    truth = irassay.evaluate(part, runs, ["nDCG@10"]).summary[0, 0]
    now = by_hand(more, DEEMED)
    mine = irassay.evaluate(irassay.Qrels.from_dict({q: dict(now.grades(q)) for q in some}), runs, ["nDCG@10"]).summary[
        0, 0
    ]
    assert answer.shared == len(some)
    assert answer.main[-1].full_tau.mean == pytest.approx(kendalltau(mine, truth).statistic)


def test_without_fuller_labels_nothing_is_said_of_them():
    qrels, runs, more, full = world(similar=True, n_queries=10, n_systems=3)
    part = irassay.Qrels.from_dict({q: dict(full.grades(q)) for q in list(full.queries)[:4]})
    said = {
        given: {f.code: f.text for f in explore(qrels, runs, extrapolated=more, full_qrels=labels).result().findings}
        for given, labels in (("none", None), ("all", full), ("part", part))
    }
    assert not any("fuller" in text for text in said["none"].values())
    assert "shared" not in said["none"] | said["all"]
    assert said["part"]["shared"] == "The fuller labels have 4 of the 10 queries; these alone are compared."


@pytest.mark.parametrize(
    ("of", "why"),
    [
        ({"similar": False, "n_systems": 3}, "at d=0 no pair differs significantly by nDCG@10"),
        ({"similar": True, "n_systems": 12}, "tau's interval over queries holds 1, the same order"),
        ({"similar": False, "n_systems": 12}, ""),
        ({"similar": True, "n_systems": 4, "step": 0.5}, ""),
    ],
)
def test_the_first_finding_says_which_changes_chance_makes_too(of, why):
    """Oracle: the significant pairs at d=0, the pairs turned and tau's interval, as the table has them."""
    qrels, runs, more, _ = world(**of)
    answer = explore(qrels, runs, extrapolated=more, measures=["nDCG@10"])
    settled, turned, high = answer.main[0].settled, answer.main[-1].turned, answer.main[-1].tau.high
    result = answer.result()
    assert result.title.startswith("With 5 passages a query deemed relevant, ")
    assert bool(why) == (turned > 0 and (settled == 0 or high == 1))
    assert ("at d=0" in why) == (turned > 0 and settled == 0)
    assert result.standfirst.startswith("The first ")
    told = [(f.text, f.numbers["settled"], f.numbers["near tau high"]) for f in result.findings if f.code == "chance"]
    assert told == ([(f"These changes may be chance: {why}.", settled, high)] if why else [])
    assert not told or result.findings[0].code == "chance"


def test_one_of_a_thing_is_told_in_the_singular():
    qrels, runs, more, full = world(similar=True, n_systems=2, n_queries=300, step=1)
    few = Extrapolated(more.qrels, more.gold, (), {}, more.deemed, {"deemed": 1})
    answer = explore(qrels, runs, extrapolated=few, measures=["nDCG@10"], full_qrels=full)
    said = {finding.code: finding.text for finding in answer.result().findings}
    assert said["near-decisions"] == (
        "near: 1 pair differs significantly at d=0, 0 of these no longer do at d=1, and 0 do in the opposite order; "
        "1 pair does at d=1. There is 1 leader at d=0 and 1 at d=1; the first system at d=0 is still first."
    )
    assert said["near-precision"] == (
        "near: the fuller labels call 100% of the first deemed passages relevant (grade 1 or more)."
    )
    zero, last = (irassay.evaluate(by_hand(few, d), runs, ["nDCG@10"]) for d in (0, 1))
    gaps = [scores.summary[0, 0, 1] - scores.summary[0, 0, 0] for scores in (last, zero)]
    p = ttest_rel(last.values[0, 0, 1], last.values[0, 0, 0]).pvalue
    assert answer.main[-1].pair_p == pytest.approx(p)
    title = f"At d=1 s01 is above s00 by {gaps[0]:.3f} (p < 0.001); at d=0 s01 is above s00 by {gaps[1]:.3f}."
    assert answer.result().title == said["near-order"] == title
    assert p < 0.001
    assert not any(word in text.lower() for word in ("tau", "pairs") for text in said.values())


def test_over_several_draws_of_golds_a_pair_s_p_is_of_each_query_s_mean():
    """Oracle: SciPy's paired t-test of means over three draws, each scored by labels written out."""
    _, runs, _, full = world(similar=True, n_systems=2, n_queries=30, step=0.3)
    relevant = {query: [doc for doc, grade in full.grades(query).items() if grade] for query in full.queries}
    draws = [
        Extrapolated(
            irassay.Qrels.from_dict({query: {docs[k]: 1} for query, docs in relevant.items()}),
            {query: Gold(docs[k], 1, 3) for query, docs in relevant.items()}, (), {},
            {"near": {query: tuple(docs[k + 3 : k + 5]) for query, docs in relevant.items()}}, {"deemed": 2},
        )
        for k in range(3)
    ]  # fmt: skip
    qrels = irassay.Qrels.from_dict({query: dict.fromkeys(docs[:3], 1) for query, docs in relevant.items()})
    answer = explore(qrels, runs, extrapolated=draws, measures=["nDCG@10"])
    for d in (0, 2):
        means = np.mean([irassay.evaluate(by_hand(one, d), runs, ["nDCG@10"]).values[0, 0] for one in draws], axis=0)
        p = ttest_rel(means[0], means[1]).pvalue
        assert answer.main[d].pair_p == pytest.approx(p)
    assert f"(p {p_value(p)})" in answer.result().title


def test_kinds_drawn_at_random_are_seldom_said_to_gain_ranks_and_planted_ones_are():
    """Planted: gains of systems with kinds at random in three columns; and a kind whose systems gain six places."""
    rng = np.random.default_rng(12)
    names = [f"s{i:02}" for i in range(20)]

    def p_of(gains, kinds):
        zero, last = (SimpleNamespace(places=dict(zip(names, row))) for row in (gains, np.zeros(20)))
        return min(corrected_p({"near": (zero, last)}, kinds, key=1).values())

    def columns(values):
        return {
            (f"c{c}", v): [name for name, mine in zip(names, row) if mine == v]
            for c, row in enumerate(values)
            for v in sorted(set(row))
        }

    worlds = [(rng.normal(0, 3, 20), columns(rng.integers(0, 3, (3, 20)).astype(str).tolist())) for _ in range(120)]
    wrong = sum(p_of(gains, kinds) <= 0.05 for gains, kinds in worlds)
    assert wrong <= 13  # of a binomial of 120 draws at 0.05, all but one in a hundred
    planted = {("kind", v): [name for i, name in enumerate(names) if i % 2 == at] for at, v in enumerate("ab")}
    right = sum(p_of(gains + 6 * (np.arange(20) % 2 == 0), kinds | planted) <= 0.05 for gains, kinds in worlds[:20])
    assert right >= 15


def test_a_single_column_of_two_kinds_has_the_p_of_all_ways_to_give_it():
    """Oracle: SciPy's permutation test of the larger of both kinds' gains, which is two-sided in their difference."""
    rng = np.random.default_rng(13)
    names, gains = [f"s{i}" for i in range(12)], rng.normal(0, 3, 12)
    kinds = {("kind", "a"): names[:4], ("kind", "b"): names[4:]}
    zero, last = (SimpleNamespace(places=dict(zip(names, row))) for row in (gains, np.zeros(12)))
    p = min(corrected_p({"near": (zero, last)}, kinds, key=1).values())
    expected = permutation_test(
        (gains[:4], gains[4:]), lambda a, b: a.mean() - b.mean(), alternative="two-sided", n_resamples=np.inf
    )
    both = [abs(expected.null_distribution) >= abs(expected.statistic) - 1e-9]
    assert p == pytest.approx(np.mean(both), abs=0.02)

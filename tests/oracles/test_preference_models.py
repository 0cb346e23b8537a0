"""Strengths, cycles, consistency and known answers: against direct maximisation, enumeration, scipy and the paper."""

from __future__ import annotations

from itertools import combinations, permutations
from math import isnan, log, sqrt

import choix
import numpy as np
import pytest
from scipy import optimize, stats

from irassay import Runs
from irassay.collection import preference_arrays
from irassay.collection.preferences import Comparison, Preferences
from irassay.comparison import anchors, better_than_perfect, bradley_terry, consistency, transitivity, win_ratios
from irassay.comparison.known_answers import BetterThanPerfect, Counts, without_error
from irassay.comparison.proportions import share_interval
from tests.planted_preferences import planted

DOCS = "abcdefg"


def drawn(seed, *, docs=DOCS, n=60, ties=0.15):
    """Judgments by strengths that fall from document to document, some of them ties."""
    rng = np.random.default_rng(seed)
    out = []
    for _ in range(n):
        i, j = rng.choice(len(docs), 2, replace=False)
        first = rng.random() < 1 / (1 + np.exp(0.5 * (i - j)))
        levels = {docs[i]: 1, docs[j]: 1} if rng.random() < ties else {docs[i]: 1 + first, docs[j]: 2 - first}
        out.append(Comparison("q", levels))
    return out


def minus_likelihood(strength, judged, prior):
    """Bradley and Terry's, judgment by judgment."""
    at = dict(zip(DOCS, strength, strict=True))
    total = prior * sum(np.logaddexp(0, b) + np.logaddexp(0, -b) for b in strength)
    for one in judged:
        for a, b, preferred in one.pairs():
            win = 0.5 if preferred is None else float(preferred == a)
            total += win * np.logaddexp(0, at[b] - at[a]) + (1 - win) * np.logaddexp(0, at[a] - at[b])
    return total


@pytest.mark.parametrize(("seed", "prior"), [(1, 0.5), (2, 0.1), (3, 0.0)])
def test_strengths_are_those_that_direct_maximisation_finds(seed, prior):
    judged = drawn(seed)
    of = bradley_terry(Preferences(judged), prior=prior)["q"]
    best = optimize.minimize(minus_likelihood, np.zeros(len(DOCS)), (judged, prior), tol=1e-10).x
    expected = best if prior else best - best.mean()
    assert [of.strength[of.docs.index(doc)] for doc in DOCS] == pytest.approx(expected.tolist(), abs=1e-5)
    assert list(of.strength) == sorted(of.strength, reverse=True)
    information = np.linalg.pinv(of.covariance)
    order = [of.docs.index(doc) for doc in DOCS]
    steps = np.eye(len(DOCS)) * 1e-3

    def second(i, j):
        ends = [(best + a * steps[i] + b * steps[j], a * b) for a in (1, -1) for b in (1, -1)]
        return sum(sign * minus_likelihood(at, judged, prior) for at, sign in ends) / 4e-6

    for i, j in [(0, 0), (0, 1), (2, 5), (6, 6)]:
        assert information[order[i], order[j]] == pytest.approx(second(i, j), abs=2e-3)


@pytest.mark.parametrize(("seed", "prior"), [(1, 0.5), (2, 0.5), (4, 0.0), (5, 0.0)])
def test_strengths_are_those_of_choix(seed, prior):
    """choix knows neither ties nor our prior: all counts twice, a tie is a win each, and the prior a win and a loss
    against one more document, whose strength is 0."""
    judged = drawn(seed)
    of = bradley_terry(Preferences(judged), prior=prior)["q"]
    wins = [(len(DOCS), i) for i in range(len(DOCS))] if prior else []
    wins += [win[::-1] for win in wins]
    for one in judged:
        for a, b, preferred in one.pairs():
            i, j = DOCS.index(a), DOCS.index(b)
            wins += [(i, j), (j, i)] if preferred is None else [(i, j) if preferred == a else (j, i)] * 2
    found = choix.mm_pairwise(len(DOCS) + bool(prior), wins, max_iter=100_000, tol=1e-11)
    expected = found[: len(DOCS)] - (found[-1] if prior else found.mean())
    assert [of.strength[of.docs.index(doc)] for doc in DOCS] == pytest.approx(expected.tolist(), abs=1e-6)


def test_two_documents_have_the_logarithm_of_their_odds():
    judged = [Comparison("q", {"a": 2, "b": 1})] * 9 + [Comparison("q", {"a": 1, "b": 2})] * 3
    of = bradley_terry(Preferences(judged), prior=0)["q"]
    gap, low, high = of.lead
    assert gap == pytest.approx(log(3))
    assert (high - low) / 2 == pytest.approx(stats.norm.ppf(0.975) * sqrt(1 / 9 + 1 / 3))


def test_without_a_prior_who_is_never_beaten_has_no_finite_strength():
    judged = Preferences([Comparison("q", {"a": 2, "b": 1}), Comparison("q", {"a": 2, "c": 1})])
    assert np.isnan(bradley_terry(judged, prior=0)["q"].strength).all()
    with_one = bradley_terry(judged)["q"]
    assert with_one.docs[0] == "a"
    assert np.isfinite(with_one.intervals).all()


def test_queries_are_fitted_alone_whatever_stands_beside_them():
    many = [Comparison(f"q{i % 7}", one.levels) for i, one in enumerate(drawn(4, n=200))]
    of = bradley_terry(Preferences(many))
    alone = bradley_terry(Preferences([one for one in many if one.query == "q3"]))["q3"]
    assert list(of) == sorted(of)
    assert of["q3"].docs == alone.docs
    assert of["q3"].strength.tolist() == pytest.approx(alone.strength.tolist(), abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_cyclic_triads_are_those_that_enumeration_finds(seed):
    judged = Preferences([Comparison(f"q{i % 2}", one.levels) for i, one in enumerate(drawn(seed, n=90))])
    of = transitivity(judged)
    for place, query in enumerate(of.queries):
        votes = {}
        for a, b, preferred in judged.pairs(query):
            votes.setdefault(frozenset((a, b)), []).append(preferred)
        beats = set()
        for pair, said in votes.items():
            a, b = sorted(pair)
            counts = {x: said.count(x) for x in (a, b, None)}
            [most, *others] = sorted(counts, key=counts.get, reverse=True)
            if most is not None and counts[most] > max(counts[x] for x in others):
                beats.add((most, b if most == a else a))
        triads = [
            trio for trio in combinations(DOCS, 3)
            if all((a, b) in beats or (b, a) in beats for a, b in combinations(trio, 2))
        ]  # fmt: skip
        cyclic = [t for t in triads if any({(a, b), (b, c), (c, a)} <= beats for a, b, c in permutations(t))]
        assert (of.triads[place], of.cyclic[place]) == (len(triads), len(cyclic))
    assert of.triads.sum() > 0


def test_a_run_is_as_consistent_as_counted_pair_by_pair():
    rng = np.random.default_rng(5)
    lists = {
        f"s{s}": {f"q{q}": {d: float(x) for d, x in zip(DOCS, rng.permutation(7), strict=True)} for q in range(6)}
        for s in range(3)
    }
    judged = Preferences([Comparison(f"q{i % 7}", one.levels) for i, one in enumerate(drawn(6, n=50, ties=0.2))])
    of = consistency(judged, Runs.from_dict(lists), depth=4)
    # One judgment a pair is what the oracle reads; pairs that were judged several times are read by their outcomes.
    outcomes, names = judged.outcomes, judged.arrays.names
    for s, system in enumerate(of.systems):
        agree = disagree = 0
        for q, a, b, sign in zip(outcomes.query, outcomes.first, outcomes.second, outcomes.outcome, strict=True):
            of_query = lists[system].get(names.queries[q], {})
            top = sorted(of_query, key=of_query.get, reverse=True)[:4]
            one, other = names.docs[a], names.docs[b]
            if sign and one in top and other in top:
                as_judged = (top.index(one) < top.index(other)) == (sign > 0)
                agree, disagree = agree + as_judged, disagree + (not as_judged)
        assert (of.agree[s].sum(), of.disagree[s].sum()) == (agree, disagree)
        assert agree + disagree > 0


def test_the_papers_counts_give_the_papers_shares():
    """Arabzadeh et al. 2021: same top 1,868 queries, the label preferred 1,228 times; else 5,112 and 2,116."""
    same, other = Counts(1868, 1228, 640), Counts(5112, 2116, 2996)
    assert f"{1 - same.share:.1%} {other.share:.1%}" == "65.7% 58.6%"
    for counts in (same, other):
        test = stats.binomtest(counts.other, counts.judged)
        assert counts.p == pytest.approx(test.pvalue, rel=1e-9)
        ends = test.proportion_ci(method="wilson")
        assert counts.interval == pytest.approx((ends.low, ends.high))
    assert BetterThanPerfect("run", same, other).error == pytest.approx(640 / 1868)


def test_the_share_without_the_error_of_judging_is_the_planted_one():
    """Judges who err with a probability of 0.3 see 0.6 of a planted 0.75; 95% intervals hold it about as often."""
    rng = np.random.default_rng(7)
    held, values = 0, []
    for _ in range(400):
        wrong, seen = rng.binomial(800, 0.3), rng.binomial(2000, 0.75 * 0.7 + 0.25 * 0.3)
        value, low, high = without_error(Counts(2000, 2000 - seen, seen), Counts(800, 800 - wrong, wrong))
        values.append(value)
        held += low <= 0.75 <= high
    assert np.mean(values) == pytest.approx(0.75, abs=0.01)
    assert 0.92 <= held / 400 <= 0.98


def test_an_error_of_a_half_leaves_nothing_to_be_said():
    assert isnan(without_error(Counts(10, 4, 6), Counts(10, 5, 5))[0])


def test_anchor_answers_have_the_intervals_that_scipy_gives():
    """Mackenzie et al. 2022: of 20 documents 20, 16 and 14 are as good at ranks 1, 2 and 10."""
    runs = {"s": {f"q{i}": {f"d{r}": 11.0 - r for r in range(1, 11)} for i in range(20)}}
    good = {1: 20, 2: 16, 10: 14}
    judged = [
        Comparison(f"q{i}", {"gold": 1 if i < n else 2, f"d{rank}": 2 if i < n and i % 2 else 1})
        for rank, n in good.items() for i in range(20)
    ]  # fmt: skip
    known = {f"q{i}": ["gold"] for i in range(20)}
    of = anchors(Preferences(judged), Runs.from_dict(runs), known)
    assert [(one.rank, one.counts.other + one.counts.tied, one.counts.judged) for one in of] == [
        (1, 20, 20), (2, 16, 20), (10, 14, 20),
    ]  # fmt: skip
    for one in of:
        ends = stats.binomtest(good[one.rank], 20).proportion_ci(method="wilson")
        assert one.interval == pytest.approx((ends.low, ends.high))
    assert all(isnan(end) for end in share_interval(0, 0))


def test_anchors_of_one_query_count_together():
    """Ten queries whose ten documents at rank 1 agree say as much as ten documents, not as a hundred."""
    runs = {f"s{s}": {f"q{i}": {f"d{s}": 1.0} for i in range(10)} for s in range(10)}
    judged = [Comparison(f"q{i}", {"gold": 1 + i % 2, f"d{s}": 2 - i % 2}) for i in range(10) for s in range(10)]
    [of] = anchors(Preferences(judged), Runs.from_dict(runs), {f"q{i}": ["gold"] for i in range(10)}, ranks=[1])
    assert (of.counts.judged, of.counts.as_good) == (100, 0.5)
    alone = stats.binomtest(5, 10).proportion_ci(method="exact")
    assert of.interval[1] - of.interval[0] > 0.9 * (alone.high - alone.low)


def test_known_answers_are_held_against_what_a_run_puts_first_or_next():
    runs = Runs.from_dict({
        "s": {"q1": {"a": 3.0, "k": 2.0, "b": 1.0}, "q2": {"k": 3.0, "b": 2.0}, "q3": {"c": 1.0}, "q4": {"k": 1.0}},
    })  # fmt: skip
    judged = Preferences([
        Comparison("q1", {"a": 2, "k": 1}), Comparison("q2", {"k": 2, "b": 1}), Comparison("q2", {"k": 1, "z": 2}),
        Comparison("q3", {"c": 1, "m": 1}),
    ])  # fmt: skip
    known = {"q1": ["k"], "q2": ["k"], "q3": ["k", "m"], "q4": ["k"], "q5": ["k"]}
    [of] = better_than_perfect(judged, runs, known)
    assert of.same == Counts(2, 1, 0, 0)  # q4's list ends with its answer
    assert of.other == Counts(2, 0, 1, 1)
    # With all answers, one of them doesn't stand against another.
    several = better_than_perfect(judged, runs, {"q1": ["a", "k"]})
    assert several[0].same == Counts(1, 0, 0, 0)


@pytest.mark.parametrize("largest_key", [2**62, 1])
def test_outcomes_are_those_of_a_dictionary_however_pairs_are_numbered(monkeypatch, largest_key):
    monkeypatch.setattr(preference_arrays, "_LARGEST_KEY", largest_key)
    rng = np.random.default_rng(8)
    judged = [
        Comparison(f"q{rng.integers(5)}", {DOCS[d]: float(rng.integers(3)) for d in rng.choice(7, size, replace=False)})
        for size in [2] * 150 + [3] * 20
    ]
    votes = {}
    for one in judged:
        for a, b, preferred in one.pairs():
            votes.setdefault((one.query, *sorted((a, b))), []).append(preferred)
    of, names = Preferences(judged).outcomes, Preferences(judged).arrays.names
    assert len(of) == len(votes)
    rows = zip(of.query, of.first, of.second, of.outcome, of.n_judged, of.n_first, of.n_second, strict=True)
    for q, first, second, outcome, n, n_first, n_second in rows:
        a, b = names.docs[first], names.docs[second]
        said = votes[names.queries[q], *sorted((a, b))]
        counts = {1: said.count(a), -1: said.count(b), 0: said.count(None)}
        assert (n, n_first, n_second) == (len(said), counts[1], counts[-1])
        [most, *others] = sorted(counts, key=counts.get, reverse=True)
        assert outcome == (most if counts[most] > counts[others[0]] else 0)


@pytest.mark.parametrize("correction", ["bonferroni", "holm"])
def test_p_values_of_win_ratios_are_those_of_scipy_corrected_by_hand(correction):
    world = planted(11)
    ratios = win_ratios(world.judged, world.runs, least_asked=0.3, correction=correction)
    i, j = np.nonzero(np.triu(ratios.shown))
    raw = [
        stats.binomtest(int(ratios.won[a, b]), int(ratios.won[a, b] + ratios.won[b, a])).pvalue for a, b in zip(i, j)
    ]
    assert ratios.p[i, j].tolist() == pytest.approx(raw)
    m, least, expected = len(raw), 0.0, [0.0] * len(raw)
    for k, place in enumerate(np.argsort(raw)):
        least = max(least, min(1.0, raw[place] * (m - k)))
        expected[place] = least if correction == "holm" else min(1.0, raw[place] * m)
    assert ratios.p_corrected[i, j].tolist() == pytest.approx(expected)


def test_a_pair_is_filled_where_a_walk_leads_one_way_and_not_back():
    """The oracle walks from document to document."""
    judged = Preferences([Comparison(f"q{i % 4}", one.levels) for i, one in enumerate(drawn(9, n=36, ties=0.1))])
    tops = {f"s{d}": {f"q{q}": {doc: 1.0} for q in range(4)} for d, doc in enumerate(DOCS)}
    of = win_ratios(judged, Runs.from_dict(tops), fill="transitive", least_asked=0)
    assert of.filled.sum() > 0
    outcomes, names = judged.outcomes, judged.arrays.names
    won = np.zeros((7, 7), dtype=int)
    for query in judged.queries:
        rows = zip(outcomes.query, outcomes.first, outcomes.second, outcomes.outcome, strict=True)
        said = {(names.docs[a], names.docs[b]): x for q, a, b, x in rows if names.queries[q] == query}
        beats = {a: set() for a in DOCS}
        for (a, b), outcome in said.items():
            if outcome:
                beats[a if outcome > 0 else b].add(b if outcome > 0 else a)
        ahead = {a: walked(beats, a) for a in DOCS}
        for i, a in enumerate(DOCS):
            for j, b in enumerate(DOCS):
                if (a, b) in said or (b, a) in said or i == j:
                    won[j, i] += b in beats[a]
                else:
                    won[j, i] += b in ahead[a] and a not in ahead[b]
    assert [of.systems.index(f"s{d}") for d in range(7)] == list(range(7))
    assert of.won.tolist() == won.tolist()


def walked(beats, start):
    """Every document that a walk from `start` comes to."""
    seen, left = set(), [start]
    while left:
        for doc in beats[left.pop()] - seen:
            seen.add(doc)
            left.append(doc)
    return seen

"""Best answers, win counts, rounds and sizes of pools, held against their plain twins and a planted world."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels
from irassay.agreement import pair_agreement
from irassay.collection.judged_pools import judged_pools, judged_rounds
from irassay.collection.preference_arrays import joined
from irassay.collection.preferences import Comparison, Preferences
from irassay.errors import InputError, UsageError
from irassay.formats import read_preferences
from irassay.label_sets import best_answers, pairings, win_counts
from irassay.pooling import PoolSizes, fewest_pairs, next_round

DOCS = "abcdef"


def said(*pairs, query="q"):
    """Preferences of pairs: ``ab`` where a is better, ``a=b`` for a tie."""
    return Preferences([Comparison(query, {p[0]: 1 + ("=" not in p), p[-1]: 1}) for p in pairs])


def in_rounds(*rounds):
    names = [f"round{i}" for i in range(len(rounds))]
    return Preferences.of_arrays(joined([one.arrays for one in rounds], names))


def plain_best(judged, docs):
    """The same by the text of the paper, in fractions; `judged` maps two documents to the share of the first."""
    left = sorted(docs)
    while True:
        wins = dict.fromkeys(left, Fraction(0))
        n = dict.fromkeys(left, 0)
        for (a, b), share in judged.items():
            if a in wins and b in wins:
                wins[a] += share
                wins[b] += 1 - share
                n[a] += 1
                n[b] += 1
        shares = {doc: wins[doc] / n[doc] if n[doc] else Fraction(0) for doc in left}
        first = [doc for doc in left if shares[doc] == max(shares.values())]
        if first == left:
            return left
        left = first


@given(st.dictionaries(st.sampled_from([*combinations(DOCS, 2)]), st.sampled_from([0, 1, 2]), min_size=1))
def test_best_answers_are_those_of_the_plain_twin(outcomes):
    preferences = Preferences([Comparison("q", {a: of, b: 1}) for (a, b), of in outcomes.items()])
    docs = {doc for pair in outcomes for doc in pair}
    expected = plain_best({pair: Fraction(of, 2) for pair, of in outcomes.items()}, docs)
    [share] = best_answers(preferences, "share").docs
    assert list(share) == expected
    best = best_answers(preferences)
    if len(outcomes) == len(docs) * (len(docs) - 1) // 2:
        assert list(best.docs[0]) == expected
        among = [of for (a, b), of in outcomes.items() if a in expected and b in expected]
        wanted = "single" if len(expected) == 1 else "tie" if all(of == 1 for of in among) else "cycle"
        assert best.states == (wanted,)
    else:
        assert (best.states, best.docs) == (("incomplete",), ((),))
        missing = {frozenset(pair) for pair in combinations(docs, 2)} - {frozenset(pair) for pair in outcomes}
        assert {frozenset(pair) for _, *pair in best.missing()} == missing


def test_454_single_answers_and_46_cycles_of_three_are_592_lines():
    """The published counts of 500 queries."""
    single = [Comparison(f"s{i}", {"a": 2, "b": 1}) for i in range(454)]
    cycles = [Comparison(f"c{i}", {w: 2, x: 1}) for i in range(46) for w, x in ("ab", "bc", "ca")]
    best = best_answers(Preferences(single + cycles))
    assert (best.n_of("single"), best.n_of("cycle"), best.qrels().n_labels) == (454, 46, 592)


def test_a_plain_count_favours_who_was_asked_often_and_shares_do_not():
    preferences = said("ab", "ac", "ad", "ea")  # a wins three of four, e its only one
    assert best_answers(preferences).docs == ((),)
    assert best_answers(preferences, "share").docs == (("e",),)


def test_a_pair_that_was_asked_and_not_judged_leaves_the_pool_incomplete(tmp_path):
    file = tmp_path / "verdicts"
    file.write_text("@ q a b !\n@ q a c ?\n@ q b c ?\n@ r a b ?\n")
    asked = read_preferences(file)
    assert best_answers(asked).states == ("incomplete", "incomplete")
    assert sorted(best_answers(asked).missing()) == [("q", "a", "c"), ("q", "b", "c"), ("r", "a", "b")]
    assert best_answers(asked, "share").states == ("single", "incomplete")


def test_a_later_round_with_other_documents_leaves_nothing_out():
    [pool] = judged_pools(in_rounds(said("ab", "bc", "ac"), said("ad")))
    assert (pool.docs, pool.n_missing) == (("a", "b", "c", "d"), 2)


def test_rounds_about_the_same_documents_are_one():
    [rounds] = judged_rounds(in_rounds(said("ab"), said("ba"), said("ab")))
    assert [(one.docs, one.n_judgments, one.outcome.tolist()) for one in rounds] == [(("a", "b"), 3, [1])]


def test_the_outcome_of_the_last_round_is_its_own():
    best = best_answers(in_rounds(said("ab", "ac", "bc", "ab"), said("ba")))
    assert best.docs == (("b",),)


def test_unknown_rules_are_refused():
    with pytest.raises(UsageError, match="leave-out, share"):
        best_answers(said("ab"), "guess")
    with pytest.raises(UsageError, match="n_pools"):
        fewest_pairs(0, 2.0)
    with pytest.raises(UsageError, match="mean"):
        fewest_pairs(3, 0.5)


def test_wins_are_counted_over_all_rounds_and_a_tie_is_nobodys():
    counted = win_counts(in_rounds(said("ab", "ac", "a=b"), said("ab", "ba")))
    assert dict(counted.grades("q")) == {"a": 3, "b": 1}


def test_127_wins_are_a_grade_and_128_are_refused():
    most = [Comparison("q", {"a": 2, f"d{i}": 1}) for i in range(127)]
    assert win_counts(Preferences(most)).grades("q")["a"] == 127
    with pytest.raises(InputError, match=r'query "q", document "a": 128 wins, expected 127 at most'):
        win_counts(Preferences([*most, Comparison("q", {"a": 2, "z": 1})]))


def test_two_answers_that_meet_are_one_pairing_each():
    pools = judged_pools(said("ab", "bc", "ca", "ad", "bd", "d=c"))
    of = pairings(pools, {"q": ["a", "b", "z"], "r": ["a"]})
    assert (of.n_queries, of.won, of.lost, of.tied, of.n) == (1, 4, 2, 0, 6)
    assert pairings(pools, {"q": ["c"]}).share == pytest.approx((1 + 0.5) / 3)
    assert pairings(pools, {}).share is None


def test_each_judgment_of_one_side_is_in_one_count():
    people = said("ab", "ab", "ba", "cd", "dc", "ef")
    of = pair_agreement(said("ba", "ab", "cd", "e=f", "xy"), people)
    assert (of.agree, of.disagree, of.ties, of.ties_of_reference, of.unjudged, of.alone) == (1, 1, 1, 1, 0, 1)
    assert (of.n, of.share) == (5, 0.5)


def judged_by(order, now):
    """What somebody says who knows the order: a comparison a pair."""
    rows = zip(now.queries, now.docs_a, now.docs_b, strict=True)
    return Preferences(
        [Comparison(q, {a: 1 + (order[a] < order[b]), b: 1 + (order[b] < order[a])}) for q, a, b in rows]
    )


@pytest.mark.parametrize("n_docs", [2, 9, 10, 11, 40])
def test_rounds_of_a_judge_without_error_end_at_the_best_document(n_docs):
    order = {f"d{i:02}": i for i in range(n_docs)}
    qrels = Qrels.from_dict({"q": {**dict.fromkeys(order, 1), "zero": 0}})
    rounds = []
    for _ in range(9):
        now = next_round(in_rounds(*rounds) if rounds else Preferences(), qrels, seed=5)
        if not len(now):
            break
        pairs = [frozenset(pair) for pair in zip(now.docs_a, now.docs_b, strict=True)]
        assert len(set(pairs)) == len(pairs)
        n = Counter(doc for pair in pairs for doc in pair)
        assert min(n.values()) >= min(7, len(n) - 1)
        assert set(now.reasons) == {"eliminate" if len(n) > 9 else "all"}
        rounds.append(judged_by(order, now))
    assert now.n_complete == 1
    assert best_answers(in_rounds(*rounds)).docs == (("d00",),)


def test_a_round_that_is_not_finished_is_finished_first():
    order = {f"d{i:02}": i for i in range(20)}
    qrels = Qrels.from_dict({"q": dict.fromkeys(order, 1)})
    whole = judged_by(order, next_round(Preferences(), qrels))
    some = Preferences(whole.comparisons[:30])
    more = next_round(some, qrels)
    assert set(more.reasons) == {"eliminate"}
    finished = Preferences([*some.comparisons, *judged_by(order, more).comparisons])
    [[pool]] = judged_rounds(finished)
    won, judged = pool.wins()
    assert judged.min() >= 7
    assert len(pool.first) == pool.n_judgments
    staying = pool.staying()
    assert staying == tuple(pool.docs[i] for i in np.flatnonzero(won > 3))
    assert set(next_round(finished).docs_a) <= set(staying)
    begun = judged_by(order, next_round(finished)).comparisons[:1]
    [[_, last]] = judged_rounds(in_rounds(finished, Preferences(begun)))
    assert last.docs == staying


def test_pairs_are_the_same_with_the_same_seed_and_others_with_another():
    qrels = Qrels.from_dict({"q": {f"d{i}": 1 for i in range(30)}})
    of = [next_round(Preferences(), qrels, seed=seed).docs_a for seed in (1, 1, 2)]
    assert of[0] == of[1] != of[2]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=30))
def test_no_pools_have_fewer_pairs_than_the_bound(sizes):
    of = PoolSizes.of(sizes)
    assert of.n_pairs == sum(len([*combinations(range(size), 2)]) for size in sizes)
    assert of.mean == pytest.approx(np.mean(sizes))
    assert fewest_pairs(of.n_pools, of.mean) <= of.n_pairs
    if len(set(sizes)) == 1:
        assert fewest_pairs(of.n_pools, of.mean) == of.n_pairs


def test_500_pools_of_6_32_documents_need_8405_pairs_or_more():
    assert fewest_pairs(500, 6.32) == 8_405 > 4_210
    assert PoolSizes.of([6] * 340 + [7] * 160).n_pairs >= 8_405  # the evenest pools with that mean


def chance_of_the_best(docs, error):
    """The chance that the first document is the only answer, by enumeration of the pairs that are judged wrongly."""
    pairs = [*combinations(docs, 2)]
    total = 0.0
    for wrong in product((0, 1), repeat=len(pairs)):
        if plain_best({pair: Fraction(1 - one) for pair, one in zip(pairs, wrong, strict=True)}, docs) == [docs[0]]:
            total += float(np.prod([error if one else 1 - error for one in wrong]))
    return total


@pytest.mark.parametrize(("n_judges", "error"), [(1, 0.2), (3, 3 * 0.2**2 - 2 * 0.2**3)])
def test_the_best_of_a_planted_world_is_found_as_often_as_the_error_of_a_pair_allows(n_judges, error):
    """A judge errs on a fifth of the pairs, the majority of three on 10.4% of them."""
    n_queries, docs, random_ = 1_500, DOCS[:5], random.Random(27)
    comparisons = []
    for query, (a, b) in product(map(str, range(n_queries)), combinations(docs, 2)):
        for _ in range(n_judges):
            is_right = random_.random() >= 0.2
            comparisons.append(Comparison(query, {a: 1 + is_right, b: 2 - is_right}))
    expected = chance_of_the_best(docs, error)
    found = np.mean([of == ("a",) for of in best_answers(Preferences(comparisons)).docs])
    assert abs(found - expected) < 4 * np.sqrt(expected * (1 - expected) / n_queries)
    assert (found > 0.7) == (n_judges == 3)

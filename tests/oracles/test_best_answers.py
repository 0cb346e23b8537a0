"""Best answers and rounds. Oracles: the files of a model's rounds for three TREC tracks, published win counts,
elimination written out here, and planted orders of documents."""

from __future__ import annotations

import tempfile
from itertools import combinations, pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import irassay
from irassay import InputError
from irassay.collection.preference_arrays import joined
from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.qrels import Qrels
from irassay.formats import read_preferences
from irassay.label_sets import best_answers, win_counts, won_pairings
from irassay.pooling import next_round
from irassay.pooling.rounds import stays
from tests.collections_at_hand import collection, need

# Year -> prunings, queries, best answers, cycles, pairings won, pairings; published win counts.
TRACKS = {
    2021: (204, 53, 55, 1, 285, 313, "prefs.dl21.xz"),
    2020: (149, 54, 60, 3, 310, 330, "prefs.dl20"),
    2019: (137, 43, 49, 3, 269, 285, "prefs.dl19"),
}


def track(year):
    folder = collection(f"trec-dl-{year}-passage")
    return folder, read_preferences(str(need(folder / "preferences") / "judge.0?.xz"))


@pytest.mark.parametrize("year", TRACKS)
def test_best_answers_of_a_track_are_those_counted_before(year):
    folder, judged = track(year)
    _, n_queries, n_answers, n_cycles, won, pairings, published = TRACKS[year]
    best = best_answers(judged)
    assert (len(best), best.count("cycle"), best.count("single")) == (n_queries, n_cycles, n_queries - n_cycles)
    assert sum(len(one.docs) for one in best) == n_answers == 3 * n_cycles + best.count("single")
    assert all(len(one.pool) <= 9 and not one.missing for one in best)
    of = won_pairings(judged, best.qrels())
    assert (of.won, of.n) == (won, pairings)
    counts, expected = win_counts(judged), irassay.read_qrels(folder / published)
    assert {q: dict(counts.grades(q)) for q in counts.queries} == {
        q: dict(expected.grades(q)) for q in expected.queries
    }


@pytest.mark.parametrize("year", TRACKS)
def test_every_pruning_and_every_last_round_of_a_track_come_out(year):
    _, judged = track(year)
    rounds = [Preferences.of_arrays(judged.arrays.of_round(k)) for k in range(len(judged.arrays.names.rounds))]
    by_query = [{q: list(one.pairs(q)) for q in one.queries} for one in rounds]
    prunings = [(before[q], after[q]) for before, after in pairwise(by_query) for q in after]
    assert len(prunings) == TRACKS[year][0]
    assert all(stays(before) == {doc for pair in after for doc in pair[:2]} for before, after in prunings)
    todo = next_round(judged)
    assert (len(todo), todo.n_done) == (0, TRACKS[year][1])


def plain_best(docs, beats):
    """Elimination as the paper says it."""
    while True:
        wins = {doc: sum(beats.get((doc, other), 0) for other in docs) for doc in docs}
        first = {doc for doc in docs if wins[doc] == max(wins.values())}
        if first == docs:
            return first
        docs = first


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_best_answers_are_those_of_elimination(data):
    docs = [f"d{i}" for i in range(data.draw(st.integers(2, 6)))]
    beats, judged = {}, []
    for a, b in combinations(docs, 2):
        points = data.draw(st.sampled_from([1, 0, 0.5]))
        beats |= {(a, b): points, (b, a): 1 - points}
        judged.append(Comparison("q", {a: points, b: 1 - points}))
    (one,) = best_answers(Preferences(judged))
    assert set(one.docs) == plain_best(set(docs), beats)
    among = {beats[pair] for pair in combinations(one.docs, 2)}
    assert one.state == ("single" if len(one.docs) == 1 else "tie" if among == {0.5} else "cycle")


def test_a_pool_with_a_missing_pair_has_no_best_answer_unless_shares_are_asked_for():
    judged = Preferences(
        [Comparison("q", {"a": 1, "b": 0}), Comparison("q", {"a": 1, "c": 0}), Comparison("p", {"x": 1, "y": 0})]
    )
    (of_q, of_p) = best_answers(judged)
    assert (of_q.state, of_q.docs, of_q.missing) == ("incomplete", (), (("b", "c"),))
    assert (of_p.state, of_p.docs) == ("single", ("x",))
    assert best_answers(judged, incomplete="share")[0].docs == ("a",)
    with pytest.raises(InputError, match="none of 1 pools is judged in full"):
        best_answers(Preferences([Comparison("q", {"a": 1, "b": 0}), Comparison("q", {"a": 1, "c": 0})])).qrels()


def test_wins_that_no_grade_can_say_are_refused():
    with pytest.raises(InputError, match="won 128 judgments"):
        win_counts(Preferences([Comparison("q", {"a": 1, "b": 0})] * 128))


@pytest.mark.parametrize("seed", range(5))
def test_rounds_end_at_the_planted_best(seed):
    """40 documents in a planted order: each round asks each of them 7 times or 8, and the best one is never lost."""
    place = {f"d{i}": i for i in np.random.default_rng(seed).permutation(40).tolist()}
    qrels, judged, rounds = Qrels.from_dict({"q": dict.fromkeys(place, 1)}), Preferences(), []
    while todo := next_round(judged, qrels, seed=seed).table():
        pairs = list(zip(todo.column("doc_a").values, todo.column("doc_b").values, strict=True))
        if not pairs:
            break
        judged = Preferences([Comparison("q", {a: place[a], b: place[b]}) for a, b in pairs])
        rounds.append(pairs)
        n = [sum(doc in pair for pair in pairs) for doc in {doc for pair in pairs for doc in pair}]
        assert {*n} <= {7, 8} if len(n) > 9 else {*n} == {len(n) - 1}
    assert best_answers(judged)[0].docs == (max(place, key=place.get),)
    assert len(rounds) > 1
    assert len({doc for pair in rounds[-1] for doc in pair}) <= 9


def in_rounds(*rounds):
    names = [f"round{i}" for i in range(len(rounds))]
    return Preferences.of_arrays(joined([one.arrays for one in rounds], names))


@pytest.mark.parametrize("year", TRACKS)
def test_a_last_round_that_is_under_way_has_no_best_answer_and_is_asked_to_its_end(year):
    """One judgment of each last round is there: the pool and its other pairs follow from the round before."""
    _, judged = track(year)
    rounds = [Preferences.of_arrays(judged.arrays.of_round(k)) for k in range(len(judged.arrays.names.rounds))]
    last = {query: k for k, one in enumerate(rounds) for query in one.queries}
    begun = []
    for k, of in enumerate(rounds):
        first = {one.query: one for one in reversed(of.comparisons) if last[one.query] == k}
        begun.append(Preferences([one for one in of.comparisons if last[one.query] > k] + list(first.values())))
    under_way = {one.query: one for one in best_answers(in_rounds(*begun)) if last[one.query]}
    todo = next_round(in_rounds(*begun))
    assert len(under_way) > 30
    for whole in best_answers(judged):
        if last[whole.query]:
            one, n_pairs = under_way[whole.query], len(whole.pool) * (len(whole.pool) - 1) // 2
            assert (one.state, one.docs, one.pool, len(one.missing)) == ("incomplete", (), whole.pool, n_pairs - 1)
            assert todo.queries.count(whole.query) == n_pairs - 1


def test_a_document_stays_by_the_pairs_it_wins_and_not_by_how_often_they_were_judged():
    """Each pair is judged three times: d0 wins two pairs, d7 three, and both are left out; d6 wins four."""
    docs = [f"d{i}" for i in range(10)]
    won = {(a, b): b if a == "d0" and b not in ("d1", "d2") else a for a, b in combinations(docs, 2)}
    del won["d8", "d9"]  # with it the pool would be judged in full
    todo = next_round(
        Preferences([Comparison("q", {a: 1 + (w == a), b: 1 + (w == b)}) for (a, b), w in won.items()] * 3)
    )
    assert {*todo.docs_a, *todo.docs_b} == {"d1", "d2", "d3", "d4", "d5", "d6"}


def test_a_large_pool_that_is_judged_in_full_is_done():
    judged = Preferences([Comparison("q", {f"d{a}": 2, f"d{b}": 1}) for a, b in combinations(range(12), 2)])
    assert best_answers(judged)[0].state == "single"
    assert (len(todo := next_round(judged)), todo.n_done) == (0, 1)


def test_documents_without_a_judged_pair_are_never_best():
    """c was asked about twice and not judged, so it is in the pool, and a share of wins says nothing of it."""
    asked = of_verdicts("q a b =", "q a c ?", "q b c ?", "r a b ?")
    of_q, of_r = best_answers(asked, incomplete="share")
    assert (of_q.pool, of_q.docs, of_r.docs) == (("a", "b", "c"), ("a", "b"), ())
    todo = next_round(asked)
    assert [*zip(todo.queries, todo.docs_a, todo.docs_b, strict=True)] == [
        ("q", "a", "c"), ("q", "b", "c"), ("r", "a", "b"),
    ]  # fmt: skip


def of_verdicts(*lines):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "verdicts"
        file.write_text("".join(f"@ {line}\n" for line in lines))
        return read_preferences(file)


def chance_of_the_best(docs, error):
    """The chance that the first document is the only answer, by enumeration of the pairs that are judged wrongly."""
    pairs = [*combinations(docs, 2)]
    total = 0.0
    for wrong in product((0, 1), repeat=len(pairs)):
        beats = {(a, b): 1 - one for (a, b), one in zip(pairs, wrong, strict=True)}
        beats |= {(b, a): 1 - won for (a, b), won in beats.items()}
        if plain_best(set(docs), beats) == {docs[0]}:
            total += float(np.prod([error if one else 1 - error for one in wrong]))
    return total


@pytest.mark.parametrize(("n_judges", "error"), [(1, 0.2), (3, 3 * 0.2**2 - 2 * 0.2**3)])
def test_the_best_of_a_planted_world_is_found_as_often_as_the_error_of_a_pair_allows(n_judges, error):
    """A judge errs on a fifth of the pairs, the majority of three on 10.4% of them: 61% against 79% are found."""
    n_queries, docs, random = 1_500, "abcde", np.random.default_rng(27)
    pairs = list(product(map(str, range(n_queries)), combinations(docs, 2)))
    is_right = (random.random((len(pairs), n_judges)) >= 0.2).tolist()
    judged = [
        Comparison(query, {a: 1 + right, b: 2 - right})
        for (query, (a, b)), rights in zip(pairs, is_right, strict=True)
        for right in rights
    ]
    expected = chance_of_the_best(docs, error)
    found = np.mean([one.docs == ("a",) for one in best_answers(Preferences(judged))])
    assert abs(found - expected) < 4 * np.sqrt(expected * (1 - expected) / n_queries)
    assert (found > 0.7) == (n_judges == 3)

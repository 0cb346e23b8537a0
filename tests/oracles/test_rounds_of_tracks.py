"""Rounds and best answers of TREC Deep Learning: every figure counted from the judges' files by two ways, or published.

The oracle of eliminations and answers counts pairs of lines in dictionaries.
"""

from __future__ import annotations

import lzma
from collections import Counter, defaultdict
from functools import cache

import pytest

from irassay.agreement import pair_agreement
from irassay.collection.judged_pools import judged_rounds
from irassay.formats import read_preferences, read_qrels
from irassay.label_sets import best_answers, pairings, win_counts
from irassay.pooling import next_round
from tests.collections_at_hand import collection, need

YEARS = (2021, 2020, 2019)


def folder(year):
    return need(collection(f"trec-dl-{year}-passage") / "preferences")


@cache
def of_model(year):
    return read_preferences(str(folder(year) / "judge.0?.xz"))


@cache
def lines_by_round(year):
    """A dictionary a round: query -> (winner, loser) of each line."""
    out = []
    for path in sorted(folder(year).glob("judge.0?.xz")):
        of: dict[str, list[tuple[str, str]]] = defaultdict(list)
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                query, winner, loser = line.split()
                of[query].append((winner, loser))
        out.append(of)
    return out


def first_by_lines(lines):
    """The documents that are left when those with fewer wins are eliminated, again and again."""
    left = {doc for pair in lines for doc in pair}
    while True:
        wins = Counter(winner for winner, loser in lines if {winner, loser} <= left)
        first = {doc for doc in left if wins[doc] == max(wins[one] for one in left)}
        if first == left:
            return left
        left = first


@pytest.mark.parametrize(("year", "n_eliminations", "n_queries"), [(2021, 204, 53), (2020, 149, 54), (2019, 137, 43)])
def test_every_elimination_is_that_of_the_rule_and_every_last_round_is_complete(year, n_eliminations, n_queries):
    by_lines = lines_by_round(year)
    eliminations = 0
    for rounds in judged_rounds(of_model(year)):
        query = rounds[0].query
        of_query = [of[query] for of in by_lines if query in of]
        assert len(rounds) == len(of_query)
        for pool, after, lines in zip(rounds, rounds[1:], of_query, strict=False):
            wins = Counter(winner for winner, _ in lines)
            assert set(pool.staying()) == {doc for doc, n in wins.items() if n > 3} == set(after.docs)
            eliminations += 1
        assert rounds[-1].n_missing == 0
        assert rounds[-1].staying() is None
        assert len(rounds[-1]) <= 9
    assert (eliminations, len(judged_rounds(of_model(year)))) == (n_eliminations, n_queries)


@pytest.mark.parametrize("year", YEARS)
def test_the_first_round_has_all_documents_above_0_and_nothing_is_left_to_ask(year):
    qrels = read_qrels(collection(f"trec-dl-{year}-passage") / "qrels")
    for rounds in judged_rounds(of_model(year)):
        grades = qrels.grades(rounds[0].query)
        assert set(rounds[0].docs) == {doc for doc, grade in grades.items() if grade > 0}
    now = next_round(of_model(year), qrels)
    assert (len(now), now.n_complete) == (0, len(of_model(year).queries))


@pytest.mark.parametrize(("year", "n_answers", "n_cycles"), [(2021, 55, 1), (2020, 60, 3), (2019, 49, 3)])
def test_best_answers_of_the_last_rounds(year, n_answers, n_cycles):
    best = best_answers(of_model(year))
    assert (best.n_answers, best.n_of("cycle"), best.n_of("tie"), best.n_of("incomplete")) == (
        n_answers,
        n_cycles,
        0,
        0,
    )
    assert {len(docs) for docs, state in zip(best.docs, best.states, strict=True) if state == "cycle"} == {3}
    by_lines = lines_by_round(year)
    for query, docs in best.answers.items():
        assert set(docs) == first_by_lines([of[query] for of in by_lines if query in of][-1])
    assert best.qrels().n_labels == n_answers


@pytest.mark.parametrize(("year", "won", "n"), [(2021, 285, 313), (2020, 310, 330), (2019, 269, 285)])
def test_preference_qrels_win_most_of_their_pairings(year, won, n):
    best = best_answers(of_model(year))
    of = pairings(best.pools, best.answers)
    assert (of.won, of.n, of.tied) == (won, n, 0)


@pytest.mark.parametrize(("year", "file"), [(2021, "prefs.dl21.xz"), (2020, "prefs.dl20"), (2019, "prefs.dl19")])
def test_win_counts_are_the_published_labels(year, file):
    published = read_qrels(need(collection(f"trec-dl-{year}-passage") / file))
    counted = win_counts(of_model(year))
    assert counted.queries == published.queries
    assert all(dict(counted.grades(query)) == dict(published.grades(query)) for query in published.queries)


def test_a_model_beside_the_majority_of_people():
    model = read_preferences(folder(2021) / "judge.human.xz")
    of = pair_agreement(model, read_preferences(folder(2021) / "human.human.xz"))
    assert (of.agree, of.disagree, of.ties, of.ties_of_reference, of.unjudged) == (4_134, 2_365, 2_423, 494, 2_265)
    assert (of.alone, of.n) == (0, 11_681)


def test_most_pools_that_people_judged_are_incomplete_and_give_no_answer():
    people = read_preferences(folder(2021) / "human.human.xz")
    best = best_answers(people)
    assert (best.n_of("incomplete"), best.n_answers) == (34, 16)
    assert len(list(best.missing())) == sum(pool.n_missing for pool in best.pools)
    assert best_answers(people, "share").n_of("incomplete") == 0

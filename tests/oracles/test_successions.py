"""Best answers kept by newcomers one by one: total orders by law, and tracks whose last rounds are the truth."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection.preference_arrays import PairOutcomes
from irassay.formats import read_preferences
from irassay.label_sets import best_answers
from irassay.pooling.rounds import succession
from tests.collections_at_hand import collection, need

ORDERS = 40  # of newcomers, a query


def settled(answers, newcomers, truth, judged, number=0):
    """The answers after all that succession asks is judged by `truth`, a pair -> outcome."""
    while (of := succession(answers, newcomers, judged, number=number)).todo:
        judged |= {pair: truth[pair] for pair in of.todo}
    return of.answers


def order_of(docs):
    """The outcomes of a total order, first to last."""
    place = {doc: i for i, doc in enumerate(docs)}
    return {pair: 1 if place[pair[0]] < place[pair[1]] else -1 for pair in combinations(sorted(docs), 2)}


@given(st.permutations([f"d{i:02}" for i in range(14)]), st.data())
def test_where_documents_have_an_order_the_first_is_the_answer_however_they_come(docs, data):
    truth, judged, answers, left = order_of(docs), {}, (docs[data.draw(st.integers(0, 13))],), list(docs)
    while left:
        n = data.draw(st.integers(1, len(left)))
        come, left = left[:n], left[n:]
        answers = settled(answers, come, truth, judged)
    assert answers == (docs[0],)


@given(st.lists(st.sampled_from([-1, 0, 1]), min_size=10, max_size=10), st.permutations("abcde"))
def test_a_lone_newcomer_is_out_in_or_beside_by_its_pairs_with_the_answers_alone(outcomes, docs):
    truth = dict(zip(combinations("abcde", 2), outcomes, strict=True))
    *answers, new = docs[: 1 + outcomes.count(0) % 3 + 1]
    judged = dict(truth)
    against = [truth[pair] * (1 if pair[0] == new else -1) for pair in (tuple(sorted((new, one))) for one in answers)]
    after = settled(answers, [new], truth, judged)
    if max(against) <= 0 and min(against) < 0:
        assert after == tuple(sorted(answers))
    elif min(against) > 0:
        assert after == (new,)
    else:
        assert set(after) <= {new, *answers}


def last_rounds(year):
    """Query -> the outcomes of its last round, and its best answers by all of them."""
    judged = read_preferences(str(need(collection(f"trec-dl-{year}-passage") / "preferences") / "judge.0?.xz"))
    arrays = judged.arrays.of_last_rounds()
    names, of = arrays.names, PairOutcomes.of(arrays.pairs(), len(arrays.names.docs))
    truth = {}
    columns = (of.query.tolist(), of.first.tolist(), of.second.tolist(), of.outcome.tolist())
    for query, first, second, outcome in zip(*columns, strict=True):
        one, other = names.docs[first], names.docs[second]
        pair, turned = ((one, other), outcome) if one < other else ((other, one), -outcome)
        truth.setdefault(names.queries[query], {})[pair] = turned
    best = {one.query: one for one in best_answers(judged) if one.state != "incomplete" and len(one.pool) > 1}
    return {query: (truth[query], one) for query, one in best.items()}


@pytest.mark.parametrize(("year", "least", "most"), [(2021, 0.72, 0.29), (2020, 0.82, 0.30), (2019, 0.82, 0.29)])
def test_newcomers_of_a_track_one_by_one_end_at_its_answers_for_a_part_of_the_judgments(year, least, most):
    draw, right, asked, pairs, n = random.Random(0), 0, 0, 0, 0
    for truth, best in last_rounds(year).values():
        for _ in range(ORDERS):
            docs, judged, answers = draw.sample(best.pool, len(best.pool)), {}, ()
            for doc in docs:
                answers = settled(answers, [doc], truth, judged)
            right += answers == best.docs
            asked += len(judged)
            pairs += len(best.pool) * (len(best.pool) - 1) // 2
            n += 1
    print(f"{year}: {n // ORDERS} queries, {right / n:.1%} at the answer, {asked / pairs:.1%} of the judgments")
    assert right / n >= least
    assert asked / pairs <= most

"""Orders of judging, against plain twins that judge one document after the other; and who shares a query."""

from __future__ import annotations

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.decisions.bets import predict
from irassay.judging.assessors.desk import Desk
from irassay.judging.assessors.orders import ADAPTIVE, over_all
from irassay.judging.store import Settings, make_campaign, open_campaign
from irassay.judging.store.pool_facts import PoolFacts
from tests.judging_by_hand import person

DOCS = "abcdefgh"
RANKINGS = st.lists(st.lists(st.sampled_from(DOCS), max_size=8, unique=True), min_size=1, max_size=5)
TRUTH = st.fixed_dictionaries({doc: st.booleans() for doc in DOCS})


def move_to_front_with_priorities(rankings, truth):
    """Each run begins with the same priority, and loses one with each document that is not relevant."""
    priority, order = [0] * len(rankings), []
    while True:
        left = [run for run, ranking in enumerate(rankings) if set(ranking) - set(order)]
        if not left:
            return order
        run = max(left, key=lambda one: (priority[one], -one))
        while True:  # stay with it
            doc = next((doc for doc in rankings[run] if doc not in order), None)
            if doc is None:
                break
            order.append(doc)
            if not truth[doc]:
                priority[run] -= 1
                break


def max_mean_with_counts(rankings, truth):
    """Counts of each run, which each judgment adds to."""
    relevant, judged, order = [0] * len(rankings), [0] * len(rankings), []
    while True:
        best, mean = None, -1.0
        for run, ranking in enumerate(rankings):
            if any(doc not in order for doc in ranking) and (1 + relevant[run]) / (2 + judged[run]) > mean + 1e-12:
                best, mean = run, (1 + relevant[run]) / (2 + judged[run])
        if best is None:
            return order
        doc = next(doc for doc in rankings[best] if doc not in order)
        order.append(doc)
        for run, ranking in enumerate(rankings):
            if doc in ranking:
                relevant[run] += truth[doc]
                judged[run] += 1


def effect_of_each(rankings, judged):
    """Document -> its expected effect, pair by pair of runs; gains are predicted as `decide` predicts them."""
    docs = list(dict.fromkeys(doc for ranking in rankings for doc in ranking))
    ranks = {doc: [one.index(doc) + 1 if doc in one else math.inf for one in rankings] for doc in docs}
    weight = {doc: [1 / math.log2(rank + 1) for rank in of] for doc, of in ranks.items()}
    bands = [
        [int(math.log2(min(of))) for of in ranks.values()],
        [int(math.log2(sum(rank < math.inf for rank in of))) for of in ranks.values()],
    ]
    bucket = np.unique(np.array(bands), axis=1, return_inverse=True)[1].ravel()
    known = [docs.index(doc) for doc in judged]
    gains = np.array([float(judged[doc]) for doc in judged])
    gain = predict(bucket, np.zeros(len(docs), int), np.array(known, int), gains, 1.0).gain.tolist()
    means = [sum(weight[d][r] * (judged.get(d, gain[i])) for i, d in enumerate(docs)) for r in range(len(rankings))]
    effects = dict.fromkeys(docs, 0.0)
    for a, b in combinations(range(len(rankings)), 2):
        winner, other = (a, b) if round(means[a], 12) >= round(means[b], 12) else (b, a)
        for i, doc in enumerate(docs):
            apart = weight[doc][winner] - weight[doc][other]
            effects[doc] += apart * gain[i] if apart > 0 else -apart * (1 - gain[i])
    return effects


def by_largest_effect(rankings, truth):
    """The document of the largest expected effect, one after the other."""
    judged = {}
    while left := [one for one in effect_of_each(rankings, judged).items() if one[0] not in judged]:
        doc = max(left, key=lambda one: round(one[1], 12))[0]
        judged[doc] = truth[doc]
    return list(judged)


TWINS = {"move-to-front": move_to_front_with_priorities, "max-mean": max_mean_with_counts, "effect": by_largest_effect}


@pytest.mark.parametrize("name", TWINS)
@given(rankings=RANKINGS, truth=TRUTH)
def test_an_adaptive_order_is_that_of_its_plain_twin(name, rankings, truth):
    judged, order = {}, []
    while True:
        listed = ADAPTIVE[name](rankings, judged)
        assert sorted(listed) == sorted({doc for ranking in rankings for doc in ranking}), "each document once"
        doc = next((doc for doc in listed if doc not in judged), None)
        if doc is None:
            break
        order.append(doc)
        judged[doc] = truth[doc]
    assert order == TWINS[name](rankings, truth)


def test_move_to_front_stays_with_a_run_while_it_finds_relevant_documents():
    rankings = [["a", "b", "c", "d"], ["e", "f"], ["a", "g"]]
    truth = dict.fromkeys("abcdefg", False) | {"a": True, "e": True, "f": True}
    assert move_to_front_with_priorities(rankings, truth) == ["a", "b", "e", "f", "g", "c", "d"]


@given(
    tasks=st.lists(
        st.tuples(st.integers(0, 10**6).map(str), st.sampled_from(["q1", "q2", "q3"])), unique_by=lambda t: t[0]
    ),
    seed=st.integers(0, 5),
)
def test_rounds_take_one_task_a_query_in_turn_and_random_takes_all_by_lot(tasks, seed):
    queues = {}
    for task, query in tasks:
        queues.setdefault(query, []).append(task)
    expected = []
    while any(queues.values()):
        expected += [queue.pop(0) for queue in queues.values() if queue]
    assert over_all(tasks, "rounds", seed) == expected
    assert sorted(over_all(tasks, "random", seed)) == sorted(task for task, _ in tasks)
    assert over_all(tasks[::-1], "random", seed) == over_all(tasks, "random", seed), "the seed and the tasks alone"


RUNS = {"q1": {"x": list("abcdef"), "y": list("fbga")}, "q2": {"x": list("hca"), "y": list("abch")}}
GOOD = {"q1": set("fbg"), "q2": set("ha")}
OF_QUERY = {query: sorted({doc for docs in runs.values() for doc in docs} | {"z"}) for query, runs in RUNS.items()}


def campaign(source, order, wanted=1, share="task"):
    """Two queries with the documents of two runs, and one that no run has."""
    settings = Settings(scale=scale("binary"), order=order, seed=1, guideline="", share=share)
    made = make_campaign(source, settings)
    docs = sorted({doc for of in OF_QUERY.values() for doc in of})
    made.add(
        [Task("graded", query, (doc,), wanted=wanted) for query, of in OF_QUERY.items() for doc in of],
        queries={query: f"query {query}" for query in OF_QUERY},
        docs={doc: f"text {doc}" for doc in docs},
        facts=PoolFacts(rankings=RUNS if order in ADAPTIVE else {}),
    )
    return made


def judge(made, desk, who, most=99):
    """What a person is given and answers, one task after the other."""
    out = []
    while len(out) < most and (held := desk.next(who, 1).held):
        [task] = held
        name = "Relevant" if task.docs[0] in GOOD[task.query] else "Not relevant"
        made.record(who.pseudonym, task.key, task.task, {"answer": name})
        out.append((task.query, task.docs[0]))
    return out


@pytest.mark.parametrize("order", ADAPTIVE)
def test_a_person_gets_a_query_in_an_adaptive_order_also_after_a_restart(source, order):
    with campaign(source, order) as made:
        given = judge(made, Desk(made), person(made, "Ann"), most=5)
    with open_campaign(source) as made:
        given += judge(made, Desk(made), made.person(made.invite("Ann")))
    assert len(given) == sum(map(len, OF_QUERY.values()))
    for query, runs in RUNS.items():
        truth = {doc: doc in GOOD[query] for doc in DOCS}
        expected = [*TWINS[order](list(runs.values()), truth), "z"]
        assert [doc for of, doc in given if of == query] == expected


@pytest.mark.parametrize("order", ["rounds", "random"])
def test_an_order_over_all_is_the_same_for_everybody(source, order):
    with campaign(source, order, wanted=2) as made:
        desk = Desk(made)
        given = [judge(made, desk, person(made, name)) for name in ("Ann", "Ben")]
    assert given[0] == given[1]
    assert len(given[0]) == sum(map(len, OF_QUERY.values()))
    if order == "rounds":
        assert [query for query, _ in given[0][:6]] == ["q1", "q2"] * 3


@pytest.mark.parametrize("order", ["shuffled", "rank", "rounds", "random", *ADAPTIVE])
def test_two_people_get_each_task_once_in_any_order(source, order):
    with campaign(source, order) as made:
        desk = Desk(made)
        people = [person(made, name) for name in ("Ann", "Ben")]
        given = []
        while more := [one for who in people for one in judge(made, desk, who, most=1)]:
            given += more
        assert Counter(given).most_common(1)[0][1] == 1
        assert len(given) == sum(map(len, OF_QUERY.values()))
        assert [desk.next(who, 1).state for who in people] == ["done", "done"]


def test_a_task_that_is_added_later_has_its_place_in_an_order_over_all(source):
    with campaign(source, "rounds") as made:
        desk, ann = Desk(made), person(made, "Ann")
        judge(made, desk, ann)
        assert desk.next(ann, 1).state == "done"
        made.add([Task("graded", "q1", ("new",))], queries={"q1": "query q1"}, docs={"new": "text"})
        assert judge(made, desk, ann) == [("q1", "new")]


def test_a_query_that_is_shared_whole_goes_to_one_person(source):
    with campaign(source, "shuffled", share="query") as made:
        desk = Desk(made)
        ann, ben, cai = (person(made, name) for name in ("Ann", "Ben", "Cai"))
        [first] = {query for query, _ in judge(made, desk, ann, most=2)}
        [second] = {query for query, _ in judge(made, desk, ben, most=1)}
        assert {first, second} == set(OF_QUERY)
        assert desk.next(cai, 3).state == "waiting"
        made.revoke("Ann")
        assert {query for query, _ in judge(made, desk, cai)} == {first}, "who has no link has left the query"
        assert {query for query, _ in judge(made, desk, ben)} == {second}


def test_people_who_ask_at_once_never_share_a_query(source):
    with campaign(source, "shuffled", wanted=2, share="query") as made:
        people = [person(made, f"person {i}").pseudonym for i in range(8)]
        tasks = made.tasks()
        with ThreadPoolExecutor(8) as threads:
            list(threads.map(lambda who: made.hold(who, tasks), people))
        queries = dict(made.facts.queries_of_tasks())
        claims = {(queries[task], who) for who in people for task in made.held(who)}
        assert Counter(query for query, _ in claims) == {"q1": 2, "q2": 2}


def test_a_grade_of_several_people_is_that_of_most(source):
    with campaign(source, "max-mean", wanted=3) as made:
        [task] = [
            task
            for task, query in made.facts.queries_of_tasks()
            if (query, made.facts.docs_of(query)[task]) == ("q1", "a")
        ]
        for name, answer in (("Ann", "Relevant"), ("Ben", "Not relevant"), ("Cai", "Relevant")):
            who = person(made, name).pseudonym
            [held] = made.hold(who, [task])
            made.record(who, held.key, task, {"answer": answer})
        assert sorted(made.facts.grades("q1")["a"]) == [0, 1, 1]
        assert made.facts.grades("q2") == {}


@pytest.mark.parametrize("order", ["shuffled", "rank", "rounds"])
def test_each_task_is_numbered_within_its_query_however_many_are_asked_for_at_once(tmp_path, order):
    """Against counting by hand in the order in which the tasks came."""
    tasks = [Task("graded", f"q{i % 3}", (doc,)) for i in range(3) for doc in DOCS[: 2 + i]]
    with make_campaign(
        tmp_path / "a.campaign", Settings(scale=scale("binary"), order=order, seed=0, guideline="")
    ) as made:
        made.add(tasks, queries={f"q{i}": "text" for i in range(3)}, docs=dict.fromkeys(DOCS, "text"))
        ann, desk, having, given = person(made, "Ann"), Desk(made), [], []
        for n in (1, 3, 2, 3, 3):
            turn = desk.next(ann, n, having=[one.task for one in having])
            having += turn.held
            given += [(one.query, turn.within.get(one.task)) for one in turn.held]
            answered = having.pop(0)
            made.record(ann.pseudonym, answered.key, answered.task, {"answer": "Relevant"})
        assert len(given) == len(tasks)
        if order == "rounds":
            assert {within for _, within in given} == {None}, "queries come in turn: none has a place"
            return
        queries = [query for query, _ in given]
        for i, (query, within) in enumerate(given):
            place, of = queries[: i + 1].count(query), queries.count(query)
            assert (within.query_place, within.queries) == (list(dict.fromkeys(queries)).index(query) + 1, 3)
            assert (within.place_in_query, within.of_query) == (place, of)

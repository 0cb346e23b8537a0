"""Where people differ, an owner's own answer, and closed queries, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest

from irassay.errors import InputError, TaskTakenBack, UsageError
from irassay.judging.assessors import labels
from irassay.judging.assessors.standing_answers import choice, disagreements
from irassay.judging.store import open_campaign
from tests.judging_by_hand import campaign, person

RULES = ("majority", "median", "lowest", "highest", "dawid-skene")
NAMES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")


def answer(made, who, task, grade):
    [held] = made.hold(who.pseudonym, [task])
    return made.record(who.pseudonym, held.key, held.task, {"answer": NAMES[grade]})


def owner_of(made):
    return made.person(made.invite("Oda", "owner")).pseudonym


@pytest.fixture
def judged(source):
    """Three people's grades of four tasks; they agree on the last one alone."""
    with campaign(source, wanted=3) as made:
        people = [person(made, name) for name in ("Ann", "Ben", "Cai")]
        for task, grades in zip(made.tasks(), [(3, 3, 0), (0, 1, 2), (2, 3, 3), (1, 1, 1)]):
            for who, grade in zip(people, grades):
                answer(made, who, task, grade)
        yield made


def test_tasks_on_which_people_differ_are_listed_and_no_other(judged):
    assert [one.task for one in disagreements(judged)] == judged.tasks()[:3]


def test_an_owner_sees_what_others_said_only_after_an_answer_of_the_owner_s_own(judged):
    task = judged.tasks()[1]
    before = next(one for one in disagreements(judged) if one.task == task)
    assert (before.answers, before.adjudicated, before.n_answers) == ({}, None, 3)
    judged.adjudicate(owner_of(judged), task, {"answer": "Related"})
    after = next(one for one in disagreements(judged) if one.task == task)
    assert (sorted(after.answers.values()), after.adjudicated) == (sorted(NAMES[:3]), "Related")


@pytest.mark.parametrize("rule", RULES)
def test_an_adjudicated_answer_comes_before_every_rule(judged, rule):
    plain = labels(judged, combine=rule)
    judged.adjudicate(owner_of(judged), judged.tasks()[0], {"answer": "Related"})
    settled = labels(judged, combine=rule)
    assert plain.grades("q1")["d1"] != 1
    assert settled.grades("q1")["d1"] == 1
    others = [(query, doc) for query in ("q1", "q2") for doc in plain.grades(query) if (query, doc) != ("q1", "d1")]
    assert all(settled.grades(query)[doc] == plain.grades(query)[doc] for query, doc in others)


def test_the_log_keeps_every_adjudication_and_says_which_was_blind(judged):
    owner, task = owner_of(judged), judged.tasks()[0]
    receipts = [judged.adjudicate(owner, task, {"answer": name}) for name in ("Related", "Related", "Irrelevant")]
    assert [receipt.is_new for receipt in receipts] == [True, False, True]
    entries = [entry for entry in judged.log() if entry.kind == "adjudication"]
    assert [(entry.content["answer"], entry.content["blind"]) for entry in entries] == [
        ("Related", True),
        ("Irrelevant", False),
    ]
    assert labels(judged).grades("q1")["d1"] == 0


def test_only_an_owner_adjudicates_and_closes(judged):
    ann = person(judged, "Ann").pseudonym
    with pytest.raises(UsageError, match="is no owner of this campaign"):
        judged.adjudicate(ann, judged.tasks()[0], {"answer": "Related"})
    with pytest.raises(UsageError, match="is no owner of this campaign"):
        judged.close_query(ann, "q1")
    assert not [entry for entry in judged.log() if entry.kind in ("adjudication", "closed")]


@pytest.mark.parametrize("name", ["Excellent", "", None])
def test_an_adjudication_that_is_no_point_of_the_scale_is_refused(judged, name):
    with pytest.raises(UsageError, match="expected an answer among Irrelevant"):
        judged.adjudicate(owner_of(judged), judged.tasks()[0], {"answer": name})
    with pytest.raises(UsageError, match="there is no task"):
        judged.adjudicate(owner_of(judged), "0" * 16, {"answer": "Related"})


def test_a_closed_query_has_no_labels_until_it_is_opened_again(judged):
    owner = owner_of(judged)
    whole = labels(judged)
    judged.close_query(owner, "q2")
    judged.close_query(owner, "q2")
    assert judged.closed_queries() == ["q2"]
    assert list(labels(judged).queries) == ["q1"]
    assert [one.query for one in disagreements(judged)] == ["q1", "q1"]
    assert judged.counts().tasks == 2
    judged.reopen_query(owner, "q2")
    assert [dict(labels(judged).grades(query)) for query in whole.queries] == [
        dict(whole.grades(query)) for query in whole.queries
    ]
    assert [entry.kind for entry in judged.log() if entry.kind in ("closed", "reopened")] == ["closed", "reopened"]


def test_where_all_queries_are_closed_there_are_no_labels(judged):
    owner = owner_of(judged)
    for query in ("q1", "q2"):
        judged.close_query(owner, query)
    with pytest.raises(InputError, match="no labels"):
        labels(judged)
    with pytest.raises(UsageError, match='there is no task of the query "q9"'):
        judged.close_query(owner, "q9")


def test_nobody_is_asked_about_a_closed_query_and_what_is_held_of_it_ends(source):
    with campaign(source) as made:
        ann = person(made, "Ann")
        tasks = made.tasks()
        held = made.hold(ann.pseudonym, tasks[:1])
        made.close_query(owner_of(made), "q1")
        assert made.hold(ann.pseudonym, tasks[:2]) == []
        assert made.wanting("q1", ann.pseudonym) == []
        assert made.of_person(ann.pseudonym).tasks == 2
        with pytest.raises(TaskTakenBack):
            made.record(ann.pseudonym, held[0].key, held[0].task, {"answer": "Related"})


def test_what_an_owner_has_decided_is_there_when_the_campaign_is_opened_again(source):
    with campaign(source, wanted=2) as made:
        for name, grade in (("Ann", 0), ("Ben", 3)):
            answer(made, person(made, name), made.tasks()[0], grade)
        owner = owner_of(made)
        made.adjudicate(owner, made.tasks()[0], {"answer": "Related"})
        made.close_query(owner, "q2")
    with open_campaign(source) as opened:
        [one] = disagreements(opened)
        assert (one.adjudicated, opened.closed_queries()) == ("Related", ["q2"])


def test_two_people_who_choose_the_same_document_agree_whichever_side_it_was_on():
    docs = ("d1", "d2")
    ann, ben = {"answer": "Left", "shown": ["d1", "d2"]}, {"answer": "Right", "shown": ["d2", "d1"]}
    assert choice("pair", ann, docs) == choice("pair", ben, docs) == "d1"

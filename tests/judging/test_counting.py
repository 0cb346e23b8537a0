"""Counts that are kept are those that counting gives, whatever people do; and people get every task that is left."""

from __future__ import annotations

import random
import time

import pytest
from sqlalchemy import select

from irassay.collection.tasks import Task
from irassay.errors import TaskTakenBack
from irassay.judging.assessors.desk import Desk
from irassay.judging.store import counting, holds, schema
from tests.judging_by_hand import DOCS, QUERIES, campaign, person

TEXTS = {**{f"q{i}": "what makes bread rise" for i in range(1, 7)}, **QUERIES}


def kept(made):
    """Every row of the counts."""
    with made._database.reading() as connection:
        return [sorted(map(tuple, connection.execute(select(table)))) for table in (schema.done, schema.open_tasks)]


def in_plain_words(made, who):
    """(done, left) of a person, counted row by row."""
    with made._database.reading() as connection:
        answers = list(connection.execute(select(schema.answer.c.task, schema.answer.c.assessor)))
        tasks = list(connection.execute(schema.task.select()))
    mine = {task for task, assessor in answers if assessor == who}
    return len(mine), sum(task.wanted > task.answered and task.id not in mine for task in tasks)


@pytest.mark.parametrize("seed", range(3))
def test_kept_counts_are_those_that_counting_gives(source, seed):
    draw = random.Random(seed)
    with campaign(source, wanted=2) as made:
        people = [person(made, name).pseudonym for name in ("Ann", "Ben", "Cai")]
        keys = {}
        for i in range(60):
            who, task = draw.choice(people), draw.choice(made.tasks())
            body = draw.choice([{"answer": "Related"}, {"skip": "no text"}, {"answer": None}])
            replaced = keys.get((who, task))
            key = f"answer-{i}"
            if replaced is None:
                if body == {"answer": None} or not (held := made.hold(who, [task])):
                    continue
                key = held[0].key
            try:
                made.record(who, key, task, body, replaces=replaced)
            except TaskTakenBack:
                continue
            keys[who, task] = key
            if i == 30:
                made.add([Task("graded", "q1", ("d3",), wanted=3)], queries=TEXTS, docs=DOCS)
            for one in people:
                with made._database.reading() as connection:
                    assert counting.done_and_left(connection, one) == in_plain_words(made, one)
        before = kept(made)
        made.recount()
        assert kept(made) == before


@pytest.mark.parametrize("order", ["rank", "shuffled"])
def test_people_get_every_task_that_is_left_and_no_more_than_are_wanted(source, order):
    with campaign(source, wanted=2, order=order) as made:
        made.add([Task("graded", query, (doc,), wanted=2) for query in TEXTS for doc in DOCS], queries=TEXTS, docs=DOCS)
        people = [made.person(made.invite(name)) for name in ("Ann", "Ben", "Cai")]
        draw, answered = random.Random(0), 0
        desk = Desk(made)
        while any((turns := [desk.next(who, draw.randint(1, 4)) for who in people])[i].held for i in range(3)):
            for who, turn in zip(people, turns, strict=True):
                for held in turn.held:
                    made.record(who.pseudonym, held.key, held.task, {"answer": "Related"})
                    answered += 1
            if draw.random() < 0.3:
                desk = Desk(made)  # as after a restart
        assert [turn.state for turn in turns] == ["done"] * 3
        counts = made.counts()
        assert answered == counts.wanted == counts.answered


def test_a_person_waits_while_others_hold_what_is_left(source, monkeypatch):
    with campaign(source) as made:
        ann, ben = (made.person(made.invite(name)) for name in ("Ann", "Ben"))
        desk = Desk(made)
        monkeypatch.setattr(holds, "MINUTES", 0.002)
        assert len(desk.next(ann, 4).held) == 4
        assert desk.next(ben, 4).state == "waiting"

        time.sleep(0.2)
        assert len(desk.next(ben, 4).held) == 4, "a hold that ended is another's"


def test_a_task_that_is_taken_back_behind_a_person_comes_again(source, monkeypatch):
    with campaign(source) as made:
        ann = made.person(made.invite("Ann"))
        desk = Desk(made)
        first = desk.next(ann, 1).held[0]
        made.record(ann.pseudonym, first.key, first.task, {"answer": "Related"})
        for _ in range(3):
            [held] = desk.next(ann, 1).held
            made.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
        assert desk.next(ann, 1).state == "done"
        with monkeypatch.context() as patch:
            patch.setattr(holds, "MINUTES", -1)
            made.record(ann.pseudonym, "taken-back", first.task, {"answer": None}, replaces=first.key)
        assert [held.task for held in desk.next(ann, 1).held] == [first.task]

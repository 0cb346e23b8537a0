"""Questions to the tables about one person's tasks. They are made once: to make one takes longer than to ask it.

Each takes ``who``, a pseudonym, and where it looks at holds ``now``, the time in UTC.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BindParameter, Select, and_, bindparam, case, exists, func, or_, select

from irassay.collection.tasks import LABEL
from irassay.judging.store import schema

_WHO: BindParameter[str] = bindparam("who")
_NOW: BindParameter[str] = bindparam("now")
_QUERY: BindParameter[str] = bindparam("of_query")
_TASKS: BindParameter[list[str]] = bindparam("tasks", expanding=True)
_task, _hold, _answer, _person = schema.task, schema.hold, schema.answer, schema.assessor
_is_theirs = and_(_hold.c.task == _task.c.id, _hold.c.assessor != _WHO, _hold.c.until > _NOW)
_n_others = select(func.count()).select_from(_hold).where(_is_theirs).scalar_subquery()

# Of a row of `task`.
OF_CLOSED_QUERY = exists().where(schema.closed.c.query == _task.c.query)
IS_OPEN = _task.c.wanted > _task.c.answered
_IS_ANSWERED = exists().where(_answer.c.task == _task.c.id, _answer.c.assessor == _WHO)
_HAS_PLACE = and_(IS_OPEN, _task.c.wanted > _task.c.answered + _n_others)
HAS_ROOM = and_(or_(_task.c.purpose != LABEL, _HAS_PLACE), ~_IS_ANSWERED, ~OF_CLOSED_QUERY)  # for one more to hold it
IS_WANTED = and_(IS_OPEN, ~_IS_ANSWERED, ~OF_CLOSED_QUERY)  # whoever holds it

# Tasks as a person has them, see `holds.of_person`. The names let the conditions look at all answers and holds.
_said, _had = _answer.alias("said"), _hold.alias("had")
OF_PERSON: Select[Any] = (
    select(
        *_task.c,
        _person.c.state,
        _said.c.key.label("standing"),
        func.coalesce(_said.c.is_answer, 0).label("is_answer"),
        _had.c.key.label("hold_key"),
        _had.c.sides,
        _had.c.place,
        _had.c.until,
        HAS_ROOM.label("has_room"),
        IS_WANTED.label("is_wanted"),
    )
    .select_from(
        _task.outerjoin(_person, _person.c.pseudonym == _WHO)
        .outerjoin(_said, and_(_said.c.task == _task.c.id, _said.c.assessor == _WHO))
        .outerjoin(_had, and_(_had.c.task == _task.c.id, _had.c.assessor == _WHO))
    )
    .where(_task.c.id.in_(_TASKS))
    .order_by(_task.c.number)
)
OF_QUERY = (
    select(_task.c.id, HAS_ROOM, _task.c.wanted).where(_task.c.query == _QUERY, IS_WANTED).order_by(_task.c.number)
)
IDS_OF_QUERY = select(_task.c.id).where(_task.c.query == _QUERY, IS_WANTED).order_by(_task.c.number)
# Of each of these queries how many tasks a person has answered or skipped, and how many want the person's answer.
_QUERIES: BindParameter[list[str]] = bindparam("queries", expanding=True)
N_OF_QUERIES = (
    select(
        _task.c.query,
        func.count(_answer.c.task).label("done"),
        func.sum(case((and_(IS_OPEN, _answer.c.task.is_(None)), 1), else_=0)).label("left"),
    )
    .select_from(_task.outerjoin(_answer, and_(_answer.c.task == _task.c.id, _answer.c.assessor == _WHO)))
    .where(_task.c.query.in_(_QUERIES), _task.c.purpose == LABEL)
    .group_by(_task.c.query)
)
HELD_OF_QUERIES = (
    select(_task.c.query, _hold.c.task)
    .join(_task, _task.c.id == _hold.c.task)
    .where(_hold.c.assessor == _WHO, _hold.c.until > _NOW, _task.c.query.in_(_QUERIES))
    .order_by(_hold.c.place, _task.c.number)
)
N_AMONG = select(func.count()).select_from(_task).where(_task.c.id.in_(_TASKS), IS_WANTED)
HELD = (
    select(_hold.c.task)
    .join(_task, _task.c.id == _hold.c.task)
    .where(_hold.c.assessor == _WHO, _hold.c.until > _NOW)
    .order_by(_task.c.number)
)
# Tasks of which others hold all answers that are left.
WITHOUT_ROOM = (
    select(_task.c.id)
    .join(_hold, _hold.c.task == _task.c.id)
    .where(_hold.c.until > _NOW, _hold.c.assessor != _WHO, IS_WANTED)
    .group_by(_task.c.id, _task.c.wanted, _task.c.answered)
    .having(_task.c.wanted <= _task.c.answered + func.count())
)
_CLOSED = (
    select(func.count())
    .select_from(_task)
    .where(_task.c.query.in_(select(schema.closed.c.query)), IS_OPEN, ~_IS_ANSWERED)
)
_done, _open = schema.done, schema.open_tasks
# How many answers and skips of a person stand, of these in open tasks; of all how many are open, how many closed.
COUNTS = select(
    *(
        func.coalesce(one.scalar_subquery(), 0)
        for one in (
            select(_done.c.tasks).where(_done.c.assessor == _WHO),
            select(_done.c.open).where(_done.c.assessor == _WHO),
            select(_open.c.tasks),
            _CLOSED,
        )
    )
)

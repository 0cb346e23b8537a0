"""The people of a campaign as its owner sees them, and what the owner may stop: one person, or all."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING

from sqlalchemy import and_, exists, func, select

from irassay.errors import UsageError
from irassay.judging.store import schema
from irassay.judging.store.models import MODEL
from irassay.judging.store.said import JUDGING
from irassay.judging.store.steps import STOPPED
from irassay.judging.store.writing import append, now
from irassay.record import Record

if TYPE_CHECKING:
    from sqlalchemy import Connection

_KEY_BYTES = 12
_of_all = and_(schema.log.c.kind == "pause", schema.log.c.assessor.is_(None))
LAST_PAUSE = select(schema.log.c.body).where(_of_all).order_by(schema.log.c.entry.desc()).limit(1)


class Member(Record):
    """A person: name (None once forgotten), role, state, whether a link works, answers, skips, tasks on the screen."""

    pseudonym: str
    name: str | None
    role: str
    state: str
    has_link: bool
    answered: int
    skipped: int
    held: int


def members(connection: Connection) -> list[Member]:
    """Everybody but models, in the order of names; who was forgotten comes last."""
    table, token, answer, hold = schema.assessor, schema.token, schema.answer, schema.hold
    given = select(func.count()).select_from(answer).where(answer.c.assessor == table.c.pseudonym)
    held = select(func.count()).select_from(hold).where(hold.c.assessor == table.c.pseudonym, hold.c.until > now())
    rows = select(
        *(table.c.pseudonym, table.c.name, table.c.role, table.c.state),
        exists().where(token.c.assessor == table.c.pseudonym).label("has_link"),
        given.where(answer.c.is_answer == 1).scalar_subquery().label("answered"),
        given.where(answer.c.is_answer == 0).scalar_subquery().label("skipped"),
        held.scalar_subquery().label("held"),
    ).where(table.c.role != MODEL)
    rows = rows.order_by(table.c.name.is_(None), table.c.name, table.c.pseudonym)
    return [Member(**{**row, "has_link": bool(row["has_link"])}) for row in connection.execute(rows).mappings()]


def stop(connection: Connection, pseudonym: str, *, stopped: bool) -> None:
    """Give a person nothing more until the owner lets the person go on; what the person holds goes to others.
    UsageError where there is no such person."""
    table = schema.assessor
    mine = table.c.pseudonym == pseudonym
    state = connection.execute(select(table.c.state).where(mine)).scalar_one_or_none()
    if state is None:
        raise UsageError(JUDGING("person.no-pseudonym", pseudonym=pseudonym))
    if stopped == (state == STOPPED):
        return
    new = STOPPED if stopped else "working"
    append(connection, "pause", key=_key(), assessor=pseudonym, body={"state": new})
    connection.execute(table.update().where(mine).values(state=new))
    if stopped:
        connection.execute(schema.hold.delete().where(schema.hold.c.assessor == pseudonym))


def pause_all(connection: Connection, *, paused: bool) -> None:
    """Give nobody anything more until this is lifted. Whoever has a task on the screen may still answer it."""
    if paused != is_paused(connection):
        append(connection, "pause", key=_key(), body={"state": "paused" if paused else "working"})


def is_paused(connection: Connection) -> bool:
    """Whether the campaign is paused: what the last entry says that pauses nobody in particular."""
    return is_of_pause(connection.execute(LAST_PAUSE).scalar_one_or_none())


def is_of_pause(body: str | None) -> bool:
    """Whether the last entry that pauses nobody in particular, if there is one, says that all rest."""
    return body is not None and json.loads(body)["state"] == "paused"


def _key() -> str:
    return f"pause:{secrets.token_hex(_KEY_BYTES)}"

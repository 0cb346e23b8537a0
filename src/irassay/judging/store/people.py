"""Who may answer: pseudonyms, names, roles and tokens. Only the hash of a token is kept, and no name in the log."""

from __future__ import annotations

import hashlib
import json
import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, and_, bindparam, or_, select

from irassay.arguments import check_choice
from irassay.errors import UsageError, is_halved
from irassay.judging.store import counting, schema
from irassay.judging.store.said import JUDGING
from irassay.judging.store.steps import BARRED, STOPPED
from irassay.judging.store.writing import append, is_there

PARTICIPANTS = "participants"  # the role of a link by which a platform sends people, who get one of their own
ROLES = ("assessor", "owner", PARTICIPANTS)
_TOKEN_BYTES = 24
_PSEUDONYM_DIGITS = 6  # hexadecimal ones
_of_all = and_(schema.log.c.kind == "pause", schema.log.c.assessor.is_(None))
LAST_PAUSE = select(schema.log.c.body).where(_of_all).order_by(schema.log.c.entry.desc()).limit(1)
_hash_of: BindParameter[str] = bindparam("hash")
_BY_TOKEN = (  # of every request
    select(schema.assessor, LAST_PAUSE.scalar_subquery().label("last_pause"))
    .join(schema.token)
    .where(schema.token.c.sha256 == _hash_of)
)


@dataclass(frozen=True)
class Person:
    """Who answers. `name` is None once it is forgotten; `state` is paused by whomever: the person, or an owner."""

    pseudonym: str
    name: str | None
    role: str
    state: str


def invite(connection: Connection, name: str, role: str = "assessor") -> str:
    """A token for a person, who is added if need be, kept nowhere; earlier ones stay good until `revoke`. A pseudonym
    means a person without a name. UsageError where the name is empty, or there with another role."""
    check_choice("role", role, ROLES)
    there = _person(connection, name)
    if there is not None and there.role != role:
        raise UsageError(JUDGING("person.there", name=name, role=there.role))
    pseudonym = there.pseudonym if there is not None else add(connection, name, role)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    connection.execute(schema.token.insert().values(sha256=_hash(token), assessor=pseudonym))
    return token


def join(connection: Connection, name: str) -> str | None:
    """A token for whom a platform sends, who is added if need be; None for who was revoked, or forgotten."""
    pseudonym = named(connection, name)
    if pseudonym is not None:
        token = schema.token
        if connection.execute(select(token.c.sha256).where(token.c.assessor == pseudonym).limit(1)).first() is None:
            return None
    elif _is_forgotten(connection, name):
        return None
    else:
        add(connection, name, "assessor", joined=True)
    return invite(connection, name, "assessor")


def person_of(connection: Connection, token: str) -> Person | None:
    """Whose token it is; None where it is nobody's, or was revoked."""
    row = connection.execute(_BY_TOKEN, {"hash": _hash(token)}).one_or_none()
    if row is None:
        return None
    rests = row.state == STOPPED or (row.state == "working" and is_of_pause(row.last_pause))
    return Person(row.pseudonym, row.name, row.role, "paused" if rests else row.state)


def revoke(connection: Connection, name: str) -> str:
    """Make a person's tokens and holds void; the pseudonym. UsageError where there is nobody of that name."""
    pseudonym = named(connection, name)
    if pseudonym is None:
        raise UsageError(JUDGING("person.nobody", name=name))
    void(connection, pseudonym)
    return pseudonym


def void(connection: Connection, pseudonym: str) -> None:
    """Make a person's tokens void, and end what the person holds."""
    for of in (schema.token, schema.hold):
        connection.execute(of.delete().where(of.c.assessor == pseudonym))


def forget(connection: Connection, name: str) -> None:
    """Remove a person's name and tokens; the entries of the log have the pseudonym alone, and stay. A slow hash of a
    platform's id keeps it from coming again. UsageError where there is nobody of that name."""
    table, log = schema.assessor, schema.log
    pseudonym = revoke(connection, name)
    added = connection.execute(select(log.c.body).where(log.c.key == f"assessor:{pseudonym}")).scalar_one()
    key = _forgotten(connection, name)
    if json.loads(added).get("joined") and not is_there(connection, key):
        append(connection, "forgotten", key=key, assessor=pseudonym, body={})
    connection.execute(table.update().where(table.c.pseudonym == pseudonym).values(name=None))


def _forgotten(connection: Connection, name: str) -> str:
    """The key of the entry that somebody was forgotten: a hash that takes long, of this campaign alone."""
    log = schema.log
    salt = connection.execute(select(log.c.sha256).where(log.c.entry == 1)).scalar_one()
    return f"forgotten:{hashlib.scrypt(name.encode(), salt=salt.encode(), n=1 << 14, r=8, p=1, dklen=32).hex()}"


def _is_forgotten(connection: Connection, name: str) -> bool:
    log = schema.log
    nobody = connection.execute(select(log.c.entry).where(log.c.kind == "forgotten").limit(1)).first() is None
    return not nobody and is_there(connection, _forgotten(connection, name))


def is_of_pause(body: str | None) -> bool:
    """Whether the last entry that pauses nobody in particular, if there is one, says that all rest."""
    return body is not None and json.loads(body)["state"] == "paused"


def pause(connection: Connection, pseudonym: str, state: str) -> None:
    """Set a person's state, working or paused, where it is another one; who is stopped or barred stays so."""
    table = schema.assessor
    mine = table.c.pseudonym == pseudonym
    if connection.execute(table.select().where(mine)).one().state in (state, STOPPED, BARRED):
        return
    append(connection, "pause", assessor=pseudonym, body={"state": state})
    connection.execute(table.update().where(mine).values(state=state))
    if state == "paused":
        connection.execute(schema.hold.delete().where(schema.hold.c.assessor == pseudonym))


def named(connection: Connection, name: str) -> str | None:
    """The pseudonym of a person, where there is one of that name."""
    there = _person(connection, name)
    return None if there is None else str(there.pseudonym)


def _person(connection: Connection, name: str) -> Row[Any] | None:
    """The row of whom a name means; it means whose pseudonym it is only where nobody has that name."""
    if "\0" in name or is_halved(name):
        raise UsageError(JUDGING("person.halved", name=name))
    table = schema.assessor
    is_meant = or_(table.c.name == name, and_(table.c.name.is_(None), table.c.pseudonym == name))
    return connection.execute(table.select().where(is_meant).order_by(table.c.name.is_(None))).first()


def add(connection: Connection, name: str, role: str, *, joined: bool = False) -> str:
    """The pseudonym of a new person, sent by a platform where `joined`; UsageError for no name, or a pseudonym."""
    if not name.strip():
        raise UsageError(JUDGING("person.empty"))
    table = schema.assessor
    taken = set(connection.execute(select(table.c.pseudonym)).scalars())
    if name in taken:
        raise UsageError(JUDGING("person.pseudonym", name=name))
    taken |= set(connection.execute(select(table.c.name)).scalars())
    while (pseudonym := f"p-{secrets.token_hex(_PSEUDONYM_DIGITS // 2)}") in taken:
        pass
    body = {"role": role} | ({"joined": True} if joined else {})
    append(connection, "assessor", key=f"assessor:{pseudonym}", assessor=pseudonym, body=body)
    values = {"pseudonym": pseudonym, "name": name, "role": role, "state": "working"}
    connection.execute(table.insert().values(**values))
    counting.add_person(connection, pseudonym)
    return pseudonym


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()

"""The log of a campaign taken over from a file: its entries as they are, in their chain of hashes and in our forms."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from types import GenericAlias, MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError, create_model
from sqlalchemy import Connection, Row, Table, bindparam, func, select
from sqlalchemy.exc import IntegrityError

from irassay.collection.tasks import LABEL
from irassay.collection.texts import Texts
from irassay.errors import InputError, is_halved
from irassay.judging.store import entrance, owners, schema
from irassay.judging.store.adding import SHOWN
from irassay.judging.store.counting import recount
from irassay.judging.store.entries import Entry, canonical, checked, entry_of, unknown_kind
from irassay.judging.store.questions import QUESTION
from irassay.judging.store.said import JUDGING
from irassay.judging.store.settings import Settings
from irassay.judging.store.steps import set_step
from irassay.judging.store.writing import BLOCK, Rows
from irassay.messages import plural
from irassay.record import Record

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_MOST = 10**9


def _amount(text: str) -> str:
    try:
        if 0 <= Decimal(text) <= _MOST:
            return text
    except InvalidOperation:  # of NaN too
        pass
    raise ValueError("expected an amount of money")


Count = Annotated[int, Field(ge=0, le=_MOST)]
CountFrom1 = Annotated[Count, Field(ge=1)]
Amount = Annotated[str, AfterValidator(_amount)]
Grades = dict[str, dict[str, int]]  # query -> document -> grade
_READ = create_model("Read", __config__=ConfigDict(extra="ignore", strict=True, allow_inf_nan=False))


def _form(base: type[BaseModel] = _READ, /, **names: Any) -> type[BaseModel]:
    """A form with the type of each name that is read; what may be absent has its default beside the type."""
    fields: dict[str, Any] = {name: of if isinstance(of, tuple) else (of, ...) for name, of in names.items()}
    return create_model("Form", __base__=base, **fields)


def _by_name(form: type[BaseModel]) -> Any:
    return GenericAlias(dict, (str, form))


_STATE = _form(state=str)
_ANSWER = _form(
    answer=(str | None, None), skip=(str | None, None), shown=(list[str] | None, None), note=(str | None, None)
)
_OF_QUERY = _form(query=str)
_PLACES = Annotated[tuple[str, list[Count]], Strict(False)]  # a JSON array, of two
_LISTS: dict[str, Any] = {"docs": list[str], "runs": list[_PLACES]}
_PASS = Annotated[Count, Field(alias="pass")]
_TERMS = _form(
    batch=CountFrom1, budget=Count | None, people=CountFrom1, combine=Literal["majority", "median", "lowest", "highest"]
)
# Numbers that nothing follows from, such as times and tokens, may be any: who reads them leaves out what can't be.
_FORMS: Mapping[str, type[BaseModel]] = {
    "campaign": _form(
        scale=str, points=Annotated[list[Any], Field(min_length=1)], order=str,
        seed=Annotated[int, Field(ge=0, lt=2**64)], guideline=str, kind=str, equal=bool, consent=str, batch=CountFrom1,
        tests=Count, pay=Amount, fee=Amount, share=Literal["task", "query"],
    ),
    "task": _form(
        kind=str, query=str, query_sha256=str, docs=Annotated[list[str], Field(min_length=1)], docs_sha256=list[str],
        wanted=Count, why=str, probability=Annotated[float, Field(ge=0, le=1)] | None, purpose=(str, ""),
        expected=(str, ""), reason=(str, ""),
    ),
    "assessor": _form(role=str, name=(str | None, None)),
    "pause": _STATE,
    "exclusion": _form(reason=str),
    **dict.fromkeys(("answer", "skip"), _ANSWER),
    **dict.fromkeys(("consent", "practice", "exam"), _form(_STATE, attempt=Count)),
    "batch": _form(number=Count, tasks=list[str]),
    "batch-end": _form(_STATE, number=Count, tasks=list[str], missed=Count),
    "adjudication": _form(answer=str, shown=(list[str] | None, None), blind=(bool, True)),
    **dict.fromkeys(("closed", "reopened"), _OF_QUERY),
    "earlier-labels": _form(source=dict[str, str], labels=Grades),
    "origin": _form(origin=str),
    "strata": _form(_OF_QUERY, strata=_by_name(_form(drawn=list[str], left=list[str]))),
    "ranks": _form(**_LISTS, query=str),
    "ask": _form(shown=list[str], most_cost=Amount, judging_pass=_PASS, n_tried=Annotated[Count, Field(alias="try")]),
    "verdict": _form(
        ask=str, shown=list[str], state=str, cost=Amount, model=str, prompt_sha256=str, judging_pass=_PASS,
        answer=(str | None, None), reason=(str, ""), again=(bool, False),
    ),
    "version": _form(
        number=CountFrom1, answers=dict[str, list[str]], open=dict[str, list[str]], asked=dict[str, list[str]],
        runs=dict[str, str], leaderboard=list[list[str]], changes=list[list[str]],
    ),
    **dict.fromkeys(("import", "forgotten"), _form()),
    "question": _form(
        asked=dict[str, Any], lists=_by_name(_form(**_LISTS)), labels=_form(model=Grades | None, ideals=Grades | None),
        terms=_TERMS, texts=_form(query=dict[str, str], doc=dict[str, str]),
    ),
    "draw": _form(number=Count, asked=CountFrom1, after=Count),
    "look": _form(verdict=str, labels=dict[str, Count]),
}  # fmt: skip
OF_PERSON = ("answer", "skip", "exclusion", "consent", "practice", "exam", "batch", "batch-end", "ask", "verdict")
OF_TASK = ("task", "answer", "skip", "adjudication", "ask", "verdict")


def check_form(entry: Entry, source: str) -> None:
    """InputError where an entry is none that irassay writes: which, and what it lacks."""
    where = JUDGING("log.entry", source=source, number=entry.entry, kind=entry.kind)
    texts = (entry.key, entry.kind, entry.assessor, entry.task, entry.body, entry.replaces)
    if any(text is not None and ("\0" in text or is_halved(text)) for text in texts):
        raise InputError(JUDGING("log.halved", where=where))
    if not _TIME.fullmatch(entry.time):
        raise InputError(JUDGING("log.time", where=where, time=entry.time))
    try:
        _FORMS[entry.kind].model_validate(dict(entry.content))
    except KeyError:
        raise unknown_kind(entry.kind, where) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise InputError(JUDGING("log.form", where=where, place=place, what=first["msg"].lower())) from None


class Content(Record):
    """What a log was made with, and the texts that its tasks have shown: id -> SHA-256."""

    settings: Settings
    queries: dict[str, str]
    docs: dict[str, str]


def entries_of(rows: Iterable[Mapping[str, Any]], source: str) -> Iterator[Entry]:
    """The entries of a file's rows, their chain checked; InputError names one missing or not what was written."""
    columns = [column.name for column in schema.log.c if column.name not in ("body", "sha256")]

    def entry(row: Mapping[str, Any]) -> Entry:
        try:
            made = Entry(body=canonical(row["body"]), **{name: row[name] for name in columns})
            canonical(list(vars(made).values())).encode()
        except (ValueError, RecursionError):  # half a character, a number that is none, too deep
            raise InputError(JUDGING("log.value", source=source, number=row["entry"])) from None
        return made

    return checked(((entry(row), row["sha256"]) for row in rows), source)


def content_of(entries: Iterable[Entry], source: str) -> Content:
    """What a log was made with, and has shown; InputError where irassay writes none such."""
    walk = iter(entries)
    first = next(walk)
    if first.kind != "campaign":
        raise InputError(JUDGING("log.first", source=source, kind=first.kind))
    check_form(first, source)
    try:
        settings = Settings.from_json(first.content)
    except (TypeError, ValueError) as error:
        raise InputError(JUDGING("log.settings", source=source, error=error)) from None
    queries: dict[str, str] = {}
    docs: dict[str, str] = {}
    of_task: dict[str | None, list[str]] = {}
    people: set[str | None] = set()
    for entry in walk:
        check_form(entry, source)
        body = entry.content
        if entry.kind == "task":
            of_task[entry.task] = body["docs"]
            queries[body["query"]] = body["query_sha256"]
            docs.update(zip(body["docs"], body["docs_sha256"], strict=False))
        elif entry.kind == QUESTION:
            queries |= body["texts"]["query"]
            docs |= body["texts"]["doc"]
        elif entry.kind == "assessor":
            people.add(entry.assessor)
        has_task = entry.kind not in OF_TASK or entry.task in of_task
        has_person = entry.kind not in OF_PERSON or entry.assessor in people
        if not (has_task and has_person and _is_choice(settings, of_task.get(entry.task, ()), body)):
            raise InputError(JUDGING("log.unknown", source=source, number=entry.entry, kind=entry.kind))
    return Content(settings=settings, queries=queries, docs=docs)


def _is_choice(settings: Settings, docs: Sequence[str], body: Mapping[str, Any]) -> bool:
    """Whether an answer and the documents that it was shown are those of a task; True where there is none."""
    if not docs or body.get("answer") is None:
        return True
    shown = body.get("shown") or docs
    is_named = body["answer"] in {choice.name for choice in settings.choices(len(docs))}
    return is_named and sorted(shown) == sorted(docs)


def texts_of(connection: Connection) -> dict[tuple[str, str], str]:
    """(kind, id) -> the SHA-256 of each text that a campaign has."""
    table = schema.text
    return {
        (row.kind, row.id): row.sha256 for row in connection.execute(select(table.c.kind, table.c.id, table.c.sha256))
    }


def texts_as_shown(
    given: Mapping[str, tuple[Mapping[str, str], Texts | Mapping[str, str]]],
    there: Mapping[tuple[str, str], str] = MappingProxyType({}),
) -> list[dict[str, str]]:
    """The rows of the table of texts for these hashes: kind -> (id -> SHA-256, the texts), without those `there`.
    InputError where a text is missing, or another than the log's tasks have shown."""
    rows = []
    for kind, (hashes, texts) in given.items():
        new = [one for one in hashes if there.get((kind, one)) != hashes[one]]
        bodies = texts.pick(new) if isinstance(texts, Texts) else texts
        _refuse(kind, [one for one in new if one not in bodies], absent=True)
        digests = {one: hashlib.sha256(bodies[one].encode()).hexdigest() for one in new}
        _refuse(kind, [one for one in new if (kind, one) in there or digests[one] != hashes[one]], absent=False)
        rows += [{"kind": kind, "id": one, "sha256": hashes[one], "body": bodies[one]} for one in new]
    return rows


def take_over(connection: Connection, entries: Iterable[Entry], texts: list[dict[str, str]], source: str) -> int:
    """Add those entries that the campaign does not have yet, and make its tables from all of them; how many. InputError
    where the logs part: neither begins with the whole other."""
    walk = iter(entries)
    log = schema.log
    length = connection.execute(select(func.count()).select_from(log)).scalar_one()
    there = connection.execute(select(log.c.entry, log.c.sha256).order_by(log.c.entry)).all() if length else []
    for (number, sha256), entry in zip(there, walk, strict=False):
        if entry.sha256 != sha256:
            raise InputError(JUDGING("log.apart", source=source, number=number))
    try:
        return _added(connection, walk, texts)
    except InputError:
        raise
    except (IntegrityError, LookupError, TypeError, ValueError) as error:
        raise InputError(JUDGING("log.unfit", source=source, kind=type(error).__name__)) from None


def _added(connection: Connection, walk: Iterator[Entry], texts: list[dict[str, str]]) -> int:
    """Add the rest of the entries and the texts, and make the tables again. How many entries."""
    log = schema.log
    if texts:
        connection.execute(schema.text.insert(), texts)
    n = 0
    while block := list(islice(walk, BLOCK)):
        connection.execute(log.insert(), [{**vars(entry), "sha256": entry.sha256} for entry in block])
        n += len(block)
    if n:
        rebuild(connection)
    return n


def _refuse(kind: str, ids: list[str], *, absent: bool) -> None:
    if ids:
        noun = {"query": "query", "doc": "document"}[kind]
        raise InputError(JUDGING("texts.of-log", texts=plural(len(ids), noun), absent=absent, ids=sorted(ids)[:SHOWN]))


def rebuild(connection: Connection) -> None:
    """Make the tables from the log's entries; names and tokens of people stay, and nobody holds a task afterwards."""
    for name in ("hold", "answer", "adjudication", "closed", "step", "batch", "task"):
        connection.execute(schema.TABLES.tables[name].delete())
    connection.execute(schema.assessor.update().values(state="working"))
    there = set(connection.execute(select(schema.assessor.c.pseudonym)).scalars())
    tasks, people = Rows(connection, schema.task), Rows(connection, schema.assessor)
    states: dict[str, str] = {}
    for_practice: list[str] = []
    standing: dict[tuple[str, str], dict[str, Any]] = {}
    for row in _entries(connection):
        body = json.loads(row.body)
        if row.kind == "task":
            tasks.add(_task(row, body, tasks.n + 1))
        elif row.kind == "assessor" and row.assessor not in there:
            name = body.get("name")  # a model's, which is in the log
            people.add({"pseudonym": row.assessor, "name": name, "role": body["role"], "state": "working"})
        elif row.kind == "pause":
            states[row.assessor] = body["state"]
        elif row.kind == "exclusion":
            states[row.assessor] = "barred"
        elif row.kind in ("answer", "skip"):
            standing.pop((row.task, row.assessor), None)
            is_answer = body.get("answer") is not None
            if is_answer or row.kind == "skip":
                values = {"task": row.task, "assessor": row.assessor, "entry": row.entry, "key": row.key}
                standing[row.task, row.assessor] = {**values, "is_answer": int(is_answer)}
        elif row.kind == "batch-end" and body["state"] == "aside":
            _let_go(standing, row.assessor, body["tasks"])
        elif row.kind == "practice" and body["state"] == "open":
            _let_go(standing, row.assessor, for_practice)
        if row.kind == "task" and body.get("purpose") == "practice":
            for_practice.append(row.task)
    tasks.end()
    people.end()
    _retrace(connection)
    _set(connection, schema.assessor, schema.assessor.c.pseudonym, "state", states)
    answers = Rows(connection, schema.answer)
    for one in standing.values():
        answers.add(one)
    answers.end()
    answered = Counter(one["task"] for one in standing.values() if one["is_answer"])
    _set(connection, schema.task, schema.task.c.id, "answered", answered)
    recount(connection)


def _retrace(connection: Connection) -> None:
    """What owners settled and closed, and how far people came: tables that name tasks and people."""
    ends = {"consent", "practice", "exam"}
    for row in _entries(connection):
        if row.kind in ("adjudication", "closed", "reopened"):
            owners.stand(connection, entry_of(row._mapping))
        elif row.kind in ends:
            body = json.loads(row.body)
            set_step(connection, row.assessor, row.kind, body["attempt"] + (body["state"] == "open"), body["state"])
        elif row.kind in ("batch", "batch-end"):
            entrance.stand(connection, row.assessor, row.kind, json.loads(row.body))


def _let_go(standing: dict[tuple[str, str], dict[str, Any]], assessor: str, tasks: Sequence[str]) -> None:
    """Let nothing of a person's answers to these tasks stand."""
    for task in tasks:
        standing.pop((task, assessor), None)


def _entries(connection: Connection) -> Iterator[Row[Any]]:
    """The log block by block: one connection writes meanwhile."""
    log, last = schema.log, 0
    while True:
        rows = connection.execute(log.select().where(log.c.entry > last).order_by(log.c.entry).limit(BLOCK)).all()
        if not rows:
            return
        yield from rows
        last = rows[-1].entry


def _task(row: Row[Any], body: Mapping[str, Any], number: int) -> dict[str, Any]:
    own = {name: body[name] for name in ("kind", "query", "wanted", "why", "probability")}
    aim = {name: body.get(name, default) for name, default in (("purpose", LABEL), ("expected", ""), ("reason", ""))}
    return {**own, **aim, "id": row.task, "number": number, "docs": json.dumps(body["docs"]), "answered": 0}


def _set(connection: Connection, table: Table, of: Any, column: str, values: Mapping[str, Any]) -> None:
    """Set one column of the rows with these ids."""
    if values:
        statement = table.update().where(of == bindparam("of_row")).values({column: bindparam("to_value")})
        connection.execute(statement, [{"of_row": one, "to_value": value} for one, value in values.items()])

"""Tasks to judge, from any table with a query and a document in a row, and from the files of other tools."""

from __future__ import annotations

import os
from dataclasses import replace

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError, cut
from irassay.formats.format import NO, Head, number_in
from irassay.formats.labels import quepid
from irassay.formats.labels.quepid import id_of
from irassay.formats.reading.judgments import read_judged, tool_of
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import head_of
from irassay.formats.tables import columns
from irassay.formats.tables.separated import names_of, read_table, separator
from irassay.messages import plural
from irassay.messages.names import of_cell
from irassay.record import Record

DRAWN = {"yes": True, "no": False, "": True}


class TaskRow(Record):
    """A row of a table of what is to be judged; `probability` is None and the texts are "" where it doesn't say."""

    query: str
    doc: str
    why: str
    probability: float | None
    stratum: str
    query_text: str
    text: str


class GivenTasks(Record):
    """The tasks of a file, and the texts that it has, by id."""

    tasks: list[Task]
    queries: dict[str, str]
    docs: dict[str, str]


class TaskRows(Record):
    """The rows to be judged, and those that were not drawn: documents of the pool whose strata estimates need."""

    rows: list[TaskRow]
    left: list[TaskRow]


WHY = "given"  # why a task is judged whose table doesn't say


def kind_in(source: str) -> str:
    """The kind of the tasks of a file whose kind nobody has named: pair where it has two documents in a row."""
    if tool := tool_of(source):
        return "pair" if len(read_judged(source, tool)[0].docs) > 1 else "graded"
    line = Head(head_of(source)).line
    return "pair" if {"doc_a", "doc_b"} <= {*names_of(line.split(separator(line)))} else "graded"


def judged_tasks(source: str, tool: str, kind: str, wanted: int) -> GivenTasks:
    """The tasks of another tool's file, for as many people as have answered there, `wanted` at least; of several texts
    of one id the first."""
    of = kind_of(kind)
    queries: dict[str, str] = {}
    docs: dict[str, str] = {}
    tasks: dict[str, Task] = {}
    people: dict[str, int] = {}
    for one in read_judged(source, tool):
        if not of.fewest <= len(one.docs) <= of.most:
            raise InputError(f"{source} has {plural(len(one.docs), 'document')} in a task: --kind {kind} takes no such")
        try:
            task = Task(kind, one.query, one.docs, why=WHY)
        except UsageError as error:
            raise InputError(f"{source}: {error}") from None
        people[task.id] = people.get(task.id, 0) + sum(bool(given.said) for given in one.judgments)
        tasks.setdefault(task.id, task)
        if one.query_text is not None:
            queries.setdefault(one.query, one.query_text)
        for doc, text in zip(one.docs, one.texts or (), strict=False):
            docs.setdefault(doc, text)
    return GivenTasks(
        tasks=[replace(task, wanted=max(wanted, people[key])) for key, task in tasks.items()],
        queries=queries,
        docs=docs,
    )


def texts_in(table: TaskRows) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of queries and of documents that the rows have, by id."""
    queries = {row.query: row.query_text for row in reversed(table.rows) if row.query_text}
    return queries, {row.doc: row.text for row in reversed(table.rows) if row.text}


def read_tasks(source: str | os.PathLike[str], kind: str = "graded", *, wanted: int = 1) -> list[Task]:
    """The tasks that a table makes, each for `wanted` people: of one document or lists as `read_pairs` reads it, other
    kinds as `read_compared_docs`."""
    of = kind_of(kind)
    if of.most == 1:
        return tasks_of_rows(read_task_rows(source), kind, wanted)
    if of.most > of.fewest:
        lists: dict[str, list[str]] = {}
        for query, doc in read_pairs(source):
            lists.setdefault(query, []).append(doc)
        rows: list[tuple[str, tuple[str, ...], str, float | None]] = [
            (query, tuple(docs), WHY, None) for query, docs in lists.items()
        ]
    else:
        rows = [(query, (a, b), *given) for (query, a, b), given in read_compared_docs(source).items()]
    try:
        tasks = [
            Task(kind, query, docs, wanted=wanted, why=why or WHY, probability=probability)
            for query, docs, why, probability in rows
        ]
    except UsageError as error:
        raise InputError(f"{os.fspath(source)}: {error}") from None
    return list({task.id: task for task in tasks}.values())


def tasks_of_rows(table: TaskRows, kind: str, wanted: int) -> list[Task]:
    """A task of one document a row that is to be judged."""
    return [
        Task(kind, row.query, (row.doc,), wanted=wanted, why=row.why or WHY, probability=row.probability)
        for row in table.rows
    ]


def read_pairs(source: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """The pairs of query and document of a table with a heading, each once, in the file's order."""
    return [(row.query, row.doc) for row in read_task_rows(source).rows]


def read_task_rows(source: str | os.PathLike[str]) -> TaskRows:
    """The rows of such a table; *why*, *probability*, *stratum* and *drawn* (yes or no) may be missing."""
    path = os.fspath(source)
    problems = Problems(path)
    table = read_table(path, "tasks", problems, columns.ALIASES)
    head = Head(head_of(path))
    of_quepid = max(quepid.looks_like(head), quepid.looks_like_book(head)) > NO  # where a query's text is its id
    of_quepid |= "query_text" in names_of(head.line.split(separator(head.line)))
    has_text = of_quepid or table.roles.get("query_text") != table.roles["query"]
    found: dict[tuple[str, str], tuple[TaskRow, bool]] = {}
    for i, line in enumerate(table.lines):
        cells = {role: cells[i].strip() for role, cells in table.roles.items()}
        query, doc = id_of(table.roles["query"][i]), id_of(table.roles["doc"][i])
        probability, is_drawn = _probability(cells.get("probability", "")), DRAWN.get(cells.get("drawn", "").lower())
        if not (query and doc):
            problems.add(line, "a row without the id of its query or document, expected both")
        elif probability == 0:
            problems.add(line, f"probability is {cut(cells['probability'])}, expected a number above 0 and up to 1")
        elif is_drawn is None:
            problems.add(line, f"drawn is {cut(cells['drawn'])}, expected yes or no")
        else:
            row = TaskRow(
                query=query,
                doc=doc,
                why=cells.get("why", ""),
                probability=probability,
                stratum=cells.get("stratum", ""),
                query_text=of_cell(cells.get("query_text", "")) if has_text else "",
                text=of_cell(cells.get("text", "")),
            )
            found.setdefault((query, doc), (row, is_drawn))
    problems.raise_if_any()
    if not found:
        raise InputError(f"{path} has no row, expected a query and a document in each")
    return TaskRows(
        rows=[row for row, is_drawn in found.values() if is_drawn],
        left=[row for row, is_drawn in found.values() if not is_drawn],
    )


def _probability(cell: str) -> float | None:
    """None for an empty cell, 0 for one that is no probability."""
    value = number_in(cell)
    return None if not cell else value if 0 < value <= 1 else 0.0


def read_compared_docs(source: str | os.PathLike[str]) -> dict[tuple[str, str, str], tuple[str, float | None]]:
    """(query, doc_a, doc_b) -> the rule that chose the pair and its chance, "" and None where not known; a known answer
    is doc_a. InputError for missing columns, rows or ids, or a document that stands twice."""
    path = os.fspath(source)
    problems = Problems(path)
    roles = (table := read_table(path, "pairs", problems, columns.ALIASES)).roles
    found: dict[tuple[str, str, str], tuple[str, float | None]] = {}
    reasons, chances = (roles.get(name, [""] * len(table.lines)) for name in ("why", "probability"))
    ids_of = zip(table.lines, roles["query"], roles["doc_a"], roles["doc_b"], reasons, chances, strict=True)
    for line, *ids, why, chance in ids_of:
        query, a, b = map(id_of, ids)
        if not (query and a and b):
            problems.add(line, "a row without the id of its query or of a document, expected all three")
        elif _probability(chance) == 0:
            problems.add(line, f"probability is {cut(chance)}, expected a number above 0 and up to 1")
        elif a == b:
            problems.add(line, f"document {cut(a)} compared with itself, expected two documents")
        else:
            found.setdefault((query, a, b), (why, _probability(chance)))
    problems.raise_if_any()
    if not found:
        raise InputError(f"{path} has no row, expected a query and two documents in each")
    return found

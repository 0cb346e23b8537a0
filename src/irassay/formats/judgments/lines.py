"""Judgments in lines: answers in a table of any tool, and judgments of pairs as prefj takes them.

Of a table a row has query, document, and a grade, the name of one, or skip. prefj takes ``query docA docB preferred``;
without the last, a pair that it requests. Of three columns that are a judgment, prefj prefers the first document
(Clarke, Vtyurina and Smucker 2021).
"""

from __future__ import annotations

from collections.abc import Iterator

from irassay.collection.task_kinds import EQUAL, LEFT, RIGHT
from irassay.errors import cut
from irassay.formats.format import LIKELY, NO, Head
from irassay.formats.judgments import JudgedSheet, JudgedTask, Judgment, JudgmentFormat
from irassay.formats.labels.quepid import id_of
from irassay.formats.preferences.pairs import TIES
from irassay.formats.sources.lines import Problems, cells_of, lines
from irassay.formats.tables.columns import ALIASES, NAMES
from irassay.formats.tables.separated import name_of, read_table

SKIP = "skip"
_ALIASES = {**ALIASES, "answer": "grade"}


def read_answers(path: str, problems: Problems) -> Iterator[JudgedTask]:
    """A task a row."""
    table = read_table(path, "answers", problems, _ALIASES)
    who = table.roles.get("assessor", [""] * len(table.lines))
    for line, query, doc, said, by in zip(
        table.lines, *(table.roles[role] for role in ("query", "doc", "grade")), who, strict=True
    ):
        query, doc = id_of(query), id_of(doc)
        if not (query and doc):
            problems.add(line, "a row without the id of its query or document, expected both")
            continue
        said = said.strip()
        skip = SKIP if said.casefold() == SKIP else ""  # nobody can say
        judgment = Judgment(said="" if skip else said, skip=skip, assessor=by.strip())
        yield JudgedTask(place=line, query=query, docs=(doc,), judgments=[judgment])


TABLE = JudgmentFormat(
    name="table",
    line="a heading with query, doc, and grade or answer; assessor says whose",
    looks_like=None,
    ids="quoted",
    kinds=("graded",),
    carries=(),
    read=read_answers,
    write=None,
)


WIDTHS = (3, 4)
_HEADINGS = {name for role in ("query", "doc", "doc_a") for name in NAMES[role]}


def looks_like(head: Head) -> int:
    """Three or four words that are no heading, the fourth one of the two before or a tie."""
    cells = head.cells
    if len(cells) not in WIDTHS or not head.is_bare or cells[1] == cells[2] or name_of(cells[0]) in _HEADINGS:
        return NO
    return LIKELY if cells[3:] == [] or cells[3] in (*cells[1:3], *TIES) else NO


def read(path: str, problems: Problems) -> Iterator[JudgedTask]:
    """A task a line."""
    for number, line in lines(path, problems):
        cells = cells_of(line)
        if not cells:
            continue
        if len(cells) not in WIDTHS:
            problems.add(number, f"{len(cells)} columns, expected query docA docB preferred")
            continue
        query, a, b, *given = cells
        best = given[0] if given else a
        if best not in (a, b, *TIES):
            problems.add(number, f"preferred is {cut(best)}, expected one of the two documents")
        said = LEFT if best == a else RIGHT if best == b else EQUAL
        yield JudgedTask(place=number, query=query, docs=(a, b), judgments=[Judgment(said=said)])


def write(sheet: JudgedSheet) -> Iterator[str]:
    """A line a preference."""
    for task in sheet.tasks:
        a, b = task.docs
        for one in task.judgments:
            yield f"{task.query} {a} {b} {a if one.said == LEFT else b}\n"


PREFJ = JudgmentFormat(
    name="prefj",
    line="`query docA docB preferred`, as prefj takes them",
    looks_like=looks_like,
    ids="words",
    kinds=("pair",),
    carries=(),
    read=read,
    write=write,
)
BY_NAME = {one.name: one for one in (TABLE, PREFJ)}

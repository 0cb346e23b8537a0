"""Answers in a table of any tool: query, document, and a grade, the name of one, or skip."""

from __future__ import annotations

from irassay.formats.judgments import JudgedTask, Judgment, JudgmentFormat
from irassay.formats.labels.quepid import id_of
from irassay.formats.tables import columns
from irassay.formats.tables.separated import read_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.formats.sources.lines import Problems

SKIP = "skip"
_ALIASES = {**columns.ALIASES, "answer": "grade"}


def read(path: str, problems: Problems) -> Iterator[JudgedTask]:
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


FORMAT = JudgmentFormat(
    name="table",
    line="a heading with query, doc, and grade or answer; assessor says whose",
    looks_like=None,
    ids="quoted",
    kinds=("graded",),
    carries=(),
    read=read,
    write=None,
)

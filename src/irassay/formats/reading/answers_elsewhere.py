"""Answers to judging tasks that were given elsewhere, from any table with query, document and grade or answer."""

from __future__ import annotations

import os

from irassay.collection.judging_scales import JudgingScale
from irassay.errors import InputError, cut
from irassay.formats.labels.quepid import id_of
from irassay.formats.sources.problems import Problems
from irassay.formats.tables import columns
from irassay.formats.tables.separated import read_table

_ALIASES = {**columns.ALIASES, "answer": "grade"}


def read_answers(source: str | os.PathLike[str], scale: JudgingScale) -> dict[tuple[str, str], str]:
    """(query, document) -> the name of a point of the scale, which a table with a heading gives by name or grade, in
    the file's order; InputError for an unreadable table, no row, an answer off the scale, or a second one."""
    path = os.fspath(source)
    problems = Problems(path)
    table = read_table(path, "labels", problems, _ALIASES)
    names = {**{str(point.grade): point.name for point in scale.points}, **{name: name for name in scale.names}}
    answers: dict[tuple[str, str], str] = {}
    cells = zip(table.lines, table.roles["query"], table.roles["doc"], table.roles["grade"], strict=True)
    for line, query, doc, said in cells:
        pair, answer = (id_of(query), id_of(doc)), names.get(said.strip())
        if not all(pair):
            problems.add(line, "a row without the id of its query or document, expected both")
        elif answer is None:
            problems.add(line, f"the answer {cut(said)}, expected one of {', '.join(names)}")
        elif answers.setdefault(pair, answer) != answer:
            problems.add(
                line, f"a second answer to {' '.join(map(cut, pair))}, expected one: {answers[pair]} came before"
            )
    problems.raise_if_any()
    if not answers:
        raise InputError(f"{path} has no row, expected a query, a document and an answer in each")
    return answers

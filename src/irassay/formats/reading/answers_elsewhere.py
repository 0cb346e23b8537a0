"""Answers to judging tasks that were given elsewhere, from any table with query, document and grade or answer."""

from __future__ import annotations

import os

from irassay.collection.judging_scales import JudgingScale
from irassay.errors import InputError, cut
from irassay.formats.labels.quepid import id_of
from irassay.formats.sources.problems import Problems
from irassay.formats.tables import columns
from irassay.formats.tables.headed import read_table

_ALIASES = {**columns.ALIASES, "answer": "grade"}


def read_answers(source: str | os.PathLike[str], scale: JudgingScale) -> dict[tuple[str, str], str]:
    r"""(query, document) -> the name of a point of the scale, which the file gives by name or grade, in the file's
    order.

    The file is a table with a heading, parted by tabs, commas or semicolons. InputError where it can't be read, has no
    such columns or no row, an answer is no point of the scale, or a document has a second one.

    >>> import pathlib, tempfile
    >>> from irassay.collection.judging_scales import scale
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "crowd.tsv"
    >>> _ = file.write_text("query\tdoc\tgrade\nq1\td7\t1\nq1\td2\tIrrelevant\n")
    >>> read_answers(file, scale("trec-passage"))
    {('q1', 'd7'): 'Related', ('q1', 'd2'): 'Irrelevant'}
    """
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

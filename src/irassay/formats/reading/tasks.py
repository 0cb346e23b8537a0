"""What is to be judged, from any table with a query and a document in a row."""

from __future__ import annotations

import os

from irassay.errors import InputError
from irassay.formats.labels.quepid import id_of
from irassay.formats.sources.problems import Problems
from irassay.formats.tables import columns
from irassay.formats.tables.headed import read_table


def read_pairs(source: str | os.PathLike[str]) -> list[tuple[str, str]]:
    """The pairs of query and document of a table with a heading, each once, in the order of the file.

    Parameters
    ----------
    source : path
        Parted by tabs, commas or semicolons: what ``irassay pool`` and ``irassay compare --unjudged`` write, a CSV of
        Quepid, or any other with a column of queries and one of documents. Other columns are not read.

    Raises
    ------
    InputError
        The file can't be read, has no such columns, no row, or a row without an id.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "pool.tsv"
    >>> _ = file.write_text("query\\tdoc\\tbest_rank\\nq1\\td7\\t1\\nq1\\td2\\t2\\n")
    >>> read_pairs(file)
    [('q1', 'd7'), ('q1', 'd2')]
    """
    path = os.fspath(source)
    problems = Problems(path)
    table = read_table(path, "tasks", problems, columns.ALIASES)
    pairs = [(id_of(query), id_of(doc)) for query, doc in zip(table.roles["query"], table.roles["doc"], strict=True)]
    for line, pair in zip(table.lines, pairs, strict=True):
        if not all(pair):
            problems.add(line, "a row without the id of its query or document, expected both")
    problems.raise_if_any()
    if not pairs:
        raise InputError(f"{path} has no row, expected a query and a document in each")
    return list(dict.fromkeys(pairs))

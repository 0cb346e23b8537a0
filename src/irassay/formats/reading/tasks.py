"""What is to be judged, from any table with a query and a document in a row."""

from __future__ import annotations

import os

from irassay.collection.task_kinds import kind_of
from irassay.collection.tasks import Task
from irassay.errors import InputError, UsageError, cut
from irassay.formats.labels.quepid import id_of
from irassay.formats.sources.problems import Problems
from irassay.formats.tables import columns
from irassay.formats.tables.headed import read_table

WHY = "given"  # why a task is judged whose table doesn't say


def read_tasks(source: str | os.PathLike[str], kind: str = "graded", *, wanted: int = 1) -> list[Task]:
    """The tasks that a table of what is to be judged makes.

    Parameters
    ----------
    source : path
        Graded tasks and lists: what `read_pairs` takes; a list are all documents of a query, 2 to 12. Pairs and
        comparisons with a known answer: what `read_compared_docs` takes.
    kind : {"graded", "pair", "anchor", "best"}
    wanted : int
        How many people are to answer each.

    Raises
    ------
    InputError
        The file can't be read as such a table, or a query has too few or too many documents for a list.
    UsageError
        The kind is another one.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "pairs.tsv"
    >>> _ = file.write_text("query\\tdoc_a\\tdoc_b\\nq1\\td7\\td2\\nq1\\td2\\td7\\n")
    >>> [task.docs for task in read_tasks(file, "pair")]
    [('d2', 'd7')]
    """
    if kind_of(kind).most == 1:
        rows: list[tuple[str, tuple[str, ...], str]] = [(query, (doc,), WHY) for query, doc in read_pairs(source)]
    elif kind == "best":
        lists: dict[str, list[str]] = {}
        for query, doc in read_pairs(source):
            lists.setdefault(query, []).append(doc)
        rows = [(query, tuple(docs), WHY) for query, docs in lists.items()]
    else:
        rows = [(query, (a, b), why or WHY) for (query, a, b), why in read_compared_docs(source).items()]
    try:
        tasks = [Task(kind, query, docs, wanted=wanted, why=why) for query, docs, why in rows]
    except UsageError as error:
        raise InputError(f"{os.fspath(source)}: {error}") from None
    return list({task.id: task for task in tasks}.values())


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


def read_compared_docs(source: str | os.PathLike[str]) -> dict[tuple[str, str, str], str]:
    """The pairs of documents of a table with the columns query, doc_a and doc_b, and why each was chosen.

    Parameters
    ----------
    source : path
        Parted by tabs, commas or semicolons, as ``irassay pool --pairs`` writes it. A column ``why`` may be missing;
        where a document is compared with a known answer, the known answer is doc_a.

    Returns
    -------
    dict
        (query, first document, second one) -> the rule that chose the pair, "" where the table doesn't say; in the
        order of the file.

    Raises
    ------
    InputError
        The file can't be read, has no such columns, no row, or a row without an id or with one document twice.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "pairs.tsv"
    >>> _ = file.write_text("query\\tdoc_a\\tdoc_b\\twhy\\nq1\\td7\\td2\\tall\\n")
    >>> read_compared_docs(file)
    {('q1', 'd7', 'd2'): 'all'}
    """
    path = os.fspath(source)
    problems = Problems(path)
    roles = (table := read_table(path, "pairs", problems, columns.ALIASES)).roles
    found: dict[tuple[str, str, str], str] = {}
    reasons = roles.get("why", [""] * len(table.lines))
    for line, *ids, why in zip(table.lines, roles["query"], roles["doc_a"], roles["doc_b"], reasons, strict=True):
        query, a, b = map(id_of, ids)
        if not (query and a and b):
            problems.add(line, "a row without the id of its query or of a document, expected all three")
        elif a == b:
            problems.add(line, f"document {cut(a)} compared with itself, expected two documents")
        else:
            found.setdefault((query, a, b), why)
    problems.raise_if_any()
    if not found:
        raise InputError(f"{path} has no row, expected a query and two documents in each")
    return found

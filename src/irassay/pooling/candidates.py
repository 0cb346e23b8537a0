"""Candidate files for a reranking task: the top k documents of one run, in MS MARCO's four columns or as a run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from irassay.arguments import check_choice, whole_number
from irassay.collection.runs import Runs
from irassay.collection.texts import Texts
from irassay.collection.ties import Ties
from irassay.errors import InputError, UsageError
from irassay.files import WholeFiles
from irassay.pooling.words import OF_POOL

Form: TypeAlias = Literal["candidates", "run"]

FORMS: tuple[Form, ...] = ("candidates", "run")
Lists: TypeAlias = Mapping[str, list[str]]


def write_candidates(
    runs: Runs,
    to: str | os.PathLike[str],
    *,
    depth: int = 100,
    output_format: Form = "run",
    queries: Iterable[str] | None = None,
    query_texts: Texts | Mapping[str, str] | None = None,
    doc_texts: Texts | Mapping[str, str] | None = None,
    ties: Ties = "float64",
) -> int:
    r"""Write the top `depth` documents of one run as candidates for reranking.

    Parameters
    ----------
    runs : Runs
        One run.
    to : path
        A file, or ``-`` for standard output.
    depth : int, at least 1
    output_format : {"run", "candidates"}
        *candidates* is MS MARCO's format: query id, document id, query text and document text, tab-separated; each run
        of white space in a text becomes one space. *run* is TREC's format; its score counts down from `depth`, so that
        documents with equal scores keep their order.
    queries : iterable of str, optional
        Queries to write. Default: all that the run answers.
    query_texts, doc_texts : Texts or mapping of id to text, optional
        Required for *candidates*.
    ties : {"float64", "float32"}

    Returns
    -------
    int
        Lines written.

    Raises
    ------
    UsageError
        There is more than one run, `depth` is below 1, or texts are missing for *candidates*.
    InputError
        A query or a document has no text, or an id contains white space that the format can't hold.

    Examples
    --------
    >>> from irassay import Runs
    >>> runs = Runs.from_dict({"bm25": {"q1": {"a": 3, "b": 2, "c": 1}}})
    >>> write_candidates(runs, "-", depth=2)
    q1 Q0 a 1 2 bm25
    q1 Q0 b 2 1 bm25
    2
    """
    if len(runs.systems) != 1:
        raise UsageError(f"candidates are the first documents of one run, but got {len(runs.systems):,} runs")
    depth = whole_number("depth", depth)
    check_choice("output_format", output_format, FORMS)
    (system,) = runs.systems
    wanted = set(runs.queries if queries is None else queries)
    lists = {query: list(runs.ranking(system, query, ties=ties)[:depth]) for query in runs.queries if query in wanted}
    _check_ids(lists, "\t\n" if output_format == "candidates" else None)
    if output_format == "run":
        pieces = _run(lists, depth, "_".join(system.split()))
    else:
        if query_texts is None or doc_texts is None:
            raise UsageError(OF_POOL("candidates.texts"))
        docs = [doc for of in lists.values() for doc in of]
        pieces = _candidates(lists, _texts(query_texts, lists, "query"), _texts(doc_texts, docs, "document"))
    with WholeFiles() as files:
        files.write(os.fspath(to), pieces)
    return sum(map(len, lists.values()))


def _check_ids(lists: Lists, forbidden: str | None) -> None:
    """Raise where an id contains a character that would split the line; None forbids all white space."""
    for query, docs in lists.items():
        for name in (query, *docs):
            if any(c in name for c in forbidden) if forbidden else name.split() != [name]:
                what = "a tab or the end of a line" if forbidden else "white space"
                raise InputError(OF_POOL("candidates.id", id=name, what=what))


def _texts(texts: Texts | Mapping[str, str], wanted: Mapping[str, object] | list[str], what: str) -> Mapping[str, str]:
    ids = dict.fromkeys(wanted)
    text_of_id = {i: texts[i] for i in ids if i in texts} if isinstance(texts, Mapping) else texts.pick(ids)
    missing = [i for i in ids if i not in text_of_id]
    if missing:
        raise InputError(OF_POOL("candidates.no-text", n=len(missing), ids=len(ids), kind=what, one=missing[0]))
    return text_of_id


def _run(lists: Lists, depth: int, tag: str) -> Iterator[str]:
    for query, docs in lists.items():
        for rank, doc in enumerate(docs, 1):
            yield f"{query} Q0 {doc} {rank} {depth + 1 - rank} {tag}\n"


def _candidates(lists: Lists, queries: Mapping[str, str], docs: Mapping[str, str]) -> Iterator[str]:
    for query, ranking in lists.items():
        text = " ".join(queries[query].split())
        for doc in ranking:
            yield f"{query}\t{doc}\t{text}\t{' '.join(docs[doc].split())}\n"

"""Labels to files: TREC, MS MARCO, BEIR, Quepid, Elasticsearch, JSON. Written beside and renamed: never half a file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from irassay.errors import InputError, UsageError, cut
from irassay.formats.detect import LABEL_FORMATS

SUFFIXES = {".csv": "quepid", ".json": "json", ".tsv": "beir"}  # otherwise TREC


class Labelled(Protocol):
    """What has labels: `Qrels`."""

    @property
    def queries(self) -> Sequence[str]:
        """Query ids."""

    def grades(self, query: str) -> Mapping[str, int]:
        """Document -> grade."""


def write_qrels(
    qrels: Labelled,
    to: str | os.PathLike[str],
    *,
    output_format: str | None = None,
    rename_queries: str | os.PathLike[str] | None = None,
) -> None:
    """Write labels to a file.

    Parameters
    ----------
    qrels : Qrels
    to : path
        ``.csv`` is Quepid's, ``.json`` query -> document -> grade, ``.tsv`` BEIR's, anything else TREC's.
    output_format : {"trec", "msmarco", "beir", "quepid", "elasticsearch", "json"}, optional
        Overrules the suffix.
    rename_queries : path, optional
        A second file: queries become q1, q2, ... and this file says which is which (id, tab, old id).

    Raises
    ------
    InputError
        An id can't stand in the format: TREC's and the tab separated files forbid white space and tabs in ids.
    """
    path = os.fspath(to)
    family = output_format or SUFFIXES.get(os.path.splitext(path)[1], "trec")
    if family not in LABEL_FORMATS:
        raise UsageError(f"output_format={family!r}: expected one of {', '.join(LABEL_FORMATS)}")
    tree = {query: dict(qrels.grades(query)) for query in qrels.queries}
    if rename_queries is not None:
        names = {query: f"q{i}" for i, query in enumerate(tree, 1)}
        _replace(os.fspath(rename_queries), (f"{new}\t{_plain(old)}\n" for old, new in names.items()))
        tree = {names[query]: docs for query, docs in tree.items()}
    _check_ids(tree, family, path)
    _replace(path, WRITERS[family](tree))


Tree = Mapping[str, Mapping[str, int]]


def _trec(tree: Tree) -> Iterator[str]:
    for query, docs in tree.items():
        for doc, grade in docs.items():
            yield f"{query} 0 {doc} {grade}\n"


def _msmarco(tree: Tree) -> Iterator[str]:
    for line in _trec(tree):
        yield line.replace(" ", "\t")


def _beir(tree: Tree) -> Iterator[str]:
    yield "query-id\tcorpus-id\tscore\n"
    for query, docs in tree.items():
        for doc, grade in docs.items():
            yield f"{query}\t{doc}\t{grade}\n"


def _quepid(tree: Tree) -> Iterator[str]:
    import csv
    import io

    buffer = io.StringIO()
    write = csv.writer(buffer, lineterminator="\n").writerow
    write(["query", "docid", "rating"])
    for query, docs in tree.items():
        for doc, grade in docs.items():
            write([query, doc, grade])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _elasticsearch(tree: Tree) -> Iterator[str]:
    import json

    requests = [
        {"id": query, "ratings": [{"_id": doc, "rating": grade} for doc, grade in docs.items()]}
        for query, docs in tree.items()
    ]
    yield json.dumps({"requests": requests}, ensure_ascii=False, indent=1) + "\n"


def _json(tree: Tree) -> Iterator[str]:
    import json

    yield json.dumps(tree, ensure_ascii=False, indent=1) + "\n"


WRITERS: Mapping[str, Callable[[Tree], Iterator[str]]] = {
    "trec": _trec,
    "msmarco": _msmarco,
    "beir": _beir,
    "quepid": _quepid,
    "elasticsearch": _elasticsearch,
    "json": _json,
}


def _check_ids(tree: Tree, family: str, to: str) -> None:
    if family in ("trec", "msmarco"):
        forbidden, what = " \t\n\v\f\r", "white space"
    elif family == "beir":
        forbidden, what = "\t\n\r", "a tab or line end"
    else:
        return
    bad = [q for q in tree if any(c in forbidden for c in q)]
    if bad:
        raise InputError(
            f"{to} was not written: {len(bad):,} query ids hold {what}, which this format forbids; "
            f"--rename-queries FILE writes q1, q2, ... and keeps the old names in FILE",
            tuple(f"query {cut(q)}" for q in bad),
        )
    docs = [(q, d) for q, ds in tree.items() for d in ds if any(c in forbidden for c in d)]
    if docs:
        raise InputError(
            f"{to} was not written: {len(docs):,} document ids hold {what}, which this format forbids; "
            "write Quepid's CSV (.csv) or JSON (.json) instead",
            tuple(f"document {cut(d)} of query {cut(q)}" for q, d in docs),
        )


def _plain(text: str) -> str:
    return " ".join(text.split())


def _replace(to: str, pieces: Iterator[str]) -> None:
    beside = f"{to}.{os.getpid()}.part"
    try:
        with open(beside, "w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(pieces)
        os.replace(beside, to)
    except OSError as error:
        raise InputError(f"can't write {to}: {(error.strerror or str(error)).lower()}") from None
    finally:
        if os.path.exists(beside):
            os.unlink(beside)

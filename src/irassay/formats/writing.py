"""Labels to files, in every format that holds labels. Checked, then written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from irassay.errors import InputError, UsageError, cut
from irassay.files import WholeFiles
from irassay.formats import ids, losses, renaming
from irassay.formats.strata import is_below_0
from irassay.wording import plural

# Otherwise TREC.
SUFFIXES = {".csv": "quepid", ".json": "json", ".jsonl": "jsonl", ".parquet": "parquet", ".tsv": "beir"}
WITH_STRATA = ("strata", "jsonl", "parquet")


class Labelled(Protocol):
    """What has labels: `Qrels`."""

    @property
    def queries(self) -> Sequence[str]:
        """Query ids."""

    def grades(self, query: str) -> Mapping[str, int]:
        """Document -> grade."""


Tree = Mapping[str, Mapping[str, int]]
Strata = Mapping[str, Mapping[str, str]]


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
        ``.csv`` is Quepid's, ``.json`` query -> document -> grade, ``.jsonl`` JSON lines, ``.parquet`` Parquet,
        ``.tsv`` BEIR's, anything else TREC's; ``-`` is standard output.
    output_format : str, optional
        Overrules the suffix: a format of labels in the documentation's table.
    rename_queries : path, optional
        A second file: queries become q1, q2, ... and this file says which is which (new name, tab, old id). Where it
        is there already, its names are used and new ones added.

    Raises
    ------
    InputError
        An id can't stand in the format: TREC's and the tab separated files forbid white space and tabs in ids.

    Warns
    -----
    LossWarning
        For strata that the format can't hold.

    Examples
    --------
    >>> import irassay
    >>> write_qrels(irassay.Qrels.from_dict({"q1": {"d1": 2}}), "-")
    q1 0 d1 2
    """
    path = os.fspath(to)
    family = output_format or SUFFIXES.get(os.path.splitext(path)[1], "trec")
    if family not in WRITERS and family != "subtopics":
        raise UsageError(f"output_format={family!r}: expected one of {', '.join((*WRITERS, 'subtopics'))}")
    tree = {query: dict(qrels.grades(query)) for query in qrels.queries}
    if not tree:
        raise InputError(f"{path} was not written: there is no label")
    strata: Strata = getattr(qrels, "strata", {})
    subtopics: Mapping[str, Tree] = getattr(qrels, "subtopics", {})
    with WholeFiles() as files:
        if rename_queries is not None:
            renamed = renaming.names(tree, os.fspath(rename_queries))
            files.write(os.fspath(rename_queries), renaming.lines(renamed))
            tree = {renamed[query]: docs for query, docs in tree.items()}
            strata = {renamed[query]: docs for query, docs in strata.items()}
            subtopics = {renamed[query]: of for query, of in subtopics.items()}
        ids.check_queries(tree, family, path)
        ids.check_docs(tree.items(), family, path)
        if family == "strata":
            _check_strata(tree, strata, path)
        if strata and family not in WITH_STRATA:
            named = plural(sum(map(len, strata.values())), "stratum", "strata")
            losses.say(f"{named} of labels left out: {family} has no place for them")
        if family == "subtopics":
            files.write(path, _by_subtopic(subtopics, path))
            return
        if subtopics:
            n = sum(len(docs) for of in subtopics.values() for docs in of.values())
            losses.say(f"{plural(n, 'label')} by subtopic left out: {family} has each document's largest grade")
        files.write(path, WRITERS[family](tree, strata))


def _check_strata(tree: Tree, strata: Strata, path: str) -> None:
    without = [(query, doc) for query, docs in tree.items() for doc in docs if doc not in strata.get(query, {})]
    if without:
        raise InputError(
            f"{path} was not written: {plural(len(without), 'label')} without a stratum; write trec instead",
            tuple(f"document {cut(doc)} of query {cut(query)}" for query, doc in without),
            consequence="",
        )
    names = {stratum for docs in strata.values() for stratum in docs.values()}
    ids.check_names(names, path)
    if below := sorted(filter(is_below_0, names)):
        raise InputError(
            f"{path} was not written: {plural(len(below), 'stratum', 'strata')} would be read as grades; write jsonl",
            tuple(f"stratum {cut(stratum)}" for stratum in below),
            consequence="",
        )


def _trec(tree: Tree, _: Strata) -> Iterator[str]:
    for query, docs in tree.items():
        for doc, grade in docs.items():
            yield f"{query} 0 {doc} {grade}\n"


def _strata(tree: Tree, strata: Strata) -> Iterator[str]:
    for query, docs in tree.items():
        of = strata.get(query, {})
        for doc, grade in docs.items():
            yield f"{query} 0 {doc} {of[doc]} {grade}\n"


def _by_subtopic(subtopics: Mapping[str, Tree], path: str) -> Iterator[str]:
    if not subtopics:
        raise InputError(f"{path} was not written: these labels have no subtopics; write trec instead")
    ids.check_names({subtopic for of in subtopics.values() for subtopic in of}, path)
    for query, of in subtopics.items():
        for subtopic, docs in of.items():
            for doc, grade in docs.items():
                yield f"{query} {subtopic} {doc} {grade}\n"


def _msmarco(tree: Tree, _: Strata) -> Iterator[str]:
    for line in _trec(tree, {}):
        yield line.replace(" ", "\t")


def _beir(tree: Tree, _: Strata) -> Iterator[str]:
    yield "query-id\tcorpus-id\tscore\n"
    for query, docs in tree.items():
        for doc, grade in docs.items():
            yield f"{query}\t{doc}\t{grade}\n"


def _quepid(tree: Tree, _: Strata) -> Iterator[str]:
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


def _elasticsearch(tree: Tree, _: Strata) -> Iterator[str]:
    import json

    requests = [
        {"id": query, "ratings": [{"_id": doc, "rating": grade} for doc, grade in docs.items()]}
        for query, docs in tree.items()
    ]
    yield json.dumps({"requests": requests}, ensure_ascii=False, indent=1) + "\n"


def _json(tree: Tree, _: Strata) -> Iterator[str]:
    import json

    between = "{\n"
    for query, docs in tree.items():
        yield f"{between} {json.dumps(query, ensure_ascii=False)}: {json.dumps(docs, ensure_ascii=False)}"
        between = ",\n"
    yield "\n}\n" if tree else "{}\n"


def _jsonl(tree: Tree, strata: Strata) -> Iterator[str]:
    from json.encoder import encode_basestring as quoted

    for query, docs in tree.items():
        start, of = f'{{"query_id": {quoted(query)}, "doc_id": ', strata.get(query, {})
        for doc, grade in docs.items():
            stratum = f', "stratum": {quoted(of[doc])}' if doc in of else ""
            yield f'{start}{quoted(doc)}, "relevance": {grade}{stratum}}}\n'


def _parquet(tree: Tree, strata: Strata) -> Iterator[bytes]:
    from irassay.formats import frames, parquet

    yield parquet.written(frames.columns_of_labels(tree, strata, spelling="query_id"))


def _ranx_parquet(tree: Tree, _: Strata) -> Iterator[bytes]:
    from irassay.formats import frames, parquet

    yield parquet.written(frames.columns_of_labels(tree, {}, spelling="q_id"))


def _opensearch(tree: Tree, _: Strata) -> Iterator[str]:
    import json

    ratings = [
        {"query": query, "ratings": [{"docId": doc, "rating": f"{grade:.3f}"} for doc, grade in docs.items()]}
        for query, docs in tree.items()
    ]
    about = {"name": "labels", "description": "written by irassay", "type": "IMPORT_JUDGMENT"}
    yield json.dumps({**about, "judgmentRatings": ratings}, ensure_ascii=False, indent=1) + "\n"


def _elasticsearch_response(tree: Tree, _: Strata) -> Iterator[str]:
    from irassay.formats import elasticsearch_response

    yield from elasticsearch_response.written(
        (query, [(doc, None, grade) for doc, grade in docs.items()]) for query, docs in tree.items()
    )


def _quepid_json(tree: Tree, _: Strata) -> Iterator[str]:
    import json

    queries = [{"query": query, "ratings": docs} for query, docs in tree.items()]
    yield json.dumps({"queries": queries}, ensure_ascii=False, indent=1) + "\n"


def _rre(tree: Tree, _: Strata) -> Iterator[str]:
    import json

    queries = []
    for query, docs in tree.items():
        by_grade: dict[str, list[str]] = {}
        for doc, grade in sorted(docs.items(), key=lambda pair: pair[1]):
            by_grade.setdefault(str(grade), []).append(doc)
        queries.append({"placeholders": {"$query": query}, "relevant_documents": by_grade})
    about = {"id_field": "id", "index": "", "template": "template.json"}
    yield json.dumps({**about, "queries": queries}, ensure_ascii=False, indent=1) + "\n"


def _ltr(tree: Tree, _: Strata) -> Iterator[str]:
    for query, docs in tree.items():
        for doc, grade in docs.items():
            yield f"{grade} qid:{query} # {doc}\n"


WRITERS: Mapping[str, Callable[[Tree, Strata], Iterator[str] | Iterator[bytes]]] = {
    "trec": _trec,
    "strata": _strata,
    "msmarco": _msmarco,
    "beir": _beir,
    "quepid": _quepid,
    "quepid-json": _quepid_json,
    "rre": _rre,
    "ltr": _ltr,
    "elasticsearch": _elasticsearch,
    "elasticsearch-response": _elasticsearch_response,
    "opensearch": _opensearch,
    "json": _json,
    "jsonl": _jsonl,
    "parquet": _parquet,
    "ranx": _json,
    "ranx-parquet": _ranx_parquet,
}

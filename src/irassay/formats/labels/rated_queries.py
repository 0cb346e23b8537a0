"""Queries in JSON, each with its rated documents: Quepid's ratings and cases, RRE's groups, and LoTTE's answers.

The keys of a case, as it goes from one Quepid to another, are ``case_name``, ``scorer``, ``queries`` (each with
``query_text`` and ``ratings`` of ``doc_id`` and ``rating``) and ``try``. LoTTE has JSON lines.

The own files of RRE, the Rated Ranking Evaluator, have ``topics`` of ``query_groups``, or the groups alone, and the
documents of a group are those of each of its queries. They are ``{document: {"gain": grade}}``, ``{grade:
[documents]}`` or a list of objects with ``document_id`` and ``gain``. Quepid exports the first of these for each
query, and imports the second.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.errors import cut
from irassay.formats.labels import LabelFormat, LabelSheet
from irassay.formats.labels.quepid_source import count_off, scale_in
from irassay.formats.row_checks import LabelRows, Scale
from irassay.formats.sources.lines import Problems
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import object_of, objects_in, read_json, records_of, text_of, within

EXPECTED_QUERY = '{"query": ..., "ratings": {document: rating}}'
EXPECTED_CASE = '{"query_text": ..., "ratings": [{"doc_id": ..., "rating": ...}]}'


def read_quepid(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    for place, entry in objects_in(read_json(path, rows.problems), "queries", rows.problems, expected=EXPECTED_QUERY):
        query, ratings = entry.get("query"), entry.get("ratings", {})
        if not isinstance(query, str) or not isinstance(ratings, dict):
            rows.problems.add(place, f"expected {EXPECTED_QUERY}")
            continue
        if not ratings:
            rows.skip_unrated(query)
        for doc, rating in ratings.items():
            if rating is None:
                rows.skip_unrated(query, doc)
            else:
                rows.add(f"{place}.ratings[{cut(doc)}]", query, doc, rating)
    return rows.finish()


def write_quepid(labels: LabelSheet) -> Iterator[str]:
    """One JSON value."""
    yield text_of({"queries": [{"query": query, "ratings": docs} for query, docs in labels.tree.items()]})


QUEPID_JSON = LabelFormat(
    name="quepid-json",
    line='Quepid\'s JSON: `{"queries": [{"query": text, "ratings": {document: rating}}]}`',
    holds="any id",
    detected_by="the keys `queries`, `query` and `ratings`",
    looks_like=json_tree.with_keys("queries", "query", "ratings"),
    ids="any",
    read=read_quepid,
    write=write_quepid,
)


def read_case(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the ratings of each query; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    own = scale_in(object_of(object_of(whole).get("scorer")).get("scale"))
    for place, entry in objects_in(whole, "queries", rows.problems, expected=EXPECTED_CASE):
        query = entry.get("query_text")
        if not isinstance(query, str):
            rows.problems.add(place, f"expected {EXPECTED_CASE}")
            continue
        if not entry.get("ratings"):
            rows.skip_unrated(query)
            continue
        for at, rating in objects_in(entry, "ratings", rows.problems, expected=EXPECTED_CASE, at=place):
            doc = rating.get("doc_id")
            if not isinstance(doc, (str, int)):
                rows.problems.add(at, f"expected {EXPECTED_CASE}")
            elif rating.get("rating") is None:
                rows.skip_unrated(query, str(doc))
            else:
                count_off(rows, at, (query, str(doc)), rating["rating"], own)
                rows.add(at, query, str(doc), rating["rating"])
    return rows.finish()


QUEPID_CASE = LabelFormat(
    name="quepid-case",
    line='a case of Quepid as JSON: `{"case_name", "queries": [{"query_text", "ratings": [{"doc_id", "rating"}]}]}`',
    holds="any id; what else the case is made of is not kept",
    detected_by="the key `case_name`",
    looks_like=json_tree.with_keys("query_text", "ratings", "doc_id", first="case_name"),
    ids="any",
    read=read_case,
)


EXPECTED_RRE = (
    '{"placeholders": {"$query": ...}, "relevant_documents": {document: {"gain": grade}} or {grade: [documents]}}'
)
QUERY = "$query"  # the placeholder for the query's text, where "query_placeholder" names no other
NESTS = (("topics", "query_groups"), ("query_groups", "queries"))  # a list, and what each of its entries has


def read_rre(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from the documents of each query, or of its group; the query's text is its id."""
    rows = LabelRows(path, scale=scale)
    whole = read_json(path, rows.problems)
    placeholder = whole.get("query_placeholder", QUERY) if isinstance(whole, dict) else QUERY
    of_groups: set[tuple[str, str]] = set()
    for group, at, entry in _queries(whole, "", rows.problems):
        placeholders = entry.get("placeholders")
        query = placeholders.get(placeholder) if isinstance(placeholders, dict) else None
        documents = entry.get("relevant_documents", group)
        if not isinstance(query, str) or not isinstance(documents, (dict, list)):
            rows.problems.add(at, f"expected {EXPECTED_RRE}")
        elif documents is group and (at.rpartition(".")[0], query) in of_groups:
            rows.skip("query again in its group")  # with another template
        else:
            of_groups.add((at.rpartition(".")[0], query))
            _add(rows, f"{at}.relevant_documents", query, documents)
    return rows.finish()


def _queries(whole: Any, at: str, problems: Problems) -> Iterator[tuple[Any, str, dict[str, Any]]]:
    """The documents of the group that a query is in, the query's place, and the query."""
    for outer, _ in NESTS:
        if isinstance(whole, dict) and outer in whole:
            for place, entry in objects_in(whole, outer, problems, expected=EXPECTED_RRE, at=at):
                yield from _queries(entry, place, problems)
            return
    group = whole.get("relevant_documents") if isinstance(whole, dict) else None
    for place, entry in objects_in(whole, "queries", problems, expected=EXPECTED_RRE, at=at):
        yield group, place, entry


def _add(rows: LabelRows, at: str, query: str, documents: dict[str, Any] | list[Any]) -> None:
    if not (any(documents.values()) if isinstance(documents, dict) else documents):
        rows.skip_unrated(query)
        return
    for place, doc, grade in _labels(documents):
        if doc is None or grade is None:
            rows.problems.add(f"{at}{place}", f"expected {EXPECTED_RRE}")
        else:
            rows.add(f"{at}{place}", query, doc, grade)


def _labels(documents: dict[str, Any] | list[Any]) -> Iterator[tuple[str, str | None, Any]]:
    """Place, document and grade; None for what is missing."""
    if isinstance(documents, list):
        for j, one in enumerate(documents):
            doc = one.get("document_id") if isinstance(one, dict) else None
            yield f"[{j}]", None if doc is None else str(doc), one.get("gain") if isinstance(one, dict) else None
        return
    for key, value in documents.items():
        if isinstance(value, list):
            for j, doc in enumerate(value):
                yield f"[{cut(key)}][{j}]", str(doc), key
        else:
            yield f"[{cut(key)}]", key, value.get("gain") if isinstance(value, dict) else None


def write_rre(labels: LabelSheet) -> Iterator[str]:
    """One JSON value, in the form that Quepid imports."""
    queries = []
    for query, docs in labels.tree.items():
        by_grade: dict[str, list[str]] = {}
        for doc, grade in sorted(docs.items(), key=lambda pair: pair[1]):
            by_grade.setdefault(str(grade), []).append(doc)
        queries.append({"placeholders": {QUERY: query}, "relevant_documents": by_grade})
    about = {"id_field": "id", "index": "", "template": "template.json"}
    yield text_of({**about, "queries": queries})


RRE = LabelFormat(
    name="rre",
    line="ratings of the Rated Ranking Evaluator, its own and Quepid's export: `queries`, or `topics` and "
    "`query_groups` of them, with `relevant_documents` by grade or with their gain",
    holds="any id; topics, groups and templates are not kept",
    detected_by="the keys `queries` and `relevant_documents`",
    looks_like=json_tree.with_keys("queries", "relevant_documents"),
    ids="any",
    read=read_rre,
    write=write_rre,
)


EXPECTED_LOTTE = '{"qid": ..., "query": ..., "answer_pids": [...]}'
ANSWER = 1  # the grade of a passage that answers; nobody judged the others


def read_lotte(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels of grade 1; texts of queries are counted and left out."""
    rows = LabelRows(path)  # no grade is written there, so none is scaled
    for place, entry in records_of(path, rows.problems):
        query, passages = entry.get("qid"), entry.get("answer_pids")
        if not isinstance(query, (str, int)) or not isinstance(passages, list):
            rows.problems.add(place, f"expected {EXPECTED_LOTTE}")
            continue
        if not passages:
            rows.skip("query without an answer")
        rows.leave_out("query text", int("query" in entry))
        for i, passage in enumerate(passages):
            rows.add(f"{within(place)}answer_pids[{i}]", str(query), str(passage), ANSWER)
    return rows.finish()


LOTTE = LabelFormat(
    name="lotte",
    line='questions of LoTTE: `{"qid", "query", "answer_pids": [passages]}` a line; each passage has grade 1',
    holds="any id; texts of questions are not kept",
    detected_by="the keys `qid` and `answer_pids`",
    looks_like=json_tree.with_keys("qid", "answer_pids"),
    ids="any",
    read=read_lotte,
)
BY_NAME = {one.name: one for one in (QUEPID_JSON, QUEPID_CASE, RRE, LOTTE)}

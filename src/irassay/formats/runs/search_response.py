"""Answers of Elasticsearch and OpenSearch: to ``_search`` and ``_msearch``, and the run that ``_rank_eval`` rated.

A response names no query. A file of one response is the query's list, and the files of a folder are one run; the
responses of ``_msearch`` are queries 1, 2, ... in their order; an object of responses has the queries as its keys.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from irassay.collection.reading import Reading
from irassay.collection.runs import Runs
from irassay.errors import cut, kind_of
from irassay.formats import failed_search
from irassay.formats.format import LIKELY, NO, Head
from irassay.formats.row_checks import RankRows, SystemLists
from irassay.formats.runs import RunFormat
from irassay.formats.sources import opening
from irassay.formats.tables.rankings import lists
from irassay.formats.trees import json_tree
from irassay.formats.trees.engine_answers import answer, doc_of, hits_by_query, is_converted, looks_like, score_of
from irassay.formats.trees.json_tree import object_of, read_json
from irassay.messages import visible

_HITS = re.compile(r'"hits"\s*:\s*\{')  # in what _rank_eval answers it is a list
_ERROR = re.compile(r'\s*\{\s*"error"\s*:\s*\{\s*"root_cause"')
_ERROR_FIRST = re.compile(  # of several answers; a query of that name has a number, or documents with numbers
    r'(?:^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:|"responses"\s*:\s*\[)\s*'
    r'\{\s*"error"\s*:\s*(?:"|\{\s*"(?:root_cause|type|reason|phase)"\s*:\s*["\[])'
)
PARTIAL = "part of the index that did not answer"
FAILED = "search that failed"
BY_ORDER = "list that its scores do not order"
EXPECTED = 'expected {"hits": {"hits": [{"_id": ..., "_score": ...}]}}, such objects by query, or {"responses": [...]}'


def looks_like_response(head: Head) -> int:
    """An object of hits that are no judgment lists, or an error in place of one."""
    is_response = _HITS.search(head.text) and '"judgmentRatings"' not in head.text
    is_error = _ERROR.match(head.text) or _ERROR_FIRST.search(head.text)
    return LIKELY if json_tree.is_nested(head) and (is_response or is_error) else NO


def read_responses(path: str, *, system: str) -> list[SystemLists]:
    """The run, or one query of the run that its folder is."""
    rows = RankRows(path)
    whole = read_json(path, rows.problems)
    if isinstance(whole, dict) and "is_partial" in whole and isinstance(whole.get("response"), dict):
        rows.problems.add("", 'an answer of _async_search, expected the object under its key "response" alone')
        rows.problems.raise_if_any()
    is_one = isinstance(whole, dict) and _hits(whole) is not None
    if is_one:
        system = os.path.basename(os.path.dirname(os.path.abspath(path))) or system
    failures: list[tuple[str, str]] = []  # place and sentence
    for query, place, response in _responses(whole, opening.plain_stem(path)):
        hits = _hits(response)
        if hits is not None and (reason := _partial(response)):
            rows.leave_out_at(place, PARTIAL, f"query {cut(query)}: {reason}")
        if hits is None and (of := _failure(response)):
            failures.append((place, failed_search.sentence(of)))
            rows.leave_out_at(place, FAILED, f"query {cut(query)}: {of}")
        elif hits is None:
            rows.problems.add(place, f"no hits, {EXPECTED}")
        elif not hits:
            rows.answer_without_hits(system, query)
        else:
            found = [_hit(hit, f"{place}.hits.hits[{i}]", rows) for i, hit in enumerate(hits)]
            if _one_index_each(hits, found, rows):
                _add_as_served(rows, system, query, found)
    if is_one and not rows.lists and not rows.problems.total:  # other files of the folder may have hits
        reading = Reading(path, 1, 0, rows.skipped, left_out=rows.left_out, first=rows.first)
        return [SystemLists(system=system, lists=[], without_hits=rows.without_hits.get(system, ()), reading=reading)]
    if not rows.lists:
        for place, sentence in failures:
            rows.problems.add(place, sentence)
    return rows.finish()


def _add_as_served(rows: RankRows, system: str, query: str, hits: Sequence[tuple[str, str | None, Any]]) -> None:
    """Take a query's hits, each its place, document and score, in their order; scores are kept where each is below the
    one before, so that they tell it; what are no numbers are left to who reads them."""
    scores = [score for _, _, score in hits]
    are_numbers = all(isinstance(score, (int, float)) for score in scores)
    if are_numbers and not all(after < before for before, after in pairwise(scores)):
        rows.leave_out_at(hits[0][0], BY_ORDER, f"query {cut(query)}")
        hits = [(where, doc, None) for where, doc, _ in hits]
    rows.add_hits(system, query, hits)
    rows.by_rank.add((system, query))  # also where scores tell the order: no two of them are equal


def _failure(response: Any) -> str:
    """Status and type of an error; "" for anything else."""
    of = failed_search.failure(response)
    return of or ("status unknown" if isinstance(response, dict) and "error" in response else "")


def _responses(whole: Any, stem: str) -> Iterator[tuple[str, str, Any]]:
    """Query, place in the file and response."""
    if isinstance(whole, dict) and _hits(whole) is not None:
        yield stem, "", whole
    elif isinstance(whole, dict) and isinstance(whole.get("responses"), list):
        for i, response in enumerate(whole["responses"]):
            yield str(i + 1), f"responses[{i}]", response
    elif isinstance(whole, dict) and whole:
        for query, response in whole.items():
            yield query, f"[{cut(query)}]", response
    else:
        yield stem, "", whole


def _partial(response: Any) -> str:
    """Why hits are missing, which nothing else says: time ran out, shards failed, stopped or were not there; else "".
    Shards without a copy are not among the failed; skipped shards are successful, skipped clusters are not."""
    shards = response.get("_shards")
    if isinstance(shards, dict) and shards.get("failed"):
        return f"shards failed: {visible(str(shards['failed']))}"
    if response.get("terminated_early") is True:
        return "terminated_early is true"
    for key, nouns in (("_shards", "shards"), ("_clusters", "clusters")):
        of = response.get(key)
        answered, total = (of.get("successful"), of.get("total")) if isinstance(of, dict) else (None, None)
        if isinstance(answered, int) and isinstance(total, int) and answered < total:
            return f"{answered} of {total} {nouns} answered"
    return "timed_out is true" if response.get("timed_out") is True else ""


def _hits(response: Any) -> list[Any] | None:
    hits = object_of(object_of(response).get("hits")).get("hits")
    return hits if isinstance(hits, list) else None


def _one_index_each(hits: list[Any], found: list[tuple[str, str | None, Any]], rows: RankRows) -> bool:
    """Whether no id is that of hits in two indices; else a problem is noted."""
    index_of: dict[str, Any] = {}
    for hit, (place, doc, _) in zip(hits, found):
        if doc is None or index_of.setdefault(doc, hit.get("_index")) == hit.get("_index"):
            continue
        of = f"{cut(str(index_of[doc]))} and {cut(str(hit.get('_index')))}"
        rows.problems.add(
            place,
            f"document {cut(doc)} is in two indices, {of}; expected each id once: search one index, or write the index "
            "before the ids in runs and labels",
        )
        return False
    return True


def _hit(hit: Any, place: str, rows: RankRows) -> tuple[str, str | None, Any]:
    """Place, document and score of a hit."""
    place = place.lstrip(".")
    doc = hit.get("_id") if isinstance(hit, dict) else None
    if not isinstance(doc, str):
        wrong = 'no "_id"' if doc is None else f'"_id" is {kind_of(doc)}, not text'
        rows.problems.add(place, f'{wrong}, expected {{"_id": "...", "_score": ...}}')
        doc = None
    return place, doc, hit.get("_score") if isinstance(hit, dict) else None


SEARCH_RESPONSE = RunFormat(
    name="search-response",
    line="what `_search` answers, a file a query in a folder that is the run: `new/QUERY.json`, where "
    "QUERY is the query as in the labels, with `%2F` for `/`; what `_msearch` "
    "answers, or an object of such answers by query, in one file",
    holds="any id; queries of `_msearch` are 1, 2, ... in its order; the order of the hits is the ranking: where no "
    "hit has a score, or scores tie or rise down a list, it is minus the rank",
    detected_by="an object `hits`",
    looks_like=looks_like_response,
    ids="any",
    keeps=("scores",),
    runs_a_file="part",
    read=read_responses,
)


def read_rated(path: str, *, system: str) -> list[SystemLists]:
    """The run that was rated."""
    rows = RankRows(path)
    for query, hits in hits_by_query(path, rows.problems, rows.left_out):
        if not hits:
            rows.answer_without_hits(system, query)
        places = [f"details[{cut(query)}].hits[{i}]" for i in range(len(hits))]
        docs = [doc_of(hit, place, rows.problems) for hit, place in zip(hits, places)]
        listed = list(zip(places, docs, map(score_of, hits)))
        if is_converted(hits):
            rows.add_hits(system, query, listed)
        else:
            _add_as_served(rows, system, query, listed)
    return rows.finish()


def write_rated(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """Hits that have a score and no rating."""
    for system in systems:
        yield from answer(
            (query, [(doc, score, None) for doc, score in zip(docs, scores)])
            for query, docs, scores in lists(runs, system, renamed)
        )


RANK_EVAL = RunFormat(
    name="elasticsearch-response",
    line="the hits of what `_rank_eval` answers, one run a file",
    holds="any id, no run name; the order of the hits is the ranking: where no hit has a score, or scores tie or rise "
    "down a list, it is minus the rank",
    detected_by="the keys `details` and `hits`",
    looks_like=looks_like,
    ids="any",
    keeps=("scores",),
    runs_a_file="one",
    ending=".json",
    read=read_rated,
    write=write_rated,
)
BY_NAME = {one.name: one for one in (SEARCH_RESPONSE, RANK_EVAL)}

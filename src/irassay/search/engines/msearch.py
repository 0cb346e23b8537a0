"""Requests to ``_msearch`` and their answers. Nothing here talks to a server."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from irassay.errors import InputError, cut, is_halved, kind_of
from irassay.search.engines.engine_index import Hits
from irassay.search.said import SEARCH

_CLAUSES = re.compile(r"max_?clause_?count|too_many(_nested)?_clauses", re.IGNORECASE)
CLAUSES = "indices.query.bool.max_clause_count"
OWN_ID = "_id"


def lines_of(bodies: Iterable[dict[str, Any]]) -> str:
    """The lines of a request: each search with its header, which asks for no part of a list."""
    header = json.dumps({"allow_partial_search_results": False})
    return "".join(f"{header}\n{json.dumps(body, ensure_ascii=False)}\n" for body in bodies)


def match(text: str, *, field: str, id_field: str, depth: int) -> dict[str, Any]:
    """The search for all words of a text: a whole passage too, however long."""
    body: dict[str, Any] = {
        "query": {"match": {field: {"query": text}}},
        "size": depth,
        "track_total_hits": depth,
        "_source": False,
    }
    if id_field != OWN_ID:  # so equal scores are cut by id, as everywhere
        body |= {"sort": [{"_score": "desc"}, {id_field: "desc"}], "track_scores": True, "docvalue_fields": [id_field]}
    return body


def passages(ids: Sequence[str], *, id_field: str, source: str | None) -> dict[str, Any]:
    """The search for documents by their ids, with a field of theirs or without."""
    of = {"ids": {"values": list(ids)}} if id_field == OWN_ID else {"terms": {id_field: list(ids)}}
    body = {"query": of, "size": len(ids), "track_total_hits": True, "_source": [source] if source else False}
    return body if id_field == OWN_ID else body | {"docvalue_fields": [id_field]}


def hits_of(response: Any, where: str, *, size: int) -> list[dict[str, Any]]:
    """All hits of one search; InputError for an error, an answer from a part of the index, or fewer than there are."""
    if not isinstance(response, dict):
        raise _malformed(where, f"it is {kind_of(response)}")
    if "error" in response:
        reason = reason_of(response) or "without a reason"
        if _CLAUSES.search(json.dumps(response)):
            raise InputError(SEARCH("hits.words", where=where, reason=reason, setting=CLAUSES))
        raise InputError(SEARCH("hits.error", where=where, status=response.get("status", "unknown"), reason=reason))
    if response.get("timed_out"):
        raise InputError(SEARCH("hits.late", where=where))
    if response.get("terminated_early"):
        raise InputError(SEARCH("hits.early", where=where))
    _check_shards(response.get("_shards"), where)
    inner = response.get("hits")
    hits = inner.get("hits") if isinstance(inner, dict) else None
    if not isinstance(inner, dict) or not isinstance(hits, list) or not all(isinstance(hit, dict) for hit in hits):
        raise _malformed(where, "it has no list of hits")
    total = inner.get("total")
    n = total.get("value") if isinstance(total, dict) else total
    if not isinstance(n, int):
        raise _malformed(where, "it has no total of hits")
    if len(hits) < min(size, n):
        raise InputError(SEARCH("hits.fewer", where=where, n=len(hits), size=min(size, n)))
    if len(hits) > size:
        raise InputError(f"{where}: {len(hits):,} hits, expected {size:,} at most")
    return hits


def id_of(hit: dict[str, Any], where: str, id_field: str) -> str:
    """The id of a hit's document: the engine's own, or that of a field."""
    value = hit.get(OWN_ID)
    if id_field != OWN_ID:
        fields = hit.get("fields")
        values = fields.get(id_field) if isinstance(fields, dict) else None
        value = values[0] if isinstance(values, list) and len(values) == 1 else None
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value or is_halved(value):
        which = f"document {cut(hit[OWN_ID])}" if hit.get(OWN_ID) else "a document"
        raise InputError(f"{where}: {which} has no single {id_field}, expected one for each")
    return value


def list_of(response: Any, where: str, *, id_field: str, depth: int) -> Hits:
    """Documents and scores of one search; InputError as `hits_of`, or where a hit has no id or no score."""
    found = []
    for hit in hits_of(response, where, size=depth):
        doc, score = id_of(hit, where, id_field), hit.get("_score")
        if not (isinstance(score, int | float) and not isinstance(score, bool) and abs(score) <= sys.float_info.max):
            raise InputError(f"{where}: document {cut(doc)} has the score {cut(score)}, expected a finite number")
        found.append((doc, float(score)))
    return found


def text_of(hit: dict[str, Any], where: str, doc: str, field: str) -> str:
    """The text of a hit's document, of a field that may lie in others, several joined; InputError without one."""
    value: Any = hit.get("_source")
    if isinstance(value, dict) and field in value:
        value = value[field]
    else:
        for part in field.split("."):
            value = value.get(part) if isinstance(value, dict) else None
    texts = value if isinstance(value, list) else [value]
    if not texts or not all(isinstance(text, str) for text in texts):
        raise InputError(SEARCH("hits.no-text", where=where, doc=doc, field=field))
    return " ".join(texts)


def reason_of(value: Any) -> str:
    """Type and reason of the error with which an engine answers; "" where it says none."""
    error = value.get("error") if isinstance(value, dict) else None
    if isinstance(error, str):
        return cut(error)
    if not isinstance(error, dict):
        return ""
    causes = error.get("root_cause")
    cause = causes[0] if isinstance(causes, list) and causes and isinstance(causes[0], dict) else error
    words = [str(cause[name]) for name in ("type", "reason") if isinstance(cause.get(name), str)]
    return cut(": ".join(words), 200) if words else ""


def _check_shards(shards: Any, where: str) -> None:
    if not isinstance(shards, dict):
        raise _malformed(where, "it has no _shards")
    n, failed = shards.get("total"), shards.get("failed")
    answered = shards.get("successful", n)
    if not (isinstance(n, int) and isinstance(failed, int) and isinstance(answered, int)):
        raise _malformed(where, "its _shards are no numbers")
    if failed or answered < n:
        failures = shards.get("failures")
        first = failures[0].get("reason") if isinstance(failures, list) and failures else None
        reason = reason_of({"error": first})
        raise InputError(SEARCH("hits.shards", where=where, failed=max(failed, n - answered), n=n, reason=reason))


def _malformed(where: str, what: str) -> InputError:
    return InputError(SEARCH("hits.unread", where=where, why=what))

"""OpenSearch and Elasticsearch as an engine, by ``_msearch``."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote

from irassay.errors import InputError, UsageError, cut
from irassay.search.engines import msearch
from irassay.search.engines.engine_index import Address, Hits, Origin, no_texts_as_queries, url_of
from irassay.search.engines.http_client import BUSY, HttpClient, Patience
from irassay.search.index import absent_passages
from irassay.search.said import SEARCH

AT_A_TIME = 32  # queries of a request
IDS_AT_A_TIME = 500
_TEXTS = ("text", "match_only_text", "search_as_you_type")


class SearchServer:
    """An index of OpenSearch or Elasticsearch, searched in one field."""

    def __init__(self, address: Address, *, timeout: float) -> None:
        self._kind = address.kind.upper()
        variables = f"set {self._kind}_USER and {self._kind}_PASSWORD, or {self._kind}_API_KEY, in the environment"
        url = url_of(address, ("http", "https"), ("field", "id"), others=False, instead=variables)
        if url.parts.username is not None:
            raise UsageError(SEARCH("server.user", kind=address.kind, variables=variables))
        prefix, _, name = url.parts.path.rstrip("/").rpartition("/")
        self.index = unquote(name)
        if not url.parts.hostname or not name:
            raise UsageError(
                f"{cut(address.text)} names no index, expected {address.kind}:http://HOST:9200/NAME?field="
            )
        self._field = url.parameters.get("field", "")
        self._id = url.parameters.get("id", msearch.OWN_ID)
        if not self._field or not self._id:
            raise UsageError(f"{cut(address.text)} names no field to search in, expected ?field=FIELD at its end")
        self._path = f"/{quote(self.index, safe='')}"
        self._where = cut(address.text)
        base = f"{url.parts.scheme}://{url.parts.netloc}{prefix}"
        self._client = HttpClient(base, where=self._where, headers=self._credentials(), timeout=timeout)
        self.origin = self._origin(base, "OpenSearch" if address.kind == "opensearch" else "Elasticsearch")
        self._check_fields()

    def by_texts(self, queries: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query by its text."""
        names = list(queries)
        for at in range(0, len(names), AT_A_TIME):
            some = names[at : at + AT_A_TIME]
            parts = [f", query {cut(query)}" for query in some]
            bodies = [
                msearch.match(queries[query], field=self._field, id_field=self._id, depth=depth) for query in some
            ]
            for query, part, response in zip(some, parts, self._responses(bodies, parts)):
                yield query, msearch.list_of(response, self._where + part, id_field=self._id, depth=depth)

    def by_passages(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query, which is the whole text of the passage of that id."""
        wanted = list(dict.fromkeys(passages.values()))
        texts = {
            doc: msearch.text_of(hit, self._where, doc, self._field)
            for doc, hit in self._documents(wanted, self._field)
        }
        absent = [doc for doc in wanted if doc not in texts]
        if absent:
            raise absent_passages(self._where, wanted, absent)
        yield from self.by_texts({query: texts[doc] for query, doc in passages.items()}, depth)

    def by_passages_as_queries(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """Always an error: the words of a passage are a query already."""
        raise no_texts_as_queries(self._where)

    def among(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that it has a passage of."""
        return {doc for doc, _ in self._documents(ids, None)}

    def _documents(self, ids: Sequence[str], source: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
        """Id and hit of those that are there."""
        seen = set()
        for at in range(0, len(ids), IDS_AT_A_TIME):
            some = ids[at : at + IDS_AT_A_TIME]
            body = msearch.passages(some, id_field=self._id, source=source)
            part = f", ids such as {cut(some[0])}"
            where = self._where + part
            (response,) = self._responses([body], [part])
            for hit in msearch.hits_of(response, where, size=len(some)):
                doc = msearch.id_of(hit, where, self._id)
                if doc in seen:
                    raise InputError(f"{where}: two documents have the id {cut(doc)}, expected one")
                seen.add(doc)
                yield doc, hit

    def _responses(self, bodies: Sequence[dict[str, Any]], parts: Sequence[str]) -> list[Any]:
        """An answer for each search (`parts` name them in messages); a busy server is asked again for those that it
        turned away."""
        answers: dict[int, Any] = {}
        patience = Patience()
        left = list(range(len(bodies)))
        while True:
            of = parts[left[0]] + (f" to{parts[left[-1]].removeprefix(',')}" if len(left) > 1 else "")
            answer = self._client.ask(f"{self._path}/_msearch", msearch.lines_of(bodies[i] for i in left), of=of)
            if answer.status in BUSY:
                busy, status, reason = left, answer.status, msearch.reason_of(answer.value)
            else:
                responses = self._checked(answer.status, answer.value, len(left), of)
                answers.update(zip(left, responses))
                busy = [i for i in left if isinstance(answers[i], dict) and answers[i].get("status") in BUSY]
                if not busy:
                    return [answers[i] for i in range(len(bodies))]
                status, reason = answers[busy[0]]["status"], msearch.reason_of(answers[busy[0]])
            if not patience.wait(answer.wait):
                of_last = {"part": parts[busy[0]], "status": status, "reason": reason}
                raise InputError(SEARCH("server.busy", where=self._where, tries=patience.n_tries, **of_last))
            left = busy

    def _checked(self, status: int, value: Any, n: int, of: str) -> list[Any]:
        where = self._where + of
        if status != 200:
            raise self._refusal(status, value)
        responses = value.get("responses") if isinstance(value, dict) else None
        if not isinstance(responses, list):
            raise InputError(SEARCH("server.no-list", where=where))
        if len(responses) != n:
            raise InputError(SEARCH("server.responses", where=where, n=len(responses), queries=n))
        return responses

    def _refusal(self, status: int, value: Any) -> InputError:
        reason = msearch.reason_of(value)
        what = f"status {status}{f', {reason}' if reason else ''}"
        if status in (401, 403):
            return InputError(SEARCH("server.credentials", where=self._where, why=what, kind=self._kind))
        if status == 404:
            return InputError(SEARCH("server.no-index", where=self._where, index=self.index, why=what))
        return InputError(SEARCH("server.refused", where=self._where, why=what))

    def _credentials(self) -> dict[str, str]:
        """The header that lets us in, from the environment."""
        user, password, key = (os.environ.get(f"{self._kind}_{name}", "") for name in ("USER", "PASSWORD", "API_KEY"))
        if key and (user or password):
            raise UsageError(SEARCH("server.both-ways", kind=self._kind))
        if bool(user) != bool(password):
            raise UsageError(SEARCH("server.half", kind=self._kind))
        if key:
            return {"Authorization": f"ApiKey {key}"}
        if user:
            return {"Authorization": f"Basic {base64.b64encode(f'{user}:{password}'.encode()).decode()}"}
        return {}

    def _origin(self, base: str, engine: str) -> Origin:
        """What the server says of itself, where it says it to us."""
        answer = self._client.ask("/")
        version = answer.value.get("version") if answer.status == 200 and isinstance(answer.value, dict) else None
        number = version.get("number") if isinstance(version, dict) else None
        if isinstance(version, dict) and isinstance(number, str):
            engine = "OpenSearch" if version.get("distribution") == "opensearch" else "Elasticsearch"
        return Origin(engine, base, self.index, number if isinstance(number, str) else "")

    def _check_fields(self) -> None:
        """A field that isn't there would find nothing, and say nothing of it."""
        ours = [self._field] + ([self._id] if self._id != msearch.OWN_ID else [])
        patience = Patience()
        while True:
            answer = self._client.ask(f"{self._path}/_field_caps?fields={quote(','.join(ours), safe='')}")
            if answer.status not in BUSY or not patience.wait(answer.wait):
                break
        if answer.status != 200:
            raise self._refusal(answer.status, answer.value)
        fields = answer.value.get("fields") if isinstance(answer.value, dict) else None
        types = (
            {name: set(of) for name, of in fields.items() if isinstance(of, dict)} if isinstance(fields, dict) else {}
        )
        for name in ours:
            if not types.get(name):
                raise InputError(SEARCH("server.no-field", where=self._where, index=self.index, name=name))
        if types[self._field].isdisjoint(_TEXTS):
            raise InputError(
                SEARCH("server.field", where=self._where, field=self._field, types=sorted(types[self._field]))
            )
        if self._id != msearch.OWN_ID and "text" in types[self._id]:
            raise InputError(SEARCH("server.order", where=self._where, field=self._id))

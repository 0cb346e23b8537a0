"""OpenSearch and Elasticsearch as an engine, by ``_msearch``: JSON over HTTP, within bounds of time and size."""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

from irassay.deadlines import within
from irassay.errors import InputError, MissingLibrary, UsageError, cut
from irassay.search.engines import msearch
from irassay.search.engines.engine_index import Address, Hits, Origin, no_texts_as_queries, url_of
from irassay.search.index import refuse_absent
from irassay.search.said import SEARCH

AT_A_TIME = 32  # queries of a request
IDS_AT_A_TIME = 500
_TEXTS = ("text", "match_only_text", "search_as_you_type")
_GRACE = 0.5  # seconds, so that what the client itself says of a time-out is said
CONNECTS_WITHIN = 10.0  # seconds
MOST_BYTES = 1 << 28  # of an answer
FIRST_WAIT = 0.5  # seconds; each further one is twice as long
TRIES = 6
LONGEST_WAIT = 60.0  # seconds that a server may ask for
BUSY = (429, 503)
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server answered."""

    status: int
    value: Any  # of its JSON; None where another status than 200 came without
    wait: float  # seconds that it asks to wait; 0 where it doesn't say


class Patience:
    """Waits between the tries of one request: twice as long each time, and a bounded number of them."""

    def __init__(self) -> None:
        self.n_tries = 1

    def wait(self, asked: float) -> bool:
        """Wait before another try, as long as the server asks; False where there have been enough tries."""
        if self.n_tries >= TRIES:
            return False
        time.sleep(min(LONGEST_WAIT, max(asked, FIRST_WAIT * 2 ** (self.n_tries - 1))))
        self.n_tries += 1
        return True


class HttpClient:
    """A server, whose every URL begins with `base`, without a slash at its end; messages call it `where`. `headers` are
    sent with every request and shown nowhere; `timeout` is in seconds until an answer must be there."""

    def __init__(self, base: str, *, where: str, headers: Mapping[str, str], timeout: float) -> None:
        library = MissingLibrary.load("urllib3", "engines")
        self.base = base
        self.where = where
        self.timeout = timeout
        self._headers = dict(headers)
        self._errors = library.exceptions
        self._pool = library.PoolManager(
            retries=False, timeout=library.Timeout(connect=min(CONNECTS_WITHIN, timeout), read=timeout)
        )

    def ask(self, path: str, body: str | None = None, *, of: str = "") -> Answer:
        """The answer to GET, or POST where there is a body of JSON lines; `of` says in messages what is asked.
        InputError where the server can't be reached, or its answer is late, cut off, too large or no JSON."""
        errors, where = self._errors, f"{self.where}{of}"
        try:
            return within(self.timeout + _GRACE, lambda: self._answer(path, body, where))
        except errors.SSLError as error:
            raise InputError(SEARCH("server.unsafe", where=self.where, error=_reason(error))) from None
        except errors.NewConnectionError as error:
            raise InputError(SEARCH("server.unreached", where=self.where, error=_reason(error))) from None
        except (errors.TimeoutError, TimeoutError):
            raise InputError(SEARCH("server.late", where=where, timeout=self.timeout)) from None
        except (errors.ProtocolError, errors.DecodeError):
            raise InputError(SEARCH("server.cut", where=where)) from None
        except errors.HTTPError as error:
            raise InputError(f"{where} can't be asked ({_reason(error)}): expected a server there") from None

    def _answer(self, path: str, body: str | None, where: str) -> Answer:
        until = time.monotonic() + self.timeout
        headers = self._headers | ({} if body is None else {"Content-Type": "application/x-ndjson"})
        response = self._pool.request(
            "GET" if body is None else "POST",
            self.base + path,
            body=None if body is None else body.encode(),
            headers=headers,
            preload_content=False,
            redirect=False,
        )
        whole = False
        try:
            data = self._read(response, until, where)
            whole = True
        finally:
            response.release_conn() if whole else response.close()
        asked = response.headers.get("Retry-After", "")
        wait = float(asked) if asked.isdecimal() else 0.0
        return Answer(response.status, _value(response.status, data, where), wait)

    def _read(self, response: Any, until: float, where: str) -> bytes:
        data = bytearray()
        while piece := response.read1(_PIECE):  # what is there, so that the clock is looked at
            data += piece
            if len(data) > MOST_BYTES:
                raise InputError(SEARCH("server.large", where=self.where, most=MOST_BYTES))
            if time.monotonic() > until:
                raise TimeoutError
        return bytes(data)


def _value(status: int, data: bytes, where: str) -> Any:
    try:
        return json.loads(data, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        if status != 200:
            return None
        raise InputError(SEARCH("server.no-json", where=where, error=error)) from None


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number of JSON")


def _reason(error: object) -> str:
    """What an error of the client says, without the client's own objects."""
    return cut(str(error).rpartition(": ")[2] or type(error).__name__)


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
        refuse_absent(self._where, wanted, texts)
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
        """An answer for each search, named by `parts`; a busy server is asked again for those that it turned away."""
        answers: dict[int, Any] = {}
        patience = Patience()
        left = list(range(len(bodies)))
        while True:
            of = parts[left[0]] + (f" to{parts[left[-1]].removeprefix(',')}" if len(left) > 1 else "")
            answer = self._client.ask(f"{self._path}/_msearch", msearch.lines_of(bodies[i] for i in left), of=of)
            if answer.status in BUSY:
                busy, status, reason = left, answer.status, msearch.reason_of(answer.value)
            else:
                answers.update(zip(left, self._checked(answer.status, answer.value, len(left), of)))
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

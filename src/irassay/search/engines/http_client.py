"""JSON over HTTP: one answer at a time, whole and within bounds of time and size. TLS is the client library's."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from irassay.deadlines import within
from irassay.errors import InputError, MissingLibrary, cut
from irassay.search.said import SEARCH

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

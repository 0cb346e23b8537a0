"""Requests that never end: each has to arrive in time, so that nobody holds a server's connections."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ARRIVES = 30  # seconds from a request's begin, or a connection's, until the last byte


class InTime(H11Protocol):
    """A connection that is closed where a request has not arrived as a whole in time. More bytes win no more time."""

    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The time of the first request begins."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """A request has begun, goes on, or has arrived."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """The next request may have come along with the last, without its end."""
        super().on_response_complete()
        if self._is_within_body():
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        super().connection_lost(exc)
        self._unset()

    def shutdown(self) -> None:
        """Nobody waits for the rest of a request."""
        super().shutdown()
        if self._is_within_body():
            self.transport.close()

    def _watch(self) -> None:
        if not (self._is_within_body() or self.conn.their_state is h11.IDLE):
            self._unset()
        elif self._limit is None:
            self._limit = self.loop.call_later(ARRIVES, self.transport.abort)

    def _unset(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _is_within_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

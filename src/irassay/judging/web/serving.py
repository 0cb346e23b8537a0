"""The judging page over HTTP: its routes and headers, served until interrupted, by one server at a time for a file."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.resources import files
from pathlib import PurePosixPath
from urllib.parse import urlsplit

import h11
import uvicorn
from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Template
from uvicorn.protocols.http.h11_impl import H11Protocol

from irassay.collection.task_kinds import KINDS
from irassay.errors import InputError, NoDatabase, UsageError, terminate
from irassay.files import held_alone
from irassay.judging.assessors.desk import Desk
from irassay.judging.store.addresses import is_address
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.judging.web import sessions
from irassay.judging.web.figures_process import FiguresProcess
from irassay.judging.web.judging import ROUTES
from irassay.judging.web.owner import OWNERS
from irassay.judging.web.plain_forms import FORMS
from irassay.judging.web.platforms import NONE, Platform
from irassay.judging.web.refusals import OF_ALL, add_refusals, not_there, refusal
from irassay.judging.web.sessions import RateLimits
from irassay.provenance import VERSION
from irassay.record import Record

ARRIVES = 30  # seconds from a request's begin, or a connection's, until the last byte
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_SHUT_DOWN = 5  # seconds that requests under way are given
_LOOK = 1  # seconds between looks at the campaign's file
MOST_BYTES = 1 << 20  # of what a browser may send
_DIGITS = len(str(MOST_BYTES))
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_OFFLINE = "offline.js"  # the script that keeps a copy of the page for when there is no connection
_SCOPE = {"Service-Worker-Allowed": "/"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Place(Record):
    """Where a campaign is served: the open socket, the origin under which people come, and what platform sends them."""

    server: socket.socket
    origin: str
    platform: Platform


def listening(address: str, origin: str | None) -> tuple[socket.socket, str]:
    """An open socket at HOST:PORT (port 0: any that is free), and the origin of the page. UsageError for a wrong form,
    or an address others reach without an encrypting `origin`; InputError where it is taken."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise UsageError(JUDGING("serve.address", address=address))
    if origin is not None:
        origin = _origin(origin)
    if host.strip("[]") not in _LOOPBACK and not (origin or "").startswith("https://"):
        raise UsageError(JUDGING("serve.others", host=host))
    try:
        server = socket.create_server(
            (host.strip("[]"), int(port)), family=socket.AF_INET6 if ":" in host else socket.AF_INET, reuse_port=False
        )
    except OSError as error:
        raise InputError(JUDGING("serve.taken", address=address, reason=error.strerror or error)) from None
    server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else a body waits 40 ms for its headers' receipt
    return server, origin or f"http://{host}:{server.getsockname()[1]}"


@contextmanager
def alone(source: str, origin: str = "") -> Iterator[None]:
    """Hold the file beside a campaign that names its server, of PostgreSQL none; InputError names one that has it."""
    if is_address(source):
        yield
        return

    def taken(other: str) -> InputError:
        return InputError(JUDGING("serve.served", source=source, other=other))

    with held_alone(f"{os.path.realpath(source)}.server", f" at {origin}" if origin else "", taken):
        yield


def serve(campaign: Campaign, place: Place, figures: FiguresProcess | None = None) -> None:
    """Serve until an interrupt or a SIGTERM, which end it alike; NoDatabase where the campaign's file is gone."""
    figures = figures or FiguresProcess(campaign.source)
    gone: list[NoDatabase] = []

    def stop(error: NoDatabase) -> None:
        gone.append(error)
        server.should_exit = True

    async def look() -> None:
        try:
            campaign.check_place()
        except NoDatabase as error:
            stop(error)

    settings = uvicorn.Config(
        make_app(campaign, place.origin, figures, place.platform, stop),
        http=InTime,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=place.origin.startswith("https://"),  # who comes through the proxy: it runs on this machine
        forwarded_allow_ips="127.0.0.1,::1",
        timeout_graceful_shutdown=_SHUT_DOWN,
        callback_notify=look,
        timeout_notify=_LOOK,
    )
    server = uvicorn.Server(settings)
    try:
        server.run(sockets=[place.server])
    finally:
        figures.close()
    if gone:
        raise gone[0]


@contextmanager
def ended_alike() -> Iterator[None]:
    """Let SIGTERM, and the end of the terminal, do what Ctrl-C does: what is open is closed."""
    acts = {signal.SIGTERM: terminate, signal.SIGHUP: lambda *_: signal.raise_signal(signal.SIGTERM)}
    ours = [one for one in acts if signal.getsignal(one) is signal.SIG_DFL]  # nohup has one ignored
    for one in ours:
        signal.signal(one, acts[one])
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)


def _origin(text: str) -> str:
    """An origin as browsers write it: lower case, without a path; https, or http on this machine."""
    with suppress(ValueError):  # a port that is no number
        parts = urlsplit(text.strip())
        bare = parts.path in ("", "/") and not (parts.query or parts.fragment or "@" in parts.netloc)
        encrypts = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
        if bare and encrypts and parts.hostname and (parts.port is None or parts.port > 0):
            usual = {"https": 443, "http": 80}[parts.scheme]
            host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
            return f"{parts.scheme}://{host}" + ("" if parts.port in (None, usual) else f":{parts.port}")
    raise UsageError(JUDGING("serve.origin", text=text))


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


def make_app(
    campaign: Campaign,
    origin: str,
    figures: FiguresProcess | None = None,
    platform: Platform = NONE,
    stop: Callable[[NoDatabase], None] = lambda _: None,
) -> FastAPI:
    """The application that serves an open campaign under `origin`, such as ``http://127.0.0.1:8765``, and refuses other
    hosts and pages; `platform` sends people without links, `stop` ends the server once the file is gone."""
    app = FastAPI(title="irassay judge", version=VERSION, docs_url=None, redoc_url=None, responses=OF_ALL)
    app.state.origin = origin
    app.state.campaign = campaign
    app.state.desk = Desk(campaign)
    app.state.limits = RateLimits()
    app.state.platform = platform
    app.state.figures = figures or FiguresProcess(campaign.source)
    add_refusals(app, stop)
    _guard(app, urlsplit(origin).netloc)
    _pages(app, campaign, secure=origin.startswith("https://"))
    app.include_router(ROUTES)
    app.include_router(OWNERS)
    app.include_router(FORMS)
    return app


def _guard(app: FastAPI, host: str) -> None:
    """What holds for every request and answer."""

    @app.middleware("http")
    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        length = request.headers.get("content-length", "0")
        if request.headers.get("host") != host:
            answer = refusal(request, 421, JUDGING("refused.host"))
        elif not (length.isascii() and length.isdecimal()):
            answer = refusal(request, 411, JUDGING("refused.length"))
        elif len(length) > _DIGITS or int(length) > MOST_BYTES or "transfer-encoding" in request.headers:
            answer = refusal(request, 413, JUDGING("refused.bytes", most=MOST_BYTES))
        else:
            answer = await go_on(request)
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer


def _pages(app: FastAPI, campaign: Campaign, *, secure: bool) -> None:
    """The link, the page, and its script and style."""
    parts = {one.name: one.read_bytes() for one in (files("irassay.judging.web") / "pages").iterdir() if one.is_file()}
    parts["kinds.js"] = b"export const KINDS = " + json.dumps(KINDS, default=vars).encode()
    shell = Template(parts["judge.html"].decode(), autoescape=True).render(version=VERSION)

    @app.get("/in/{token}", include_in_schema=False)
    def enter(request: Request, token: str) -> Response:
        own = sessions.sign_in(request, campaign, token)
        person = campaign.person(own)
        answer = RedirectResponse("/campaign" if person and person.role == "owner" else "/", 303)
        answer.set_cookie(sessions.COOKIE, own, httponly=True, samesite="strict", secure=secure, path="/")
        return answer

    @app.get("/", include_in_schema=False)
    def page() -> Response:
        return HTMLResponse(shell)

    @app.get("/pages/{name}", include_in_schema=False)
    def part(name: str) -> Response:
        kind = _TYPES.get(PurePosixPath(name).suffix)
        if name not in parts or kind is None:
            raise not_there("page")
        return Response(parts[name], media_type=kind, headers=_SCOPE if name == _OFFLINE else None)

    @app.get("/health")
    def health() -> dict[str, str]:
        return {"state": "serving", "version": VERSION}

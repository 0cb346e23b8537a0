"""The judging page over HTTP: the routes, and the headers that every answer has."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Template

from irassay.collection.task_kinds import KINDS
from irassay.errors import NoDatabase
from irassay.judging.assessors.desk import Desk
from irassay.judging.store.campaign import Campaign
from irassay.judging.store.said import JUDGING
from irassay.judging.web import sessions
from irassay.judging.web.figures_process import FiguresProcess
from irassay.judging.web.judging import ROUTES
from irassay.judging.web.owner import CLOSING, OWNERS
from irassay.judging.web.plain_forms import FORMS
from irassay.judging.web.platforms import NONE, Platform
from irassay.judging.web.refusals import OF_ALL, add_refusals, not_there, refusal
from irassay.judging.web.sessions import RateLimits
from irassay.provenance import VERSION

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
    app.include_router(CLOSING)
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

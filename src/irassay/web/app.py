"""The judging page over HTTP: the routes, and the headers that every answer has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import PurePosixPath

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from jinja2 import Template

from irassay.assessors.desk import Desk
from irassay.provenance import VERSION
from irassay.store.campaign import Campaign
from irassay.web import sessions
from irassay.web.adjudicating import DECISIONS
from irassay.web.judging import ROUTES

MOST_BYTES = 1 << 20  # of what a browser may send
_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
_OFFLINE = "offline.js"  # the script that keeps a copy of the page for when there is no connection
_SCOPE = {"Service-Worker-Allowed": "/"}
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def make_app(campaign: Campaign, origin: str) -> FastAPI:
    """The application that serves a campaign.

    Parameters
    ----------
    campaign : Campaign
        Stays open as long as the application runs.
    origin : str
        Under which people open it, such as ``http://127.0.0.1:8765``: other hosts and pages are refused.
    """
    app = FastAPI(title="irassay judge", version=VERSION, docs_url=None, redoc_url=None)
    app.state.origin = origin
    app.state.campaign = campaign
    app.state.desk = Desk(campaign)
    _guard(app, sessions.host_of(origin))
    _pages(app, campaign, secure=origin.startswith("https://"))
    app.include_router(ROUTES)
    app.include_router(DECISIONS)
    return app


def _guard(app: FastAPI, host: str) -> None:
    """What holds for every request and answer."""

    @app.middleware("http")
    async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.headers.get("host") != host:
            answer: Response = JSONResponse({"detail": "This host is not served here."}, 421)
        elif not request.headers.get("content-length", "0").isdecimal():
            answer = JSONResponse({"detail": "Expected a length in bytes."}, 411)
        elif int(request.headers.get("content-length", "0")) > MOST_BYTES or "transfer-encoding" in request.headers:
            answer = JSONResponse({"detail": f"Expected {MOST_BYTES:,} bytes at most, of a stated length."}, 413)
        else:
            answer = await go_on(request)
        answer.headers.update(_HEADERS)
        return answer


def _pages(app: FastAPI, campaign: Campaign, *, secure: bool) -> None:
    """The link, the page, and its script and style."""
    parts = {one.name: one.read_bytes() for one in (files("irassay.web") / "pages").iterdir()}
    shell = Template(parts["judge.html"].decode(), autoescape=True).render(version=VERSION)

    @app.get("/in/{token}", include_in_schema=False)
    def enter(token: str) -> Response:
        if campaign.person(token) is None:
            return HTMLResponse(_message(sessions.DEAD_LINK), 404)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(sessions.COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
        return answer

    @app.get("/", include_in_schema=False)
    def page() -> Response:
        return HTMLResponse(shell)

    @app.get("/pages/{name}", include_in_schema=False)
    def part(name: str) -> Response:
        kind = _TYPES.get(PurePosixPath(name).suffix)
        if name not in parts or kind is None:
            raise HTTPException(404, "There is no such page.")
        return Response(parts[name], media_type=kind, headers=_SCOPE if name == _OFFLINE else None)

    @app.get("/health")
    def health() -> dict[str, str]:
        return {"state": "serving", "version": VERSION}


def _message(sentence: str) -> str:
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>irassay judge</title><p>{sentence}</p></html>'

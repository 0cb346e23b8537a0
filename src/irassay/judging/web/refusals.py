"""Answers to refused requests: a status and a sentence, in JSON or as a page; never what was sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from jinja2 import Template
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.requests import ClientDisconnect

from irassay.errors import IrassayError, NoDatabase
from irassay.judging.store.said import JUDGING
from irassay.judging.web.bodies import Problem

# For /openapi.json. Every route may answer these.
OF_ALL: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem, "description": what}
    for code, what in {
        400: "Not JSON",
        401: "The token is nobody's",
        403: "Not from our page, or not for this person",
        404: "There is no such thing",
        409: "Something else stands",
        410: "Not this person's any more",
        411: "No length",
        413: "Too large",
        421: "Another host",
        422: "Not what is expected",
        429: "Too many attempts",
        503: "The database can't be reached",
        507: "The disk of the database is full",
    }.items()
}
_PAGE = Template(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>{{ title }}</title>'
    '<link rel="stylesheet" href="/pages/judge.css"><link rel="stylesheet" href="/pages/plain.css">'
    '<body class="plain"><main>'
    "<h1>{{ title }}</h1><p>{{ sentence }}</p></main></body></html>",
    autoescape=True,
)
TITLES = {
    401: "Open your link again",
    403: "Not allowed",
    404: "Not found",
    410: "Not counted",
    429: "Wait a moment",
    503: "Not saved",
    507: "Not saved",
}


class InJSON(Response):
    """JSON in ASCII: whatever somebody has sent can be said back."""

    media_type = "application/json"

    def __init__(self, sentence: str, status: int, headers: dict[str, str] | None = None) -> None:
        super().__init__(json.dumps({"detail": sentence}), status, headers)


def add_refusals(app: FastAPI, stop: Callable[[NoDatabase], None]) -> None:
    """Let the application refuse in these forms; without a database it says so once, and stops where that is gone."""
    told: set[str] = set()

    @app.exception_handler(NoDatabase)
    async def unkept(request: Request, error: NoDatabase) -> Response:
        if error.is_gone:
            stop(error)
        elif error.headline not in told:
            told.add(error.headline)
            print(error.headline, file=sys.stderr, flush=True)
        return refusal(request, 507 if error.is_full else 503, JUDGING("refused.unkept"), {"Retry-After": "5"})

    @app.exception_handler(AnyHTTPException)
    async def refused(request: Request, error: AnyHTTPException) -> Response:
        return refusal(request, error.status_code, str(error.detail), dict(error.headers or {}))

    @app.exception_handler(ClientDisconnect)
    async def given_up(request: Request, _: ClientDisconnect) -> Response:
        return refusal(request, 400, JUDGING("refused.early"))

    @app.exception_handler(IrassayError)
    async def unfit_value(request: Request, error: IrassayError) -> Response:
        return refusal(request, 422, str(error)[:500])

    @app.exception_handler(RequestValidationError)
    async def unfit(request: Request, error: RequestValidationError) -> Response:
        faults = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:3]]
        return refusal(request, 422, "; ".join(faults)[:500])


def refusal(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
    """A page for a browser that opens one, JSON for everything else."""
    if wants_page(request):
        page = _PAGE.render(title=TITLES.get(status, JUDGING("refused")), sentence=sentence)
        return HTMLResponse(page.encode(errors="replace"), status, headers)
    return InJSON(sentence, status, headers)


def wants_page(request: Request) -> bool:
    """Whether a browser has asked for a page, and not a program for numbers."""
    return "text/html" in request.headers.get("accept", "")


def not_there(what: str) -> HTTPException:
    """The error that there is no such thing."""
    return HTTPException(404, JUDGING("refused.none", what=what))

"""Whose request it is, and whether it comes from our own page."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

from fastapi import HTTPException, Request

from irassay.store.campaign import Campaign
from irassay.store.people import Person

COOKIE = "irassay_judging"
DEAD_LINK = "This link does not work (any more). Ask whoever sent it for a new one."


def person_of(request: Request, campaign: Campaign) -> Person:
    """The person of a request: by the token in its header, or in the cookie that a link has set.

    Raises
    ------
    HTTPException
        401 where the token is nobody's; 403 where another page has sent a request with our cookie.
    """
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else ""
    if not token:
        token = request.cookies.get(COOKIE, "")
        check_origin(request)
    person = campaign.person(token) if token else None
    if person is None:
        raise HTTPException(401, "Open your link again: this session is over.")
    return person


def check_origin(request: Request) -> None:
    """Raise 403 where a browser says that another page has sent a request that changes something."""
    origin = request.headers.get("origin")
    if request.method in ("GET", "HEAD") or (origin is not None and origin == own_origin(request)):
        return
    raise HTTPException(403, "This request came from another page.")


def own_origin(request: Request) -> str:
    """The origin under which people open the page: ``--origin``, or where the server listens."""
    return str(request.app.state.origin)


def host_of(origin: str) -> str:
    """The host and port of an origin, as a browser sends them.

    >>> host_of("https://judge.example.org"), host_of("http://127.0.0.1:8765")
    ('judge.example.org', '127.0.0.1:8765')
    """
    return urlsplit(origin).netloc


def number_of(campaign: str, what: str) -> str:
    """What stands for a query or a campaign in a browser, which tells two of them apart and no more."""
    return hashlib.sha256(f"{campaign}\t{what}".encode()).hexdigest()[:12]

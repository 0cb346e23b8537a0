"""Whose request it is, whether it comes from our own page, and how often somebody may try."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import math
import time

from fastapi import HTTPException, Request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from irassay.judging.store.campaign import Campaign
from irassay.judging.store.people import PARTICIPANTS, Person
from irassay.judging.store.said import JUDGING
from irassay.judging.web.platforms import Platform

FAILED = 20  # tokens that are nobody's, from one address in a minute
SIGN_INS = 30  # of one person, or of a platform's people from one address, in a minute
_NETWORK = 64  # bits of an address of version 6 that a household has
COOKIE = "irassay_judging"
_SAFE = ("GET", "HEAD")


class RateLimits:
    """Counts attempts of the last minute, in this process alone."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def failed(self, address: str) -> None:
        """Count a token that is nobody's; HTTPException 429 with Retry-After where this address has had too many."""
        self._count(RateLimitItemPerMinute(FAILED), "failed", _place(address))

    def signed_in(self, person: str) -> None:
        """Count that a person has opened a link; HTTPException 429 with Retry-After where too often."""
        self._count(RateLimitItemPerMinute(SIGN_INS), "sign-in", person)

    def joined(self, address: str) -> None:
        """Count that a platform sent somebody from this address; HTTPException 429 with Retry-After if too often."""
        self._count(RateLimitItemPerMinute(SIGN_INS), "joined", _place(address))

    def _count(self, limit: RateLimitItemPerMinute, what: str, who: str) -> None:
        if not self._limiter.hit(limit, what, who):
            wait = self._limiter.get_window_stats(limit, what, who).reset_time - time.time()
            raise HTTPException(429, JUDGING("refused.often"), {"Retry-After": str(max(1, math.ceil(wait)))})


def _place(address: str) -> str:
    """An address, or of version 6 the network that one household has."""
    try:
        is_long = ipaddress.ip_address(address).version == 6
    except ValueError:
        return address
    return str(ipaddress.ip_network((address, _NETWORK), strict=False)) if is_long else address


def person_of(request: Request, campaign: Campaign) -> Person:
    """The person of a request: by the token in its header, or in the cookie that a link has set. HTTPException 401
    where it is nobody's, 429 where that was too often, 403 where another page has sent our cookie."""
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = bearer.strip() if scheme.lower() == "bearer" else ""
    if not token:
        token = request.cookies.get(COOKIE, "")
        is_ours = request.headers.get("origin") == own_origin(request)
        if request.method not in _SAFE and not is_ours:  # another page has sent it
            raise HTTPException(403, JUDGING("refused.elsewhere", what="request"))
    return _owner_of(token, request, campaign)


def person_of_form(request: Request, campaign: Campaign, form_token: str) -> Person:
    """The person who has sent a form of ours: by the cookie and by the token that the form had. HTTPException 401 and
    429 as for `person_of`, 403 where the form is not ours."""
    person = _owner_of(request.cookies.get(COOKIE, ""), request, campaign)
    origin = request.headers.get("origin")
    is_ours = hmac.compare_digest(form_token_of(request).encode(), form_token.encode(errors="replace"))
    if (origin is not None and origin != own_origin(request)) or not is_ours:
        raise HTTPException(403, JUDGING("refused.elsewhere", what="form"))
    return person


def form_token_of(request: Request) -> str:
    """What a form of ours carries; only who knows the token in the cookie can make it."""
    token = request.cookies.get(COOKIE, "")
    return hmac.new(token.encode(), b"a form of the judging page", hashlib.sha256).hexdigest()


def sign_in(request: Request, campaign: Campaign, token: str) -> str:
    """The token of whose link was opened; a platform's lets a person in whose id is in the address. HTTPException 404
    where it is nobody's or the id none, 429 where too often, 403 where a platform's link takes nobody."""
    person = campaign.person(token)
    limits = _limits(request)
    if person is None:
        limits.failed(_address(request))
        raise HTTPException(404, JUDGING("link.dead"))
    if person.role != PARTICIPANTS:
        limits.signed_in(person.pseudonym)
        return token
    if person.state != "working":
        raise HTTPException(403, JUDGING("link.closed"))
    platform: Platform = request.app.state.platform
    name = platform.name_of(request.query_params.get(platform.parameter or "", ""))
    limits.joined(_address(request))
    own = None if name is None else campaign.join(name)
    if own is None:
        raise HTTPException(404, JUDGING("link.without-id"))
    return own


def own_origin(request: Request) -> str:
    """The origin under which people open the page: ``--origin``, or where the server listens."""
    return str(request.app.state.origin)


def number_of(campaign: str, what: str) -> str:
    """What stands for a query or a campaign in a browser, which tells two of them apart and no more."""
    return hashlib.sha256(f"{campaign}\t{what}".encode()).hexdigest()[:12]


def _owner_of(token: str, request: Request, campaign: Campaign) -> Person:
    person = campaign.person(token) if token else None
    if person is None or person.role == PARTICIPANTS:  # whose link is for coming in
        if token:
            _limits(request).failed(_address(request))
        raise HTTPException(401, JUDGING("link.over"))
    return person


def _limits(request: Request) -> RateLimits:
    limits: RateLimits = request.app.state.limits
    return limits


def _address(request: Request) -> str:
    return request.client.host if request.client else ""

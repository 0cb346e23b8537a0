"""How often somebody may try tokens, and open a link. Answers of a valid token are never counted here."""

from __future__ import annotations

import ipaddress
import math
import time

from fastapi import HTTPException
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from irassay.judging.store.said import JUDGING

FAILED = 20  # tokens that are nobody's, from one address in a minute
SIGN_INS = 30  # of one person, or of a platform's people from one address, in a minute
_NETWORK = 64  # bits of an address of version 6 that a household has


class RateLimits:
    """Counts attempts of the last minute, in this process alone."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def failed(self, address: str) -> None:
        """Count a token that is nobody's; HTTPException 429 with Retry-After where this address has had too many."""
        self._count(RateLimitItemPerMinute(FAILED), "failed", _place(address))

    def signed_in(self, person: str) -> None:
        """Count that a person, named by the pseudonym, has opened a link; HTTPException 429 with Retry-After where too
        often."""
        self._count(RateLimitItemPerMinute(SIGN_INS), "sign-in", person)

    def joined(self, address: str) -> None:
        """Count that a platform has sent somebody from this address; HTTPException 429 with Retry-After where too
        often."""
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

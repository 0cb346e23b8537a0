"""People whom a platform sends: one link for all, told apart by a parameter that the platform fills in."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from irassay.errors import UsageError
from irassay.judging.store.said import JUDGING
from irassay.record import Record

_PARAMETER = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ID = re.compile(r"[A-Za-z0-9._-]{1,100}")  # of a person, as platforms make them
_LONGEST = 2000  # characters of an address that browsers take


class Platform(Record):
    """Where people come from: the parameter with a person's id, and where to go at the end; each may be None."""

    parameter: str | None
    completion_url: str | None

    def name_of(self, given: str) -> str | None:
        """What a person is called who comes with this id; None where it is none."""
        return f"{self.parameter} {given}" if self.parameter and _ID.fullmatch(given) else None


NONE = Platform(parameter=None, completion_url=None)


def platform_of(parameter: str | None, completion_url: str | None) -> Platform:
    """The platform described; UsageError for a parameter that can't stand in an address, or an unencrypted end."""
    if parameter is not None and not _PARAMETER.fullmatch(parameter):
        raise UsageError(JUDGING("platform.parameter", parameter=parameter))
    if completion_url is not None and not _encrypts(completion_url):
        raise UsageError(JUDGING("platform.end", url=completion_url))
    return Platform(parameter=parameter, completion_url=completion_url)


def _encrypts(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= _LONGEST
    return is_plain and parts.scheme == "https" and bool(parts.hostname)

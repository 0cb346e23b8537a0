"""Where a campaign is kept: a file of SQLite, or an address of PostgreSQL; and what of that people may read."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from irassay.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy import URL

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://", re.IGNORECASE)
_POSTGRESQL = ("postgresql", "postgres")
_SQLITE = b"SQLite format 3"  # the beginning of a campaign in a file
_DRIVER = "postgresql+psycopg"


def is_address(source: str) -> bool:
    """Whether a campaign's place is the address of a server, not the name of a file."""
    return _SCHEME.match(source) is not None


def is_campaign(source: str) -> bool:
    """Whether a place is a campaign's: the address of a server, or a file of SQLite."""
    if is_address(source):
        return True
    if not os.path.isfile(source):
        return False
    with open(source, "rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def url_of(source: str) -> URL:
    """How SQLAlchemy reaches a campaign; the name of a file means that file, whatever signs it has. UsageError where it
    is another address; the message shows nothing of it, since it may hold a password."""
    from sqlalchemy import URL, make_url
    from sqlalchemy.exc import ArgumentError

    scheme = _SCHEME.match(source)
    if scheme is None:
        return URL.create("sqlite", database=os.path.abspath(source))
    try:
        if (
            scheme[1].lower() not in _POSTGRESQL or "@" in source.partition("?")[2]
        ):  # SQLAlchemy takes it for the user's
            raise ValueError
        url = make_url(_DRIVER + source[scheme.end(1) :])
    except (ArgumentError, ValueError):
        raise UsageError(
            "the address of the campaign can't be read, expected a file or postgresql://USER@HOST/DATABASE, "
            "with %40 for @, %3A for :, %2F for / and %3F for ? within a name or password"
        ) from None
    return url


def shown_name(source: str) -> str:
    """What people may read of a campaign's place: of an address server and database, without user and options."""
    if not is_address(source):
        return source
    url = url_of(source)
    places = (("host", url.host), ("port", url.port), ("dbname", url.database))
    host, port, database = (url.query.get(name, value) for name, value in places)
    return f"{host or ''}{f':{port}' if port else ''}/{database or ''}"

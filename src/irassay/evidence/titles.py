"""Titles of a wiki as one spelling each."""

from __future__ import annotations

import html
import re

_SPACES = re.compile(r"[\s_\u00a0]+")


def title_of(link: str, namespaces: frozenset[str] = frozenset()) -> str:
    """The title that a link's target names: "" for a fragment alone, a file, a category, another namespace or wiki.

    >>> title_of("barn_owl#Diet"), title_of("&eacute;tude")
    ('Barn owl', 'Étude')
    """
    text = _SPACES.sub(" ", html.unescape(link)).partition("#")[0].strip()
    head, colon, _ = text.lstrip(":").partition(":")
    if colon and head.strip().casefold() in namespaces:
        return ""
    return text[:1].upper() + text[1:]

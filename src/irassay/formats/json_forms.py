"""Which of the JSON forms a file has, told by the keys near its beginning: search engines' own, or plain dicts."""

from __future__ import annotations

import re

# Form -> keys that must all be near the beginning. The first that fits is taken.
_SIGNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("opensearch", ("judgmentRatings",)),
    ("elasticsearch", ("requests", "ratings")),
    ("elasticsearch-response", ("details", "hits")),
    ("rre", ("queries", "relevant_documents")),
    ("quepid-json", ("queries", "query", "ratings")),
)
_FIRST = re.compile(r'\s*\{\s*"([^"\\]*)"\s*:')
_FIRST_KEYS = {"requests": "elasticsearch", "metric_score": "elasticsearch-response"}


def form_of(head: str) -> str:
    """The form of a JSON file by the text of its head: a format's name, "json" for dicts of dicts.

    >>> form_of('{"requests": []}'), form_of('{"q1": {"d1": 1}}')
    ('elasticsearch', 'json')
    """
    first = _FIRST.match(head)
    if first and first.group(1) in _FIRST_KEYS:
        return _FIRST_KEYS[first.group(1)]
    for form, keys in _SIGNS:
        if all(re.search(rf'"{key}"\s*:', head) for key in keys):
            return form
    return "json"

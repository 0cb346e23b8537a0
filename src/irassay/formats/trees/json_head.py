"""The beginning of a JSON file: search engines' own forms by their keys, dicts of dicts by their values."""

from __future__ import annotations

import re

from irassay.formats.format import CERTAIN, LIKELY, NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head

_FIRST = re.compile(r'\s*\{\s*"([^"\\]*)"\s*:')
_FIRST_NUMBER = re.compile(r'\{\s*"([^"\\]*)"\s*:\s*\{\s*"([^"\\]*)"\s*:\s*-?[\d.]')
_LEAF = re.compile(r":\s*([^\s{\[\"][^,}\]\s]*)")
_TEXT_ID = re.compile(r'\{\s*"(?:_id|id|docid|doc_id|docno|pid|qid|query_id)"\s*:\s*["\d]')
_TEXT_BODY = re.compile(r'"(?:text|contents|content|body|passage|segment|title)"\s*:\s*"')
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
_LEVELS = re.compile(r'(?:\{\s*""\s*:\s*)*')


def is_nested(head: Head) -> bool:
    """Whether it is JSON, and not a flat object on the first line."""
    return head.is_json and not head.keys


def claim(head: Head, *keys: str, first: str = "") -> int:
    """How surely a file has a form whose keys are all near the beginning; the key `first` tells it for certain."""
    if not is_nested(head):
        return NO
    begins = _FIRST.match(head.text)
    if first and begins and begins.group(1) == first:
        return CERTAIN
    return LIKELY if all(re.search(rf'"{key}"\s*:', head.text) for key in keys) else NO


def first_number(head: Head) -> tuple[str, str]:
    """The two keys before the first number, where the file begins with an object of an object of numbers; else ""."""
    match = _FIRST_NUMBER.match(head.text)
    return (match[1], match[2]) if match else ("", "")


def has_texts(text: str) -> bool:
    """Whether there are an id and a text."""
    return bool(_TEXT_ID.search(text) and _TEXT_BODY.search(text))


def has_grades(text: str) -> bool:
    """Whether query -> document -> whole number is what can be seen: not three levels, and no other value."""
    bare = _STRINGS.sub('""', text)
    levels = _LEVELS.match(bare)
    depth = levels.group().count("{") if levels else 0
    return depth < 3 and all(leaf.lstrip("-").isdecimal() for leaf in _LEAF.findall(bare))

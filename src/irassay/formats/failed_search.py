"""Errors in the place of a search engine's answer: its own, or the page of a server in front of it."""

from __future__ import annotations

import re

from irassay.errors import cut
from irassay.formats.format import Head
from irassay.formats.sources.lines import Problems
from irassay.formats.sources.opening import HEAD
from irassay.messages import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KEYS = {"error", "status", "statusCode", "code", "message", "reason", "ok"}  # of an error in one flat object
PAGE = "<html"
_PAGES = ("<!doctype html", PAGE)
_CUT = re.compile(  # the beginning of an error; documents of a query of that name have numbers
    r'\{\s*"error"\s*:\s*(?:"|\{\s*"(?:root_cause|type|reason|phase)"\s*:\s*["\[])'
)
_STATUS = re.compile(r"(?:HTTP/\d(?:\.\d)? )?[45]\d\d(?: [A-Z][A-Za-z-]*)+")  # of HTTP, with its reason
_NO_DATA = re.compile(r"(?:[^\W\d_]|[ '.:/()-])+")  # words: every line of a run or of labels has a number
AGAIN = "in place of an answer: run the search again"


def failure(value: Any) -> str:
    """Status and type of the error with which a search engine answers; "" for anything else."""
    error = value.get("error") if isinstance(value, dict) else None
    kind = error.get("type") if isinstance(error, dict) else error
    if isinstance(value, dict) and set(value) <= KEYS and not isinstance(error, dict):
        kind = next((text for key in ("error", "message", "reason") if isinstance(text := value.get(key), str)), None)
    elif not isinstance(error, dict):
        return ""
    if not isinstance(kind, str):
        return ""
    status = next((value[key] for key in ("status", "statusCode", "code") if key in value), "unknown")
    return f"status {visible(str(status))}, {visible(kind)}"


def _is_cut_error(head: Head) -> bool:
    """Whether a file begins as an error does and ends before it does."""
    if not _CUT.match(head.text) or len(head.text) >= HEAD:
        return False
    import json

    try:
        json.loads(head.text)
    except ValueError:
        return True
    return False


def sentence(of: str) -> str:
    """What a file has in place of an answer, by `failure`."""
    return f"a search engine's error ({of}) {AGAIN}"


def refuse(head: Head, source: str, *, is_claimed: bool) -> None:
    """Raise InputError where a file begins as an error does, has no data, or is no JSON although called so;
    `is_claimed`: some format claims it."""
    problems = Problems(source)
    if head.keys:
        import json

        try:
            of = failure(json.loads(head.text.split("\n", 1)[0]))
        except ValueError:  # a list, or an object that is cut
            of = ""
        if of:
            problems.add("", sentence(of))
    elif _is_cut_error(head):
        problems.add("", f"a search engine's error, cut off, {AGAIN}")
    elif head.line.lower().startswith(_PAGES) or (head.line.startswith("<") and PAGE in head.text.lower()):
        problems.add("", f"a web page {AGAIN}")
    elif not is_claimed and _STATUS.fullmatch(head.line.strip()):
        problems.add("", f"begins with {cut(head.line.strip())}, a server's error {AGAIN}")
    elif source.endswith(".json") and not is_claimed and head.line and not head.is_json:
        problems.add("", f"begins with {cut(head.line)}, no JSON as its name says: perhaps an error {AGAIN}")
    elif not is_claimed and head.line and _NO_DATA.fullmatch(head.line):
        problems.add("", f"begins with {cut(head.line)}, no line of data: perhaps an error {AGAIN}")
    problems.raise_if_any()

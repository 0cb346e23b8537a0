"""JSON files: how they begin, parsed so that a key given twice is noticed and errors have a line, and as text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from irassay.errors import InputError, cut, kind_of
from irassay.formats import failed_search
from irassay.formats.format import CERTAIN, LIKELY, NO, Head
from irassay.formats.row_checks import unique_keys
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems, lines, read_text

_FIRST = re.compile(r'\s*\{\s*"([^"\\]*)"\s*:')
_FIRST_NUMBER = re.compile(r'\{\s*"([^"\\]*)"\s*:\s*\{\s*"([^"\\]*)"\s*:\s*-?[\d.]')
_LEAF = re.compile(r":\s*([^\s{\[\"][^,}\]\s]*)")
_TEXT_ID = re.compile(r'\{\s*"(?:_id|id|docid|doc_id|docno|pid|qid|query_id)"\s*:\s*["\d]')
_TEXT_BODY = re.compile(r'"(?:text|contents|content|body|passage|segment|title)"\s*:\s*"')
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
MORE = "a second JSON value; JSON lines have query, doc and score or grade in each"
_LEVELS = re.compile(r'(?:\{\s*""\s*:\s*)*')


def read_json(path: str, problems: Problems) -> Any:
    """The value in a JSON file."""
    text = read_text(path, problems)
    problems.raise_if_any()

    try:
        value = json.loads(text, object_pairs_hook=unique_keys(problems, ""))
    except json.JSONDecodeError as error:
        said = MORE if error.msg == "Extra data" else f"{error.msg.lower()} at column {error.colno}"
        where, what = _end_of(error) or (error.lineno, said)
        raise InputError(f"{path} is not JSON", (f"{path}:{where}  {what}",)) from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"{path} can't be read: {cut(str(error))}") from None
    except RecursionError:
        raise InputError(f"{path} is nested too deeply to be labels, runs or metadata") from None
    if of := failed_search.failure(value):
        problems.add("", failed_search.sentence(of))
        problems.raise_if_any()
    return value


def _end_of(error: json.JSONDecodeError) -> tuple[int, str] | None:
    """The last line of a text that ends too early, and what it ends in the middle of; None for one that is whole."""
    text = error.doc.rstrip()
    rest = text[error.pos :]
    if error.msg.startswith("Unterminated string"):
        within = "a string"
    elif not rest:
        within = "an object or a list"
    elif any(word.startswith(rest) for word in ("true", "false", "null", "-")):
        within = "a value"
    else:
        return None
    column = len(text) - (text.rfind("\n") + 1)
    return text.count("\n") + 1, f"the file ends in the middle of {within}, at column {column}: fetch or write it again"


def is_list(path: str) -> bool:
    """Whether a file begins as a JSON list does."""
    return opening.head_of(path).decode("utf-8", "replace").removeprefix("\ufeff").lstrip().startswith("[")


def records_of(path: str, problems: Problems) -> Iterator[tuple[int | str, dict[str, Any]]]:
    """The place and the entry of each object in a file that is one list of them, or has one a line; anything else is a
    problem, located."""
    if is_list(path):
        for i, value in enumerate(read_json(path, problems)):
            if is_object(value, f"[{i}]", problems):
                yield f"[{i}]", value
        return
    for number, line in lines(path, problems):
        if line.strip() and (record := object_in(line, number, problems)) is not None:
            yield number, record


def object_in(line: str, number: int, problems: Problems, **how: Any) -> dict[str, Any] | None:
    """The object of one line, which `json.loads` reads in such a way; None where it has none, which is a problem."""
    try:
        record = json.loads(line, **how)
    except (ValueError, RecursionError) as error:
        problems.add(number, f"not JSON ({error}), expected one object a line")
        return None
    return record if is_object(record, number, problems) else None


def is_object(value: Any, place: int | str, problems: Problems) -> bool:
    """Whether a value is an object; where it is none, that is a problem."""
    if not isinstance(value, dict):
        problems.add(place, f"{kind_of(value)}, expected an object")
    return isinstance(value, dict)


def object_of(value: Any) -> dict[str, Any]:
    """An object as it is, for anything else an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """A list as it is, for anything else an empty one."""
    return value if isinstance(value, list) else []


def within(place: int | str) -> str:
    """How the place of something within an object begins, after the object's own."""
    return f"line {place}: " if isinstance(place, int) else f"{place}."


def text_of(value: object) -> str:
    """One value as a file."""
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def lines_of(entries: Iterable[tuple[str, object]], indent: str = " ") -> Iterator[str]:
    """An object, a line a key."""
    between = "{\n"
    for key, value in entries:
        yield f"{between}{indent}{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        between = ",\n"
    yield "{}" if between == "{\n" else f"\n{indent[:-1]}}}"


def objects_in(
    whole: Any, key: str, problems: Problems, *, expected: str, at: str = ""
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The place and the entry of each object in the list `key` of `whole` at `at`; anything else is a problem."""
    entries = whole.get(key) if isinstance(whole, dict) else None
    if not isinstance(entries, list):
        problems.add(at, f'no list "{key}", expected objects such as {expected}')
        return
    start = f"{at}.{key}" if at else key
    for i, entry in enumerate(entries):
        if isinstance(entry, dict):
            yield f"{start}[{i}]", entry
        else:
            problems.add(f"{start}[{i}]", f"expected {expected}")


def is_nested(head: Head) -> bool:
    """Whether it is JSON, and not a flat object on the first line."""
    return head.is_json and not head.keys


def with_keys(*keys: str, first: str = "") -> Callable[[Head], int]:
    """What tells a form whose keys are all near the beginning of a file; the key `first` tells it for certain."""

    def looks_like(head: Head) -> int:
        if not is_nested(head):
            return NO
        begins = _FIRST.match(head.text)
        if first and begins and begins.group(1) == first:
            return CERTAIN
        return LIKELY if all(re.search(rf'"{key}"\s*:', head.text) for key in keys) else NO

    return looks_like


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

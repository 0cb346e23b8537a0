"""The package's own TOML files, read where loading `tomllib` would cost more than what it reads.

Of TOML these files have tables of one level, strings of all four kinds, numbers, truth values and lists of these, and
comments on lines of their own. A test holds what is read here to what `tomllib` reads.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_TABLE = re.compile(r"^\[([^\[\]\n]+)\].*\n", re.MULTILINE)
_ONE = r"\"\"\"[^\\\"]*(?:(?:\\.|\"(?!\"\"))[^\\\"]*)*\"\"\"|'''.*?'''|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"|'[^'\n]*'"
_PAIR = re.compile(rf"^([\w-]+|\"[^\"\n]+\") = ({_ONE}|\[.*?\]$|\S+)", re.MULTILINE | re.DOTALL)
_PART = re.compile(rf"{_ONE}|[^\s,\[\]]+", re.DOTALL)
_CONTINUED = re.compile(r"\\\n\s*")
_ESCAPED = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t"}
_WORDS = {"true": True, "false": False}


def tables(text: str) -> dict[str, str]:
    """Heading -> the text of its table; what stands before the first one has the heading ""."""
    parts = ["", *_TABLE.split(text)]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def values(table: str) -> dict[str, Any]:
    """Key -> value of a table."""
    return {key.strip('"'): _value(text) for key, text in _PAIR.findall(table)}


def read(path: str) -> dict[str, Any]:
    """The values of a file before its first table, and each table."""
    with open(path, encoding="utf-8") as file:
        first, *others = tables(file.read()).items()
    of = values(first[1])
    for heading, table in others:
        name, _, inner = heading.strip('"').partition(".")
        (of[name] if inner else of)[inner or name] = values(table)
    return of


def _value(text: str) -> Any:
    if text[0] == "[":
        return [_value(part) for part in _PART.findall(text)]
    if text[0] in "\"'":
        quote = text[0] * (3 if text.startswith(text[0] * 3) and len(text) > 2 else 1)
        inner = text[len(quote) : -len(quote)]
        if len(quote) == 3:
            inner = inner.removeprefix("\n")
        if text[0] == "'":
            return inner
        return _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), _CONTINUED.sub("", inner))
    return _WORDS[text] if text in _WORDS else float(text) if "." in text else int(text)

"""A sentence by its code: its text stands in sentences/, a file for each room, and its slots are filled here.

An entry is one text, or a table of its forms; each form says the same fact. What stands after the colon of a slot says
how its value is written: "{n:# query}" is "2 queries", "{n:~ is}" is "are", "{n:this line|these lines}" takes one of
the two, "{n:word}" is "two". A whole number alone has commas, names alone are listed, and a number has its decimals,
"{score:3}", or is "{p:p}" or "{part:%}", whole "{part:%0}". Names count as many, "{runs:# run}"; "{runs:@}" are the
first of them, made safe to print, or one, and "{runs:@|# run}" is the only name or the count. "{runs:,}" are all, with
commas, and "{value:q}" is one value or several in quotes, as errors show them. "{n!s}" and "{n!r}" are as in Python.

"{tied:?; {tied:# pair} left out}" stands where there is a value (not 0, nothing or NaN), and "{tied:!...}" where there
is none. "{@code.form}" is the text of another entry, whose slots are filled with the same values.
"""

from __future__ import annotations

import os
import re
from functools import cache
from string import Formatter

from irassay.errors import cut
from irassay.messages.counts import conjugate, count, plural, spelled
from irassay.messages.entries import read
from irassay.messages.names import MOST_NAMES, capital, listed, some
from irassay.messages.numbers import number, p_value, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

FOLDER = os.path.join(os.path.dirname(__file__), "sentences")
_SHARED = re.compile(r"\{@([\w.-]+)\}")
_parse = Formatter().parse
_WRITTEN: dict[str | None, Callable[[Any], Any]] = {None: lambda value: value, "r": repr, "s": str}


class Room:
    """The sentences of one room: of sentences/NAME.toml, read when the first is said."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, code: str, /, **slots: Any) -> str:
        """The text of a code, or of one form of it, "code.form", with its slots filled.

        >>> Room("verdict")("share-labels.none", unknown=1, queries=1, open=0, likely=0, tied=0)
        'No pair is known to keep its order on this query whatever the missing labels are; 1 not known.'
        """
        return fill(self.text(code), **slots)

    def text(self, code: str) -> str:
        """The text of a code, or of one form of it, with its slots as they stand."""
        code, _, form = code.partition(".")
        text = self.forms(code)[form or "text"]
        return _SHARED.sub(lambda shared: self.text(shared[1]), text)

    def forms(self, code: str) -> dict[str, Any]:
        """Form -> text of a code as it stands, or the texts of several places."""
        entry = texts(self.name)[code]
        return {"text": entry} if isinstance(entry, str) else entry


def fill(text: str, /, **slots: Any) -> str:
    """A text with its slots filled.

    >>> fill("{n:# run} {n:~ has} {share:%} of {n:its|their} labels, p {p:p}", n=2, share=0.25, p=0.0242)
    '2 runs have 25.0% of their labels, p 0.024'
    >>> fill("{n:Word} {n:is one|are {n}}{of:? of {of}}{of:!, of all}", n=2, of=("a|b", "c"))
    'Two are 2 of a|b and c'
    >>> fill("{runs:@|# run} {runs:~ is} first: {runs:@}", runs=["a", "b\\t", "c", "d", "e"])
    '5 runs are first: a, b\\\\t, c and 2 more'
    """
    return "".join(
        literal if name is None else f"{literal}{_slot(_WRITTEN[way](slots[name]), spec or '', slots)}"
        for literal, name, spec, way in _parse(text)
    )


@cache
def texts(room: str) -> dict[str, Any]:
    """Code -> text, or form -> text, of a room."""
    return read(os.path.join(FOLDER, f"{room}.toml"))


def _slot(value: Any, spec: str, slots: dict[str, Any]) -> str:
    """A value as its slot says."""
    sign, rest = spec[:1], spec[1:].strip()
    if sign in ("?", "!"):
        return fill(spec[1:], **slots) if (sign == "?") == bool(value and value == value) else ""
    n = len(value) if isinstance(value, (list, tuple)) else value
    one, either, several = spec.partition("|")
    if either:
        text = one if n == 1 else several
        return _slot(value, text, slots) if text[:1] in ("@", "#") else fill(text, **slots)
    if sign == "@":
        return some([value] if isinstance(value, str) else value)
    if sign == "~":
        return conjugate(n, rest)
    if sign == "#":
        return plural(n, rest)
    if spec in ("word", "Word"):
        return spelled(value) if spec == "word" else capital(spelled(value))
    if spec == "p":
        return p_value(value)
    if sign == "%":
        return percent(value, int(rest or 1))
    if spec == "q":
        return ", ".join(map(cut, value)) if isinstance(value, (list, tuple)) else cut(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(value) if spec == "," else listed(value, int(spec or MOST_NAMES))
    if spec.isdecimal():
        return number(value, int(spec))
    return count(value) if hasattr(value, "__index__") else f"{value:{spec}}"

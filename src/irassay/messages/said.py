"""A sentence by its code: its text stands in sentences/, a file for each room, and its slots are filled here.

An entry is one text, or a table of its forms; each form says the same fact. What stands after the colon of a slot says
how its value is written: "{n:# query}" is "2 queries", "{n:~ is}" is "are", "{n:this line|these lines}" takes one of
the two, "{n:word}" is "two". A whole number alone has commas, names alone are listed, and a number has its decimals,
"{score:3}", or is "{p:p}" or "{part:%}". Names count as many, "{runs:# run}"; "@" is a name made safe to print, or the
first of several. One of two may have both: "{runs:@|# runs}" is the only name, or the count.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from irassay.messages.counts import conjugate, count, plural, spelled
from irassay.messages.names import MOST_NAMES, NAMED, listed, some
from irassay.messages.numbers import number, p_value, percent

FOLDER = Path(__file__).with_name("sentences")


class Room:
    """The sentences of one room: of sentences/NAME.toml, read when the first is said."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, code: str, /, **slots: Any) -> str:
        """The text of a code, or of one form of it, "code.form", with its slots filled.

        >>> Room("verdict")("share-queries", settled=1, tested=1_200)
        '1 of 1,200 pairs of systems differ significantly'
        """
        code, _, form = code.partition(".")
        return fill(self.forms(code)[form or "text"], **slots)

    def forms(self, code: str) -> dict[str, Any]:
        """Form -> text of a code; a list where a form has several texts."""
        entry = texts(self.name)[code]
        return {"text": entry} if isinstance(entry, str) else entry


def fill(text: str, **slots: Any) -> str:
    """A text with its slots filled.

    >>> fill("{n:# run} {n:~ has} {share:%} of {n:its|their} labels, p {p:p}", n=2, share=0.25, p=0.0242)
    '2 runs have 25.0% of their labels, p 0.024'
    >>> fill("{runs:@|# runs} {runs:~ leaves} out {queries:its only query|all # queries}", runs=["a"], queries=1_000)
    'a leaves out all 1,000 queries'
    >>> fill("{runs:# run}: {runs:@2}; {runs[0]:@} first", runs=["a", "b\\t", "c", "d"])
    '4 runs: a, b\\\\t and 2 more; a first'
    """
    return _Slots().vformat(text, (), slots)


@cache
def texts(room: str) -> dict[str, Any]:
    """Code -> text, or form -> text, of a room."""
    import tomllib

    return tomllib.loads((FOLDER / f"{room}.toml").read_text(encoding="utf-8"))


class _Slots(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        sign, rest = format_spec[:1], format_spec[1:].strip()
        are_names = not isinstance(value, str) and hasattr(value, "__len__")
        n = len(value) if are_names else value
        if "|" in format_spec:
            one, several = format_spec.split("|")
            text = one if n == 1 else several
            text = text.replace("#", count(n)) if "#" in text else text
            return text.replace("@", some(value)) if "@" in text else text
        if sign == "@":
            return some(value if are_names else [value], named=int(rest or NAMED))
        if sign == "~":
            return conjugate(n, rest)
        if sign == "#":
            return plural(n, rest)
        if format_spec == "word":
            return spelled(n)
        if format_spec == "p":
            return p_value(value)
        if format_spec == "%":
            return percent(value)
        if isinstance(value, (list, tuple)):
            return listed(value, int(format_spec or MOST_NAMES))
        if format_spec.isdecimal():
            return number(value, int(format_spec))
        return count(value) if hasattr(value, "__index__") else f"{value:{format_spec}}"

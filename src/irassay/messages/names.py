"""Names of systems, queries and documents in text: safe to print, listed, counted, marked, or in a cell."""

from __future__ import annotations

import re

from irassay.messages.counts import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Literal

MOST_NAMES = 12  # names in one sentence before "and 9 more"
NAMED = 3  # examples named before "and 9 more"
OPEN, CLOSE = "\ue000", "\ue001"  # from Unicode's private use area, absent from our sentences
_MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")
FORMULA = ("=", "+", "-", "@")
APOSTROPHE = "'"


def visible(name: str) -> str:
    r"""A name with its control and other unprintable characters spelled out."""
    if name.isprintable():
        return name
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in name)


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def listed(names: Iterable[str], limit: int = MOST_NAMES, *, last: Literal["and", "or"] = "and") -> str:
    """A list of names in a sentence, with `last` before the last one; beyond `limit` names are counted."""
    names = [f"{name}" for name in names]
    if len(names) > limit:
        return f"{', '.join(names[: limit - 1])} {last} {count(len(names) - limit + 1)} more"
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def some(names: Sequence[str], *, named: int = NAMED) -> str:
    """The first names, made safe to print, and the number of further ones."""
    safe = [visible(name) for name in names]
    if len(safe) <= named + 1:
        return ", ".join(safe)
    return f"{', '.join(safe[:named])} and {count(len(safe) - named)} more"


def alike(name: str, names: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The names most like this one, whatever their case; one that differs in nothing else stands alone."""
    from difflib import get_close_matches

    lower = {other.lower(): other for other in names}
    word = name.lower()
    return [lower[near] for near in ([word] if word in lower else get_close_matches(word, lower, most, cutoff))]


def did_you_mean(names: Iterable[str], *, start: str = "", instead: str = "") -> str:
    """The question whether one of these names is meant, after `start`; `instead` where there is none."""
    asked = listed(map(visible, names), last="or")
    return f"{start}did you mean {asked}?" if asked else instead


class Name(str):
    """The name of a system or query, which an f-string and `listed` write with a mark before it: its length."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        return f"{OPEN}{len(self)}{CLOSE}{self!s}"


def parts(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text without marks, and where each name starts and ends in it."""
    plain, places, at = "", [], 0
    while mark := _MARK.search(text, at):
        plain, at = plain + text[at : mark.start()], mark.end() + int(mark[1])
        places.append((len(plain), len(plain) + int(mark[1])))
        plain += text[mark.end() : at]
    return plain + text[at:], tuple(places)


def as_cell(text: str) -> str:
    """Text with an apostrophe in front where a spreadsheet would take it for a formula; `of_cell` takes it off."""
    return APOSTROPHE + text if _begins_formula(text) else text


def of_cell(cell: str) -> str:
    """The text that `as_cell` made a cell of."""
    rest = cell.removeprefix(APOSTROPHE)
    return rest if rest != cell and _begins_formula(rest) else cell


def _begins_formula(text: str) -> bool:
    return text.lstrip(" \t\r\n" + APOSTROPHE).startswith(FORMULA)

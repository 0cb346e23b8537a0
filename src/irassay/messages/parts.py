"""Names that mark their places in a text, so that nothing searches for a name, which may be *the*, *1* or *a, b*."""

from __future__ import annotations

import re

OPEN, CLOSE = "\ue000", "\ue001"  # from Unicode's private use area, absent from our sentences
_MARK = re.compile(f"{OPEN}(\\d+){CLOSE}")


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

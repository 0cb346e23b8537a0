"""The findings of `check` and `compare`, by code: levels, and what is told of each; the texts are in catalogue.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from irassay.messages import alike, capital
from irassay.messages.facts import Entry, entries, facts
from irassay.preflight.words.files import HARMLESS, LEFT_OUT, ODD, mend_odd


@cache
def catalogue() -> dict[str, Entry]:
    """Code -> entry, in the order of the documentation; those of lines come last."""
    texts = entries(Path(__file__))
    refused, odd = texts.pop("lines-refused"), texts.pop("lines-odd")
    found = [Entry(code, **fields) for code, fields in texts.items()]
    for kind, (one, _, action) in LEFT_OUT.items():
        found.append(Entry(f"lines-{kind}", ("error",), f"a line {one}", **refused, mend=_sentence(action)))
    for kind, (one, _, effect) in ODD.items():
        level = "note" if kind in HARMLESS else "warning"
        told: dict[str, Any] = {"matters": _sentence(effect), "mend": _sentence(mend_odd(kind) or "nothing")}
        found.append(Entry(f"lines-{kind}", (level,), f"a line {one}", **odd, **told))
    return {entry.code: entry for entry in found}


def explained() -> dict[str, Entry]:
    """Code -> entry of everything that `explain` knows: findings of files, then facts of answers and pages."""
    return catalogue() | facts()


def entry_of(code: str) -> Entry | None:
    """The entry of a code, also of one with a name of the data in it, and of a reading's kind of line."""
    known = explained()
    code = code.replace("read-", "lines-", 1) if code.startswith("read-") else code
    return known.get(code) or next((entry for entry in facts().values() if entry.is_of(code)), None)


def near(code: str) -> list[str]:
    """The codes most like this text, the nearest first."""
    codes = explained()
    words = {word for word in code.lower().replace("_", " ").replace("-", " ").split() if len(word) > 2}
    sharing = [other for other in codes if words & set(other.split("-"))]
    sharing.sort(key=lambda other: -len(words & set(other.split("-"))))
    return list(dict.fromkeys([*alike(code, codes, 3, 0.7), *sharing]))[:3]


def _sentence(text: str) -> str:
    return f"{capital(text)}."

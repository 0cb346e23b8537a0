"""The findings of `check` and `compare`, by code: levels, and what is told of each; the texts are in catalogue.toml."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from irassay.messages import alike, capital
from irassay.preflight.words.files import HARMLESS, LEFT_OUT, ODD, mend_odd

FOUND, MATTERS, MEND, UNSEEN = "How it was found", "Why it matters", "How to mend it", "What it can't see"


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of finding. `text` is one line; the four that follow it are sentences, with code in backticks."""

    code: str
    levels: tuple[str, ...]
    text: str
    found: str
    matters: str
    mend: str
    unseen: str
    verbs: tuple[str, ...] = ("check",)
    needs: str = ""

    def told(self) -> dict[str, str]:
        """What `explain` tells, under its headings."""
        return {FOUND: self.found, MATTERS: self.matters, MEND: self.mend, UNSEEN: self.unseen}


@cache
def catalogue() -> dict[str, Entry]:
    """Code -> entry, in the order of the documentation; those of lines come last."""
    import tomllib

    texts = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    refused, odd = _clean(texts.pop("lines-refused")), _clean(texts.pop("lines-odd"))
    entries = [Entry(code, **_clean(fields)) for code, fields in texts.items()]
    for kind, (one, _, action) in LEFT_OUT.items():
        entries.append(Entry(f"lines-{kind}", ("error",), f"a line {one}", **refused, mend=_sentence(action)))
    for kind, (one, _, effect) in ODD.items():
        level = "note" if kind in HARMLESS else "warning"
        told: dict[str, Any] = {"matters": _sentence(effect), "mend": _sentence(mend_odd(kind) or "nothing")}
        entries.append(Entry(f"lines-{kind}", (level,), f"a line {one}", **odd, **told))
    return {entry.code: entry for entry in entries}


def near(code: str) -> list[str]:
    """The codes most like this text, the nearest first."""
    codes = catalogue()
    words = {word for word in code.lower().replace("_", " ").replace("-", " ").split() if len(word) > 2}
    sharing = [other for other in codes if words & set(other.split("-"))]
    sharing.sort(key=lambda other: -len(words & set(other.split("-"))))
    return list(dict.fromkeys([*alike(code, codes, 3, 0.7), *sharing]))[:3]


def _clean(fields: dict[str, Any]) -> dict[str, Any]:
    """Texts on one line, lists as tuples."""
    return {name: " ".join(of.split()) if isinstance(of, str) else tuple(of) for name, of in fields.items()}


def _sentence(text: str) -> str:
    return f"{capital(text)}."

"""The findings of `check` and `compare`, by code: levels, and what is told of each; the texts are in catalogue.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from irassay.messages import alike, capital
from irassay.messages.facts import Entry, entries, facts
from irassay.messages.said import fill, texts


@cache
def catalogue() -> dict[str, Entry]:
    """Code -> entry, in the order of the documentation; those of lines come last."""
    told = entries(Path(__file__))
    refused, odd = told.pop("lines-refused"), told.pop("lines-odd")
    found = [Entry(code, **fields) for code, fields in told.items()]
    for code, says in texts("preflight").items():
        if not code.startswith("lines-"):
            continue
        text = f"a line{fill(says['text'], lines=1).removeprefix('1 line')}"
        mend = _sentence(says.get("action", "nothing"))
        if "effect" not in says:
            found.append(Entry(code, ("error",), text, **refused, mend=mend))
        else:
            level = "warning" if "action" in says else "note"
            found.append(Entry(code, (level,), text, **odd, matters=_sentence(says["effect"]), mend=mend))
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

"""What there is to tell of a finding, by its code: those of answers and pages are in facts.toml."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from irassay.messages.entries import read

FOUND, MATTERS, MEND, UNSEEN = "How it was found", "Why it matters", "How to mend it", "What it can't see"


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of finding. `text` is one line; the four that follow it are sentences, with code in backticks."""

    code: str
    levels: tuple[str, ...]
    text: str
    found: str
    matters: str
    unseen: str
    mend: str = ""
    verbs: tuple[str, ...] = ("check",)
    needs: str = ""

    def told(self) -> dict[str, str]:
        """What `explain` tells, under its headings."""
        told = {FOUND: self.found, MATTERS: self.matters, MEND: self.mend, UNSEEN: self.unseen}
        return {heading: text for heading, text in told.items() if text}

    def is_of(self, code: str) -> bool:
        """Whether this code is of the entry; SET and SELECTION stand for any name, N for a number."""
        return bool(re.fullmatch(re.sub("SET|SELECTION|N", ".+", self.code), code))


@cache
def facts() -> dict[str, Entry]:
    """Code -> entry of a fact of an answer or a page, in the order of the documentation."""
    return {code: Entry(code, **fields) for code, fields in entries(Path(__file__)).items()}


def entries(module: Path) -> dict[str, dict[str, Any]]:
    """Code -> fields, of the file beside a module: texts on one line, lists as tuples."""
    return {
        code: {
            name: " ".join(value.split()) if isinstance(value, str) else tuple(value) for name, value in fields.items()
        }
        for code, fields in read(str(module.with_suffix(".toml"))).items()
    }

"""Phrases for the sentences: counted nouns, shortened lists, sizes of differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from irassay.messages import count, number, plural, visible
from irassay.result import Finding, Level

RENAME = "rename the queries: {hint}"
NAMED = 3  # examples named before "and N more"


def finding(
    code: str,
    level: Level,
    text: str,
    *,
    size: float,
    numbers: Mapping[str, float | int | str] | None = None,
    **parts: Any,
) -> Finding:
    """A Finding of the preflight with its other `parts`; `size` is that of its effect, by which findings of a level are
    sorted."""
    parts |= {name: tuple(parts[name]) for name in ("where", "systems") if name in parts}
    return Finding(code, level, "none", text, {**(numbers or {}), "size": size}, **parts)


def every(n: int, noun: str, several: str = "") -> str:
    """The phrase for all of several things, or for the only one."""
    return f"its only {noun}" if n == 1 else f"all {plural(n, noun, several)}"


def some(names: Sequence[str], *, named: int = NAMED) -> str:
    """The first names, and the number of further ones."""
    safe = [visible(name) for name in names]
    if len(safe) <= named + 1:
        return ", ".join(safe)
    return f"{', '.join(safe[:named])} and {count(len(safe) - named)} more"


def several(names: Sequence[str]) -> tuple[str, ...]:
    """The names of several runs, for the places of a finding; () for one run, which the sentence names."""
    return (some(names),) if len(names) > 1 else ()


def subject(names: Sequence[str]) -> str:
    """The subject of a sentence: the run's name, or the number of runs."""
    return visible(names[0]) if len(names) == 1 else plural(len(names), "run")


def at_most(value: float, words: str = "at most") -> str:
    """The size of a difference: four decimals after `words`, or "less than 0.0001"."""
    return f"{words} {number(abs(value))}" if abs(value) >= 0.00005 else "less than 0.0001"

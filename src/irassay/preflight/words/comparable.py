"""Reasons not to compare a run as it is: a short label for the margin, and a sentence with its number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irassay.messages import visible
from irassay.preflight.words.phrases import SAID

RANKS, TIES, ID_ORDER, LOWEST_BEST = "rank column", "ties", "id order", "lowest best"
NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, SAME = "no label", "few labels", "only labelled", "same run"
QUERIES, SHORT, UNJUDGED, NOT_POOLED = "queries", "short lists", "unjudged", "not pooled"

TO_MEND = (RANKS, TIES, ID_ORDER, LOWEST_BEST, NO_LABEL, LITTLE_LABEL, ONLY_LABELLED, QUERIES, SHORT)  # not in labels
FLAGS = (*TO_MEND[:7], SAME, *TO_MEND[7:], UNJUDGED, NOT_POOLED)


def meanings() -> dict[str, str]:
    """Flag -> when a run has it."""
    return {flag: SAID(f"flag {flag}.meaning") for flag in FLAGS}


def why(flag: str, form: str = "text", **slots: Any) -> tuple[str, str]:
    """A flag and its sentence, or one of its forms."""
    return flag, SAID(f"flag {flag}.{form}", **slots)


def title(n: int, of: int) -> str:
    """The number of runs with a flag."""
    return SAID("not-comparable", n=n, of=of)


def to_mend(flags: Sequence[tuple[str, str]], of: int) -> str:
    """What is to be mended in files before runs are compared, of (system, flag), as an object; "" for nothing."""
    by_system: dict[str, list[str]] = {}
    for system, flag in flags:
        if flag in TO_MEND:
            by_system.setdefault(system, []).append(flag)
    each = [f"{visible(system)} ({', '.join(words)})" for system, words in by_system.items()]
    return SAID("not-comparable.to-mend", n=len(each), of=of, each=each) if each else ""


def reservation(n: int, of: int) -> str:
    """The condition on which files belong together."""
    return SAID("not-comparable.reservation", n=n, of=of)


def unjudged(share: float, middle: float, depth: int, column: str = "") -> tuple[str, str]:
    """Many unjudged documents; `column` of the metadata says that the run did not contribute to the pool."""
    others = SAID("flag unjudged.median" if middle else "flag unjudged.none", middle=middle)
    return why(UNJUDGED, "outside" if column else "text", share=share, others=others, depth=depth, column=column)


def not_pooled(share: float, middle: float, depth: int, column: str) -> tuple[str, str]:
    """A run outside the pool, with many unjudged documents."""
    others = SAID("flag unjudged.median" if middle else "flag unjudged.none", middle=middle)
    return why(NOT_POOLED, share=share, others=others, depth=depth, column=column)

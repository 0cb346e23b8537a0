"""Phrases for families of comparisons and for depths."""

from __future__ import annotations

from irassay.messages import conjugate, count, plural


def family_each(family: int) -> str:
    """The families of tests with several baselines."""
    are = conjugate(family, "is")
    return f"each baseline's {plural(family, 'comparison')} {are} a family, and a pair of two baselines counts in both"


def top_of(depth: int) -> str:
    """The top of a list down to a depth, as a noun."""
    return {5: "top five", 10: "top ten", 20: "top twenty"}.get(depth, f"top {count(depth)}")


def depth_of(depth: int | None) -> str:
    """The depth of a measure, for a sentence on scope."""
    return "down to the last document" if depth is None else f"to depth {count(depth)}"

"""How families and depths stand in a sentence of the overview; numbers and names stand as in every study."""

from __future__ import annotations

from irassay.wording import count, plural


def family_each(family: int) -> str:
    """What several baselines are tested as.

    >>> family_each(4)
    "each baseline's 4 comparisons are a family, and a pair of two baselines counts in both"
    """
    are = "is" if family == 1 else "are"
    return f"each baseline's {plural(family, 'comparison')} {are} a family, and a pair of two baselines counts in both"


def depth_of(depth: int | None) -> str:
    """How far a measure reads, for a scope sentence.

    >>> depth_of(10), depth_of(None)
    ('to depth 10', 'down to the last document')
    """
    return "down to the last document" if depth is None else f"to depth {count(depth)}"

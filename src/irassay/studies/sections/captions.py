"""What captions, panels and sentences of several studies share: how a caption opens, how pairs and steps are called."""

from __future__ import annotations

from irassay.wording import count

HOW = "How to read it. "  # opens the caption of every figure
ALL_LABELS = "with all labels only"  # since when an order is stable
TEXT = 60  # characters of a query's text in a sentence
NEVER_STABLE = "not even with all labels (because of ties)"


def distance(bucket: str) -> str:
    """How far apart two systems are, from the name of their bucket of p-values.

    >>> distance("p<0.01"), distance("0.01<=p<0.05"), distance("p>=0.05"), distance("identical")
    ('p below 0.01', 'p from 0.01 to 0.05', 'p of 0.05 or more', 'the same score on every query')
    """
    if bucket.startswith("p<"):
        return f"p below {bucket[2:]}"
    if bucket.startswith("p>="):
        return f"p of {bucket[3:]} or more"
    low, between, high = bucket.partition("<=p<")
    return f"p from {low} to {high}" if between else "the same score on every query"


def panel(bucket: str, size: int) -> str:
    """A bucket of pairs as the heading of its panel.

    >>> panel("p<0.01", 5877)
    'p below 0.01 (5,877)'
    """
    return f"{distance(bucket)} ({count(size)})"


def query_name(query: str, text: str) -> str:
    """A query as sentences name it: its id, and the beginning of its text where it has one.

    >>> query_name("253263", "how long does it take for a sprained wrist to heal"), query_name("7", "")
    ('253263 "how long does it take for a sprained wrist to heal"', '7')
    """
    line = " ".join(text.split())
    return f'{query} "{line if len(line) <= TEXT else line[: TEXT - 1].rstrip() + "…"}"' if line else query

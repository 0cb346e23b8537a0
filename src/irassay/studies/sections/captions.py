"""Captions, panels and sentences of several studies: how a caption opens, how pairs and steps are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import count
from irassay.messages.said import Room

if TYPE_CHECKING:
    from irassay.comparison.pair_buckets import PRange

SHARED = Room("sections")
ALL_LABELS = "with all labels only"  # since when an order is stable
TEXT = 60  # characters of a query's text in a sentence
NEVER_STABLE = "not even with all labels (because of ties)"


def distance(bucket: PRange) -> str:
    """How far apart two systems of a bucket are."""
    if bucket.low is None:
        return "the same score on every query" if bucket.high is None else f"p below {bucket.high:g}"
    return f"p of {bucket.low:g} or more" if bucket.high is None else f"p from {bucket.low:g} to {bucket.high:g}"


def panel(bucket: PRange, size: int) -> str:
    """A bucket of pairs as the heading of its panel."""
    return f"{distance(bucket)} ({count(size)})"


def query_name(query: str, text: str) -> str:
    """A query as sentences name it: its id, and the beginning of its text where it has one."""
    line = " ".join(text.split())
    return f'{query} "{line if len(line) <= TEXT else line[: TEXT - 1].rstrip() + "…"}"' if line else f"{query}"

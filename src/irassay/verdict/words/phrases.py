"""The sentences of a verdict, and the phrases that several of them share."""

from __future__ import annotations

from irassay.messages import count
from irassay.messages.said import Room

SAID = Room("verdict")


def top_of(depth: int) -> str:
    """The top of a list down to a depth, as a noun."""
    return {5: "top five", 10: "top ten", 20: "top twenty"}.get(depth, f"top {count(depth)}")


def depth_of(depth: int | None) -> str:
    """The depth of a measure, for a sentence on scope."""
    return SAID("phrase.depth", depth=depth)

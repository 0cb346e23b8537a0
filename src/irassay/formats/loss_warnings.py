"""Losses of readers and writers: counted, in words, and as a Python warning."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable

from irassay.collection.reading import Reading
from irassay.messages import plural, visible

BELOW = "file in a folder below"
# Those that scores depend on.
CHANGING = (
    "search that failed",
    "part of the index that did not answer",
    "rating off the file's own scale",
    "disagreement of assessors",
    "ratings of assessors more than 1 apart",
)


class LossWarning(UserWarning):
    """Something of the input is not in the output; the sentence says what, and how often."""


def lost(what: str, n: int) -> str:
    """What a reader left out of a file, in words: `what` is its name in `Reading.left_out`."""
    from irassay.messages.said import Room  # loads modules that scoring alone has no use for

    said = Room("formats")
    form = what if what in said.forms("lost") else "text"
    return said(f"lost.{form}", n=n, what=plural(n, what))


def cautions(readings: Iterable[Reading]) -> list[str]:
    """What scores depend on among what readers left out of files, in words, and where it is met first."""
    readings = list(readings)
    texts = []
    for what in CHANGING:
        n = sum(reading.left_out.get(what, 0) for reading in readings)
        if n:
            first = next(reading.first[what] for reading in readings if what in reading.first)
            texts.append(caution(what, n, first))
    return texts


def caution(what: str, n: int, first: str) -> str:
    """What a reader left out, in words, and where it is met first."""
    return f"{lost(what, n)}; first: {visible(first)}"


def say(sentence: str, category: type[Warning] = LossWarning) -> None:
    """Warn of one loss, or of another category, at the first caller outside irassay: writers are generators, run by
    whoever writes."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "irassay":
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, category, stacklevel=level)

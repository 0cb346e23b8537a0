"""What a target format can't hold and what was left out for it: counted, and said as a Python warning."""

from __future__ import annotations

import warnings


class LossWarning(UserWarning):
    """Something of the input is not in the output; the sentence says what, and how often."""


def say(sentence: str) -> None:
    """Warn of one loss, at the caller of the function that writes."""
    warnings.warn(sentence, LossWarning, stacklevel=3)


def counted(n: int, one: str, many: str = "") -> str:
    """A number of things in words.

    >>> counted(1, "score"), counted(1200, "query")
    ('1 score', '1,200 queries')
    """
    head, of, rest = one.partition(" of ")
    plural = many or (f"{head[:-1]}ies" if head.endswith("y") else f"{head}s") + of + rest
    return f"{n:,} {one if n == 1 else plural}"

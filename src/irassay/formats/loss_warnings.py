"""What a target format can't hold and what was left out for it: counted, and said as a Python warning."""

from __future__ import annotations

import sys
import warnings


class LossWarning(UserWarning):
    """Something of the input is not in the output; the sentence says what, and how often."""


def say(sentence: str) -> None:
    """Warn of one loss, at the first caller outside irassay: writers are generators, run by whoever writes the file."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "irassay":
        frame, level = frame.f_back, level + 1
    warnings.warn(sentence, LossWarning, stacklevel=level)

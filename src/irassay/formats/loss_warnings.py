"""What a target format can't hold and what was left out for it: counted, and said as a Python warning."""

from __future__ import annotations

import warnings


class LossWarning(UserWarning):
    """Something of the input is not in the output; the sentence says what, and how often."""


def say(sentence: str) -> None:
    """Warn of one loss, at the caller of the function that writes."""
    warnings.warn(sentence, LossWarning, stacklevel=3)

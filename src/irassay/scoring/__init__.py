"""Scoring: systems' scores on every query, and what they come to. `evaluate` takes nouns, `evaluate_files` files."""

from __future__ import annotations

from irassay.scoring.evaluate import evaluate
from irassay.scoring.files import evaluate_files, evaluate_with_readings
from irassay.scoring.policy import Policy
from irassay.scoring.scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.scoring.provider import register_provider

__all__ = ["Policy", "Scores", "evaluate", "evaluate_files", "evaluate_with_readings", "register_provider"]


def __getattr__(name: str) -> object:
    if name != "register_provider":
        raise AttributeError(f"module 'irassay.scoring' has no attribute {name!r}")
    try:
        from irassay.scoring.provider import register_provider
    except ImportError as error:
        raise ImportError(f"register_provider needs ir_measures ({error}): pip install ir-measures") from None
    return register_provider

"""Scoring: systems' scores on every query, and their summaries. `evaluate` takes nouns, `evaluate_files` files."""

from __future__ import annotations

from irassay.scoring.evaluate import evaluate
from irassay.scoring.files import evaluate_files, evaluate_with_readings
from irassay.scoring.policy import Policy
from irassay.scoring.scores import Scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.scoring.provider import register_provider
    from irassay.scoring.score_files import read_scores

__all__ = [
    "Policy",
    "Scores",
    "evaluate",
    "evaluate_files",
    "evaluate_with_readings",
    "read_scores",
    "register_provider",
]


def __getattr__(name: str) -> object:
    if name == "read_scores":
        from irassay.scoring.score_files import read_scores

        return read_scores
    if name != "register_provider":
        raise AttributeError(f"module 'irassay.scoring' has no attribute {name!r}")
    try:
        from irassay.scoring.provider import register_provider
    except ImportError as error:
        raise ImportError(f"register_provider needs ir_measures ({error}): pip install ir-measures") from None
    return register_provider

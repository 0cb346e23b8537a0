"""Scoring: systems' scores on every query, and what they come to. `evaluate` takes nouns, `evaluate_files` files."""

from __future__ import annotations

from irassay.scoring.evaluate import evaluate
from irassay.scoring.files import evaluate_files, evaluate_with_readings
from irassay.scoring.policy import Policy
from irassay.scoring.scores import Scores

__all__ = ["Policy", "Scores", "evaluate", "evaluate_files", "evaluate_with_readings"]

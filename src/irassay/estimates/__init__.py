"""Scores under holes: bounds over everything that missing labels could say, expected scores, and what is judged."""

from __future__ import annotations

from irassay.estimates.bounds import Bounds, bound
from irassay.estimates.completion import default_scale, has_bounds
from irassay.estimates.expected import ASSUMPTION
from irassay.estimates.unjudged import unjudged

__all__ = ["ASSUMPTION", "Bounds", "bound", "default_scale", "has_bounds", "unjudged"]

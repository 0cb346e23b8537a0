"""Training data that has test queries in it: which queries, by what evidence, and what that did to scores."""

from __future__ import annotations

from irassay.leakage.calibration import Calibration, calibrate
from irassay.leakage.effect import Effect, effect
from irassay.leakage.files import read_leaks, write_leaks
from irassay.leakage.find import find_leaks
from irassay.leakage.leaks import Leak, Leaks

__all__ = [
    "Calibration",
    "Effect",
    "Leak",
    "Leaks",
    "calibrate",
    "effect",
    "find_leaks",
    "read_leaks",
    "write_leaks",
]

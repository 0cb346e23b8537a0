"""Largest errors of all quantities, and those recorded.

An error is |computed - exact| in units of 2^-53 of the exact value (of the scale, where that is more): 1 is what
rounding the exact value alone can cost. ``recorded.json`` holds the largest of each quantity over its fixed cases.

The kernel gives the same bits on every processor, with AVX2 and without. What the C library computes in it, logarithms
above all, may differ between machines in the last bit, and NumPy sums and raises to powers as the processor allows:
quantities that hold any of it get `LIBRARY` more, all others nothing.
"""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

from tests.accuracy.cases import BY_LIBRARIES, quantities

RECORDED = Path(__file__).parent / "recorded.json"
UNIT = Fraction(1, 2**53)
LIBRARY = 2.0  # units: one logarithm in a numerator and one in a denominator, each off by one more


def error(computed: float, exact: Fraction, scale: int) -> Fraction:
    """In units; infinite where nothing was expected and something came."""
    apart, size = abs(Fraction(computed) - Fraction(exact)), max(abs(Fraction(exact)), Fraction(scale))
    if not size:
        assert not apart, f"{computed} where exactly 0 was expected"
        return Fraction(0)
    return apart / size / UNIT


def errors() -> dict[str, float]:
    """The largest error of each quantity, now."""
    return {name: largest(name) for name in quantities()}


def largest(name: str) -> float:
    """The largest error of one quantity, now."""
    return float(max(error(*case) for case in quantities()[name]()))


def allowance(name: str) -> float:
    """What another C library or processor may add."""
    return LIBRARY if any(word in name for word in BY_LIBRARIES) else 0.0


def as_recorded(value: float) -> float:
    """Rounded up to hundredths."""
    return math.ceil(value * 100 - 1e-9) / 100


def read() -> dict[str, float]:
    """Name -> error; empty where there is no file."""
    return json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}


def write(found: dict[str, float]) -> None:
    """The file, by name."""
    RECORDED.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")

"""Widths of drawings in pixels, or in the units of paper: inches, millimetres and points."""

from __future__ import annotations

from dataclasses import dataclass

from irassay.errors import UsageError

LEAST, MOST = 328, 10_000  # pixels that a drawing is made for; in fewer its letters would touch
_SMALLEST = 245.0  # pixels: a drawing of 328 at three quarters of its size, where its smallest letters have 6 points
# CSS pixels, 96 to the inch. A point is that of PDF, SVG and InDesign, 1/72 inch; TeX calls it bp.
_PIXELS = {"in": 96.0, "mm": 96.0 / 25.4, "pt": 96.0 / 72.0}
EXPECTED = f"pixels from {LEAST} to {MOST:,}, or a length from 65mm, such as 3.3in, 84mm or 240pt"


@dataclass(frozen=True, slots=True)
class Width:
    """How wide a drawing is."""

    pixels: int  # the width that it is drawn for
    value: float  # its width on paper, in the unit
    unit: str  # "" for pixels, "in", "mm" or "pt"

    def size(self, pixels: float) -> str:
        """A side of the drawing in the unit, where it has this many pixels in the drawing."""
        digits = 4 if self.unit else 1
        text = f"{pixels * self.value / self.pixels:.{digits}f}".rstrip("0").rstrip(".")
        return text + self.unit


def width(given: int | str) -> Width:
    """The width that a number of pixels or a length with its unit says, drawn for 328 pixels at least; UsageError where
    it is neither, too small or too large."""
    wrong = UsageError(f"expected width in {EXPECTED}, got width={given!r}")
    text = str(given)
    unit = text[-2:] if text[-2:] in _PIXELS else ""
    number = text.removesuffix(unit)
    whole, point, decimals = number.partition(".")
    if not (whole.isascii() and whole.isdecimal() and len(number) < 10) or (point and not unit):
        raise wrong
    if point and not (decimals.isascii() and decimals.isdecimal()):
        raise wrong
    pixels = float(number) * _PIXELS.get(unit, 1.0)
    if not (_SMALLEST if unit else LEAST) <= pixels <= MOST:
        raise wrong
    return Width(max(round(pixels), LEAST), float(number), unit)

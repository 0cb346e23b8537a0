"""Conversion of a standalone SVG to PNG and PDF, and widths of drawings in pixels or in the units of paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from irassay.errors import MissingLibrary, UsageError

LEAST, MOST = 328, 10_000  # pixels that a drawing is made for; in fewer its letters would touch
_SMALLEST = 245.0  # pixels: a drawing of 328 at three quarters of its size, where its smallest letters have 6 points
# CSS pixels, 96 to the inch. A point is that of PDF, SVG and InDesign, 1/72 inch; TeX calls it bp.
_PIXELS = {"in": 96.0, "mm": 96.0 / 25.4, "pt": 96.0 / 72.0}
EXPECTED = f"pixels from {LEAST} to {MOST:,}, or a length from 65mm, such as 3.3in, 84mm or 240pt"
EXTRA = "figures"
ZOOM = 2  # pixels of a PNG per pixel of the drawing
DPI = 96  # pixels of a drawing to the inch
FORMATS = ("svg", "png", "pdf")
# Common fonts; the first one that is installed stands for the style sheet's "sans-serif".
_FACES = ("Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "FreeSans", "Segoe UI", "Ubuntu")
_HALO = re.compile(r'<text class="([^"]*?) ?\bhalo\b([^"]*)"([^>]*>.*?</text>)', re.S)
_FAMILY = re.compile(r"font-family:[^;}]*")
_PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    '<text x="1" y="15" font-family="sans-serif">{}</text></svg>'
)


@dataclass(frozen=True, slots=True)
class Width:
    """How wide a drawing is."""

    pixels: int  # the width that it is drawn for
    value: float  # its width on paper, in the unit
    unit: str  # "" for pixels, "in", "mm" or "pt"

    def size(self, pixels: float) -> str:
        """A side of the drawing in the unit, where it has this many pixels in the drawing."""
        digits = 4 if self.unit else 1
        return f"{pixels * self.value / self.pixels:.{digits}f}".rstrip("0").rstrip(".") + self.unit


def width(given: int | str) -> Width:
    """The width of a number of pixels, or a length with its unit, drawn for 328 or more; UsageError for another."""
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


def encoder_of(format: str) -> Callable[[str], bytes]:
    """The function that encodes an SVG in a format; UsageError where it is not svg, png or pdf. MissingLibrary where
    the format's library is not installed: raised here, before any drawing."""
    if format not in FORMATS:
        raise UsageError(f'can\'t write figures as "{format}", expected svg, png or pdf')
    if format == "svg":
        return lambda svg: f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}\n'.encode()
    if format == "pdf":
        _cairo()
        return pdf
    MissingLibrary.load("resvg_py", EXTRA)
    return png


def png(svg: str) -> bytes:
    """The drawing as PNG, at twice its size in pixels."""
    library = MissingLibrary.load("resvg_py", EXTRA)
    data: bytes = library.svg_to_bytes(svg_string=svg, zoom=ZOOM, dpi=DPI, sans_serif_family=_face())
    return data


def pdf(svg: str) -> bytes:
    """The drawing as a PDF of one page, with its text as text."""
    plain = _FAMILY.sub("font-family:sans-serif", svg)
    # Text with a halo is drawn twice: Cairo would draw the outline over the letters.
    plain = _HALO.sub(r'<text class="\1 halo\2"\3<text class="\1\2"\3', plain)
    data: bytes = _cairo()(bytestring=plain.encode("utf-8"))
    return data


def _cairo() -> Callable[..., bytes]:
    """CairoSVG's function for PDF; it needs the system's Cairo library."""
    try:
        library = MissingLibrary.load("cairosvg", EXTRA)
    except OSError:
        raise MissingLibrary(
            "PDF needs the Cairo library, which is not on this machine: apt-get install libcairo2, brew install cairo, "
            "or use svg or png"
        ) from None
    convert: Callable[..., bytes] = library.svg2pdf
    return convert


@cache
def _face() -> str:
    """An installed font; without one, letters would be missing without an error."""
    library = MissingLibrary.load("resvg_py", EXTRA)
    for face in _FACES:
        letters, empty = (library.svg_to_bytes(svg_string=_PROBE.format(t), sans_serif_family=face) for t in ("Ag", ""))
        if letters != empty:
            return face
    raise UsageError("no font for the figures' text: install one, such as fonts-dejavu-core, or use svg")

"""Conversion of a standalone SVG to PNG and PDF, by the libraries of the extra `figures`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from irassay.errors import MissingLibrary, UsageError

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


def encoder_of(format: str) -> Callable[[str], bytes]:
    """The function that encodes an SVG in a format; UsageError where it is not svg, png or pdf. MissingLibrary where
    the format's library is not installed: raised here, before any drawing."""
    if format not in FORMATS:
        raise UsageError(f'can\'t write figures as "{format}", expected svg, png or pdf')
    if format == "png":
        MissingLibrary.load("resvg_py", EXTRA)
    if format == "pdf":
        _cairo()
    encoders: Mapping[str, Callable[[str], bytes]] = {"svg": _svg, "png": png, "pdf": pdf}
    return encoders[format]


def _svg(svg: str) -> bytes:
    return ('<?xml version="1.0" encoding="UTF-8"?>\n' + svg + "\n").encode("utf-8")


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

"""PNG and PDF of a drawing that stands alone, by the libraries of the extra `figures`. Draws nothing itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from irassay.errors import MissingLibrary, UsageError

EXTRA = "figures"
ZOOM = 2  # pixels of a PNG to a pixel of the drawing
FORMATS = ("svg", "png", "pdf")
# Faces that systems have; the first that is installed draws what the style sheet leaves to "sans-serif".
_FACES = ("Arial", "Helvetica", "Liberation Sans", "DejaVu Sans", "Noto Sans", "FreeSans", "Segoe UI", "Ubuntu")
_HALO = re.compile(r'<text class="([^"]*?) ?\bhalo\b([^"]*)"([^>]*>.*?</text>)', re.S)
_FAMILY = re.compile(r"font-family:[^;}]*")
_PROBE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">'
    '<text x="1" y="15" font-family="sans-serif">{}</text></svg>'
)


def encoder_of(format: str) -> Callable[[str], bytes]:
    """What makes a file of that format from an SVG; whatever it needs is looked for now.

    Raises
    ------
    UsageError
        For another format than svg, png or pdf.
    MissingLibrary
        The format's library is not installed.
    """
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
    """The drawing as PNG, two pixels for one."""
    library = MissingLibrary.load("resvg_py", EXTRA)
    drawn: bytes = library.svg_to_bytes(svg_string=svg, zoom=ZOOM, sans_serif_family=_face())
    return drawn


def pdf(svg: str) -> bytes:
    """The drawing as a PDF of one page; its text stays text."""
    plain = _FAMILY.sub("font-family:sans-serif", svg)
    # Text with a halo is drawn twice: Cairo would draw the outline over the letters.
    plain = _HALO.sub(r'<text class="\1 halo\2"\3<text class="\1\2"\3', plain)
    drawn: bytes = _cairo()(bytestring=plain.encode("utf-8"))
    return drawn


def _cairo() -> Callable[..., bytes]:
    """CairoSVG's function; it needs the system's own Cairo beside it."""
    try:
        library = MissingLibrary.load("cairosvg", EXTRA)
    except OSError:
        raise MissingLibrary(
            "PDF needs the Cairo library, which is not on this machine: apt-get install libcairo2, brew install cairo, "
            "or take svg or png"
        ) from None
    made: Callable[..., bytes] = library.svg2pdf
    return made


@cache
def _face() -> str:
    """A face that is installed: without one letters would be left out in silence."""
    library = MissingLibrary.load("resvg_py", EXTRA)
    for face in _FACES:
        drawn, empty = (library.svg_to_bytes(svg_string=_PROBE.format(t), sans_serif_family=face) for t in ("Ag", ""))
        if drawn != empty:
            return face
    raise UsageError("no font for the figures' text: install one, such as fonts-dejavu-core, or take svg")

"""A drawing sheet: shapes and text in pixels, written as one accessible SVG element with CSS classes.

Classes determine the colours, so that a page can change its theme and a saved file can include its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unicodedata import east_asian_width

from irassay.drawing.escape import markup

_NARROW = frozenset("fijlrtI1.,:;|!'()[]/ -")
_BROAD = frozenset("mwMWGOQ@%")
SLACK = 0.87  # of the room for a name: fonts may be wider than estimated, and a drawing may shrink around its text
BOLD = 0.84  # ratio of the widths of plain and bold text


def px(value: float) -> str:
    """A coordinate with one decimal at most, so that pages stay small."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_width(text: str, size: float = 13) -> float:
    """The estimated width of a text in pixels in a sans serif font; the estimate is on the high side."""
    units = 0.0
    for c in text:
        if c in _NARROW:
            units += 0.36
        elif c in _BROAD or c.isupper():
            units += 0.74
        else:
            units += 1.0 if east_asian_width(c) in "WF" else 0.58
    return units * size


def fit(text: str, width: float, size: float = 13) -> str:
    """The text, cut in the middle if it is wider than `width` pixels."""
    if text_width(text, size) <= width:
        return text
    keep = len(text) - 1
    while keep > 2 and text_width(text[: keep - keep // 2] + "…" + text[len(text) - keep // 2 :], size) > width:
        keep -= 1
    return text[: keep - keep // 2] + "…" + text[len(text) - keep // 2 :]


def wrapped(text: str, width: float, size: float) -> list[str]:
    """The text in lines of at most `width` pixels, broken between words; a longer word is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fit(word, width, size))
    return lines


class Sheet:
    """An SVG under construction. Coordinates are in pixels from the top left."""

    __slots__ = ("height", "parts", "width")

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.parts: list[str] = []

    def add(self, tag: str, css: str = "", body: str | None = None, **attributes: Any) -> None:
        """Add an element. An underscore in an attribute's name becomes a hyphen; None leaves an attribute out."""
        out = [f"<{tag}"]
        if css:
            out.append(f' class="{css}"')
        for name, value in attributes.items():
            if value is not None:
                attribute = px(value) if isinstance(value, (int, float)) else markup(value)
                out.append(f' {name.replace("_", "-")}="{attribute}"')
        out.append("/>" if body is None else f">{body}</{tag}>")
        self.parts.append("".join(out))

    def rect(self, x: float, y: float, w: float, h: float, css: str, **attributes: Any) -> None:
        """A filled rectangle, at least half a pixel wide so that nothing vanishes."""
        self.add("rect", css, x=x, y=y, width=max(w, 0.5), height=h, **attributes)

    def line(self, x1: float, y1: float, x2: float, y2: float, css: str, **attributes: Any) -> None:
        """A straight line, as a short path."""
        if y1 == y2:
            step = f"H{px(x2)}"
        elif x1 == x2:
            step = f"V{px(y2)}"
        else:
            step = f"L{px(x2)} {px(y2)}"
        self.add("path", css, d=f"M{px(x1)} {px(y1)}{step}", **attributes)

    def circle(self, x: float, y: float, r: float, css: str, **attributes: Any) -> None:
        """A dot or ring."""
        self.add("circle", css, cx=x, cy=y, r=r, **attributes)

    def path(self, d: str, css: str, **attributes: Any) -> None:
        """A path by its data."""
        if d:
            self.add("path", css, d=d, **attributes)

    def text(self, x: float, y: float, text: str, css: str = "", *, anchor: str = "", **attributes: Any) -> None:
        """Text on its baseline; `anchor` is "", "m" (middle) or "e" (end)."""
        classes = " ".join(c for c in (css, anchor) if c)
        self.add("text", classes, markup(text), x=x, y=y, **attributes)

    def open(self, css: str = "", **attributes: Any) -> None:
        """Begin a group; close() ends it."""
        self.add("g", css, "", **attributes)
        self.parts[-1] = self.parts[-1].removesuffix("</g>")

    def close(self) -> None:
        """End the innermost group."""
        self.parts.append("</g>")

    def svg(
        self,
        *,
        key: str,
        title: str,
        description: str,
        css: str = "c",
        style: str = "",
        size: Callable[[float], str] = px,
    ) -> str:
        """The whole element; `key`, letters and digits unique in the page, leads screen readers to title and
        description; `size` gives width and height in a standalone file."""
        sheet = f"<style>{style}</style>" if style else ""
        box = f"{px(self.width)} {px(self.height)}"
        return (
            f'<svg class="{css}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {box}" width="{size(self.width)}" '
            f'height="{size(self.height)}" role="img" aria-labelledby="{key}-t {key}-d">'
            f'<title id="{key}-t">{markup(title)}</title><desc id="{key}-d">{markup(description)}</desc>'
            f"{sheet}{''.join(self.parts)}</svg>"
        )

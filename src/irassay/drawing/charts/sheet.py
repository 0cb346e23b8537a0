"""A drawing sheet in pixels, written as one accessible SVG element, and scales and axes on it.

Classes determine the colours, so that a page can change its theme and a saved file can include its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, floor, isfinite, log10
from typing import Any
from unicodedata import east_asian_width

from irassay.drawing.escape import markup

_NARROW = frozenset("fijlrtI1.,:;|!'()[]/ -")
_BROAD = frozenset("mwMWGOQ@%")
SLACK = 0.87  # of the room for a name: fonts may be wider than estimated, and a drawing may shrink around its text
BOLD = 0.84  # ratio of the widths of plain and bold text
NAME_LINE = 18.0  # height of a line of an axis's name


def in_lines(texts: Iterable[str], width: float, mark: float) -> list[tuple[str, float, int]]:
    """The entries of a legend, each after a mark of this width: the text, where its mark begins, and its line."""
    places, x, line = [], 0.0, 0
    for text in texts:
        wide = mark + text_width(text)
        if x and x + wide > width:
            x, line = 0.0, line + 1
        places.append((text, x, line))
        x += wide + 22
    return places


def upright_axis(sheet: Sheet, scale: Scale, top: float, bottom: float, about: int, zero: str = "gr") -> None:
    """Upright lines from below their labels, which end at `top`; that of 0 in a style of its own."""
    marks = ticks(scale.low, scale.high, about)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), top - 6, scale(value), bottom, zero if value == 0 else "gr")
        sheet.text(scale(value), top - 12, text, anchor="m")


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
        self.add("text", " ".join(c for c in (css, anchor) if c), markup(text), x=x, y=y, **attributes)

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


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round values from `low` to `high`, ends included where round, in steps of 1, 2 or 5 times a power of ten."""
    if not high > low:
        return [low]
    raw = (high - low) / max(about, 1)
    magnitude = 10.0 ** floor(log10(raw))
    step = next(m * magnitude for m in (1, 2, 5, 10) if m * magnitude >= raw * 0.999)
    digits = max(0, -floor(log10(step) + 1e-9))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(i * step, digits) for i in range(first, last + 1)]


def extent(values: Iterable[float], *, zero: bool = False) -> tuple[float, float]:
    """Least and greatest finite value, widened where they are equal; `zero` extends the range to 0."""
    finite = [v for v in values if v is not None and isfinite(v)]
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    if high - low < 1e-12:
        half = max(abs(high) * 0.05, 0.05)
        low, high = (low, high + 2 * half) if zero else (low - half, high + half)
    return low, high


def round_ends(low: float, high: float, about: int = 6) -> tuple[float, float]:
    """The range extended to round values, so that the axis ends at labels."""
    marks = ticks(low, high, about)
    step = marks[1] - marks[0] if len(marks) > 1 else (high - low) or 1.0
    return floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step


def label(value: float, step: float) -> str:
    """An axis label with as many decimals as its step needs."""
    digits = max(0, -floor(log10(step) + 1e-9)) if step > 0 else 0
    text = f"{value:,.{digits}f}"
    return "0" if float(text.replace(",", "")) == 0 else text.replace("-", "−")


def labels(marks: Sequence[float], unit: str = "") -> list[str]:
    """The labels of an axis: percentages for shares, else as many decimals as the step needs, or the only value has."""
    step = marks[1] - marks[0] if len(marks) > 1 else _last_place(marks)
    if unit != "share":
        return [label(value, step) for value in marks]
    return [f"{label(100 * value, 100 * step)}%" if value else "0" for value in marks]


def _last_place(marks: Sequence[float]) -> float:
    """The place of the last decimal of one value, as a step: 0.01 of 0.25; 1 of whole numbers and of none."""
    return 10.0 ** -len(f"{marks[0]:.9f}".rstrip("0").partition(".")[2]) if marks else 1.0


class Scale:
    """A linear scale from values to pixels; `LogScale` is logarithmic."""

    __slots__ = ("high", "low", "start", "stop")

    def __init__(self, low: float, high: float, start: float, stop: float) -> None:
        self.low, self.high, self.start, self.stop = low, high, start, stop

    def __call__(self, value: float) -> float:
        """The pixel of a value; outside the range it stays at the edge."""
        part = (value - self.low) / (self.high - self.low)
        return self.start + min(max(part, 0.0), 1.0) * (self.stop - self.start)

    def percent(self, value: float) -> str:
        """The position of a value as a percentage of the width, for drawings that stretch."""
        part = (value - self.low) / (self.high - self.low)
        return f"{min(max(part, 0.0), 1.0) * 100:.1f}%"


class LogScale(Scale):
    """A logarithmic scale from values to pixels, for ranks from one to a thousand."""

    __slots__ = ()

    def __call__(self, value: float) -> float:
        """The pixel of a value above zero; outside the range it stays at the edge."""
        part = log10(max(value, self.low) / self.low) / log10(self.high / self.low)
        return self.start + min(max(part, 0.0), 1.0) * (self.stop - self.start)


def name_height(name: str, scale: Scale, width: float) -> float:
    """The height of an axis's name on a sheet of that width, broken between words where there is no room."""
    return NAME_LINE * len(_name_lines(name, scale, width))


def write_name(sheet: Sheet, scale: Scale, top: float, name: str) -> None:
    """The name of the axis that runs across, in the middle below it; `top` is the upper edge of its first line."""
    for i, line in enumerate(_name_lines(name, scale, sheet.width)):
        sheet.text(_middle(scale), top + NAME_LINE * (i + 0.75), line, anchor="m")


def _middle(scale: Scale) -> float:
    return (scale.start + scale.stop) / 2


def _name_lines(name: str, scale: Scale, width: float) -> list[str]:
    room = 2 * min(_middle(scale), width - _middle(scale))
    return wrapped(name, SLACK * room, 13)

"""Scales from values to pixels, and the labels and names of an axis."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, isfinite, log10

from irassay.drawing.charts.svg import SLACK, Sheet, wrapped

NAME_LINE = 18.0  # height of a line of an axis's name


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

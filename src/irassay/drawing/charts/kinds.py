"""The marks of kinds of systems and their legend. Kinds differ by shape, so that they are distinct in grey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from irassay.drawing.charts.svg import Sheet, fit, px, text_width

_LINE, _GAP = 20.0, 22.0  # line height and gap of the legend
# (style, shape), used in turn and again from the start.
_MARKS = (("kq", "circle"), ("ki", "diamond"), ("kn", "square"), ("ko", "circle"), ("kq", "up"), ("ko", "down"))


def kind_counts(kinds: Sequence[str]) -> dict[str, int]:
    """The number of systems of each kind, largest first."""
    return dict(sorted(Counter(kinds).items(), key=lambda pair: (-pair[1], pair[0])))


def mark(sheet: Sheet, x: float, y: float, place: int, radius: float, *, number: int | None = None) -> None:
    """Draw the mark of the kind at that position in the legend."""
    css, shape = _MARKS[place % len(_MARKS)]
    if shape == "circle":
        sheet.circle(x, y, radius, css, data_s=number)
        return
    r = radius * (0.9 if shape == "square" else 1.25)
    corners = {
        "diamond": ((0, -r), (r, 0), (0, r), (-r, 0)),
        "square": ((-r, -r), (r, -r), (r, r), (-r, r)),
        "up": ((0, -r), (r, r * 0.8), (-r, r * 0.8)),
        "down": ((0, r), (r, -r * 0.8), (-r, -r * 0.8)),
    }[shape]
    path = "L".join(f"{px(x + dx)} {px(y + dy)}" for dx, dy in corners)
    sheet.path(f"M{path}Z", css, data_s=number)


def legend_height(kinds: dict[str, int], width: float) -> float:
    """Height of the legend in pixels; 0 for a single kind."""
    return 0.0 if len(kinds) < 2 else _LINE * (1 + _placed(kinds, width)[-1][2]) + 6


def legend(sheet: Sheet, kinds: dict[str, int], radius: float) -> None:
    """The kinds with their marks and counts, at the top of the sheet."""
    if len(kinds) < 2:
        return
    for place, (text, x, line) in enumerate(_placed(kinds, sheet.width)):
        y = 12 + line * _LINE
        mark(sheet, x + 6, y - 4, place, radius)
        sheet.text(x + 17, y, text, "k")


def _placed(kinds: dict[str, int], width: float) -> list[tuple[str, float, int]]:
    """The text of each kind, its horizontal position and its line."""
    places, x, line = [], 0.0, 0
    for kind, count in kinds.items():
        text = fit(f"{kind} ({count})", width - 20)
        wide = 17 + text_width(text)
        if x and x + wide > width:
            x, line = 0.0, line + 1
        places.append((text, x, line))
        x += wide + _GAP
    return places

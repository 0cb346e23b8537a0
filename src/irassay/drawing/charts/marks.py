"""The palette and the style sheet of all marks, and those of kinds of systems with their legend.

A test checks contrast ratios of the colours against the paper: at least 4.5 for text, at least 3 for marks without a
direct label.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from irassay.drawing.charts.sheet import Sheet, fit, in_lines, px
from irassay.messages.entries import read

PALETTES: Mapping[str, Mapping[str, str]] = read(str(files("irassay.drawing") / "palettes.toml"))
LIGHT, DARK = PALETTES["light"], PALETTES["dark"]
SANS = '-apple-system,BlinkMacSystemFont,"Segoe UI",Inter,Roboto,"Helvetica Neue",Arial,sans-serif'
_LINE = 20.0  # line height of the legend
# (style, shape), used in turn and again from the start.
_MARKS = (("kq", "circle"), ("ki", "diamond"), ("kn", "square"), ("ko", "circle"), ("kq", "up"), ("ko", "down"))


def variables(tokens: Mapping[str, str]) -> str:
    """The palette as CSS variables."""
    return ";".join(f"--{name}:{value}" for name, value in tokens.items())


@cache
def marks() -> str:
    """The style sheet of all marks, with variables."""
    return (files("irassay.drawing") / "marks.css").read_text(encoding="utf-8")


def literal_marks(tokens: Mapping[str, str] = LIGHT) -> str:
    """The same style sheet with literal colours, for a standalone file: few programs but browsers know variables."""
    sheet = re.sub(r"calc\((\d+)px\*var\(--k,1\)\)", r"\1px", marks())
    sheet = sheet.replace("var(--sans)", SANS).replace("font-weight:680", "font-weight:700")  # others know hundreds
    return re.sub(r"var\(--([a-z0-9]+)\)", lambda m: tokens[m.group(1)], sheet)


def kind_counts(kinds: Sequence[str]) -> dict[str, int]:
    """The number of systems of each kind, largest first."""
    return dict(sorted(Counter(kinds).items(), key=lambda pair: (-pair[1], pair[0])))


def mark_of_kind(sheet: Sheet, x: float, y: float, place: int, radius: float, *, number: int | None = None) -> None:
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


def height_of_kinds(kinds: dict[str, int], width: float) -> float:
    """Height of the legend in pixels; 0 for a single kind."""
    return 0.0 if len(kinds) < 2 else _LINE * (1 + _placed(kinds, width)[-1][2]) + 6


def legend_of_kinds(sheet: Sheet, kinds: dict[str, int], radius: float) -> None:
    """The kinds with their marks and counts, at the top of the sheet."""
    if len(kinds) < 2:
        return
    for place, (text, x, line) in enumerate(_placed(kinds, sheet.width)):
        y = 12 + line * _LINE
        mark_of_kind(sheet, x + 6, y - 4, place, radius)
        sheet.text(x + 17, y, text, "k")


def _placed(kinds: dict[str, int], width: float) -> list[tuple[str, float, int]]:
    """The text of each kind, its horizontal position and its line."""
    return in_lines((fit(f"{kind} ({count})", width - 20) for kind, count in kinds.items()), width, 17)

"""Standalone drawings of charts, with title, how to read it, colours and fonts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irassay.drawing.charts.colours import DARK, LIGHT, SANS, marks, variables
from irassay.drawing.charts.svg import BOLD, Sheet, wrapped
from irassay.result import Figure, LeagueChart

MARGIN, BARE_MARGIN = 20.0, 10.0  # with title and caption, and without
TITLE, TEXT = 17.0, 13.0  # sizes of type, as in the style sheet of marks
_LEADING = 1.4
_SLACK = 0.94  # share of the width to fill, since some fonts are wider than estimated
_SCALE = re.compile(r"scale\(([0-9.]+)\)")


def stand_alone(figure: Figure, chart: Sheet) -> Sheet:
    """The drawing with margins, title and how to read it."""
    width = chart.width + 2 * MARGIN
    room = chart.width * _SLACK
    titles = wrapped(figure.title, chart.width * BOLD, TITLE)
    below = [line for text in captions(figure) for line in wrapped(text, room, TEXT)]
    top = MARGIN + TITLE * _LEADING * len(titles) + 10
    foot = top + chart.height + 14
    whole = Sheet(width, foot + TEXT * _LEADING * len(below) + MARGIN)
    whole.rect(0, 0, width, whole.height, "fp")
    for i, line in enumerate(titles):
        whole.text(MARGIN, MARGIN + TITLE * (0.85 + _LEADING * i), line, "ti")
    whole.open(transform=f"translate({MARGIN:g} {top:g})")
    whole.parts += _own_strokes(chart.parts)
    whole.close()
    for i, line in enumerate(below):
        whole.text(MARGIN, foot + TEXT * (0.85 + _LEADING * i), line)
    return whole


def bare(chart: Sheet) -> Sheet:
    """The drawing by itself, for a paper that has its own caption."""
    whole = Sheet(chart.width + 2 * BARE_MARGIN, chart.height + 2 * BARE_MARGIN)
    whole.rect(0, 0, whole.width, whole.height, "fp")
    whole.open(transform=f"translate({BARE_MARGIN:g} {BARE_MARGIN:g})")
    whole.parts += _own_strokes(chart.parts)
    whole.close()
    return whole


def _own_strokes(parts: Sequence[str]) -> list[str]:
    """Explicit stroke widths within scaled groups, since few programs but browsers support non-scaling strokes."""
    scale, out = 1.0, []
    for part in parts:
        match = _SCALE.search(part) if part.startswith("<g") else None
        scale = float(match[1]) if match else scale
        out.append(part.replace('vector-effect="non-scaling-stroke"', f'style="stroke-width:{1 / scale:.4f}px"'))
    return out


def captions(figure: Figure) -> list[str]:
    """The lines below the chart: how to read it, and the meaning of its asterisks."""
    out = [figure.how_to_read] if figure.how_to_read else []
    if out and not out[0].startswith("How to read it"):
        out[0] = f"How to read it. {out[0]}"
    if isinstance(figure, LeagueChart) and figure.table.note and any(asides(figure)):
        out.append(f"* {figure.table.note}")
    return out


def asides(figure: LeagueChart) -> Sequence[str]:
    """The reason why a leader is outside the first bracket; "" for the other rows."""
    cells = {c.name: c.values for c in figure.table.columns}
    return [str(v or "") for v in cells.get("aside", ())]


def themed() -> str:
    """The style of a drawing in the reader's theme on a screen, and in the light theme on paper."""
    plain = marks().replace("var(--sans)", SANS)
    return f".c{{{variables(LIGHT)}}}@media screen and (prefers-color-scheme:dark){{.c{{{variables(DARK)}}}}}{plain}"

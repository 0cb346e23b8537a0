"""A chart as a drawing that stands alone: its title above it, how to read it below, colours and type within."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from irassay.drawing.charts.colours import DARK, LIGHT, declared, marks, resolved
from irassay.drawing.charts.svg import BOLD, Sheet, wrapped
from irassay.result import Figure, LeagueChart

MARGIN = 20.0
TITLE, TEXT = 17.0, 13.0  # sizes of type, as in the style sheet of marks
_LEADING = 1.4
_SLACK = 0.94  # of the width: some faces are broader than what widths are reckoned by
_SCALE = re.compile(r"scale\(([0-9.]+)\)")


def stand_alone(figure: Figure, drawn: Sheet) -> Sheet:
    """The drawing with margins, title and what it needs to be read."""
    width = drawn.width + 2 * MARGIN
    room = drawn.width * _SLACK
    titles = wrapped(figure.title, drawn.width * BOLD, TITLE)
    below = [line for text in told(figure) for line in wrapped(text, room, TEXT)]
    top = MARGIN + TITLE * _LEADING * len(titles) + 10
    foot = top + drawn.height + 14
    whole = Sheet(width, foot + TEXT * _LEADING * len(below) + MARGIN)
    whole.rect(0, 0, width, whole.height, "fp")
    for i, line in enumerate(titles):
        whole.text(MARGIN, MARGIN + TITLE * (0.85 + _LEADING * i), line, "ti")
    whole.open(transform=f"translate({MARGIN:g} {top:g})")
    whole.parts += _own_strokes(drawn.parts)
    whole.close()
    for i, line in enumerate(below):
        whole.text(MARGIN, foot + TEXT * (0.85 + _LEADING * i), line)
    return whole


def _own_strokes(parts: Sequence[str]) -> list[str]:
    """Strokes that keep their width in a group that is enlarged: few programs but browsers know how to."""
    scale, out = 1.0, []
    for part in parts:
        found = _SCALE.search(part) if part.startswith("<g") else None
        scale = float(found[1]) if found else scale
        out.append(part.replace('vector-effect="non-scaling-stroke"', f'style="stroke-width:{1 / scale:.4f}px"'))
    return out


def told(figure: Figure) -> list[str]:
    """What stands below the chart: how to read it, and what its stars mean."""
    out = [figure.how_to_read] if figure.how_to_read else []
    if out and not out[0].startswith("How to read it"):
        out[0] = f"How to read it. {out[0]}"
    if isinstance(figure, LeagueChart) and figure.table.note and any(asides(figure)):
        out.append(f"* {figure.table.note}")
    return out


def asides(figure: LeagueChart) -> Sequence[str]:
    """Why a leader stands outside the leaders' bracket, "" for the other rows."""
    cells = {c.name: c.values for c in figure.table.columns}
    return [str(v or "") for v in cells.get("aside", ())]


def themed() -> str:
    """The style of a drawing that takes the reader's theme where it is shown on a screen, and is light on paper."""
    return f".c{{{declared(LIGHT)}}}@media screen and (prefers-color-scheme:dark){{.c{{{declared(DARK)}}}}}{_marks()}"


def plain(colours: Mapping[str, str] = LIGHT) -> str:
    """The style of a drawing in one palette, without variables, which few programs but browsers know."""
    return resolved(colours)


def _marks() -> str:
    from irassay.drawing.charts.colours import SANS

    return marks().replace("var(--sans)", SANS)

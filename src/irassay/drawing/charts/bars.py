"""Horizontal bars from zero, one per row, with an optional dark part and the value at the end."""

from __future__ import annotations

from collections.abc import Mapping

from irassay.drawing.charts.axis import Scale, extent, labels, name_height, round_ends, ticks, write_name
from irassay.drawing.charts.svg import SLACK, Sheet, fit, text_width
from irassay.messages import number
from irassay.result import Bars

_ROW, _TOP = 20.0, 26.0


def draw(figure: Bars, width: int, numbers: Mapping[str, int], *, first: int = 0, last: int | None = None) -> Sheet:
    """Draw rows `first` to `last` at a width in pixels, on the axis of all rows."""
    names = [str(v) for v in figure.table.column("row").values]
    values = [float(v) for v in figure.table.column("value").values]
    optional = {c.name: c.values for c in figure.table.columns}
    parts = optional.get("part")
    runs = optional.get("runs")
    notes = (
        [f"{number(float(r), None)} run{'s' if r != 1 else ''}" for r in runs]
        if runs is not None
        else [""] * len(names)
    )
    widest = max((text_width(a) / SLACK + text_width(b, 11) + 22 for a, b in zip(names, notes)), default=0)
    left = min(widest, width * 0.42)
    low, high = round_ends(*extent(values, zero=True), about=4)
    scale = Scale(low, high, left, width - 44)
    rows = range(len(names))[first:last]
    sheet = Sheet(width, _TOP + _ROW * len(rows) + 8 + name_height(figure.axis, scale, width))
    _axis(sheet, figure, scale, _ROW * len(rows))
    light, dark = ("flb", "fld") if figure.doubt == "labels" else ("fq2", "fq")
    for k in rows:
        name, value, y = names[k], values[k], _TOP + (k - first) * _ROW
        room = SLACK * (left - text_width(notes[k], 11) - 18)
        sheet.text(0, y + 14, fit(name, room), "k")
        if notes[k]:
            sheet.text(left - 10, y + 14, notes[k], "nt", anchor="e")
        sheet.rect(scale(0), y + 4, scale(value) - scale(0), 11, light if parts is not None else dark)
        if parts is not None and parts[k]:
            sheet.rect(scale(0), y + 4, scale(float(parts[k])) - scale(0), 11, dark)
        sheet.text(scale(value) + 6, y + 14, number(value, None))
    return sheet


def _axis(sheet: Sheet, figure: Bars, scale: Scale, body: float) -> None:
    marks = ticks(scale.low, scale.high, 4 if sheet.width > 500 else 2)
    for value, text in zip(marks, labels(marks)):
        sheet.line(scale(value), _TOP - 4, scale(value), _TOP + body, "ax" if value == 0 else "gr")
        sheet.text(scale(value), _TOP - 10, text, anchor="m")
    write_name(sheet, scale, _TOP + body + 2, figure.axis)

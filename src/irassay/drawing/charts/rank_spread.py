"""Order stability: each system's ranks over resamples of the queries; the thick part covers half of the resamples."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from irassay.drawing.charts.axis import Scale, name_height, write_name
from irassay.drawing.charts.svg import Sheet, fit, text_width
from irassay.messages import percent
from irassay.result import PlaceChart

_ROW, _TOP = 17.0, 30.0
_NAME = "place"


def draw(
    figure: PlaceChart,
    width: int,
    numbers: Mapping[str, int],
    *,
    leaders: Collection[str] = (),
    first: int = 0,
    last: int | None = None,
) -> Sheet:
    """Draw rows `first` to `last` at a width in pixels, leaders dark, on the axis of all rows."""
    cells = {c.name: list(c.values) for c in figure.table.columns}
    names = [str(v) for v in cells["system"]]
    last = len(names) if last is None else last
    left = min(max((text_width(s, 11) for s in names), default=0) + 14, 170 if width > 500 else 110)
    end = max(len(names), *(int(v) for v in cells["high"])) if names else 1
    scale = Scale(1, max(end, 2), left, width - 62)
    sheet = Sheet(width, _TOP + (last - first) * _ROW + 8 + name_height(_NAME, scale, width))
    own = cells.get("own")
    right = [percent(float(of or 0), 0) for of in cells["first"]] if own is None else [f"{of}" for of in own]
    _axis(sheet, scale, end, (last - first) * _ROW, "first in" if own is None else "own")
    for row in range(first, last):
        y = _TOP + (row - first + 0.5) * _ROW
        focus, number = (" f" if names[row] in leaders else ""), numbers.get(names[row])
        room = left - 8 if width > 500 else 0.87 * (left - 8)  # on a phone a drawing shrinks and its text does not
        sheet.text(left - 8, y + 4, fit(names[row], room, 11), "nm b" if focus else "nm", anchor="e", data_s=number)
        sheet.line(scale(cells["low"][row]), y, scale(cells["high"][row]), y, "ci" + focus, data_s=number)
        if cells["low50"][row] != cells["high50"][row]:
            sheet.line(scale(cells["low50"][row]), y, scale(cells["high50"][row]), y, "ci5" + focus)
        sheet.circle(scale(cells["place"][row]), y, 3.6, "dw", data_s=number)
        if own is not None:
            sheet.circle(scale(own[row]), y, 4.6, "rg", data_s=number)
        sheet.text(width, y + 4, right[row], "nm", anchor="e")
    return sheet


def _axis(sheet: Sheet, scale: Scale, end: int, body: float, right: str) -> None:
    step = 10 if end > 15 else 5 if end > 8 else 1
    if sheet.width < 500 and end > 40:
        step = 20
    for place in sorted({1, end, *(k for k in range(step, end, step) if end - k >= step * 0.6)}):
        sheet.line(scale(place), _TOP - 6, scale(place), _TOP + body, "gr")
        sheet.text(scale(place), _TOP - 12, f"{place}", anchor="m")
    sheet.text(sheet.width, _TOP - 12, right, anchor="e")
    write_name(sheet, scale, _TOP + body + 2, _NAME)

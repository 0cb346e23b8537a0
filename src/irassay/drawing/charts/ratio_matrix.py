"""The matrix of win ratios: colours for who wins, numbers where there is room; rows have names, columns numbers."""

from __future__ import annotations

from collections.abc import Mapping

from irassay.drawing.charts.matrix import runs
from irassay.drawing.charts.svg import Sheet, fit, px, text_width
from irassay.result import RatioMatrix

_LARGEST, _NUMBERED = 46.0, 30.0  # largest cell in pixels, and the least one with a number in it
_NAMED = 11.0  # least height of cells with a name in every row; with smaller ones every fifth row has one
_FILLS = {
    "fq": "the column wins significantly",
    "fqp": "the column wins more often",
    "": "even, or the row wins more often",
}
_UNKNOWN = "too few judged pairs"


def draw(figure: RatioMatrix, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The matrix at a width in pixels, with its legend above."""
    n = len(figure.systems)
    longest = max((text_width(f"{i} {name}", 11) for i, name in enumerate(figure.systems, 1)), default=0)
    names = min(longest + 8, 180 if width > 500 else 104)
    cell = min(_LARGEST, (width - names - 2) / max(n, 1))
    entries = _placed(width)
    top = 20.0 * (1 + entries[-1][1]) + 34
    sheet = Sheet(width, top + cell * n + 4)
    for (css, text), (x, line) in zip((*_FILLS.items(), ("", _UNKNOWN)), entries, strict=True):
        y = 2 + 20.0 * line
        if css:
            sheet.rect(x, y, 12, 12, css)
        sheet.path(f"M{px(x)} {px(y)}h12v12h-12z{'m0 12l12 -12' if text == _UNKNOWN else ''}", "ax")
        sheet.text(x + 18, y + 11, text, "k")
    _numbers_and_names(sheet, figure, numbers, names, top, cell)
    ratios = [[float(x) for x in column.values] for column in figure.table.columns[1 : n + 1]]
    sheet.open("cells", transform=f"translate({px(names)} {px(top)}) scale({cell:.4f})")
    for css in filter(None, _FILLS):
        sheet.path(runs(n, lambda i, j, css=css: _fill(ratios[j][i], figure.significant[i][j]) == css), css)  # type: ignore[misc]
    unknown = [(i, j) for i in range(n) for j in range(n) if i != j and ratios[j][i] != ratios[j][i]]
    sheet.path("".join(f"M{j} {i + 1}l1 -1" for i, j in unknown), "ax", vector_effect="non-scaling-stroke")
    if cell >= 4:
        lines = "".join(f"M0 {k}H{n}M{k} 0V{n}" for k in range(n + 1))
        sheet.path(lines, "gr", vector_effect="non-scaling-stroke")
    sheet.close()
    if cell >= _NUMBERED:
        _ratios(sheet, figure, ratios, names, top, cell)
    return sheet


def _fill(ratio: float, significant: bool) -> str:
    """The style of a cell; "" for one without a fill."""
    if not ratio > 0.5:
        return ""
    return "fq" if significant else "fqp"


def _placed(width: float) -> list[tuple[float, int]]:
    """The horizontal position and the line of each entry of the legend."""
    places, x, line = [], 0.0, 0
    for text in (*_FILLS.values(), _UNKNOWN):
        wide = 18 + text_width(text)
        if x and x + wide > width:
            x, line = 0.0, line + 1
        places.append((x, line))
        x += wide + 22
    return places


def _numbers_and_names(
    sheet: Sheet, figure: RatioMatrix, numbers: Mapping[str, int], right: float, top: float, cell: float
) -> None:
    n = len(figure.systems)
    step = 1 if cell >= 17 else 5
    for place, name in enumerate(figure.systems, 1):
        labelled = place == 1 or place == n or place % step == 0
        if labelled and (place in (1, n) or n - place >= step * 0.6):
            sheet.text(right + (place - 0.5) * cell, top - 8, f"{place}", "nm m")
        if cell < _NAMED and place % 5 and place != 1:
            continue
        y = top + (place - 0.5) * cell + 3.8
        text = fit(f"{place} {name}", right - 6, 11)
        sheet.text(right - 5, y, text, "nm", anchor="e", data_s=numbers.get(name))


def _ratios(sheet: Sheet, figure: RatioMatrix, ratios: list[list[float]], left: float, top: float, cell: float) -> None:
    for j, column in enumerate(ratios):
        for i, ratio in enumerate(column):
            if ratio != ratio:
                continue
            css = "nm m fp" if _fill(ratio, figure.significant[i][j]) == "fq" else "nm m"
            sheet.text(left + (j + 0.5) * cell, top + (i + 0.5) * cell + 3.8, f"{ratio:.2f}", css)

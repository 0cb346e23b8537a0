"""Matrices of pairs of systems: evidence from the queries and from the labels, and win ratios.

Neighbouring cells are merged, with one path per state in units of a cell, so that 126 systems make a small drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from irassay.drawing.charts.sheet import Sheet, fit, in_lines, px, text_width
from irassay.result import PairMatrix, RatioMatrix

_LARGEST = 22.0  # largest cell in pixels
_NAMED = 8.5  # least height of cells with a name in every row; with smaller ones every fifth row has a name
_FILLS = {"settled": ("fq", "fl1"), "open": ("fqp", "flp"), "not known": ("fqp", "flp"), "exactly tied": ("fg", "fg")}
_LARGEST_RATIO, _NUMBERED = 46.0, 30.0  # largest cell in pixels, and the least one with a number in it
_RATIOS_NAMED = 11.0  # least height of cells with a name in every row; with smaller ones every fifth row has one
_RATIO_FILLS = {
    "fq": "the column wins significantly",
    "fqp": "the column wins more often",
    "": "even, or the row wins more often",
}
_UNKNOWN = "too few judged pairs"


def draw(figure: PairMatrix, width: int, numbers: Mapping[str, int], *, leaders: Collection[str] = ()) -> Sheet:
    """The matrix at a width in pixels; the names of `leaders` are bold."""
    n = len(figure.systems)
    wide = width > 500
    names = min(max((text_width(s, 11) for s in figure.systems), default=0) + 8, 128) if wide else 24.0
    cell = min(_LARGEST, (width - names - 2) / max(n, 1))
    side = cell * n
    top = 24.0
    sheet = Sheet(width, top + side + 4)
    for rank in _ranks(n, side):
        x = min(names + (rank - 0.5) * cell, width - text_width(f"{rank}") / 2)
        sheet.text(x, top - 8, f"{rank}", anchor="m")
    _names(sheet, figure, numbers, leaders, names, top, cell)
    sheet.open("cells", transform=f"translate({px(names)} {px(top)}) scale({cell:.4f})")
    for state, (below, above) in _FILLS.items():
        sheet.path(runs(n, lambda i, j, s=state: j < i and figure.queries[i][j] == s), below)  # type: ignore[misc]
        sheet.path(runs(n, lambda i, j, s=state: j > i and figure.labels[i][j] == s), above)  # type: ignore[misc]
    cells = [(i, j) for i in range(n) for j in range(i + 1, n) if figure.labels[i][j] == "not known"]
    sheet.path("".join(f"M{j} {i + 1}l1 -1" for i, j in cells), "hx", vector_effect="non-scaling-stroke")
    if cell >= 4:
        sheet.path("".join(f"M0 {k}H{n}M{k} 0V{n}" for k in range(n + 1)), "pk", vector_effect="non-scaling-stroke")
    sheet.close()
    return sheet


def drawn_width(figure: PairMatrix, width: int) -> float:
    """The width of the matrix in pixels, which is less than that of the sheet for few systems."""
    names = min(max((text_width(s, 11) for s in figure.systems), default=0) + 8, 128)
    return float(min(names + _LARGEST * len(figure.systems), width))


def runs(n: int, is_in: Callable[[int, int], bool]) -> str:
    """Path data of the chosen cells: one rectangle per run of neighbours in a row."""
    out = []
    for i in range(n):
        j = 0
        while j < n:
            if not is_in(i, j):
                j += 1
                continue
            start = j
            while j < n and is_in(i, j):
                j += 1
            out.append(f"M{start} {i}h{j - start}v1h{start - j}z")
    return "".join(out)


def _ranks(n: int, side: float) -> list[int]:
    """The ranks labelled above the matrix: first, last and every tenth, fewer in a narrow drawing."""
    step = 10 if side / max(n, 1) * 10 > 40 else 20
    if n < 12:
        step = 2
    inner = [k for k in range(step, n, step) if n - k >= step * 0.6]
    return sorted({1, n, *inner})


def _names(
    sheet: Sheet, of: PairMatrix, numbers: Mapping[str, int], bold: Collection[str], end: float, top: float, cell: float
) -> None:
    wide = sheet.width > 500
    for i, name in enumerate(of.systems):
        if cell < _NAMED and (i + 1) % 5 and i:
            continue
        y = top + (i + 0.5) * cell + 3.8
        if wide:
            css = "nm b" if name in bold else "nm"
            sheet.text(end - 5, y, fit(name, end - 6, 11), css, anchor="e", data_s=numbers.get(name))
        elif not i or not (i + 1) % 10:
            sheet.text(end - 5, y, f"{i + 1}", "nm", anchor="e")


def draw_ratios(figure: RatioMatrix, width: int, numbers: Mapping[str, int]) -> Sheet:
    """The matrix at a width in pixels, with its legend above."""
    n = len(figure.systems)
    longest = max((text_width(f"{i} {name}", 11) for i, name in enumerate(figure.systems, 1)), default=0)
    names = min(longest + 8, 180 if width > 500 else 104)
    cell = min(_LARGEST_RATIO, (width - names - 2) / max(n, 1))
    entries = in_lines((*_RATIO_FILLS.values(), _UNKNOWN), width, 18)
    top = 20.0 * (1 + entries[-1][2]) + 34
    sheet = Sheet(width, top + cell * n + 4)
    for css, (text, x, line) in zip((*_RATIO_FILLS, ""), entries, strict=True):
        y = 2 + 20.0 * line
        if css:
            sheet.rect(x, y, 12, 12, css)
        sheet.path(f"M{px(x)} {px(y)}h12v12h-12z{'m0 12l12 -12' if text == _UNKNOWN else ''}", "ax")
        sheet.text(x + 18, y + 11, text, "k")
    _numbers_and_names(sheet, figure, numbers, names, top, cell)
    ratios = [[float(x) for x in column.values] for column in figure.table.columns[1 : n + 1]]
    sheet.open("cells", transform=f"translate({px(names)} {px(top)}) scale({cell:.4f})")
    for css in filter(None, _RATIO_FILLS):
        sheet.path(runs(n, lambda i, j, css=css: _fill_of_ratio(ratios[j][i], figure.significant[i][j]) == css), css)  # type: ignore[misc]
    unknown = [(i, j) for i in range(n) for j in range(n) if i != j and ratios[j][i] != ratios[j][i]]
    sheet.path("".join(f"M{j} {i + 1}l1 -1" for i, j in unknown), "ax", vector_effect="non-scaling-stroke")
    if cell >= 4:
        sheet.path("".join(f"M0 {k}H{n}M{k} 0V{n}" for k in range(n + 1)), "gr", vector_effect="non-scaling-stroke")
    sheet.close()
    if cell >= _NUMBERED:
        _ratios(sheet, figure, ratios, names, top, cell)
    return sheet


def _fill_of_ratio(ratio: float, significant: bool) -> str:
    """The style of a cell; "" for one without a fill."""
    if not ratio > 0.5:
        return ""
    return "fq" if significant else "fqp"


def _numbers_and_names(
    sheet: Sheet, figure: RatioMatrix, numbers: Mapping[str, int], right: float, top: float, cell: float
) -> None:
    n = len(figure.systems)
    step = 1 if cell >= 17 else 5
    for place, name in enumerate(figure.systems, 1):
        labelled = place == 1 or place == n or place % step == 0
        if labelled and (place in (1, n) or n - place >= step * 0.6):
            sheet.text(right + (place - 0.5) * cell, top - 8, f"{place}", "nm m")
        if cell < _RATIOS_NAMED and place % 5 and place != 1:
            continue
        y = top + (place - 0.5) * cell + 3.8
        sheet.text(right - 5, y, fit(f"{place} {name}", right - 6, 11), "nm", anchor="e", data_s=numbers.get(name))


def _ratios(sheet: Sheet, figure: RatioMatrix, ratios: list[list[float]], left: float, top: float, cell: float) -> None:
    for j, column in enumerate(ratios):
        for i, ratio in enumerate(column):
            if ratio != ratio:
                continue
            css = "nm m fp" if _fill_of_ratio(ratio, figure.significant[i][j]) == "fq" else "nm m"
            sheet.text(left + (j + 0.5) * cell, top + (i + 0.5) * cell + 3.8, f"{ratio:.2f}", css)

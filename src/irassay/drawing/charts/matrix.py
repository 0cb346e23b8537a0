"""The matrix of pairs of systems: evidence from the queries below the diagonal, from the labels above it.

Neighbouring cells are merged, with one path per state in units of a cell, so that 126 systems make a small drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from irassay.drawing.charts.svg import Sheet, fit, px, text_width
from irassay.result import PairMatrix

_LARGEST = 22.0  # largest cell in pixels
_NAMED = 8.5  # least height of cells with a name in every row; with smaller ones every fifth row has a name
_FILLS = {"settled": ("fq", "fl1"), "open": ("fqp", "flp"), "not known": ("fqp", "flp"), "exactly tied": ("fg", "fg")}


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
    sheet.path(_hatched(figure, n), "hx", vector_effect="non-scaling-stroke")
    if cell >= 4:
        lines = "".join(f"M0 {k}H{n}M{k} 0V{n}" for k in range(n + 1))
        sheet.path(lines, "pk", vector_effect="non-scaling-stroke")
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


def _hatched(figure: PairMatrix, n: int) -> str:
    """A stroke across each cell whose state is not known."""
    return "".join(
        f"M{j} {i + 1}l1 -1" for i in range(n) for j in range(i + 1, n) if figure.labels[i][j] == "not known"
    )


def _ranks(n: int, side: float) -> list[int]:
    """The ranks labelled above the matrix: first, last and every tenth, fewer in a narrow drawing."""
    step = 10 if side / max(n, 1) * 10 > 40 else 20
    if n < 12:
        step = 2
    inner = [k for k in range(step, n, step) if n - k >= step * 0.6]
    return sorted({1, n, *inner})


def _names(
    sheet: Sheet,
    figure: PairMatrix,
    numbers: Mapping[str, int],
    leaders: Collection[str],
    right: float,
    top: float,
    cell: float,
) -> None:
    wide = sheet.width > 500
    for i, name in enumerate(figure.systems):
        if cell < _NAMED and (i + 1) % 5 and i:
            continue
        y = top + (i + 0.5) * cell + 3.8
        if wide:
            sheet.text(
                right - 5,
                y,
                fit(name, right - 6, 11),
                "nm b" if name in leaders else "nm",
                anchor="e",
                data_s=numbers.get(name),
            )
        elif not i or not (i + 1) % 10:
            sheet.text(right - 5, y, f"{i + 1}", "nm", anchor="e")

"""The matrix of win ratios, for the page and for a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from irassay.drawing.escape import latex
from irassay.result import Column, RatioMatrix, Table
from irassay.studies.paper_environment import table
from irassay.studies.prefer import matrix_words as words

if TYPE_CHECKING:
    from irassay.comparison.win_ratios import WinRatios

MOST, MOST_IN_A_PAPER = 60, 20  # systems of the picture, and of the table in LaTeX
ALPHA = 0.05


def shown_systems(of: WinRatios, most: int) -> NDArray[np.int64]:
    """The systems that are compared with another one: those that win most, in the order of their wins."""
    with np.errstate(invalid="ignore"):
        wins = (of.ratio > 0.5).sum(axis=0)
        significant = ((of.ratio > 0.5) & (of.p_corrected <= ALPHA)).sum(axis=0)
    order = np.lexsort((-wins, -significant))
    compared = np.asarray(of.shown.any(axis=0))
    return order[compared[order]][:most]


def matrix_figure(of: WinRatios) -> RatioMatrix:
    """Each column against each row, as colours and numbers."""
    at = shown_systems(of, MOST)
    names = [of.systems[i] for i in at.tolist()]
    ratio, corrected = of.ratio[np.ix_(at, at)], of.p_corrected[np.ix_(at, at)]
    columns = [Column("system", names)]
    columns += [
        Column(f"against-{j + 1}", ratio[:, j].tolist(), "", "", 2, heading=name) for j, name in enumerate(names)
    ]
    title, how = words.title(of), words.how(of, len(names))
    significant = (corrected <= ALPHA).tolist()
    return RatioMatrix("win-matrix", title, how, Table("win-matrix", title, columns), names, significant)


def matrix_latex(of: WinRatios) -> str:
    r"""The same for a paper: significant ratios in bold, with a row of wins."""
    at = shown_systems(of, MOST_IN_A_PAPER)
    ratio, corrected = of.ratio[np.ix_(at, at)], of.p_corrected[np.ix_(at, at)]
    names = [latex(of.systems[i]) for i in at.tolist()]
    rows = [
        " & ".join([name, *(_cell(float(x), float(p)) for x, p in zip(ratio[i], corrected[i], strict=True))]) + r" \\"
        for i, name in enumerate(names)
    ]
    with np.errstate(invalid="ignore"):
        wins = " & ".join(["wins", *(str(n) for n in (ratio > 0.5).sum(axis=0).tolist())]) + r" \\"
    heads = ["", *(rf"\rotatebox{{90}}{{{name}}}" for name in names)]
    caption = latex(words.caption(of, len(names)))
    return table(caption, "l" + "r" * len(names), heads, [*rows, r"\midrule", wins], label="win-ratios")


def _cell(ratio: float, p: float) -> str:
    if ratio != ratio:
        return ""
    text = f"{ratio:.2f}".removeprefix("0")
    return rf"\textbf{{{text}}}" if p <= ALPHA else text

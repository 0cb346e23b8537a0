"""The legend of the matrix in words with counts, from the table behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irassay.messages import number
from irassay.result import PairMatrix

_HEADINGS = {"labels": "Above the diagonal: the labels", "queries": "Below the diagonal: the queries"}


@dataclass(frozen=True)
class Line:
    """One state: the class of its swatch, its number of pairs, and its meaning."""

    css: str
    pairs: str
    meaning: str


@dataclass(frozen=True)
class Triangle:
    """One triangle."""

    doubt: str
    heading: str
    lines: Sequence[Line]


def legend_of(figure: PairMatrix) -> list[Triangle]:
    """The two triangles, labels first since they are above; a triangle without rows in the table is left out."""
    cells = {c.name: c.values for c in figure.table.columns}
    meanings = cells.get("meaning", cells["state"])
    rows = list(zip(cells["doubt"], cells["state"], cells["pairs"], meanings))
    parts = []
    for doubt, heading in _HEADINGS.items():
        lines = [
            Line(f"{doubt} {str(state).replace(' ', '-')}", number(float(pairs), None), str(meaning))
            for of, state, pairs, meaning in rows
            if of == doubt
        ]
        if lines:
            parts.append(Triangle(doubt, heading, lines))
    return parts

"""The charts of a sensitivity analysis: numbers by the passages deemed relevant, a panel a measure, a curve a list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irassay.result import Column, Curves, Table
from irassay.studies.sensitivity import words
from irassay.studies.sensitivity.by_depth import Band

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.studies.sensitivity.evidence import SensitivityEvidence

Row = tuple[str, str, int, Band]  # panel, curve, d, what it shows


def means(of: SensitivityEvidence) -> Curves:
    """Mean scores."""
    rows = _rows(of, "mean")
    curves = _curves("means", words.means_title(of), words.how_scores(of), rows, "mean score", digits=4)
    return replace(curves, same_scale=False)


def taus(of: SensitivityEvidence) -> Curves:
    """Tau with the order at d=0."""
    return _curves("taus", words.taus_title(of), words.how_order(of), _rows(of, "tau"), "tau with d=0")


def weighted_taus(of: SensitivityEvidence) -> Curves:
    """The same, where the top of the order weighs most."""
    rows = _rows(of, "weighted_tau")
    return _curves("weighted-taus", words.weighted_title(of), words.how_weighted(of), rows, "weighted tau with d=0")


def nearness(of: SensitivityEvidence) -> Curves:
    """Tau with the order under the fuller labels."""
    rows = _rows(of, "full_tau")
    return _curves("nearness", words.nearness_title(of), words.how_full(of), rows, "tau with the fuller labels' order")


def precision(of: SensitivityEvidence) -> Curves:
    """The share of the deemed that fuller labels call relevant."""
    rows: list[Row] = [("All deemed", row.set, row.d, row.precision) for row in of.precisions]
    rows += [
        ("Without copies of the gold", row.set, row.d, row.without_copies)
        for row in of.precisions
        if row.without_copies is not None
    ]
    return _curves("precisions", words.precisions_title(of), words.how_precision(of), rows, "relevant", share=True)


def _rows(of: SensitivityEvidence, name: str) -> list[Row]:
    return [(step.measure, step.set, step.d, getattr(step, name)) for step in of.steps]


def _curves(
    name: str, title: str, how: str, rows: Sequence[Row], axis: str, *, digits: int = 3, share: bool = False
) -> Curves:
    rows = sorted(rows, key=lambda row: [panel for panel, *_ in rows].index(row[0]))
    unit = "share" if share else ""
    bands = [band for *_, band in rows]
    columns = [
        Column("panel", [panel for panel, *_ in rows]),
        Column("series", [curve for _, curve, *_ in rows]),
        Column("x", [d for _, _, d, _ in rows], digits=0),
        Column("y", [band.mean for band in bands], unit, digits=digits),
        Column("low", [band.low for band in bands], unit, words.BAND, digits),
        Column("high", [band.high for band in bands], unit, words.BAND, digits),
    ]
    return Curves(name, title, how, Table(name, title, columns), words.X_AXIS, axis, share)

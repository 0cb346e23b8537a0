"""What the simulation of hidden labels found, as tables and sentences of docs/simulations.md."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simulations.hidden import FRACTIONS, HIDDEN
from simulations.page import markdown

__all__ = ["bounds_hold", "estimator_table", "failing_words", "rate_table"]

MOST_BIAS = 0.03  # of one system's mean score, from which an estimator fails
LEAST_COVERAGE = 0.8  # of 95% intervals, below which one fails
NONE = "–"

Sums = Mapping[tuple[str, str, float, str], np.ndarray]


class Cell:
    """One estimator of one measure, with a share of labels hidden in one way."""

    def __init__(self, sums: np.ndarray) -> None:
        squared, held, tau, n_held, worlds = sums[:5]
        errors = sums[5:] / worlds
        self.bias, self.worst = float(errors.mean()), float(np.abs(errors).max())
        self.rmse = float(np.sqrt(squared / worlds / len(errors)))
        self.coverage = held / n_held if n_held else np.nan
        self.tau = tau / worlds

    @property
    def fails(self) -> bool:
        """Whether its bias is large for some system, or its interval misses the truth too often."""
        return bool(self.worst > MOST_BIAS or self.coverage < LEAST_COVERAGE)


def _cells(found: Sums, measure: str, how: str, name: str) -> list[Cell]:
    return [Cell(found[measure, how, fraction, name]) for fraction in FRACTIONS]


def _rows(found: Sums) -> list[tuple[str, str, str]]:
    return list(dict.fromkeys((measure, how, name) for measure, how, _, name in found))


def estimator_table(found: Sums) -> str:
    """One row an estimator, measure and way of hiding; a star where it fails."""
    shares = [f"{round(100 * fraction)}%" for fraction in FRACTIONS]
    head = ["Measure", "Hidden", "Estimator"]
    for what in ("Bias", "RMSE", "Coverage", "Tau"):
        head += [f"{what}, {share}" for share in shares]
    rows = [head]
    for measure, how, name in _rows(found):
        cells = _cells(found, measure, how, name)
        star = " *" if any(cell.fails for cell in cells) else ""
        row = [measure, how, f"{name}{star}"]
        row += [_signed(cell.bias) for cell in cells]
        row += [_plain(cell.rmse, 3) for cell in cells]
        row += [NONE if np.isnan(cell.coverage) else f"{100 * cell.coverage:.0f}%" for cell in cells]
        row += [_plain(cell.tau, 2) for cell in cells]
        rows.append(row)
    return markdown(rows)


def failing_words(found: Sums) -> str:
    """Which estimators fail, by the way labels are hidden."""
    lines = []
    for how in HIDDEN:
        failing: dict[str, dict[str, str]] = {}
        for measure, way, name in _rows(found):
            bad = [f for f, cell in zip(FRACTIONS, _cells(found, measure, way, name)) if cell.fails]
            if way == how and bad:
                failing.setdefault(name, {})[measure] = f"from {round(100 * bad[0])}%"
        said = [f"*{n}* ({', '.join(f'{m} {since}' for m, since in of.items())})" for n, of in failing.items()]
        lines.append(f"- Labels hidden {how}: {'; '.join(said) if said else 'none fails'}.")
    return "\n".join(lines)


def rate_table(found: Mapping[tuple[str, float], np.ndarray]) -> str:
    """Bias and RMSE of measures from a sample, by its rate."""
    names = list(dict.fromkeys(name for name, _ in found))
    rates = list(dict.fromkeys(rate for _, rate in found))
    rows = [["Sampled", *(f"{name}, {what}" for name in names for what in ("bias", "RMSE"))]]
    for rate in rates:
        cells = []
        for name in names:
            error, squared, n = found[name, rate]
            cells += [_signed(error / n), _plain(float(np.sqrt(squared / n)), 3)]
        rows.append([f"{round(100 * rate)}%", *cells])
    return markdown(rows)


def bounds_hold(found: Sums) -> bool:
    """Whether every true score lies within its bounds."""
    return all(Cell(sums).coverage == 1 for (*_, name), sums in found.items() if name == "bounds")


def _signed(value: float) -> str:
    if np.isnan(value):
        return NONE
    size = f"{abs(value):.3f}"
    return size if not float(size) else f"{'−' if value < 0 else '+'}{size}"


def _plain(value: float, digits: int) -> str:
    return NONE if np.isnan(value) else f"{value:.{digits}f}"

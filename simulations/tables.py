"""What the simulations found, as tables of docs/simulations.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from irassay.comparison.proportions import wilson
from simulations.coverage import KINDS
from simulations.families import ALPHA, METHODS
from simulations.page import markdown
from simulations.worlds import Null

Z99 = 2.5758293035489004
HEADS = {"t": "Student's t", "bca": "BCa", "wilson": "Wilson", "max-t": "max-T", "tukey": "Tukey HSD", "holm": "Holm"}

Counted = Mapping[tuple[str, int], Mapping[str, tuple[float, float]]]


def monte_carlo(share: float, n: int) -> tuple[float, float]:
    """99% interval of a share that n draws gave."""
    low, high = wilson(np.array([share * n]), n, np.array([-Z99, Z99]))[0]
    return float(low), float(high)


def coverage_table(found: Counted, n_draws: int, which: int) -> str:
    """Percent of intervals that hold the truth; `which` is 0 for means, 1 for differences."""
    rows = [["Measure", "Queries", *(HEADS.get(kind, kind) for kind in KINDS)]]
    for (measure, n_queries), kinds in found.items():
        cells = [f"{100 * kinds[kind][which] / n_draws:.1f}" if kind in kinds else "–" for kind in KINDS]
        rows.append([measure, str(n_queries), *cells])
    return markdown(rows)


def family_table(found: Mapping[str, Mapping[str, int]], nulls: Sequence[Null], n_draws: int) -> str:
    """Percent of draws with a wrong claim, with the 99% interval; a star where the assumption does not hold."""
    rows = [["Truth", *(HEADS.get(method, method) for method in METHODS)]]
    for null in nulls:
        cells = []
        for method in METHODS:
            share = found[null.name][method] / n_draws
            low, high = monte_carlo(share, n_draws)
            star = "" if method in null.holds or method == METHODS[-1] else " *"
            cells.append(f"{100 * share:.1f} ({100 * low:.1f} to {100 * high:.1f}){star}")
        rows.append([null.name, *cells])
    return markdown(rows)


def broken(found: Mapping[str, Mapping[str, int]], nulls: Sequence[Null], n_draws: int) -> list[str]:
    """Where an assumption holds and the 99% interval of the error does not reach down to alpha."""
    return [
        f"{null.name}: {method}"
        for null in nulls
        for method in null.holds
        if monte_carlo(found[null.name][method] / n_draws, n_draws)[0] > ALPHA
    ]

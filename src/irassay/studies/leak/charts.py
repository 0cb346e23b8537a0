"""The charts about leaks: precision by threshold, and scores on leaked against clean queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Column, Curves, Scatter, Table
from irassay.studies.leak import words
from irassay.studies.sections.named_points import few

if TYPE_CHECKING:
    from irassay.leakage import Calibration, Effect

MOST_POINTS = 120  # of a curve


def precision(of: Calibration) -> Curves:
    """Precision, and the share of leaks that is kept, by threshold."""
    steps = of.overall.steps
    steps = steps[:: max(1, len(steps) // MOST_POINTS)]
    panels = ("Precision", "Leaks kept")
    values = [step.precision for step in steps], [step.kept for step in steps]
    columns = [
        Column("panel", [panel for panel in panels for _ in steps]),
        Column("series", ["all pairs"] * (2 * len(steps))),
        Column("x", [step.threshold for _ in panels for step in steps], digits=3),
        Column("y", [value for some in values for value in some], "share", digits=3),
        Column("low", [*(step.low for step in steps), *values[1]], "share", "95% over queries", 3),
        Column("high", [*(step.high for step in steps), *values[1]], "share", "95% over queries", 3),
    ]
    title = words.precision_title(of)
    axis = "cosine" if of.score == "similarity" else "overlap"
    return Curves("precision", title, words.PRECISION_HOW, Table("precision", title, columns), axis, "of pairs", True)


def scores(of: Effect) -> Scatter:
    """A point a system: its mean on clean queries, and on leaked ones."""
    title = words.scores_title(of)
    columns = [
        Column("system", [one.system for one in of.systems]),
        Column("x", [one.clean for one in of.systems], "", "on clean queries", 4),
        Column("y", [one.leaked for one in of.systems], "", "on leaked queries", 4),
        Column("kind", [words.EXPOSURES[one.exposed] for one in of.systems], heading="exposure"),
    ]
    sign = -1.0 if of.lower_is_better else 1.0
    clean, leaked = (sign * np.array([m or 0.0 for m in means]) for means in (columns[1].values, columns[2].values))
    named = few([one.system for one in of.systems], clean, leaked)
    return Scatter(
        f"leaked-{of.measure}", title, words.SCORES_HOW, Table("scores", title, columns),
        f"{of.measure} on clean queries", "on leaked queries", named, same_scale=True,
    )  # fmt: skip

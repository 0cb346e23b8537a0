"""The tables about preferences: win ratios, wins, what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Column, Table
from irassay.studies.prefer import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.comparison.win_ratios import WinRatios
    from irassay.studies.prefer.evidence import NotCounted

ALPHA = 0.05


def wins_table(of: WinRatios) -> Table:
    """A row a system: over how many others its first documents win, and are compared."""
    ratio, significant = of.ratio, of.p_corrected <= ALPHA
    with np.errstate(invalid="ignore"):
        wins, losses = ratio > 0.5, ratio < 0.5
    order = np.lexsort((np.arange(len(of.systems)), -wins.sum(0), -(wins & significant).sum(0)))

    def cells(values: np.ndarray) -> list[int]:
        counts: list[int] = values.sum(0)[order].tolist()
        return counts

    corrected, others = f"at {ALPHA} after the correction", "over all other systems"
    columns = [
        Column("system", [of.systems[i] for i in order.tolist()]),
        Column("compared", cells(of.shown), "systems", "other systems with enough judged pairs", 0),
        Column("wins", cells(wins), "systems", "of these, those that it wins more often against", 0),
        Column("losses", cells(losses), "systems", "and those that win more often against it", 0),
        Column("significant_wins", cells(wins & significant), "systems", corrected, 0),
        Column("significant_losses", cells(losses & significant), "systems", corrected, 0),
        Column("differ", cells(of.differ), "queries", others, 0),
        Column("judged", cells(of.judged), "queries", others, 0),
        Column("same", [", ".join(of.same[i][1:]) for i in order.tolist()], heading="also"),
    ]
    return Table("wins", words.WINS_TITLE, columns)


def not_counted_table(not_counted: Sequence[NotCounted]) -> Table:
    """What doesn't count, and why."""
    columns = [
        Column("kind", [one.kind for one in not_counted]),
        Column("name", [one.name for one in not_counted]),
        Column("reason", [one.reason for one in not_counted]),
        Column("n", [one.n for one in not_counted], "", "how many it stands for", 0),
    ]
    return Table("not-counted", words.NOT_COUNTED_TITLE, columns)

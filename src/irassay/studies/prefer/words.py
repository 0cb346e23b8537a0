"""Sentences about preferences, and the counts over pairs of systems that fill them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from irassay.comparison.win_ratios import WinRatios
from irassay.messages import plural
from irassay.messages.said import Room

SAID = Room("prefer")
MODEL = "m-"  # with which the pseudonym of a model begins, in campaigns and in what they write


def facts(of: WinRatios) -> dict[str, Any]:
    """What is counted over pairs of systems, by slot."""
    differ, judged, filled = (int(np.triu(counts).sum()) for counts in (of.differ, of.judged, of.filled))
    pairs, compared = of.n_cells, of.n_shown
    return {
        "differ": differ, "judged": judged, "compared": compared, "pairs": pairs, "left": pairs - compared,
        "scarce": pairs >= 2 * compared > 0, "significant": n_significant(of), "share": judged / max(1, differ),
        "filled": of.fill != "none", "grades": of.fill == "grades", "more": filled,
        "reached": (judged + filled) / max(1, differ), "least": of.least_asked,
        "correction": of.correction.capitalize(),
    }  # fmt: skip


def title(of: WinRatios) -> str:
    """The headline: how many pairs of systems can be compared, and how many differ."""
    return SAID("title" if of.n_shown else "title.too-few" if of.n_cells else "title.one-system", **facts(of))


def n_significant(of: WinRatios) -> int:
    """Pairs of systems whose corrected p is at most 0.05."""
    return int((np.triu(of.p_corrected) <= 0.05)[np.triu(of.shown)].sum())


def judged_by(names: Sequence[str]) -> str:
    """Who judged, by the names of the judges; "" where none is stated."""
    models = [f"model {name.removeprefix(MODEL)}" for name in names if name.startswith(MODEL)]
    people = sum(bool(name) for name in names) - len(models)
    return SAID("judged-by", who=[*([plural(people, "assessor")] if people else []), *models])


def leaders(of: WinRatios) -> str:
    """Who wins significantly against most others; "" where nobody does."""
    wins = ((of.ratio > 0.5) & (of.p_corrected <= 0.05)).sum(0)
    if not wins.max(initial=0):
        return ""
    best = np.flatnonzero(wins == wins.max())
    return SAID("leaders", first=of.systems[best[0]], more=len(best) - 1, won=wins.max())

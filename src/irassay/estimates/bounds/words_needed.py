"""Sentences about the labels needed to settle pairs. Pure functions from figures to words."""

from __future__ import annotations

import math
from typing import Any

from irassay.estimates.bounds.labels_needed import LEAST_DRAWS, MOST, Figures
from irassay.estimates.words import BY_LABELS


def for_pair(of: Figures, *, unseen: int = 0) -> str:
    """Labels needed to settle one pair: the floor, and the number in the stated order. `unseen` is the universe's
    number of unretrieved documents a query."""
    floor = BY_LABELS("labels-needed.floor-not-known" if of.floor is None else "labels-needed.floor", floor=of.floor)
    slots = _slots(of) | {"floor": floor, "unseen": unseen and of.left_open > 0.99}
    if not of.documents or of.draws < LEAST_DRAWS or of.median is None:
        form = "no-estimate" if not of.draws else "of-few-draws" if of.draws < LEAST_DRAWS else "open"
        return BY_LABELS(f"labels-needed.{form if of.documents else 'none'}", **slots)
    half = BY_LABELS("labels-needed.first" if of.floor is None else "labels-needed", **slots)
    return BY_LABELS("labels-needed.not-ninety" if of.ninety is None else "labels-needed.ninety", half=half, **slots)


def for_leaders(of: Figures, *, baseline: bool = False, unseen: int = 0) -> str:
    """Labels needed to settle the open pairs with a leader (or `baseline`), in the order of the documents; "" without
    an estimate."""
    if not of.draws:
        return ""
    several, (settled, nearly) = of.pairs != 1, of.settled
    pairs = BY_LABELS("labels-of-leaders.pairs", baseline=baseline, several=several)
    rest = BY_LABELS("labels-of-leaders.rest") if unseen and of.pairs > 1 else ""
    slots = _slots(of) | {"pairs": pairs, "settled": settled, "nearly": nearly, "rest": rest}
    if of.draws < LEAST_DRAWS:
        return BY_LABELS("labels-needed.too-few", **slots)
    if of.median is None:
        return BY_LABELS("labels-of-leaders.some" if settled else "labels-of-leaders.seldom", **slots)
    half, form = BY_LABELS("labels-of-leaders", **slots), "labels-needed.ninety"
    return BY_LABELS("labels-of-leaders.not-ninety" if of.ninety is None else form, half=half, **slots)


def _slots(of: Figures) -> dict[str, Any]:
    """What both have: the counts of draws without commas, with those behind the 90% figure and those left open."""
    return {
        "n": of.pairs, "documents": of.documents, "median": of.median, "ninety": of.ninety,
        "same": of.ninety == of.median, "n_draws": of.draws, "draws": f"{of.draws}", "least": LEAST_DRAWS,
        "most": f"{math.ceil(MOST * of.draws)}", "open": f"{of.left_open * of.draws:.0f}",
    }  # fmt: skip

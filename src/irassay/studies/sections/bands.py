"""The columns of a chart of lines: each a mean over variants of the labels, with a band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.result import Column


class Band(Protocol):
    """A mean, and between what nine variants in ten lie, or all where there are few."""

    @property
    def mean(self) -> float:
        """Over variants."""

    @property
    def low(self) -> float:
        """Its lower end."""

    @property
    def high(self) -> float:
        """Its upper end."""


def band_columns(panels: Sequence[str], x: Column, bands: Sequence[Band], *, variants: str, most: str) -> list[Column]:
    """Panel, series, x, y, low and high, a row a point; `variants` are what the band is over, such as draws, `most` how
    many of them it holds."""
    spread = f"{most} lie between"
    return [
        Column("panel", list(panels)),
        Column("series", ["mean"] * len(panels)),
        x,
        Column("y", [band.mean for band in bands], definition=f"mean over {variants}", digits=3),
        Column("low", [band.low for band in bands], definition=spread, digits=3),
        Column("high", [band.high for band in bands], definition=spread, digits=3),
    ]


def most_of(variants: Sequence[int], noun: str) -> str:
    """How many a range holds: nine in ten, or all where there are too few to tell that (`Spread`). `variants` counts
    them at each point; single ones have no range."""
    several = [n for n in variants if n > 1]
    nine = f"nine {noun} in ten"
    if min(several, default=LEAST_VARIANTS) >= LEAST_VARIANTS:
        return nine
    return f"all {noun}" if max(several) < LEAST_VARIANTS else f"{nine} (all of fewer than {LEAST_VARIANTS})"

"""The columns of a chart of lines: each a mean over variants of the labels, with a band."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from irassay.result import Column


class Band(Protocol):
    """A mean, and between what nine variants in ten lie."""

    @property
    def mean(self) -> float:
        """Over variants."""

    @property
    def low(self) -> float:
        """Its lower end."""

    @property
    def high(self) -> float:
        """Its upper end."""


def band_columns(panels: Sequence[str], x: Column, bands: Sequence[Band], *, variants: str) -> list[Column]:
    """Panel, series, x, y, low and high, a row for each point; `variants` are what the band is over, such as draws."""
    spread = f"nine {variants} in ten lie between"
    return [
        Column("panel", list(panels)),
        Column("series", ["mean"] * len(panels)),
        x,
        Column("y", [band.mean for band in bands], definition=f"mean over {variants}", digits=3),
        Column("low", [band.low for band in bands], definition=spread, digits=3),
        Column("high", [band.high for band in bands], definition=spread, digits=3),
    ]

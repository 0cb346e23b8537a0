"""The Result of every study: Sections of Findings, Tables and Figures, with Provenance. Data only."""

from __future__ import annotations

from irassay.result.figures import (
    Bars,
    Curves,
    Differences,
    Forest,
    LeagueChart,
    Lines,
    PairMatrix,
    PlaceChart,
    QueryChart,
    RatioMatrix,
    Scatter,
    Stacked,
    Strip,
    Strips,
)
from irassay.result.parts import Column, Doubt, Figure, Finding, Level, Shown, Table, Text, View
from irassay.result.results import FORMAT, Item, Result, Section

__all__ = [
    "FORMAT",
    "Bars",
    "Column",
    "Curves",
    "Differences",
    "Doubt",
    "Figure",
    "Finding",
    "Forest",
    "Item",
    "LeagueChart",
    "Level",
    "Lines",
    "PairMatrix",
    "PlaceChart",
    "QueryChart",
    "RatioMatrix",
    "Result",
    "Scatter",
    "Section",
    "Shown",
    "Stacked",
    "Strip",
    "Strips",
    "Table",
    "Text",
    "View",
]

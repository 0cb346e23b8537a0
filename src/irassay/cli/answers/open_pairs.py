"""``compare --all``: the pairs that the queries or the labels leave open, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.cli.answers.said import CLI
from irassay.drawing.tables.text import TextColumn
from irassay.messages import number, p_value, visible

if TYPE_CHECKING:
    from irassay.cli.answers.comparison import Comparison


def all_pairs(one: Comparison) -> list[tuple[str, str]]:
    """Every pair in question, the better mean first."""
    systems = one.league.systems
    return [(systems[i], systems[j]) for i, j in one.verdict.pairs]


def open_pairs(one: Comparison) -> list[tuple[int, int]]:
    """The places of pairs in which no system is better, nearest to a decision by the queries first."""
    league, verdict = one.league, one.verdict
    undecided = [(i, j) for i, j in verdict.pairs if not verdict.decides(i, j, require=one.require)]
    return sorted(undecided, key=lambda pair: (float(league.p_corrected[pair]), float(league.p[pair]), pair))


def columns(one: Comparison) -> list[TextColumn]:
    """The open pairs as a table: both systems, the difference, the adjusted p, and what is open."""
    league, verdict = one.league, one.verdict
    pairs = open_pairs(one)
    table = [
        TextColumn("Ahead", [visible(league.systems[i]) for i, _ in pairs], name=True),
        TextColumn("Other", [visible(league.systems[j]) for _, j in pairs], name=True),
        TextColumn("differs", [number(float(league.difference[pair])) for pair in pairs]),
        TextColumn("adjusted p", [p_value(float(league.p_corrected[pair])) for pair in pairs]),
        TextColumn("queries", ["settled" if league.significant[pair] else "open" for pair in pairs], align="left"),
    ]
    if verdict.bounds is not None:
        strengths = [verdict.strength(*pair) for pair in pairs]
        named = {"proved": "settled", "exactly tied": "tied"}
        table.append(TextColumn("labels", [named.get(strength, strength) for strength in strengths], align="left"))
    return table


def title(one: Comparison) -> str:
    """The heading of that table."""
    return CLI("open-pairs", n=len(open_pairs(one)), of=len(one.verdict.pairs))

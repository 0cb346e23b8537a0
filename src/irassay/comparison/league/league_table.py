"""The table of a League: systems with their means; ranks and letters, or what tells each system from the baselines."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.comparison.league.league import League
from irassay.comparison.words import BY_QUERY
from irassay.messages import adjustment
from irassay.result import Column, Table


def league_table(league: League) -> Table:
    """The table, best system first; with baselines the differences from each stand in the place of ranks."""
    spread = BY_QUERY("table.interval", adjustment=adjustment(league.interval))
    columns = [
        Column("system", list(league.systems)),
        Column("same", [tuple(league.same.get(name, ())) for name in league.systems]),
        Column("mean", league.mean.tolist(), unit=league.measure, digits=4),
        Column("low", league.low.tolist(), definition=spread, digits=3),
        Column("high", league.high.tolist(), definition=spread, digits=3),
    ]
    if league.baseline:
        columns += [column for name in league.baseline for column in _against(league, name)]
    else:
        ranks: Sequence[tuple[int | None, int | None]] = league.rank_intervals or [(None, None)] * len(league.systems)
        letters = list(league.letters) or [""] * len(league.systems)
        columns = [
            Column("rank_low", [low for low, _ in ranks], definition=BY_QUERY("table.rank-low")),
            Column("rank_high", [high for _, high in ranks], definition=BY_QUERY("table.rank-high")),
            *columns,
            Column("letters", letters, definition=BY_QUERY("table.letters")),
        ]
    return Table("league", league.measure, columns)


def _against(league: League, baseline: str) -> list[Column]:
    """Each system's difference from a baseline, with its p-value, and whether the test calls it more or less."""
    base = league.systems.index(baseline)
    rows = range(len(league.systems))
    others = [i != base for i in rows]
    difference = [float(league.difference[i, base]) if other else None for i, other in zip(rows, others)]
    adjusted = [float(league.p_corrected[i, base]) if other else None for i, other in zip(rows, others)]
    differs = [_differs(league, i, base) if other else "baseline" for i, other in zip(rows, others)]
    several = len(league.baseline) > 1
    tail, slots = f"_{baseline}" if several else "", {"several": several, "baseline": baseline}
    return [
        Column(f"difference{tail}", difference, definition=BY_QUERY("table.difference", **slots), digits=4),
        Column(f"p_corrected{tail}", adjusted, unit="p", definition=BY_QUERY("table.adjusted")),
        Column(f"differs{tail}", differs, definition=BY_QUERY("table.differs", **slots)),
    ]


def _differs(league: League, i: int, base: int) -> str:
    if not league.significant[i, base]:
        return "open"
    return "better" if (league.difference[i, base] > 0) != league.lower_is_better else "worse"

"""Where each run stands among all: by a league made here, or by the one that an overview carries."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from irassay.comparison import League, Testing, league_of
from irassay.comparison.league.pair import Pair
from irassay.result import Result
from irassay.scoring import Scores
from irassay.studies.run_sheets.sheet import Standing
from irassay.verdict import verdicts_of


def standings_of_scores(scores: Scores, testing: Testing, *, threads: int) -> dict[str, Standing]:
    """Run -> where it stands by a league of the main measure; its mean alone where there is one run."""
    if len(scores.systems) < 2:
        return _of_all(scores, {})
    return _of_all(scores, _of_league(league_of(scores, testing, threads=threads)))


def standings_of(overview: Result, scores: Scores) -> dict[str, Standing]:
    """Standings as the overview's verdict has them; means alone where it compared nothing."""
    verdicts = verdicts_of(overview, source="the overview")
    compared = bool(verdicts) and verdicts[0].kind != "unmatched"
    return _of_all(scores, _of_league(verdicts[0].league) if compared else {})


def _of_league(league: League) -> dict[str, Standing]:
    """The standing of each system of a league; one system, one query and a baseline have no ranks."""
    n = len(league.systems)
    ranks = [(low, high, n) for low, high in league.rank_intervals if n > 1] or [(0, 0, 0)] * n
    return {
        system: Standing(
            float(league.mean[i]),
            float(league.low[i]),
            float(league.high[i]),
            *ranks[i],
            to_first=_to_first(league, i),
            is_first=i == 0,
        )
        for i, system in enumerate(league.systems)
    }


def _to_first(league: League, i: int) -> Pair | None:
    """The first system against this one, the first against the second for the first; None where it wasn't tested."""
    other = max(i, 1)
    if other >= len(league.systems) or np.isnan(league.p[0, other]):
        return None
    return league.pair(league.systems[0], league.systems[other])


def _of_all(scores: Scores, rows: Mapping[str, Standing]) -> dict[str, Standing]:
    """Every run's standing: that of the run it is one system with, or its mean alone where it is not ranked."""
    groups = {system: group for group in scores.same[str(scores.measures[0])] for system in group}
    out = {}
    for i, system in enumerate(scores.systems):
        names = (system, *groups.get(system, ()))
        standing = next((rows[name] for name in names if name in rows), None)
        out[system] = standing or Standing(float(scores.summary[0, 0, i]))
    return out

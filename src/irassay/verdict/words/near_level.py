"""A lead by a hair: where a p-value that decides the lead lies just on one side of the level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.wording import is_near, near, p_value, plural

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.verdict import Verdict


def lead_by_a_hair(verdict: Verdict) -> str:
    """Which p-value puts a system into the lead, or out of it, by a hair; "" where none does.

    A pair of systems has no lead of this kind: the numbers of its own p say the same.
    """
    league = verdict.league
    pairs = deciding(league) if league.n > 2 else []
    if not pairs:
        return ""
    (i, j), *others = sorted(pairs, key=lambda pair: (abs(league.p_corrected[pair] - league.alpha), pair))
    more = f"; {plural(len(others), 'other pair')} as close" if others else ""
    of = "which systems differ from the baseline" if league.baseline else "the lead"
    return (
        f"By a hair: adjusted p of {league.systems[i]} and {league.systems[j]}, which decides {of}, is "
        f"{p_value(float(league.p_corrected[i, j]))}, {near(league.alpha)}{more}."
    )


def deciding(league: League) -> list[tuple[int, int]]:
    """Pairs of places whose p is near the level, and whose answer, turned, would change the lead.

    A leader would be none where a better system were significantly better; another would be one where every system
    that is significantly better were not. With baselines every pair with one decides.
    """
    n = range(league.n)
    close = {
        (i, j) for i in n for j in range(i + 1, league.n) if is_near(float(league.p_corrected[i, j]), league.alpha)
    }
    if league.baseline:
        bases = {league.systems.index(name) for name in league.baseline}
        return sorted((i, j) for i, j in close if bases & {i, j})
    pairs: list[tuple[int, int]] = []
    for j in n:
        above = [i for i in range(j) if league.significant[i, j]]
        candidates = above or [i for i in range(j) if league.systems[j] in league.leaders]
        near_ones = [(i, j) for i in candidates if (i, j) in close]
        if near_ones and (not above or len(near_ones) == len(above)):
            pairs += near_ones
    return pairs

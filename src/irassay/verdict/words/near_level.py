"""A lead by a hair: where a p-value that decides the lead lies just on one side of the level, or a gap rounds to 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.comparison.equality import rounding
from irassay.messages import is_near, number, signed_ends
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.verdict import Verdict

SHOWN = 4  # decimals of a mean where it is printed


def lead_by_a_hair(verdict: Verdict) -> str:
    """What of the lead hangs by a hair, as sentences; "" where nothing does, or for a pair of systems."""
    return by_a_hair(verdict.league) if verdict.league.n > 2 else ""


def by_a_hair(league: League) -> str:
    """A p-value that puts a system into the lead, or out of it, by a hair, and a best mean that is as close; or ""."""
    return " ".join(filter(None, [_by_p(league), _by_gap(league)]))


def _by_p(league: League) -> str:
    pairs = deciding(league)
    if not pairs:
        return ""
    i, j = min(pairs, key=lambda pair: (abs(league.p_corrected[pair] - league.alpha), pair))
    a, b, p = league.systems[i], league.systems[j], float(league.p_corrected[i, j])
    return SAID("by-a-hair.baseline" if league.baseline else "by-a-hair", a=a, b=b, p=p, leads=b in league.leaders)


def _by_gap(league: League) -> str:
    """The first two systems, where their means differ and the printed decimals do not show it; "" elsewhere."""
    if league.n < 2 or league.baseline:
        return ""
    gap = abs(float(league.mean[0] - league.mean[1]))
    if gap <= rounding(league.mean) or number(gap).strip("0."):
        return ""
    size, (first, second) = signed_ends(gap, gap, SHOWN)[0], league.systems[:2]
    by = size if size.strip("0.") else ""
    return SAID("by-a-hair.gap", first=first, second=second, by=by, lower=league.lower_is_better)


def deciding(league: League) -> list[tuple[int, int]]:
    """Pairs of places whose p is near the level, and whose answer, turned, would change the lead; with baselines every
    such pair with one."""
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

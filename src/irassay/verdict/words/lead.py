"""Clauses about the lead: what missing labels do to it, a lead by a hair, leaders outside the first bracket."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.messages import is_near, number, signed_ends, visible
from irassay.verdict.pair import Require
from irassay.verdict.verdict import Verdict
from irassay.verdict.words.phrases import SAID

SHOWN = 4  # decimals of a mean where it is printed


def carried(verdict: Verdict, require: Require = "likely") -> bool:
    """Whether the labels carry the lead as `require` asks."""
    if require == "likely":
        return verdict.lead_carried
    leaders = verdict.leader_places
    rest = (j for j in range(verdict.n) if j not in leaders)
    return all(any(verdict.decides(i, j, require=require) for i in leaders) for j in rest)


def if_labels_change(verdict: Verdict, *, require: Require = "likely") -> str:
    """The caution about a lead that missing labels could change; "" where they carry it, or nobody knows."""
    if carried(verdict, require) or verdict.labels_settled is None:
        return ""
    return estimated_first(verdict) or SAID("phrase.could-change")


def estimated_first(verdict: Verdict) -> str:
    """The system outside the lead that the estimate puts first, with its assumption; "" where it puts none there."""
    name = verdict.estimated_first
    return "" if not name or name in verdict.league.leaders else SAID("phrase.estimated-first", name=name)


def turned_by(league: League) -> dict[str, str]:
    """The queries without any one of which another system would have the best mean, and that system; {} over several
    collections, with a baseline, or without a single best."""
    if league.n < 2 or league.baseline or league.aggregate != "mean" or len(league.collections) > 1:
        return {}
    values = -league.values if league.lower_is_better else league.values
    sums = values.sum(axis=1)
    equal = rounding(sums)
    if np.isnan(sums).any() or len(league.queries) < 2 or sums[0] - sums[1:].max() <= equal:
        return {}
    rest = sums[:, None] - values
    best = rest.argmax(axis=0)
    turned = np.flatnonzero(rest.max(axis=0) - rest[0] > equal)
    return {league.queries[q]: league.systems[best[q]] for q in turned.tolist()}


def on_single_queries(league: League) -> str:
    """That one query alone makes the lead, and how many do; "" where none does."""
    turned = turned_by(league)
    if not turned:
        return ""
    return SAID(
        "lead-on-queries.one" if len(turned) == 1 else "lead-on-queries",
        queries=[visible(query) for query in turned],
        system=next(iter(turned.values())),
        lower=league.lower_is_better,
        n=len(league.queries),
    )


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


def leaders_outside(league: League) -> list[int]:
    """Rows of leaders without the first letter, best first; none where there are no letters."""
    if min(len(league.systems) - 1, len(league.queries)) < 2 or not league.letters or not league.brackets:
        return []
    first = league.brackets[0][0]
    leaders = set(league.leaders)
    return [i for i, s in enumerate(league.systems) if s in leaders and first not in league.letters[i]]


def note_on_outside(league: League, rows: Sequence[int] | None = None) -> str:
    """One note on such leaders, all or those of these rows: why they can't be told from the first; "" for none."""
    rows = leaders_outside(league) if rows is None else rows
    if not rows:
        return ""
    leaders = [league.systems[i] for i in rows]
    return SAID("leads-too", leaders=leaders, first=league.systems[0], n=len(rows))

"""Clauses about the lead: what missing labels could do to it, and why the gap alone doesn't decide who shares it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.equality import rounding
from irassay.messages import visible
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.pair import Require
    from irassay.verdict.verdict import Verdict


def carried(verdict: Verdict, require: Require = "likely") -> bool:
    """Whether the labels carry the lead as `require` asks."""
    if require == "likely":
        return verdict.lead_carried
    leaders = verdict.leader_places
    rest = (j for j in range(verdict.n) if j not in leaders)
    return all(any(verdict.decides(i, j, require=require) for i in leaders) for j in rest)


def if_labels_change(verdict: Verdict, *, require: Require = "likely") -> str:
    """The caution about a lead that missing labels could change; "" where they carry it or their effect is not
    known."""
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

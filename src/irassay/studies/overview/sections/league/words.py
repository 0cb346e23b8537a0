"""The title of the league table, which its rows confirm, and how to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.estimates.universe import bounding_of
from irassay.messages import ranks
from irassay.studies.overview.words import OVERVIEW
from irassay.verdict.words import queries_needed as baseline_words
from irassay.verdict.words.league import shared_letter

if TYPE_CHECKING:
    from irassay.verdict import Verdict


def league_title(verdict: Verdict) -> str:
    """What the ranks by significance say."""
    league = verdict.league
    if league.n == 1:
        return OVERVIEW("league.one", first=league.systems[0], score=float(league.mean[0]))
    if league.baseline:
        return baseline_words.league_title(verdict)
    if league.n == 2:
        return OVERVIEW("league.two")
    if not league.rank_intervals:
        return OVERVIEW("league.unranked", queries=len(league.queries), n=league.n)
    n, n_first = league.n, len(league.leaders)
    certain = [i + 1 for i, (low, high) in enumerate(league.rank_intervals) if low == high]
    claimed = certain if len(certain) == n else [1] if n_first == 1 else []
    suspects = [system for system in verdict.by_rank if any(_moves(verdict, system, place) for place in claimed)]
    form = "league.every" if len(certain) == n else "league.ranges"
    return OVERVIEW(form, leaders=n_first, first=league.leaders[0], suspects=suspects, several=len(suspects))


def _moves(verdict: Verdict, suspect: str, place: int) -> bool:
    """Whether a run would pass a place, or take it, were its rank column right and not its scores."""
    if suspect not in verdict.systems:
        return False
    sign = -1 if verdict.league.lower_is_better else 1
    means = sign * np.asarray(verdict.league.mean)
    now, then = (1 + int((means > sign * mean).sum()) for mean in verdict.by_rank[suspect])
    if then > now:
        then -= 1  # the run itself is among those above its other mean
    return now != then and min(now, then) <= place <= max(now, then)


def league_how(verdict: Verdict) -> str:
    """How to read the league table."""
    league, several = verdict.league, verdict.league.n > 2
    low, high = (league.rank_intervals or [(0, 0)])[0]
    return OVERVIEW(
        "league.how",
        measure=league.measure, bounds=verdict.bounds is not None and verdict.means("lower") is not None,
        ideal=verdict.bounds is not None and bounding_of(verdict.bounds.measure).ideal,
        rings=has_rings(verdict), students=len(league.t_low), better=low - 1, worse=league.n - high,
        ranks=ranks(low, high) if league.rank_intervals and several else "",
        bootstrap=league.rank_intervals_bootstrap and several,
        letters=shared_letter(league) if league.letters and several else "",
    )  # fmt: skip


def has_rings(verdict: Verdict) -> bool:
    """Whether the league shows estimates: not where the labels settle nearly every pair, and unjudged documents move
    all systems alike."""
    return verdict.bounds is not None and not verdict.labels_high and not np.all(np.isnan(verdict.bounds.estimate))

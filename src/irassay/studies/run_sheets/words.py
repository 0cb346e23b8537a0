"""Sentences of a sheet on its run. No other run is named in any of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from irassay.comparison.league.words import by_queries, decision
from irassay.messages import ranks
from irassay.messages.said import Room

if TYPE_CHECKING:
    from irassay.comparison.league.pair import Pair


SAID = Room("run_sheets")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands on the measure."""

    mean: float
    low: float = float("nan")  # 95% interval over queries; NaN where there is none
    high: float = float("nan")
    rank_low: int = 0  # ranks by significance; 0 where there are none
    rank_high: int = 0
    n_ranked: int = 0  # runs that are one system for the measure count once
    to_first: Pair | None = None  # best system against the run, or the best run against the next
    is_first: bool = False  # whether the run's system has the best mean


@dataclass(frozen=True, slots=True)
class Tally:
    """On how many queries the run is where. `n` counts queries with a score of this run."""

    n: int
    at_least_median: int
    best: int
    worst: int
    n_systems: int
    lower_is_better: bool = False


def standfirst(of: Standing, tally: Tally, measure: str) -> str:
    """Mean, interval, ranks, the gap to the system that comes first, and on how many queries the run is where."""
    parts = [SAID("standfirst", measure=measure, mean=of.mean, ends=of.low == of.low, low=of.low, high=of.high)]
    if of.rank_low:
        place, worse = ranks(of.rank_low, of.rank_high), of.n_ranked - of.rank_high
        parts.append(SAID("standfirst.ranks", place=place, ranked=of.n_ranked, better=of.rank_low - 1, worse=worse))
    if of.to_first is not None:
        parts.append(_gap(of.to_first, is_first=of.is_first))
    if tally.n and tally.n_systems > 1:
        parts.append(SAID("standfirst.queries", share=tally.at_least_median / tally.n, **asdict(tally)))
    return " ".join(parts)


def _gap(pair: Pair, *, is_first: bool) -> str:
    """How far the run is from the system that comes first, or the next from it, without either name."""
    lower, size = pair.lower_is_better, abs(pair.difference)
    first = "this run" if is_first else SAID("phrase.top", lower_is_better=lower).lower()
    decided = by_queries(replace(pair, a=first, b="the next system" if is_first else "this run"))
    form = "gap.tied" if pair.tied else "gap.first" if is_first else "gap"
    open_ = pair.p == pair.p and not decision(pair)
    return SAID(form, lower_is_better=lower, size=size, first=is_first, decided=decided, open=open_)

"""Sentences of a sheet on its run. No other run is named in any of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from irassay.comparison.league.words import BY_QUERY, by_queries, more_than
from irassay.messages import capital, conjugate, count, down_to, number, percent, plural, ranks, some

if TYPE_CHECKING:
    from irassay.comparison.league.pair import Pair


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


def figure_title(tally: Tally) -> str:
    """The chart's finding."""
    side = "below" if tally.lower_is_better else "above"
    on = f"{count(tally.at_least_median)} of {plural(tally.n, 'query')}"
    return f"At or {side} the median of {plural(tally.n_systems, 'system')} on {on}"


def how_to_read(n_systems: int, *, n_shown: int, n_queries: int, lower_is_better: bool = False) -> str:
    """How the chart is read, and which queries it leaves out."""
    first, last = ("below", "above") if lower_is_better else ("above", "below")
    some = (
        ""
        if n_shown == n_queries
        else f"The {count(n_shown)} queries furthest from the median are shown; the table and its CSV file have all. "
    )
    return (
        f"{some}Each row is a query, from the furthest {first} the median to the furthest {last}. The line runs from "
        f"the lowest to the highest score of all {count(n_systems)} systems, this one included; the tick is their "
        "median, the dot is this run."
    )


def standfirst(standing: Standing, tally: Tally, measure: str) -> str:
    """Mean, interval, ranks, the gap to the system that comes first, and on how many queries the run is where."""
    parts = [f"Mean {measure} {number(standing.mean, 4)}"]
    if standing.low == standing.low:
        parts[0] += f"; 95% interval over queries {number(standing.low, 3)} to {number(standing.high, 3)}"
    if standing.rank_low:
        parts.append(_ranks(standing))
    if standing.to_first is not None:
        parts.append(_gap(standing.to_first, is_first=standing.is_first))
    if tally.n and tally.n_systems > 1:
        parts.append(_queries(tally))
    return " ".join(f"{part}." for part in parts)


def _ranks(standing: Standing) -> str:
    better, worse = standing.rank_low - 1, standing.n_ranked - standing.rank_high
    place = ranks(standing.rank_low, standing.rank_high)
    return (
        f"Rank {place} of {count(standing.n_ranked)} by significance: {_verb(better)} significantly better than this "
        f"one, {_verb(worse)} significantly worse"
    )


def _gap(pair: Pair, *, is_first: bool) -> str:
    """How far the run is from the system that comes first, or the next from it, without either name."""
    most = "lowest" if pair.lower_is_better else "highest"
    more, less = more_than(pair.lower_is_better), more_than(not pair.lower_is_better)
    first, other = ("this run", "the next system") if is_first else (f"the {most}-scoring system", "this run")
    size = number(abs(pair.difference))
    if pair.tied:
        scores = f"{other if is_first else first} scores the same as {first if is_first else other}"
    elif is_first:
        scores = f"no system scores {more}; the next scores {size} {less}"
    else:
        scores = f"{first} scores {size} {more}"
    return f"{capital(scores)}. {by_queries(replace(pair, a=first, b=other)).removesuffix('.')}"


def one_system(n_runs: int, n_systems: int, n_same: int, measure: str, depth: int, n_left_out: int = 0) -> str:
    """Why there are fewer systems than runs, and how many runs this one is one system with."""
    runs, systems = capital(_counted(n_runs, n_left_out)), plural(n_systems, "system")
    lists = f"{BY_QUERY('pair.same-lists')} {down_to(depth or None)}"
    text = f"{runs} are {systems} for {measure}: runs that return {lists} on every query "
    text += "are one system, and counted once."
    return text if n_same == 1 else f"{text} This run and {plural(n_same - 1, 'other')} are one."


def _verb(n: int) -> str:
    return f"{'no' if n == 0 else count(n)} system{' is' if n in (0, 1) else 's are'}"


def _queries(tally: Tally) -> str:
    side, best, worst = ("below", "lowest", "highest") if tally.lower_is_better else ("above", "highest", "lowest")
    share = f"{count(tally.at_least_median)} of {plural(tally.n, 'query')}"
    part = percent(tally.at_least_median / tally.n)
    return (
        f"At or {side} the median of {plural(tally.n_systems, 'system')} on {share} ({part}); the {best} of them, "
        f"alone or shared, on {count(tally.best)}, the {worst} on {count(tally.worst)}"
    )


def unanswered(queries: Sequence[str], n_queries: int, *, score: float, median: float, answered: float) -> str:
    """The queries that the run leaves out, with its mean score there and the mean of all systems' medians; `answered`
    is its mean over the others, NaN where that says nothing."""
    n, each = len(queries), "It" if len(queries) == 1 else "Each"
    there = f"{number(median, 3)}{'' if n == 1 else ' on average'}"
    over = "" if answered != answered else f"; its mean over the {count(n_queries - n)} others is {number(answered, 4)}"
    return (
        f"This run leaves out {count(n)} of {plural(n_queries, 'query')}: {some(queries)}. {each} counts "
        f"{number(score, 4) if score else '0'}, where the median of all systems is {there}{over}."
    )


def uncounted(queries: Sequence[str], n_queries: int) -> str:
    """Queries that the run leaves out, and that don't count for it."""
    n = len(queries)
    missing = f"{plural(n, 'query')} of {count(n_queries)} {conjugate(n, 'is')}"
    return f"{missing} not answered by this run and not in its mean: {some(queries)}."


NOTE = (
    "lowest, median, highest: over all systems on that query, this run's included. Runs with the same documents in the "
    "same order, as deep as the measure reads, are one system. place: 1 is the first; systems with the same score "
    "share the better place."
)


def _counted(n_runs: int, n_left_out: int) -> str:
    """The runs in all numbers of a sheet."""
    return f"the {plural(n_runs, 'run')} that are not left out" if n_left_out else plural(n_runs, "run")


def scope(n_runs: int, n_queries: int, n_left_out: int = 0) -> str:
    """What the numbers hold for."""
    queries, runs = plural(n_queries, "query"), _counted(n_runs, n_left_out)
    return f"Among {runs if n_left_out else f'these {runs}'}, on these {queries}, assuming that the labels are correct."

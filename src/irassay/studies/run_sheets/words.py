"""What a sheet says of its run, in sentences. No other run is named in any of them."""

from __future__ import annotations

from dataclasses import dataclass

from irassay.wording import count, number, percent, plural, ranks


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands on the measure.

    Attributes
    ----------
    mean : float
    low, high : float
        95% interval over queries; NaN where there is none.
    rank_low, rank_high : int
        Ranks by significance; 0 where there are none.
    n_ranked : int
        Systems ranked; runs that are one system for the measure count once.
    """

    mean: float
    low: float = float("nan")
    high: float = float("nan")
    rank_low: int = 0
    rank_high: int = 0
    n_ranked: int = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """On how many queries the run is where. `n` counts queries with a score of this run."""

    n: int
    at_least_median: int
    best: int
    worst: int
    n_runs: int
    lower_is_better: bool = False


def figure_title(tally: Tally) -> str:
    """The chart's finding.

    >>> figure_title(Tally(53, 38, 3, 0, 63))
    'At or above the median of 63 runs on 38 of 53 queries'
    """
    side = "below" if tally.lower_is_better else "above"
    on = f"{count(tally.at_least_median)} of {plural(tally.n, 'query')}"
    return f"At or {side} the median of {plural(tally.n_runs, 'run')} on {on}"


def how_to_read(n_runs: int, *, n_shown: int, n_queries: int, lower_is_better: bool = False) -> str:
    """How the chart is read, and which queries it leaves out."""
    first, last = ("below", "above") if lower_is_better else ("above", "below")
    some = (
        ""
        if n_shown == n_queries
        else f"The {count(n_shown)} queries furthest from the median are shown; the table and its CSV file have all. "
    )
    return (
        f"{some}Each row is a query, from the furthest {first} the median to the furthest {last}. The line runs from "
        f"the lowest to the highest score of all {count(n_runs)} runs, this one included; the tick is their median, "
        "the dot is this run."
    )


def standfirst(standing: Standing, tally: Tally, measure: str) -> str:
    """Mean, interval, ranks, and on how many queries the run is at the median or better, best and worst."""
    parts = [f"Mean {measure} {number(standing.mean, 4)}"]
    if standing.low == standing.low:
        parts[0] += f"; 95% interval over queries {number(standing.low, 3)} to {number(standing.high, 3)}"
    if standing.rank_low:
        parts.append(_ranks(standing))
    if tally.n and tally.n_runs > 1:
        parts.append(_queries(tally))
    return " ".join(f"{part}." for part in parts)


def _ranks(standing: Standing) -> str:
    better, worse = standing.rank_low - 1, standing.n_ranked - standing.rank_high
    place = ranks(standing.rank_low, standing.rank_high)
    return (
        f"Rank {place} of {count(standing.n_ranked)} by significance: {_verb(better)} significantly better than this "
        f"one, {_verb(worse)} significantly worse"
    )


def _verb(n: int) -> str:
    return f"{'no' if n == 0 else count(n)} system{' is' if n in (0, 1) else 's are'}"


def _queries(tally: Tally) -> str:
    side, best, worst = ("below", "lowest", "highest") if tally.lower_is_better else ("above", "highest", "lowest")
    share = f"{count(tally.at_least_median)} of {plural(tally.n, 'query')}"
    part = percent(tally.at_least_median / tally.n)
    return (
        f"At or {side} the median on {share} ({part}); the {best} of all runs, alone or shared, on "
        f"{count(tally.best)}, the {worst} on {count(tally.worst)}"
    )


def unanswered(n: int, n_queries: int) -> str:
    """The run leaves queries out.

    >>> unanswered(1, 53)
    'This run leaves out 1 of 53 queries, which counts 0.'
    """
    each = "which counts" if n == 1 else "each of which counts"
    return f"This run leaves out {count(n)} of {plural(n_queries, 'query')}, {each} 0."


def uncounted(n: int, n_queries: int) -> str:
    """Queries that the run leaves out, and that don't count for it."""
    missing = f"{plural(n, 'query')} of {count(n_queries)} {'is' if n == 1 else 'are'}"
    return f"{missing} not answered by this run and not in its mean."


NOTE = (
    "lowest, median, highest: over all runs on that query, this one included. place: 1 is the first; runs with the "
    "same score share the better place."
)


def scope(n_runs: int, n_queries: int) -> str:
    """What the numbers hold for."""
    queries = plural(n_queries, "query")
    return f"Among these {plural(n_runs, 'run')}, on these {queries}, assuming that the labels are correct."

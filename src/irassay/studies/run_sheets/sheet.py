"""The sheet of one run: where it stands, its chart, its table of queries by each measure, and what it says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from irassay.arrays import F64
from irassay.comparison import League, Testing, league_of
from irassay.comparison.equality import rounding
from irassay.comparison.league.pair import Pair
from irassay.comparison.league.words import by_queries, decision
from irassay.comparison.words import BY_QUERY
from irassay.messages import down_to, plural, ranks, runs_and_systems
from irassay.messages.said import Room
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, QueryChart, Result, Section, Table
from irassay.scoring import Scores
from irassay.verdict import verdicts_of

SAID = Room("run_sheets")
CHARTED = 60  # queries in the chart; with more, those furthest from the median


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


def sheet_of(
    scores: Scores,
    place: int,
    standing: Standing,
    texts: Mapping[str, str],
    inputs: Mapping[str, str],
    checked: Sequence[Finding] = (),
    *,
    all_scores: Scores | None = None,
) -> Result:
    """The sheet of one run; `checked` is what the checks of the files find on it, `all_scores` are those before runs
    were left out, None where all count."""
    system, measure = scores.systems[place], scores.measures[0]
    before = scores if all_scores is None else all_scores
    n_runs, n_queries = len(scores.systems), len(scores.queries)
    n_left_out = len(before.systems) - n_runs
    population = runs_and_systems(len(before.systems), _n_systems(before), left_out=n_left_out)
    table = _table(scores, 0, place, texts)
    tally = _tally(scores, place)
    findings = [*checked]
    if missing := scores.missing[system]:
        findings.append(Finding("sheet-missing", "warning", "none", _unanswered(scores, place, missing)))
    if _n_systems(scores) < n_runs:
        findings.append(Finding("sheet-one-system", "note", "none", _one_system(scores, place, n_left_out)))
    chart = _chart(table, tally, str(measure), system)
    every = [_table(scores, m, place, texts) for m in range(1, len(scores.measures))]
    return Result(
        title=system,
        standfirst=standfirst(standing, tally, str(measure)),
        sections=[Section("queries", "Query by query", [*findings, chart, table, *every])],
        provenance=Provenance(inputs=dict(inputs), versions=versions(), signatures=list(scores.signatures)),
        facts=[population, plural(n_queries, "query"), str(measure)],
        study="sheet",
        advice=SAID("scope", runs=n_runs, queries=n_queries, left_out=n_left_out),
    )


def _of_systems(scores: Scores, m: int) -> F64:
    """Scores by measure `m`, (system, query); of runs that are one system for it the first."""
    again = {name for group in scores.same[str(scores.measures[m])] for name in group[1:]}
    return scores.values[m, 0][[system not in again for system in scores.systems]]  # type: ignore[no-any-return]


def spread(values: F64) -> tuple[F64, F64, F64]:
    """Lowest, median and highest of all systems on each query, from (system, query); NaN where no system counts."""
    there = ~np.isnan(values).all(axis=0)
    out = np.full((3, values.shape[1]), np.nan)
    out[:, there] = np.nanmin(values[:, there], 0), np.nanmedian(values[:, there], 0), np.nanmax(values[:, there], 0)
    return out[0], out[1], out[2]


def _tally(scores: Scores, place: int) -> Tally:
    values, direction = _of_systems(scores, 0), scores.measures[0].direction
    low, middle, high = spread(values)
    own, equal = scores.values[0, 0, place], rounding(values)
    best, worst = (high, low) if direction > 0 else (low, high)
    return Tally(
        n=int((~np.isnan(own)).sum()),
        at_least_median=int((direction * (own - middle) >= -equal).sum()),
        best=int((np.abs(own - best) <= equal).sum()),
        worst=int((np.abs(own - worst) <= equal).sum()),
        n_systems=len(values),
        lower_is_better=direction < 0,
    )


def _table(scores: Scores, m: int, place: int, texts: Mapping[str, str]) -> Table:
    """One row a query: the run's score, lowest, median and highest of all systems, and the run's place."""
    measure, values = scores.measures[m], _of_systems(scores, m)
    low, middle, high = spread(values)
    own = scores.values[m, 0, place]
    ahead = (measure.direction * values > measure.direction * own).sum(axis=0)
    places = [None if x != x else int(n) + 1 for x, n in zip(own.tolist(), ahead)]
    name = str(measure)
    columns = [Column("query", list(scores.queries))]
    if texts:
        columns.append(Column("text", [texts.get(q, "") for q in scores.queries]))
    of_all = SAID("queries.all")
    columns += [
        Column("score", own.tolist(), name, "this run's", 4),
        Column("lowest", low.tolist(), name, of_all, 4),
        Column("median", middle.tolist(), name, of_all, 4),
        Column("highest", high.tolist(), name, of_all, 4),
        Column("to median", (own - middle).tolist(), name, SAID("queries.to-median"), 4),
        Column("place", places, "", SAID("queries.place", n=len(values))),
    ]
    return Table("queries", SAID("queries.title", measure=name), columns, SAID("queries.note"))


def _chart(table: Table, tally: Tally, axis: str, system: str) -> QueryChart:
    """The queries in the order of their distance from the median."""
    cells = {c.name: list(c.values) for c in table.columns}
    sign = -1.0 if tally.lower_is_better else 1.0
    rows = [i for i, gap in enumerate(cells["to median"]) if gap == gap]
    furthest = sorted(rows, key=lambda i: -abs(cells["to median"][i]))[:CHARTED]
    order = sorted(furthest, key=lambda i: -sign * cells["to median"][i])
    names = {"query": "query", "text": "text", "low": "lowest", "median": "median", "high": "highest", "focus": "score"}
    columns = [Column(new, [cells[old][i] for i in order]) for new, old in names.items() if old in cells]
    slots = asdict(tally)
    title, how = (
        SAID("figure.title", **slots),
        SAID("figure.how", shown=len(order), some=len(order) < len(rows), **slots),
    )
    return QueryChart("sheet", title, how, Table("sheet", table.title, columns), axis, focus=system)


def _unanswered(scores: Scores, place: int, missing: Sequence[str]) -> str:
    """The queries that the run leaves out; where they count, its mean score there and that of the systems' medians."""
    n, n_queries, own = len(missing), len(scores.queries), scores.values[0, 0, place]
    slots = {"n": n, "queries": n_queries, "names": missing}
    if np.isnan(own).any():
        return SAID("unanswered.uncounted", **slots)
    gone = np.isin(np.array(scores.queries), np.array(missing))
    _, median, _ = spread(_of_systems(scores, 0))
    over = scores.measures[0].aggregate == "mean" and n < n_queries
    answered = own[~gone].mean() if over else 0.0
    means = {"score": own[gone].mean(), "median": median[gone].mean(), "answered": answered}
    return SAID("unanswered", over=over, others=n_queries - n, **means, **slots)


def _n_systems(scores: Scores) -> int:
    """Runs, where those that are one system for the first measure count once."""
    return len(scores.systems) - sum(len(group) - 1 for group in scores.same[str(scores.measures[0])])


def _one_system(scores: Scores, place: int, n_left_out: int) -> str:
    """Which runs are one system."""
    system, measure = scores.systems[place], scores.measures[0]
    same = next((group for group in scores.same[str(measure)] if system in group), (system,))
    lists = f"{BY_QUERY('pair.same-lists')} {down_to(measure.depth or None)}"
    slots = {"systems": _n_systems(scores), "measure": str(measure), "lists": lists, "others": len(same) - 1}
    return SAID("one-system", runs=len(scores.systems), left_out=n_left_out, **slots)


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
    means = [(float(x), float(low), float(high)) for x, low, high in zip(league.mean, league.low, league.high)]
    return {
        system: Standing(*means[i], *ranks[i], to_first=_to_first(league, i), is_first=i == 0)
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

"""From labels and runs to one Result a run. Other runs are in it as lowest, median and highest, never by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from irassay.comparison.equality import rounding
from irassay.errors import UsageError
from irassay.provenance import Provenance, versions
from irassay.result import Column, Finding, QueryChart, Result, Section, Table
from irassay.studies.files import document_texts, hashes, labels_of, runs_of, texts_of
from irassay.studies.run_sheets import words
from irassay.studies.run_sheets.words import Standing, Tally
from irassay.verdict import verdicts_of
from irassay.wording import plural

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.collection.texts import Texts
    from irassay.comparison import League
    from irassay.measures import Measure
    from irassay.scoring import Scores

    F64: TypeAlias = NDArray[np.float64]

Path: TypeAlias = str | PathLike[str]

CHARTED = 60  # queries in the chart; with more, those furthest from the median


def sheets_of(
    qrels: Path | Qrels,
    runs: Path | Sequence[Path] | Runs,
    *,
    measures: Sequence[str | Measure] = ("nDCG@10",),
    query_texts: Path | Texts | None = None,
    doc_texts: Path | Texts | None = None,
    duplicates: Literal["apart", "one"] | None = None,
    queries: str | None = None,
    ties: str | None = None,
    alpha: float = 0.05,
    n_resamples: int | None = None,
    seed: int | np.random.Generator = 0,
    threads: int = 0,
    residual: Path | Qrels | None = None,
    overview: Result | None = None,
) -> Mapping[str, Result]:
    """One Result a run, by its name: what `irassay.write_run_sheets` writes, as data.

    Parameters
    ----------
    qrels, runs, measures, query_texts, doc_texts, duplicates, queries, ties, alpha, n_resamples, seed, threads
        As for `irassay.overview`.
    residual : path or Qrels, optional
        As for `irassay.overview`.
    overview : Result, optional
        The overview of the same files with the same options: means, intervals and ranks are taken from the verdict that
        it carries, and nothing is tested again.

    Returns
    -------
    mapping of str to Result
        In the order of the runs. The table "queries" has the first measure, the tables "all" every measure.

    Raises
    ------
    InputError
        Files that can't be read in one way only.
    UsageError
        Arguments that can't mean anything.

    Notes
    -----
    *Assumes* that the labels given are right. *Guarantees* lowest, median and highest are exact, over all runs given,
    this one included; interval and ranks as for `compare`. *Source* the sheets that TREC sends to participants.

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q1": {"a": 1}, "q2": {"b": 1}})
    >>> lists = {"mine": {"q1": {"a": 1.0}}, "x": {"q1": {"b": 1.0}}, "y": {"q2": {"b": 1.0}}}
    >>> sheet = sheets_of(qrels, irassay.Runs.from_dict(lists))["mine"]
    >>> sheet.figures[0].title
    'At or above the median of 3 runs on 2 of 2 queries'
    """
    from irassay.collection.duplicates import find_duplicates
    from irassay.scoring import evaluate

    if isinstance(measures, str):
        raise UsageError(f'expected a sequence of measures, but got measures="{measures}"; write ["{measures}"]')
    labels: Any = labels_of(qrels)
    systems = runs_of(runs, threads=threads)
    before = labels_of(residual)
    if before is not None:
        labels, systems = labels.residual(before), systems.residual(before)
    documents = document_texts(doc_texts, duplicates)
    if documents is not None and duplicates == "one":
        same = find_duplicates(documents, labels, systems)
        labels, systems = same.merge_labels(labels), same.merge_runs(systems)
    scores = evaluate(labels, systems, measures, queries=queries, ties=ties, keep="queries", threads=threads)
    if overview is None:
        standing = _compared(scores, alpha=alpha, n_resamples=n_resamples, seed=seed, threads=threads)
    else:
        standing = _from_overview(overview, scores)
    texts = texts_of(scores.queries, query_texts)
    inputs = hashes([labels], [residual])
    return {
        system: _sheet(scores, place, standing[system], texts, inputs) for place, system in enumerate(scores.systems)
    }


def _sheet(
    scores: Scores, place: int, standing: Standing, texts: Mapping[str, str], inputs: Mapping[str, str]
) -> Result:
    """The sheet of one run."""
    system, measure = scores.systems[place], scores.measures[0]
    n_runs, n_queries = len(scores.systems), len(scores.queries)
    table = _table(scores, 0, place, texts)
    tally = _tally(scores.values[0, 0], place, measure.direction)
    findings = [Finding("sheet-missing", "warning", "none", text) for text in _gaps(scores, place)]
    chart = _chart(table, tally, str(measure), system)
    every = _every_measure(scores, place, texts)
    return Result(
        title=system,
        standfirst=words.standfirst(standing, tally, str(measure)),
        sections=[Section("queries", "Query by query", [*findings, chart, table, *every])],
        provenance=Provenance(inputs=dict(inputs), versions=versions(), signatures=list(scores.signatures)),
        facts=[plural(n_runs, "run"), plural(n_queries, "query", "queries"), str(measure)],
        study="sheet",
        advice=words.scope(n_runs, n_queries),
    )


def spread(values: F64) -> tuple[F64, F64, F64]:
    """Lowest, median and highest of all systems on each query, from (system, query); NaN where no system counts."""
    there = ~np.isnan(values).all(axis=0)
    out = np.full((3, values.shape[1]), np.nan)
    out[:, there] = np.nanmin(values[:, there], 0), np.nanmedian(values[:, there], 0), np.nanmax(values[:, there], 0)
    return out[0], out[1], out[2]


def _tally(values: F64, place: int, direction: int) -> Tally:
    low, middle, high = spread(values)
    own, equal = values[place], rounding(values)
    best, worst = (high, low) if direction > 0 else (low, high)
    return Tally(
        n=int((~np.isnan(own)).sum()),
        at_least_median=int((direction * (own - middle) >= -equal).sum()),
        best=int((np.abs(own - best) <= equal).sum()),
        worst=int((np.abs(own - worst) <= equal).sum()),
        n_runs=len(values),
        lower_is_better=direction < 0,
    )


def _table(scores: Scores, m: int, place: int, texts: Mapping[str, str]) -> Table:
    """One row a query: the run's score, lowest, median and highest of all runs, and the run's place."""
    measure, values = scores.measures[m], scores.values[m, 0]
    low, middle, high = spread(values)
    own = values[place]
    ahead = (measure.direction * values > measure.direction * own).sum(axis=0)
    places = [None if x != x else int(n) + 1 for x, n in zip(own.tolist(), ahead)]
    name = str(measure)
    columns = [Column("query", list(scores.queries))]
    if texts:
        columns.append(Column("text", [texts.get(q, "") for q in scores.queries]))
    columns += [
        Column("score", own.tolist(), name, "this run's", 4),
        Column("lowest", low.tolist(), name, "of all runs, this one included", 4),
        Column("median", middle.tolist(), name, "of all runs, this one included", 4),
        Column("highest", high.tolist(), name, "of all runs, this one included", 4),
        Column("to median", (own - middle).tolist(), name, "this run's score minus the median", 4),
        Column("place", places, "", f"of {len(values):,} runs; the same score shares the better place"),
    ]
    return Table("queries", f"{name} on every query", columns, words.NOTE)


def _chart(table: Table, tally: Tally, axis: str, system: str) -> QueryChart:
    """The queries in the order of their distance from the median."""
    cells = {c.name: list(c.values) for c in table.columns}
    sign = -1.0 if tally.lower_is_better else 1.0
    kept = [i for i, gap in enumerate(cells["to median"]) if gap == gap]
    furthest = sorted(kept, key=lambda i: -abs(cells["to median"][i]))[:CHARTED]
    order = sorted(furthest, key=lambda i: -sign * cells["to median"][i])
    names = {"query": "query", "text": "text", "low": "lowest", "median": "median", "high": "highest", "focus": "score"}
    columns = [Column(new, [cells[old][i] for i in order]) for new, old in names.items() if old in cells]
    how = words.how_to_read(
        tally.n_runs, n_shown=len(order), n_queries=len(kept), lower_is_better=tally.lower_is_better
    )
    return QueryChart("sheet", words.figure_title(tally), how, Table("sheet", table.title, columns), axis, focus=system)


def _every_measure(scores: Scores, place: int, texts: Mapping[str, str]) -> list[Table]:
    """The other measures' tables, for the file of all numbers."""
    return [_table(scores, m, place, texts) for m in range(1, len(scores.measures))]


def _gaps(scores: Scores, place: int) -> list[str]:
    """Queries that the run leaves out, in words."""
    n = len(scores.missing[scores.systems[place]])
    if not n:
        return []
    outside = bool(np.isnan(scores.values[0, 0, place]).any())
    return [(words.uncounted if outside else words.unanswered)(n, len(scores.queries))]


def _compared(
    scores: Scores, *, alpha: float, n_resamples: int | None, seed: int | np.random.Generator, threads: int
) -> dict[str, Standing]:
    from irassay.comparison import compare

    if len(scores.systems) < 2:
        return _of_all(scores, {})
    return _of_all(
        scores, _of_league(compare(scores, alpha=alpha, n_resamples=n_resamples, seed=seed, threads=threads))
    )


def _from_overview(overview: Result, scores: Scores) -> dict[str, Standing]:
    """Standings as the overview's verdict has them; means alone where it compared nothing."""
    verdicts = verdicts_of(overview, source="the overview")
    compared = bool(verdicts) and verdicts[0].kind != "unmatched"
    return _of_all(scores, _of_league(verdicts[0].league) if compared else {})


def _of_league(league: League) -> dict[str, Standing]:
    """The standing of each system of a league; one system, one query and a baseline have no ranks."""
    n = len(league.systems)
    ranks = [(low, high, n) for low, high in league.rank_intervals if n > 1] or [(0, 0, 0)] * n
    return {
        system: Standing(float(league.mean[i]), float(league.low[i]), float(league.high[i]), *ranks[i])
        for i, system in enumerate(league.systems)
    }


def _of_all(scores: Scores, rows: Mapping[str, Standing]) -> dict[str, Standing]:
    """Every run's standing: that of the run it is one system with, or its mean alone where it is not ranked."""
    groups = {system: group for group in scores.same[str(scores.measures[0])] for system in group}
    out = {}
    for i, system in enumerate(scores.systems):
        names = (system, *groups.get(system, ()))
        found = next((rows[name] for name in names if name in rows), None)
        out[system] = found or Standing(float(scores.summary[0, 0, i]))
    return out

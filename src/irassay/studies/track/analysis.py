"""What several sections speak of, made once, and the tables behind the marks and strips that several draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from os import PathLike
from typing import Any

import numpy as np

from irassay.agreement import LabelAgreement, Repeats, TopAgreement, agreement, label_agreement, repeats, top_agreement
from irassay.agreement.label_agreement import Coefficient
from irassay.arrays import F64
from irassay.collection.qrels import Qrels
from irassay.comparison import BestGap, League, TypeSummary, best_gap, type_summaries
from irassay.comparison.equality import rounding
from irassay.errors import InputError
from irassay.formats.reading.qrels import read_label_sets
from irassay.measures import parse_all
from irassay.result import Column, Finding, Table
from irassay.scoring import evaluate
from irassay.studies.sections.left_out import LeftOutOfPool
from irassay.studies.track.track_data import NOT_STATED, Track
from irassay.studies.track.words import kind_of

NAMES = ("these", "others")
TOP = 10  # first runs among which an order is looked at by itself
DIGITS = 4
Row = tuple[str, str, str, str, float, bool]  # column, heading, kind, run, mean, best of the kind


@dataclass(frozen=True, slots=True)
class Other:
    """A second set of labels, held against the track's."""

    passes: Sequence[Qrels]  # on the track's queries; all but `by_pass` speaks of the first
    rel: int  # their least relevant grade: the track's, or their largest if lower
    measures: Sequence[str]  # reciprocal rank first, then the track's main measure
    values: Mapping[str, F64]  # measure -> (system, query) as in ``track.systems``, queries of both
    # measure -> agreement with the main measure's order under the track's labels
    orders: Mapping[str, Sequence[TopAgreement]]
    agreement: LabelAgreement | None  # None where the two have no document in common
    repeats: Repeats | None  # None for a single pass
    # kappa with the track's labels, tau of the main measure's orders
    by_pass: Sequence[tuple[Coefficient | None, float]]

    @property
    def labels(self) -> Qrels:
        """The first pass."""
        return self.passes[0]

    @property
    def n_queries(self) -> int:
        """Queries that both sets have."""
        return int(self.values[self.measures[0]].shape[1])


def read_others(source: str | PathLike[str] | Qrels | Sequence[Qrels] | Mapping[str, Any]) -> list[Qrels]:
    """The second set of labels: one, or several passes of one assessor in one file."""
    if isinstance(source, str | PathLike | Mapping):
        return read_label_sets(source)
    return [source] if isinstance(source, Qrels) else list(source)


def others_of(track: Track, passes: Sequence[Qrels]) -> Other:
    """Every run scored with the other labels, on the queries that both sets have; InputError where there are none."""
    place = {query: i for i, query in enumerate(track.queries)}
    both = set(place).intersection(*(labels.queries for labels in passes))
    queries = [query for query in passes[0].queries if query in both]
    if not queries:
        raise InputError(
            f"the other labels have none of the track's {len(place):,} queries, such as {track.queries[0]!r}; "
            "are they of the same collection?"
        )
    on_both = [labels.sel(queries=queries) for labels in passes]
    scores = [_scores(track, labels) for labels in on_both]
    measures, values = scores[0]
    own = track.scores(track.main)[:, [place[query] for query in queries]]
    orders = {}
    if len(track.systems) > 1:
        orders = {m: top_agreement(own, x, seed=track.settings.seed) for m, (x, _) in values.items()}
    shown, rel, first = {m: x for m, (_, x) in values.items()}, _rel(track, passes[0]), _agreement(track, on_both[0])
    if len(on_both) == 1:
        return Other(on_both, rel, measures, shown, orders, first, None, [])
    by_pass = [_of_pass(track, labels, own, of) for labels, (_, of) in zip(on_both, scores)]
    return Other(on_both, rel, measures, shown, orders, first, repeats(on_both), by_pass)


def _rel(track: Track, others: Qrels) -> int:
    return max(1, min(track.rel, others.scale[-1]))


def _scores(track: Track, others: Qrels) -> tuple[list[str], dict[str, tuple[F64, F64]]]:
    """Measures, and for each the scores turned so that higher is better, and as they are."""
    rel = _rel(track, others)
    main = parse_all([track.main])[0]
    measures = parse_all([f"RR(rel={rel})", *([main] if main.rel <= others.scale[-1] else [])])
    scores = evaluate(others, track.runs, measures, ties=track.settings.ties, threads=track.settings.threads)
    place = {s: i for i, s in enumerate(scores.systems)}
    rows = [place[s] for s in track.systems]
    by_measure = {}
    for i, measure in enumerate(scores.measures):
        values = np.nan_to_num(scores.values[i, 0][rows])
        by_measure[str(measure)] = (values * measure.direction, values)
    return list(by_measure), by_measure


def _agreement(track: Track, others: Qrels) -> LabelAgreement | None:
    """None where no document has both labels, or the others say nothing but "relevant"."""
    if len(others.scale) < 2:
        return None
    try:
        return label_agreement(track.qrels, others, names=NAMES, seed=track.settings.seed)
    except InputError:
        return None


def _of_pass(
    track: Track, labels: Qrels, own: F64, values: Mapping[str, tuple[F64, F64]]
) -> tuple[Coefficient | None, float]:
    between = _agreement(track, labels)
    upward, _ = values[list(values)[-1]]
    tau = agreement(own.mean(axis=1), upward.mean(axis=1)).tau_a if len(own) > 1 else float("nan")
    return between.coefficients[0] if between else None, tau


@dataclass(frozen=True, slots=True)
class Analysis:
    """A track, and what several sections speak of."""

    track: Track
    league: League  # by the main measure
    kinds: Kinds  # of runs
    other: Other | None = None  # a second set of labels
    left_out: LeftOutOfPool | None = None  # what runs, groups and kinds lose when left out of the pool
    files: Sequence[Finding] = ()  # what the checks of the files found
    flags: Table | None = None  # runs that can't be compared as they are

    @property
    def leading(self) -> list[str]:
        """Runs that share the lead, best first; of those that are the same for the main measure each by its name."""
        leaders = set(self.league.leaders)
        leaders.update(other for name in self.league.leaders for other in self.league.same.get(name, ()))
        return [system for system in self.track.systems if system in leaders]

    @property
    def widest(self) -> tuple[str, BestGap] | None:
        """The column whose two best kinds are furthest apart by the main measure, and their gap."""
        return self.kinds.widest(self.track.main)


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is known of the kinds of runs: (column, measure, what) in the order of columns, then measures."""

    summaries: Sequence[tuple[str, str, TypeSummary]]
    gaps: Sequence[tuple[str, str, BestGap]]  # of a column and measure the two best kinds first

    def widest(self, measure: str) -> tuple[str, BestGap] | None:
        """The column whose two best kinds are furthest apart in percent, as headline, duel and strata say; or None."""
        gaps = self.by_column(measure).items()
        return max(gaps, key=lambda pair: (pair[1].percent == pair[1].percent, pair[1].percent), default=None)

    def by_column(self, measure: str) -> dict[str, BestGap]:
        """Each column's gap between its two best kinds."""
        first: dict[str, BestGap] = {}
        for column, of, gap in self.gaps:
            if of == measure:
                first.setdefault(column, gap)
        return first


def kinds_in_track(track: Track) -> Kinds:
    """Every kind in numbers, and each column's best against each other best, on every measure."""
    summaries: list[tuple[str, str, TypeSummary]] = []
    gaps: list[tuple[str, str, BestGap]] = []
    for column in track.kinds():
        types = track.of(column)
        for measure in track.measures:
            x = track.scores(measure)
            of_column = type_summaries(x, track.systems, types, seed=track.settings.seed)
            summaries += [(column, measure, kind) for kind in of_column]
            for a, b in combinations([kind.name for kind in of_column], 2):
                gaps.append((column, measure, best_gap(x, track.systems, types, a, b, seed=track.settings.seed)))
    return Kinds(summaries, gaps)


def members(track: Track, column: str) -> dict[str, list[str]]:
    """kind -> its runs, best first; kinds with most runs first."""
    types = track.of(column)
    return {kind: [s for s in track.systems if types.get(s) == kind] for kind in track.kinds()[column]}


def kinds_rows(track: Track, means: F64, upward: F64, headings: Mapping[str, str]) -> list[Row]:
    """Rows of every column's kinds under its heading; `turned` is higher for the better and says which is best."""
    place = {system: i for i, system in enumerate(track.systems)}
    rows: list[Row] = []
    for column, heading in headings.items():
        for kind, systems in members(track, column).items():
            least = max(float(upward[place[s]]) for s in systems) - rounding(upward)
            rows += [
                (column, heading, kind_of(column, kind), s, float(means[place[s]]), float(upward[place[s]]) >= least)
                for s in systems
            ]
    return rows


def strips_table(name: str, title: str, rows: Sequence[Row], unit: str, digits: int) -> Table:
    """The table behind strips of kinds."""
    columns = [
        Column("panel", [r[0] for r in rows]),
        Column("heading", [r[1] for r in rows]),
        Column("kind", [r[2] for r in rows]),
        Column("system", [r[3] for r in rows]),
        Column("mean", [r[4] for r in rows], unit, digits=digits),
        Column("best", [r[5] for r in rows], definition="of its kind"),
    ]
    return Table(name, title, columns)


def points(name: str, title: str, track: Track, x: F64, y: F64, x_unit: str, y_unit: str) -> Table:
    """A table of one mark a run, with its kind where charts tell kinds apart."""
    columns = [
        Column("system", list(track.systems)),
        Column("x", x.tolist(), x_unit, "to the right", DIGITS),
        Column("y", y.tolist(), y_unit, "upward", DIGITS),
    ]
    column = track.marked_by
    if column:
        types = track.of(column)
        columns.append(Column("kind", [kind_of(column, types[s]) if s in types else NOT_STATED for s in track.systems]))
    return Table(name, title, columns)

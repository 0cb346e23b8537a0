"""Charts of a track's runs: by kind, under two sets of labels, and by what kind of documents they return."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Column, Scatter, Strips, Table
from irassay.studies.track import words_figures as words
from irassay.studies.track import words_oldness
from irassay.studies.track.track_data import F64, NOT_STATED, Given
from irassay.studies.track.words import kind_of

if TYPE_CHECKING:
    from irassay.comparison import BestGap
    from irassay.estimates.document_attributes import AttributeAt
    from irassay.label_sets.transfer_agreement import TransferAgreement

TOP = 10  # first runs among which an order is looked at by itself
MOVED = 4  # runs named because their place changes most
DIGITS = 4


Row = tuple[str, str, str, str, float, bool]  # column, heading, kind, run, mean, best of the kind


def kinds_strips(given: Given, measure: str, gaps: Mapping[str, BestGap], widest: tuple[str, BestGap]) -> Strips:
    """Every run by a measure, a strip for each kind of each column (Figures 2 and 5).

    `gaps` has for each column the gap between its two best kinds, `widest` the column and gap of the title.
    """
    headings = {column: words.kinds_heading(column, gap) for column, gap in gaps.items()}
    rows = _kinds(given, given.values[measure].mean(axis=1), given.scores(measure).mean(axis=1), headings)
    title = words.kinds_title(measure, widest)
    table = _strips_table(f"kinds-{measure}", title, rows, measure, DIGITS)
    return Strips(table.name, title, words.kinds_how(measure), table, measure)


def two_sets_scatter(
    given: Given, other: F64, measure: str, tau: float, first: float | None, *, name: str = "two-sets"
) -> Scatter:
    """Every run's mean with the track's labels and with others (Figure 7).

    Parameters
    ----------
    other : array (system,)
        Means under the other labels, in the order of ``given.systems``.
    tau, first : float
        Agreement of the orders: of all runs, and of the first `TOP`.
    """
    own, lower, same = given.values[given.main].mean(axis=1), given.lower_is_better[0], measure == given.main
    x, y = words.with_labels(given.main, "these"), words.with_labels(measure, "the other")
    title = words.two_sets_title(x, y, tau)
    how = words.two_sets_how(x, y, tau, first, min(TOP, len(own)), falls=lower and not same, same=same)
    table = _points(name, title, given, own, other, given.main, measure)
    named = few(given.systems, -own if lower else own, -other if lower and same else other)
    return Scatter(name, title, how, table, x, y, named, same_scale=same)


def inferred_scatters(given: Given, found: TransferAgreement) -> list[Scatter]:
    """Every run's mean with actual and with inferred labels, all and those of shared documents (Figure 9)."""
    place = {system: i for i, system in enumerate(found.systems)}
    at = [place[system] for system in given.systems]
    figures = []
    sets = [("inferred-all", found.actual, found.inferred, found.tau)]
    if (found.actual, found.inferred) != (found.actual_shared, found.inferred_shared):
        sets.append(("inferred-shared", found.actual_shared, found.inferred_shared, found.tau_shared))
    for name, actual, inferred, tau in sets:
        x, y = np.asarray(actual)[at], np.asarray(inferred)[at]
        title = words.inferred_title(found.measure, int((y > x).sum()), len(at), shared=name != "inferred-all")
        axes = words.with_labels(found.measure, "actual"), words.with_labels(found.measure, "inferred")
        table = _points(name, title, given, x, y, found.measure, found.measure)
        how, named = words.inferred_how(found.measure, tau), few(given.systems, x, y)
        figures.append(Scatter(name, title, how, table, *axes, named, same_scale=True))
    return figures


def preferred_strips(given: Given, at: AttributeAt, more: Sequence[str], fewer: Sequence[str], suffix: str) -> Strips:
    """How much each run has of an attribute, by kind, with a random ranker's expectation (Figure 8)."""
    means = at.means.tolist()
    first = at.systems[int(np.argmax(at.means))]
    rows: list[Row] = [("", words.EVERY_RUN, words.ALL, s, m, s == first) for s, m in zip(at.systems, means)]
    rows += _kinds(given, at.means, at.means, {column: words.by_kind(column) for column in given.kinds()})
    title = words.preferred_title(at, more, fewer)
    table = _strips_table(f"attribute-kinds{suffix}", title, rows, words_oldness.unit(at), 3)
    how, axis, marker = words.preferred_how(at), words_oldness.axis(at), words.random_ranker(at)
    return Strips(table.name, title, how, table, axis, marker=at.expected, marker_text=marker)


def preferred_scatter(given: Given, at: AttributeAt, tau: float, suffix: str) -> Scatter:
    """How much each run has of an attribute against its effectiveness."""
    own = given.values[given.main].mean(axis=1)
    title = words.effect_title(at, given.main, tau)
    table = _points(f"attribute-effect{suffix}", title, given, own, at.means, given.main, words_oldness.unit(at))
    named = dict.fromkeys([at.systems[0], at.systems[int(np.argmax(at.means))], at.systems[int(np.argmin(at.means))]])
    return Scatter(
        table.name, title, words.effect_how(at, given.main), table, given.main, words_oldness.axis(at), list(named),
        marker=at.expected, marker_text=words.random_ranker(at),
    )  # fmt: skip


def preferred_by_kind(given: Given, at: AttributeAt, suffix: str) -> Table:
    """The same in numbers: kinds of runs against a random ranker."""
    means = dict(zip(at.systems, at.means.tolist()))
    rows = []
    for column in given.kinds():
        for kind, systems in _members(given, column).items():
            own = [means[s] for s in systems]
            rows.append((column, kind_of(column, kind), len(own), sum(own) / len(own), min(own), max(own)))
    unit = words_oldness.unit(at)
    columns = [
        Column("column", [r[0] for r in rows]),
        Column("kind", [r[1] for r in rows]),
        Column("runs", [r[2] for r in rows], "runs", digits=0),
        Column("mean", [r[3] for r in rows], unit, "of its runs", 3),
        Column("lowest", [r[4] for r in rows], unit, "of its runs", 3),
        Column("highest", [r[5] for r in rows], unit, "of its runs", 3),
        Column("over_random", [r[3] - at.expected for r in rows], unit, "mean minus a random ranker's", 3),
    ]
    return Table(f"attribute-by-kind{suffix}", words.by_kind_title(at), columns)


def few(systems: Sequence[str], x: F64, y: F64) -> list[str]:
    """The runs to name: the first by either number, and those whose place changes most, as many each way.

    >>> few(["a", "b", "c"], np.array([3.0, 2.0, 1.0]), np.array([1.0, 3.0, 2.0]))
    ['a', 'b', 'c']
    """
    moved = np.argsort(np.argsort(-x, kind="stable")) - np.argsort(np.argsort(-y, kind="stable"))
    order = np.argsort(moved, kind="stable")
    ends = [int(i) for k in range(MOVED // 2) for i in (order[k], order[-1 - k]) if moved[i]] if len(x) > MOVED else []
    chosen = [int(np.argmax(x)), int(np.argmax(y)), *ends] if len(x) > MOVED else [int(i) for i in np.argsort(-x)]
    return list(dict.fromkeys(systems[i] for i in chosen))


def _members(given: Given, column: str) -> dict[str, list[str]]:
    """kind -> its runs, best first; kinds with most runs first."""
    types = given.of(column)
    return {kind: [s for s in given.systems if types.get(s) == kind] for kind in given.kinds()[column]}


def _kinds(given: Given, shown: F64, turned: F64, headings: Mapping[str, str]) -> list[Row]:
    """Rows of every column's kinds under its heading; `turned` is higher for the better and says which is best."""
    place = {system: i for i, system in enumerate(given.systems)}
    rows: list[Row] = []
    for column, heading in headings.items():
        for kind, systems in _members(given, column).items():
            best = max(systems, key=lambda s: float(turned[place[s]]))
            rows += [(column, heading, kind_of(column, kind), s, float(shown[place[s]]), s == best) for s in systems]
    return rows


def _strips_table(name: str, title: str, rows: Sequence[Row], unit: str, digits: int) -> Table:
    columns = [
        Column("panel", [r[0] for r in rows]),
        Column("heading", [r[1] for r in rows]),
        Column("kind", [r[2] for r in rows]),
        Column("system", [r[3] for r in rows]),
        Column("mean", [r[4] for r in rows], unit, digits=digits),
        Column("best", [r[5] for r in rows], definition="of its kind"),
    ]
    return Table(name, title, columns)


def _points(name: str, title: str, given: Given, x: F64, y: F64, x_unit: str, y_unit: str) -> Table:
    columns = [
        Column("system", list(given.systems)),
        Column("x", x.tolist(), x_unit, "to the right", DIGITS),
        Column("y", y.tolist(), y_unit, "upward", DIGITS),
    ]
    column = given.marked_by
    if column:
        types = given.of(column)
        columns.append(Column("kind", [kind_of(column, types[s]) if s in types else NOT_STATED for s in given.systems]))
    return Table(name, title, columns)

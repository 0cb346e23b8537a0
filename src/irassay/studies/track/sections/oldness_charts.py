"""Charts of what kind of documents runs return."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from irassay.result import Column, Scatter, Strips, Table
from irassay.studies.track.charts import Row, kinds_rows, members, points, strips_table
from irassay.studies.track.sections import oldness_words as words
from irassay.studies.track.words import kind_of

if TYPE_CHECKING:
    from irassay.estimates.document_attributes import AttributeAt
    from irassay.studies.track.track_data import Track


def preferred_strips(track: Track, at: AttributeAt, more: Sequence[str], fewer: Sequence[str], suffix: str) -> Strips:
    """How much each run has of an attribute, by kind, with a random ranker's expectation (Figure 8)."""
    means = at.means.tolist()
    first = at.systems[int(np.argmax(at.means))]
    rows: list[Row] = [("", words.EVERY_RUN, words.ALL, s, m, s == first) for s, m in zip(at.systems, means)]
    rows += kinds_rows(track, at.means, at.means, {column: words.by_kind(column) for column in track.kinds()})
    title = words.preferred_title(at, more, fewer)
    table = strips_table(f"attribute-kinds{suffix}", title, rows, words.unit(at), 3)
    how, axis, marker = words.preferred_how(at), words.axis(at), words.random_ranker(at)
    return Strips(table.name, title, how, table, axis, marker=at.expected, marker_text=marker)


def preferred_scatter(track: Track, at: AttributeAt, tau: float, suffix: str) -> Scatter:
    """How much each run has of an attribute against its effectiveness."""
    own = track.values[track.main].mean(axis=1)
    title = words.effect_title(at, track.main, tau)
    table = points(f"attribute-effect{suffix}", title, track, own, at.means, track.main, words.unit(at))
    few = dict.fromkeys([at.systems[0], at.systems[int(np.argmax(at.means))], at.systems[int(np.argmin(at.means))]])
    return Scatter(
        table.name, title, words.effect_how(at, track.main), table, track.main, words.axis(at), list(few),
        marker=at.expected, marker_text=words.random_ranker(at),
    )  # fmt: skip


def preferred_by_kind(track: Track, at: AttributeAt, suffix: str) -> Table:
    """The same in numbers: kinds of runs against a random ranker."""
    means = dict(zip(at.systems, at.means.tolist()))
    rows = []
    for column in track.kinds():
        for kind, systems in members(track, column).items():
            own = [means[s] for s in systems]
            rows.append((column, kind_of(column, kind), len(own), sum(own) / len(own), min(own), max(own)))
    unit = words.unit(at)
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

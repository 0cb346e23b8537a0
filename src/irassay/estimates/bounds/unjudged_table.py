"""The table of unjudged documents: the effect of a label, the best rank and the number of runs of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.result import Column, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.estimates.bounds.bounds import Bounds


def unjudged_table(
    bounds: Bounds,
    title: str,
    *,
    query: Sequence[int],
    doc: Sequence[str],
    effect: Sequence[float],
    meaning: str,
    best_rank: Sequence[int],
    n_runs: Sequence[int],
    before: Sequence[Column] = (),
) -> Table:
    """One row a document, in the order given.

    Parameters
    ----------
    bounds : Bounds
        The bounds whose measure, queries and scale apply.
    title : str
        Title without the measure, which is appended.
    query : sequence of int
        Positions among the bounds' queries.
    doc : sequence of str
    effect : sequence of float
        Change of the measure on that query; the table shows it as a change of the mean over queries.
    meaning : str
        Definition of the effect.
    best_rank, n_runs : sequence of int
        Best rank in any run, from 1; number of runs with the document to the measure's depth.
    before : sequence of Column, optional
        Columns before the effect.

    Returns
    -------
    Table
        Columns query, doc, those of `before`, effect, best_rank, runs.
    """
    n = max(1, len(bounds.queries))
    change = Column(
        "effect",
        [e / n for e in effect],
        str(bounds.measure),
        f"{meaning}, if it alone were labelled with the top grade",
        4,
    )
    return Table(
        name="unjudged",
        title=f"{title} {bounds.measure}",
        columns=(
            Column("query", [bounds.queries[q] for q in query]),
            Column("doc", list(doc)),
            *before,
            change,
            Column("best_rank", list(best_rank), "rank", "highest place in any run, from 1"),
            Column("runs", list(n_runs), "runs", "that have it to the measure's depth"),
        ),
        note="Assumes that the labels are correct; "
        f"grades from {bounds.universe.scale[0]} to {bounds.universe.scale[-1]}.",
    )

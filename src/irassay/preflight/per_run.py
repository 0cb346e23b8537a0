"""The table of counts with one row per run, whether they are unusual or not."""

from __future__ import annotations

from irassay.preflight.inputs import Material
from irassay.result import Column, Table


def runs_table(material: Material) -> Table:
    """Answered queries, labelled share, short lists, ties, and effects of order and precision on the first measure."""
    k, measure = material.depth, material.measure
    coverage, ties, swings, single = material.coverage, material.ties, material.swings, material.single
    shared = [c.top_judged / c.top if c.top else float("nan") for c in coverage]
    return Table(
        "runs",
        "What was counted in each run",
        (
            Column("system", list(material.runs.systems), "", "name of the run"),
            Column(
                "answered",
                [material.n_answered(s) for s in range(len(coverage))],
                "queries",
                "labelled queries that the run answers",
            ),
            Column(
                "retrieved", [c.retrieved for c in coverage], "documents", "documents in the lists of these queries"
            ),
            Column("judged", shared, "share", f"share of the documents to rank {k} that have a label", 3),
            Column("short_lists", [c.short_lists for c in coverage], "lists", f"lists that end before rank {k}"),
            Column("tied", [t.top_tied for t in ties], "documents", f"documents to rank {k} that share their score"),
            Column(
                "mean",
                [s[0][1] for s in swings],
                str(measure),
                "mean over the labelled queries, ties ordered by document id",
                4,
            ),
            Column("least", [s[0][0] for s in swings], str(measure), "lowest mean under another order of ties", 4),
            Column("greatest", [s[0][2] for s in swings], str(measure), "highest mean under another order of ties", 4),
            Column("float32", [s[0][1] for s in single], str(measure), "mean when scores are read as 32-bit floats", 4),
        ),
        note="Least and greatest are exact for every measure but infAP and xinfAP: there two orders were tried.",
    )

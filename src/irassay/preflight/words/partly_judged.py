"""Sentences about queries that are not judged yet, or in part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.messages import conjugate, count, percent, plural
from irassay.preflight.inputs import Material
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding


def partly(material: Material, shares: Mapping[str, float], n_queries: int) -> Finding:
    """Queries with a label for few of the documents that runs have first, with the judged shares; of so many."""
    n = len(shares)
    worst = sorted(shares, key=lambda query: (shares[query], query))
    return finding(
        "partly-judged",
        "warning",
        f"{count(n)} of {plural(n_queries, 'judged query', 'judged queries')} {conjugate(n, 'is')} judged in "
        f"part: {some([f'{query} ({percent(shares[query])})' for query in worst])}",
        size=n / n_queries,
        numbers={"queries": n, "judged": n_queries, "depth": material.depth},
        where=(f"the share of labels among the median run's documents to rank {count(material.depth)}",),
        effect="what is not judged counts as not relevant; other queries have a label for nearly every such document",
        action="finish these queries, or take their labels out until they are finished",
    )


def not_judged(material: Material, queries: Sequence[str]) -> Finding:
    """Queries whose labels are all below 0."""
    n, rest = len(queries), material.n_queries - len(queries)
    return finding(
        "queries-not-judged",
        "warning",
        f"{plural(n, 'query has', 'queries have')} labels below 0 only, as if not judged yet: {some(queries)}",
        size=n / material.n_queries,
        numbers={"queries": n, "others": rest},
        effect=f"each counts 0 for every run, in means over {plural(material.n_queries, 'query')}",
        action=f"take these labels out until the queries are judged: means are then over the other {count(rest)}",
    )

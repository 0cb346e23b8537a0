"""Anchor answers: how often documents at some ranks are as good as the known answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.answer_counts import Counts, against, share_interval, verdicts_of
from irassay.comparison.intervals.proportions import clustered_interval
from irassay.comparison.listed_documents import NOT_LISTED, ListedDocuments
from irassay.comparison.words import BY_QUERY
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

STRATA = (1, 2, 10)  # ranks of anchor answers


@dataclass(frozen=True, slots=True)
class Anchor:
    """Documents at one rank against the known answers."""

    rank: int
    counts: Counts  # over pairs of query and document at this rank in some run
    interval: tuple[float, float]  # 95%, of the share as good or better


def anchors(
    preferences: Preferences,
    runs: Runs,
    known: Mapping[str, Sequence[str]],
    *,
    ranks: Sequence[int] = STRATA,
    ties: Ties | None = None,
) -> list[Anchor]:
    """How often a document, counted once at its best rank in any run, is as good at each of these ranks as the first
    known answer with a judged pair. Source: Mackenzie, Petri and Moffat 2022, Table 1, where one run stands for all."""
    verdicts = verdicts_of(preferences, known)
    listed = ListedDocuments.of(runs, list(known), max(ranks, default=1), ties=ties)
    deep = np.iinfo(listed.rank.dtype).max
    best = np.where(listed.rank == NOT_LISTED, deep, listed.rank).min(axis=1, initial=deep)
    out = []
    for rank in ranks:
        at = [(listed.queries[listed.item_query[i]], listed.item_doc[i]) for i in np.flatnonzero(best == rank).tolist()]
        others = [(query, doc) for query, doc in at if doc not in known[query]]
        outcomes = [against(verdicts.get(query, {}), known[query], doc) for query, doc in others]
        counts = Counts.of(outcomes)
        by_query: dict[str, list[float]] = {}
        for (query, _), outcome in zip(others, outcomes, strict=True):
            if outcome is not None:
                of = by_query.setdefault(query, [0.0, 0.0])
                of[outcome > 0] += 1
        out.append(Anchor(rank, counts, _interval(counts, by_query)))
    return out


def _interval(counts: Counts, by_query: Mapping[str, Sequence[float]]) -> tuple[float, float]:
    """Of the share that is as good, from each query's documents that are and are not."""
    if len(by_query) == counts.judged:
        return share_interval(counts.other + counts.tied, counts.judged)
    good, worse = np.array(list(by_query.values())).T
    return clustered_interval(good, worse)


def anchors_table(of: Sequence[Anchor]) -> Table:
    """A row a rank."""
    ends = [one.interval for one in of]
    columns = [
        Column("rank", [one.rank for one in of]),
        Column("documents", [one.counts.n_queries for one in of], "documents", "without known answers", 0),
        Column("judged", [one.counts.judged for one in of], "documents", BY_QUERY("anchors.judged"), 0),
        Column("better", [one.counts.other for one in of], "documents", "preferred to it", 0),
        Column("tied", [one.counts.tied for one in of], "documents", "", 0),
        Column("as_good", [one.counts.as_good for one in of], "share", BY_QUERY("anchors.good"), 3),
        Column("low", [low for low, _ in ends], "share", "95%", 3),
        Column("high", [high for _, high in ends], "share", "95%", 3),
    ]
    return Table("anchors", BY_QUERY("anchors.title"), columns)

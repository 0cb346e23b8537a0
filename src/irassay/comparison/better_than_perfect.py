"""Better than perfect: how often what a run puts first is preferred to the known answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.answer_counts import Counts, Verdicts, against, verdicts_of
from irassay.comparison.listed_documents import NONE, NOT_LISTED, ListedDocuments
from irassay.comparison.words import BY_QUERY
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties


@dataclass(frozen=True)
class BetterThanPerfect:
    """One run against the known answers."""

    system: str
    same: Counts  # known answer first: this against the document after it
    other: Counts  # another document first: the known answer against it

    @property
    def error(self) -> float:
        """Where run and label agree, the share that prefers the next document: a rough error of the judging, taken to
        be as large elsewhere."""
        return self.same.share

    @cached_property
    def without_error(self) -> tuple[float, float, float]:
        """The share preferring the run's document where run and label differ, without that error, and its 95% interval;
        NaN where the error is a half or more. A share s that errs with e is seen as s (1 - e) + (1 - s) e. Source of
        the interval: Donner and Zou 2012."""
        return without_error(self.other, self.same)


def without_error(seen: Counts, agreed: Counts) -> tuple[float, float, float]:
    """The share in `seen` without the error that `agreed` shows, with its 95% interval."""
    error, share = agreed.share, seen.share
    if not error < 0.5 or np.isnan(share):
        return float("nan"), float("nan"), float("nan")

    def freed(share: float, error: float) -> float:
        return (share - error) / (1 - 2 * error)

    value = freed(share, error)
    (least, most), (least_error, most_error) = seen.interval, agreed.interval
    if most_error >= 0.5:
        return min(1.0, max(0.0, value)), 0.0, 1.0
    of_error = sorted((freed(share, least_error), freed(share, most_error)))
    low = value - float(np.hypot(value - freed(least, error), value - of_error[0]))
    high = value + float(np.hypot(freed(most, error) - value, of_error[1] - value))
    return min(1.0, max(0.0, value)), max(0.0, low), min(1.0, high)


def better_than_perfect(
    preferences: Preferences, runs: Runs, known: Mapping[str, Sequence[str]], *, ties: Ties | None = None
) -> list[BetterThanPerfect]:
    """A system's first documents against the known answers, a known answer in first place against the next document;
    most judgments decide. Source: Arabzadeh, Vtyurina, Yan and Clarke 2021, Tables 1 and 2."""
    verdicts = verdicts_of(preferences, known)
    depth = 1 + max((len(docs) for docs in known.values()), default=1)
    listed = ListedDocuments.of(runs, list(known), depth, ties=ties)
    same: list[list[int | None]] = [[] for _ in listed.systems]
    other: list[list[int | None]] = [[] for _ in listed.systems]
    for q, s, ranked in _lists(listed):
        query = listed.queries[q]
        of = (same if ranked[0] in known[query] else other)[s]
        of.append(_outcome(verdicts.get(query, {}), known[query], ranked))
    return [
        BetterThanPerfect(system, Counts.of(same[s]), Counts.of(other[s])) for s, system in enumerate(listed.systems)
    ]


def categories_table(of: Sequence[BetterThanPerfect]) -> Table:
    """Two rows a system: queries whose first document is a known answer, and the others."""
    rows = [(one, kind, counts) for one in of for kind, counts in (("same", one.same), ("other", one.other))]
    nothing = (float("nan"),) * 3
    freed = [one.without_error if kind == "other" else nothing for one, kind, _ in rows]
    columns = [
        Column("system", [one.system for one, _, _ in rows]),
        Column("first", [kind for _, kind, _ in rows], "", BY_QUERY("categories.first")),
        Column("queries", [counts.n_queries for _, _, counts in rows], "queries", digits=0),
        *(
            Column(name, [getattr(counts, name) for _, _, counts in rows], "queries", BY_QUERY(f"categories.{name}"), 0)
            for name in ("judged", "answer", "other", "tied")
        ),
        Column("share", [counts.share for _, _, counts in rows], "share", BY_QUERY("categories.share"), 3),
        Column("low", [counts.interval[0] for _, _, counts in rows], "share", "95%, Wilson", 3),
        Column("high", [counts.interval[1] for _, _, counts in rows], "share", "95%, Wilson", 3),
        Column("p", [counts.p for _, _, counts in rows], "p", BY_QUERY("binomial", one="answer", other="other")),
        Column("without_error", [share for share, _, _ in freed], "share", BY_QUERY("categories.without-error"), 3),
        Column("without_error_low", [low for _, low, _ in freed], "share", "95%", 3),
        Column("without_error_high", [high for _, _, high in freed], "share", "95%", 3),
    ]
    return Table("categories", BY_QUERY("categories.title"), columns)


def _lists(listed: ListedDocuments) -> list[tuple[int, int, list[str]]]:
    """(query, system, its first documents in order) of every list."""
    item, system = np.nonzero(listed.rank != NOT_LISTED)
    query, rank = listed.item_query[item], listed.rank[item, system]
    order = np.lexsort((rank, system, query))
    lists: list[tuple[int, int, list[str]]] = []
    last = (NONE, NONE)
    rows = zip(query[order].tolist(), system[order].tolist(), item[order].tolist(), strict=True)
    for q, s, i in rows:
        if (q, s) != last:
            last = q, s
            lists.append((q, s, []))
        lists[-1][2].append(listed.item_doc[i])
    return lists


def _outcome(verdicts: Verdicts, answers: Sequence[str], ranked: Sequence[str]) -> int | None:
    """1 where the answer is preferred, -1 the other document, 0 neither; None where nobody was asked."""
    if ranked[0] not in answers:
        return against(verdicts, answers, ranked[0])
    after = next((doc for doc in ranked[1:] if doc not in answers), None)
    return None if after is None else verdicts.get((ranked[0], after))

"""Known answers against other documents: outcomes of judged pairs, and how often others are as good or better."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from irassay.collection.preferences import Preferences
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.listed_documents import NONE, NOT_LISTED, ListedDocuments, item_places
from irassay.comparison.proportions import clustered_interval, share_interval
from irassay.comparison.words import BY_QUERY
from irassay.result import Column, Table

Verdicts: TypeAlias = dict[tuple[str, str], int]  # (known answer, document) -> 1 where the answer is preferred, -1, 0
STRATA = (1, 2, 10)  # ranks of anchor answers


@dataclass(frozen=True, slots=True)
class Counts:
    """Outcomes of the known answer against another document, over queries."""

    n_queries: int  # with or without a judged pair
    answer: int  # queries on which the known answer is preferred
    other: int  # queries on which the other document is
    tied: int = 0

    @classmethod
    def of(cls, outcomes: Iterable[int | None]) -> Counts:
        """Counts of 1 for the known answer, -1 for the other document, 0 for neither, and None where nobody judged."""
        every = list(outcomes)
        return cls(len(every), every.count(1), every.count(-1), every.count(0))

    @property
    def judged(self) -> int:
        """Queries whose pair was judged."""
        return self.answer + self.other + self.tied

    @property
    def share(self) -> float:
        """The share of the other document among queries on which one is preferred; NaN without any."""
        n = self.answer + self.other
        return self.other / n if n else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of `share`."""
        return share_interval(self.other, self.answer + self.other)

    @property
    def as_good(self) -> float:
        """The share of judged queries on which the other document is preferred or ties."""
        return (self.other + self.tied) / self.judged if self.judged else float("nan")

    @property
    def p(self) -> float:
        """The two-sided binomial test of `answer` against `other`, ties left out; NaN without any."""
        from scipy.special import bdtr

        n = self.answer + self.other
        return min(1.0, 2 * float(bdtr(min(self.answer, self.other), n, 0.5))) if n else float("nan")


def verdicts_of(preferences: Preferences, known: Mapping[str, Sequence[str]]) -> dict[str, Verdicts]:
    """The outcomes of all pairs with a known answer, by query."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    item_query = np.repeat(np.arange(len(known)), [len(docs) for docs in known.values()]).astype(np.int64)
    item_doc = [doc for docs in known.values() for doc in docs]
    query = pairs.query.astype(np.int64)
    out: dict[str, Verdicts] = {}
    for mine, theirs, sign in ((pairs.first, pairs.second, 1), (pairs.second, pairs.first, -1)):
        places = item_places(
            list(known), item_query, item_doc, (names.queries, names.docs), query, mine.astype(np.int64)
        )
        at = np.flatnonzero(places != NONE)
        rows = zip(query[at].tolist(), mine[at].tolist(), theirs[at].tolist(), pairs.outcome[at].tolist(), strict=True)
        for q, answer, doc, outcome in rows:
            of = out.setdefault(names.queries[q], {})
            of[names.docs[answer], names.docs[doc]] = sign * outcome
    return out


def against(verdicts: Verdicts, answers: Sequence[str], doc: str) -> int | None:
    """The outcome of the first answer that was judged against a document; None where none was."""
    return next((verdicts[answer, doc] for answer in answers if (answer, doc) in verdicts), None)


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
    for q, s, i in zip(query[order].tolist(), system[order].tolist(), item[order].tolist(), strict=True):
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

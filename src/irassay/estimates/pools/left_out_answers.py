"""Best answers without one run's own documents, each run in turn: what a run gains by having been in the pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from irassay.agreement.correlation import kendall_tau_a
from irassay.arguments import whole_number
from irassay.arrays import F64, I64, Flags
from irassay.collection.metadata import unpooled
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.equality import ranks_of
from irassay.comparison.listed_documents import NONE, NOT_LISTED, FirstDocuments, ListedDocuments
from irassay.estimates.words import BY_LABELS
from irassay.measures import Measure
from irassay.result import Column, Table
from irassay.scoring import evaluate

AnswersOf: TypeAlias = Callable[[Preferences], Qrels]

DEPTH = 1  # first documents of each run of which a shallow pool is made


@dataclass(frozen=True, slots=True)
class RunLeftOut:
    """What one run's own documents did."""

    system: str
    own: int  # judged documents that only this run has among its first
    changed: int  # queries whose best answers are others without them
    before: float  # mean over queries that keep an answer, as after, without its own; NaN without any
    after: float
    rank_before: int  # 1 + the number of systems that score higher
    rank_after: int
    tau: float  # Kendall's tau-a of all systems' means; NaN for a single system


def leave_runs_out(
    preferences: Preferences,
    runs: Runs,
    answers_of: AnswersOf,
    *,
    measure: str = "RR@10",
    depth: int = DEPTH,
    ties: Ties | None = None,
    threads: int = 0,
) -> list[RunLeftOut]:
    """How each run would score if its own documents, which no other run has among its first `depth`, were not in the
    pool; `answers_of` gives the best answers. Source: Zobel, SIGIR 1998; Arabzadeh, Vtyurina, Yan and Clarke 2021 for
    the pool."""
    whole_number("depth", depth)
    finder = _only_finder(preferences, runs, depth, ties)
    answers, chosen = answers_of(preferences), Measure.parse(measure)

    def scores_under(labels: Qrels) -> tuple[Sequence[str], F64]:
        if not labels.queries:
            return (), np.full((len(runs.systems), 1), np.nan)
        scores = evaluate(labels, runs, [chosen], ties=ties, threads=threads)
        return scores.queries, np.asarray(chosen.direction * scores.values[0, 0])

    queries, before = scores_under(answers)
    at = {query: i for i, query in enumerate(queries)}
    out = []
    for s, system in enumerate(runs.systems):
        own = finder == s
        left = _answers_without(preferences, own, answers, answers_of) if own.any() else answers
        there, after = scores_under(left)
        same = before[:, [at[query] for query in there]] if there else before
        n_own = len(np.unique(_documents(preferences)[:, own], axis=1).T)
        kept = set(left.queries)
        changed = sum(q not in kept or answers.grades(q) != left.grades(q) for q in answers.queries)
        out.append(_row(system, s, n_own, changed, same.mean(axis=1), after.mean(axis=1), chosen))
    return out


def _row(system: str, s: int, own: int, changed: int, before: F64, after: F64, measure: Measure) -> RunLeftOut:
    ranks = ranks_of(np.stack([before, after]))[:, s]
    tau = kendall_tau_a(before, after) if len(before) > 1 and not np.isnan(after).any() else float("nan")
    means = (float(measure.direction * before[s]), float(measure.direction * after[s]))
    return RunLeftOut(system, own, changed, *means, int(ranks[0]), int(ranks[1]), tau)


def _documents(preferences: Preferences) -> I64:
    """The query and the document of each document of a judgment: array (2, document of a judgment)."""
    arrays = preferences.arrays
    return np.stack([np.repeat(arrays.query, np.diff(arrays.start)), arrays.doc]).astype(np.int64)


def _only_finder(preferences: Preferences, runs: Runs, depth: int, ties: Ties | None) -> I64:
    """The one run that has each document of a judgment so early; `NONE` where none has, or several have."""
    listed = ListedDocuments.of(runs, list(preferences.queries), depth, ties=ties)
    names = preferences.arrays.names
    query, doc = _documents(preferences)
    places = listed.places(names.queries, names.docs, query, doc)
    there = listed.rank != NOT_LISTED
    alone = np.where(there.sum(axis=1) == 1, there.argmax(axis=1), NONE)
    return np.where(places == NONE, NONE, np.append(alone, NONE)[places])


def _answers_without(preferences: Preferences, own: Flags, answers: Qrels, answers_of: AnswersOf) -> Qrels:
    """The best answers without some judged documents: counted again for their queries, the others as they are; a query
    that had no answer gets none."""
    arrays = preferences.arrays
    affected = np.zeros(len(arrays.names.queries), dtype=bool)
    affected[_documents(preferences)[0, own]] = True
    sizes, chosen = np.diff(arrays.start), affected[arrays.query]
    left = arrays.of_judgments(chosen).without(own[np.repeat(chosen, sizes)])
    again = answers_of(Preferences.of_arrays(left)) if len(left) else Qrels.from_dict({})
    names = {arrays.names.queries[i] for i in np.flatnonzero(affected).tolist()}
    grades = {query: dict(answers.grades(query)) for query in answers.queries if query not in names}
    kept = names & {*answers.queries} & {*again.queries}
    return Qrels.from_dict(grades | {query: dict(again.grades(query)) for query in sorted(kept)})


def left_out_table(of: Sequence[RunLeftOut]) -> Table:
    """A row a run, in the order given."""
    columns = [
        Column("system", [one.system for one in of]),
        Column("own", [one.own for one in of], "documents", BY_LABELS("left-out.own"), 0),
        Column("changed", [one.changed for one in of], "queries", BY_LABELS("left-out.changed"), 0),
        Column("before", [one.before for one in of], "", BY_LABELS("left-out.before"), 4),
        Column("after", [one.after for one in of], "", BY_LABELS("left-out.after"), 4),
        Column("rank_before", [one.rank_before for one in of], "", BY_LABELS("left-out.rank"), 0),
        Column("rank_after", [one.rank_after for one in of], "", "", 0),
        Column("tau", [one.tau for one in of], "", BY_LABELS("left-out.tau"), 3),
    ]
    return Table("left-out", BY_LABELS("left-out.title"), columns)


@dataclass(frozen=True, slots=True, eq=False)
class PoolGivers:
    """What each run has in the pool."""

    systems: tuple[str, ...]
    n_queries: int  # queries with a judged pair
    judged: I64  # (system,), of these: its first document was judged against another one
    column: str  # metadata column that says who contributed, or ""
    nothing: frozenset[str]  # gave nothing, by metadata, else no judged first document: can only lose
    unjudged: int  # first documents that were judged against no other one


def pool_givers(
    preferences: Preferences, runs: Runs, *, queries: Sequence[str] | None = None, ties: Ties | None = None
) -> PoolGivers:
    """Which runs gave documents to the pool that was judged, by the runs' metadata where a column says so."""
    counted = set(preferences.queries) if queries is None else set(queries)
    asked = [query for query in preferences.queries if query in counted]
    firsts = FirstDocuments.of(runs, asked, ties=ties)
    arrays = preferences.arrays
    query = np.repeat(arrays.query, np.diff(arrays.start)).astype(np.int64)
    places = firsts.places(arrays.names.queries, arrays.names.docs, query, arrays.doc.astype(np.int64))
    is_judged = np.zeros(len(firsts.item_doc) + 1, dtype=bool)  # the last stands for no document
    is_judged[places[places != NONE]] = True
    judged = is_judged[firsts.first].sum(axis=1)
    column, without = unpooled(runs.metadata.columns, runs.systems)
    if not column:
        without = [system for system, n in zip(runs.systems, judged.tolist(), strict=True) if not n]
    unjudged = len(firsts.item_doc) - int(is_judged[:-1].sum())
    return PoolGivers(firsts.systems, len(asked), judged, column, frozenset(without), unjudged)

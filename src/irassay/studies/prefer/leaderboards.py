"""The section about leaderboards: runs under the original labels and under best answers, and without own documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.agreement.both_leaderboards import BothLeaderboards, both_leaderboards
from irassay.agreement.many_orders import OrderRows
from irassay.agreement.order_agreement import Spread
from irassay.collection.preferences import Preferences
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.estimates.pools.left_out_answers import PoolGivers, RunLeftOut, leave_runs_out, left_out_table, pool_givers
from irassay.label_sets.best_answers import best_answers
from irassay.result import Column, Finding, Scatter, Section, Table
from irassay.studies.prefer.answers import labels_of_best
from irassay.studies.prefer.settings import Settings
from irassay.studies.prefer.words import SAID

NAMED = 8  # systems with a name in the chart: the first under either set of labels
NAMED_IN_TEXT = 5


@dataclass(frozen=True, slots=True)
class Leaderboards:
    """Runs under both sets of labels."""

    both: BothLeaderboards
    givers: PoolGivers
    left_out: Sequence[RunLeftOut]  # empty where best answers can't be counted again


def collect(
    preferences: Preferences, runs: Runs, labels: Qrels | None, answers: Qrels | None,
    known: Mapping[str, Sequence[str]] | None, how: Settings,
) -> Leaderboards | None:  # fmt: skip
    """Everything about both leaderboards; None without labels or best answers."""
    if labels is None or answers is None or not answers.queries:
        return None
    both = both_leaderboards(
        labels, answers, runs, measure=how.measure, known=known, ties=how.ties, seed=how.seed, threads=how.threads
    )
    givers = pool_givers(preferences, runs, queries=labels.queries, ties=how.ties)
    left_out: Sequence[RunLeftOut] = ()
    if how.answers is None or callable(how.answers):
        answers_of = how.answers or (lambda judged: labels_of_best(best_answers(judged, incomplete=how.incomplete)))
        left_out = leave_runs_out(
            preferences, runs, answers_of, measure=both.answers_measure, ties=how.ties, threads=how.threads
        )
    return Leaderboards(both, givers, left_out)


def section(of: Leaderboards) -> Section:
    """The chart, the table in the original order, and runs left out."""
    both = of.both
    body: list[Any] = []
    if both.agreements:
        numbers: dict[str, float | int | str] = {"queries": both.n_answered}
        numbers |= {f"tau of {one.n}": one.tau for one in both.agreements}
        body.append(Finding("both-orders", "note", "labels", _orders(both), numbers))
    if both.samples is not None:
        numbers = {"tau": float(both.samples.tau.mean()), "turned": float(both.samples.turned.mean())}
        body.append(Finding("samples-of-queries", "note", "queries", _samples(both, both.samples), numbers))
    if both.perfect == both.perfect:
        text = SAID("perfect", score=both.perfect, ahead=int((both.preference > both.perfect).sum()))
        body.append(Finding("perfect", "note", "labels", text, {"score": both.perfect}))
    if nothing := sorted(of.givers.nothing):
        n, column = len(nothing), of.givers.column
        text = SAID("gave-nothing", first=nothing[:NAMED_IN_TEXT], more=max(0, n - NAMED_IN_TEXT), n=n, column=column)
        body.append(Finding("gave-nothing", "warning", "labels", text, systems=nothing))
    if len(both.systems) > 1:
        body.append(scatter(of))
    body.append(leaderboard_table(of))
    if of.left_out:
        body += [Finding("own-documents", "note", "labels", _own(of.left_out)), left_out_table(of.left_out)]
    return Section("leaderboard", SAID("leaderboard.title"), body, SAID("leaderboard.how"))


def _orders(of: BothLeaderboards) -> str:
    """How far the two orders agree."""
    every, *first = of.agreements
    one = first[0] if first else every
    return SAID(
        "both-orders",
        systems=every.n, tau=every.tau, low=every.tau_low, high=every.tau_high, first=one.n if first else 0,
        first_tau=one.tau, first_low=one.tau_low, first_high=one.tau_high, apart=of.n_queries != of.n_answered,
        answered=of.n_answered, queries=of.n_queries, original=of.tau(),
    )  # fmt: skip


def _samples(of: BothLeaderboards, samples: OrderRows) -> str:
    """How far the original order on so many queries agrees with that on all: what the choice of queries alone does."""
    n = len(of.systems)
    tau, exchanged = Spread.of(samples.tau), Spread.of(samples.turned * (n * (n - 1) // 2))
    return SAID(
        "samples-of-queries",
        answered=of.n_answered, queries=of.n_queries, tau=tau.mean, low=tau.low, high=tau.high,
        exchanged=exchanged.mean, least=exchanged.low, most=exchanged.high,
    )  # fmt: skip


def _own(of: Sequence[RunLeftOut]) -> str:
    """What runs lose without their own documents."""
    giving = [one for one in of if one.own]
    if not giving:
        return SAID("own-documents.none")
    most = max(giving, key=lambda one: (one.rank_after - one.rank_before, one.before - one.after))
    fell = sum(one.rank_after > one.rank_before for one in giving)
    places = {"place": most.rank_before, "then": most.rank_after, "before": most.before, "after": most.after}
    return SAID("own-documents", giving=len(giving), fell=fell, system=most.system, **places)


def scatter(of: Leaderboards) -> Scatter:
    """Every system's mean under the original labels and under best answers, with the perfect ranking's line."""
    both = of.both
    columns = [
        Column("system", list(both.systems)),
        Column("x", both.original.tolist(), digits=4),
        Column("y", both.preference.tolist(), digits=4),
        Column("kind", [_kind(of.givers, system) for system in both.systems]),
    ]
    first = dict.fromkeys([*both.systems[:NAMED], *(both.systems[i] for i in np.argsort(-both.preference)[:NAMED])])
    marker = both.perfect if both.perfect == both.perfect else None
    some = both.agreements[:1]
    title = SAID("scatter.title", some=some, tau=some and some[0].tau)
    return Scatter(
        "leaderboards", title, SAID("scatter.how", perfect=marker is not None), Table("leaderboards", "", columns),
        f"{both.measure}, original labels", f"{both.answers_measure}, best answers", list(first),
        marker=marker, marker_text="the known answers themselves",
    )  # fmt: skip


def _kind(givers: PoolGivers, system: str) -> str:
    return "gave nothing" if system in givers.nothing else "gave documents"


def leaderboard_table(of: Leaderboards) -> Table:
    """A row a system, in the original order."""
    both, givers = of.both, of.givers
    judged = dict(zip(givers.systems, givers.judged.tolist(), strict=True))
    place = {i: rank for rank, i in enumerate(np.argsort(-both.preference, kind="stable").tolist(), 1)}
    under, ends = f"{both.answers_measure} under best answers", SAID("leaderboard.ends")
    columns = [
        Column("system", list(both.systems)),
        Column("original", both.original.tolist(), "", SAID("leaderboard.original", measure=both.measure), 4),
        Column("original_low", both.original_ends[:, 0].tolist(), "", ends, 4),
        Column("original_high", both.original_ends[:, 1].tolist(), "", ends, 4),
        Column("preference", both.preference.tolist(), "", under, 4),
        Column("preference_low", both.preference_ends[:, 0].tolist(), "", ends, 4),
        Column("preference_high", both.preference_ends[:, 1].tolist(), "", ends, 4),
        Column("place", [place[i] for i in range(len(both.systems))], "", "under best answers", 0),
        Column("compat", both.compat.tolist(), "", SAID("leaderboard.compat"), 4),
        Column("judged", [judged[s] for s in both.systems], "queries", SAID("leaderboard.judged"), 0),
        Column("pool", [_kind(givers, s) for s in both.systems], "", SAID("leaderboard.pool")),
        Column("same", [", ".join(both.same.get(s, ())) for s in both.systems], heading="also"),
    ]
    if both.n_queries != both.n_answered:
        more = Column("original_there", both.both.tolist(), "", SAID("leaderboard.there"), 4)
        columns.insert(4, more)
    note = SAID("leaderboard.note", queries=both.n_queries, answered=both.n_answered)
    return Table("leaderboard", SAID("leaderboard.table"), columns, note)

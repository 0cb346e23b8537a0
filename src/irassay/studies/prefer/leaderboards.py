"""The section about leaderboards: runs under the original labels and under best answers, and without own documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.agreement.both_leaderboards import BothLeaderboards, both_leaderboards
from irassay.estimates.pools.left_out_answers import (
    AnswersOf,
    PoolGivers,
    RunLeftOut,
    leave_runs_out,
    left_out_table,
    pool_givers,
)
from irassay.result import Column, Finding, Scatter, Section, Table
from irassay.studies.prefer import leaderboard_words as words

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.studies.prefer.settings import Settings

NAMED = 8  # systems with a name in the chart: the first under either set of labels


@dataclass(frozen=True, slots=True)
class Leaderboards:
    """Runs under both sets of labels."""

    both: BothLeaderboards
    givers: PoolGivers
    left_out: Sequence[RunLeftOut]  # empty where best answers can't be counted again


def collect(
    preferences: Preferences, runs: Runs, labels: Qrels | None, answers: Qrels | None, answers_of: AnswersOf | None,
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
    if answers_of is not None:
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
        body.append(Finding("both-orders", "note", "labels", words.orders(both), numbers))
    if both.samples is not None:
        text = words.samples(both.samples, both.n_answered, both.n_queries, len(both.systems))
        numbers = {"tau": float(both.samples.tau.mean()), "turned": float(both.samples.turned.mean())}
        body.append(Finding("samples-of-queries", "note", "queries", text, numbers))
    if both.perfect == both.perfect:
        ahead = int((both.preference > both.perfect).sum())
        body.append(Finding("perfect", "note", "labels", words.perfect(both, ahead), {"score": both.perfect}))
    if text := words.gave_nothing(of.givers):
        body.append(Finding("gave-nothing", "warning", "labels", text, systems=sorted(of.givers.nothing)))
    if len(both.systems) > 1:
        body.append(scatter(of))
    body.append(leaderboard_table(of))
    if of.left_out:
        body += [Finding("own-documents", "note", "labels", words.own(of.left_out)), left_out_table(of.left_out)]
    return Section("leaderboard", "Would best answers change the order?", body, words.HOW)


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
    return Scatter(
        "leaderboards", words.scatter_title(both), words.scatter_how(both), Table("leaderboards", "", columns),
        f"{both.measure}, original labels", f"{both.answers_measure}, best answers", list(first),
        marker=marker, marker_text="the known answers themselves",
    )  # fmt: skip


def _kind(givers: PoolGivers, system: str) -> str:
    return words.NOTHING_GIVEN if system in givers.nothing else words.GIVEN


def leaderboard_table(of: Leaderboards) -> Table:
    """A row a system, in the original order."""
    both, givers = of.both, of.givers
    judged = dict(zip(givers.systems, givers.judged.tolist(), strict=True))
    place = {i: rank for rank, i in enumerate(np.argsort(-both.preference, kind="stable").tolist(), 1)}
    under = f"{both.answers_measure} under best answers"
    columns = [
        Column("system", list(both.systems)),
        Column("original", both.original.tolist(), "", f"{both.measure} under the original labels", 4),
        Column("original_low", both.original_ends[:, 0].tolist(), "", words.ENDS, 4),
        Column("original_high", both.original_ends[:, 1].tolist(), "", words.ENDS, 4),
        Column("preference", both.preference.tolist(), "", under, 4),
        Column("preference_low", both.preference_ends[:, 0].tolist(), "", words.ENDS, 4),
        Column("preference_high", both.preference_ends[:, 1].tolist(), "", words.ENDS, 4),
        Column("place", [place[i] for i in range(len(both.systems))], "", "under best answers", 0),
        Column("compat", both.compat.tolist(), "", "compatibility with the best answers", 4),
        Column("judged", [judged[s] for s in both.systems], "queries", "whose first document was judged", 0),
        Column("pool", [_kind(givers, s) for s in both.systems], "", words.POOL),
        Column("same", [", ".join(both.same.get(s, ())) for s in both.systems], heading="also"),
    ]
    if both.n_queries != both.n_answered:
        more = Column("original_there", both.both.tolist(), "", "original, over the queries with a best answer", 4)
        columns.insert(4, more)
    return Table("leaderboard", "Runs in the original order, under both sets of labels", columns, words.queries(both))

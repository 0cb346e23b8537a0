"""The section about orders: whether preferences contradict each other, and whether runs order pairs as judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.collection.preferences import Preferences
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison import Consistency, Strengths, Transitivity, bradley_terry, consistency, transitivity
from irassay.comparison.judged_documents import BY_CHANCE, PRIOR
from irassay.result import Column, Finding, Section, Table
from irassay.studies.prefer.words import SAID


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of documents: by the judgments, and by the runs."""

    transitivity: Transitivity
    strengths: Mapping[str, Strengths]  # by query, from its last round, whose documents are the pool
    consistency: Consistency


def collect(preferences: Preferences, runs: Runs, queries: Sequence[str], ties: Ties | None) -> Orders:
    """Everything about orders, over the queries that count."""
    last = Preferences.of_arrays(preferences.arrays.of_last_rounds())
    return Orders(
        transitivity(preferences, queries=queries), bradley_terry(last, queries=queries),
        consistency(preferences, runs, queries=queries, ties=ties),
    )  # fmt: skip


def section(of: Orders) -> Section:
    """Cyclic triads, the strongest document of each query, runs against judged pairs."""
    body: list[Any] = []
    triads, (low, high) = of.transitivity, of.transitivity.interval
    numbers = {"triads": int(triads.triads.sum()), "cyclic": int(triads.cyclic.sum())}
    slots = {"share": triads.share, "ends": low == low, "low": low, "high": high, "chance": BY_CHANCE}
    text = SAID("cyclic-triads" if numbers["triads"] else "cyclic-triads.none", **numbers, **slots)
    body.append(Finding("cyclic-triads", "note", "labels", text, numbers))
    if of.strengths:
        n_ahead = sum(one.lead[1] > 0 for one in of.strengths.values())
        numbers = {"queries": len(of.strengths), "ahead": n_ahead}
        body.append(Finding("strengths", "note", "labels", SAID("strengths", **numbers), numbers))
    if text := as_judged(of.consistency):
        body.append(Finding("consistency", "note", "queries", text))
    body += [of.consistency.table(), strengths_table(of)]
    return Section("orders", SAID("orders.title"), body, SAID("orders.how"))


def as_judged(of: Consistency) -> str:
    """How often runs order a judged pair as judged; "" where no run has one."""
    if np.isnan(of.share).all():
        return ""
    best, worst = int(np.nanargmax(of.share)), int(np.nanargmin(of.share))
    low, high = of.intervals.T
    pairs = (of.agree + of.disagree).sum(axis=1)
    most, least = (
        SAID("consistency.share", share=of.share[i], ends=low[i] == low[i], low=low[i], high=high[i], pairs=pairs[i])
        for i in (best, worst)
    )
    slots = {"best": of.systems[best], "worst": of.systems[worst] if worst != best else ""}
    return SAID("consistency", depth=of.depth, most=most, least=least, **slots)


def strengths_table(of: Orders) -> Table:
    """A row a query: its strongest document, how far it is ahead, and the query's triads."""
    triads = dict(zip(of.transitivity.queries, of.transitivity.triads.tolist(), strict=True))
    cyclic = dict(zip(of.transitivity.queries, of.transitivity.cyclic.tolist(), strict=True))
    leads, prior = [one.lead for one in of.strengths.values()], SAID("strengths.strength", n=PRIOR)
    columns = [
        Column("query", list(of.strengths)),
        Column("doc", [one.docs[0] for one in of.strengths.values()], "", SAID("strengths.doc")),
        Column("documents", [len(one.docs) for one in of.strengths.values()], "documents", "with a judged pair", 0),
        Column("judgments", [one.n_judged for one in of.strengths.values()], "judgments", "of pairs", 0),
        Column("wins", [float(one.wins[0]) for one in of.strengths.values()], "judgments", "a tie is half", 1),
        Column("strength", [float(one.strength[0]) for one in of.strengths.values()], "log-odds", prior, 2),
        Column("low", [float(one.intervals[0, 0]) for one in of.strengths.values()], "log-odds", "95%", 2),
        Column("high", [float(one.intervals[0, 1]) for one in of.strengths.values()], "log-odds", "95%", 2),
        Column("lead", [lead for lead, _, _ in leads], "log-odds", "over the second", 2),
        Column("lead_low", [low for _, low, _ in leads], "log-odds", "95%", 2),
        Column("lead_high", [high for _, _, high in leads], "log-odds", "95%", 2),
        Column("triads", [triads[query] for query in of.strengths], "triads", SAID("strengths.triads"), 0),
        Column("cyclic", [cyclic[query] for query in of.strengths], "triads", "in a circle", 0),
    ]
    return Table("strengths", SAID("strengths.title"), columns)

"""Sentences for the two shares and the short answers: one to pass on, the best score, who is near it, the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.equality import rounding
from irassay.messages import every_grade, listed, number
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words.lead import if_labels_change
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import SAID
from irassay.verdict.words.sparse import covered

if TYPE_CHECKING:
    from irassay.comparison import League
    from irassay.verdict.verdict import Verdict

PAIRS_NAMED = 2  # most pairs that differ on too few queries and are named


def share_queries(verdict: Verdict) -> str:
    """The sentence under the share settled by the queries."""
    league = verdict.league
    low, high = league.chance or (0, 0)
    return SAID(
        "share-queries.baseline" if league.baseline else "share-queries",
        settled=league.n_settled, tested=league.n_tested, family=league.family, baseline=league.baseline,
        several=len(league.baseline) > 1, chance=league.chance, low=low, high=high, edge=len(league.at_the_edge),
    )  # fmt: skip


def too_few(league: League) -> str:
    """How many pairs differ on too few queries, with the names of one or two."""
    named = league.too_few if league.n_too_few <= PAIRS_NAMED and not league.baseline else ()
    return SAID("too-few", n=league.n_too_few, names="; ".join(f"{a} and {b}" for a, b in named))


def share_labels(verdict: Verdict) -> str:
    """The sentence under the share settled by the labels, with its scope."""
    if verdict.sparse is not None:
        return SAID("share-labels.sparse", covered=covered(verdict.sparse))
    if verdict.labels_settled is None:
        return SAID("share-labels.not-computed", why=why_not(verdict.unlikely, verdict.league.measure))
    return SAID(
        "share-labels" if verdict.labels_settled else "share-labels.none",
        settled=verdict.labels_settled, pairs=verdict.labels_pairs, open=verdict.labels_open,
        unknown=verdict.labels_unknown, tied=verdict.tied, queries=verdict.n_queries,
    )  # fmt: skip


def scope(verdict: Verdict) -> str:
    """The scope of both shares: runs, depth, and labels taken as correct."""
    among, both = verdict.among_retrieved, verdict.labels_settled is not None and verdict.kind in ("few", "many")
    return SAID("scope", depth=verdict.depth, among=among, labels=verdict.n_labels, pairs=both)


def grades_counted(verdict: Verdict) -> str:
    """That a measure counts grade 1 as relevant where labels go further, as `eval` says it; "" elsewhere."""
    measure, grades = verdict.measure, {} if verdict.reach is None else verdict.reach.grades
    top = max(grades, default=0)
    if measure is None or not measure.binarises or measure.params.get("rel") != 1 or top < 2:
        return ""
    return every_grade([measure.name], top)


def best(verdict: Verdict) -> str:
    """The system with the best score: the highest, or the lowest where lower is better."""
    league = verdict.league
    first = verdict.systems[0]
    same = league.same.get(first, ())
    names = [first, *same]
    top = league.mean[0]
    equal = rounding(np.asarray(league.mean))
    tied = [s for s, mean in zip(verdict.systems[1:], league.mean[1:]) if abs(mean - top) <= equal]
    return f"{listed([*names, *tied])}, {number(top, 3)}."


def sentence(verdict: Verdict) -> str:
    """One sentence to pass on, which needs nothing beside it: measure, queries, the best score, and who is behind."""
    league, first = verdict.league, verdict.systems[0]
    leaders = [s for s in league.leaders if s != first]
    known = verdict.labels_settled is not None
    kept = known and not leaders and not verdict.open_at_top
    caution = "" if kept else if_labels_change(verdict)
    if known and not kept and not leaders and verdict.lead_carried:
        caution = SAID("answer-sentence.unlikely")
    return SAID(
        "answer-sentence.open" if leaders else "answer-sentence",
        measure=league.measure, collections=len(league.collections) if len(league.collections) > 1 else 0,
        queries=len(league.queries), first=first, lower=league.lower_is_better, score=league.mean[0], leaders=leaders,
        behind=verdict.behind, others=verdict.n - 1, behind_all=verdict.behind == verdict.n - 1, kept=kept,
        caution=caution,
    )  # fmt: skip


def apart(verdict: Verdict) -> str:
    """The systems that can't be told apart from the best one."""
    if verdict.league.baseline:
        return baseline_words.apart(verdict)
    first = verdict.systems[0]
    others = [s for s in verdict.league.leaders if s != first]
    form = ("answer-apart.nobody", "answer-apart.one", "answer-apart")[min(len(others), 2)]
    return SAID(form, others=others, first=first)


def behind(verdict: Verdict) -> str:
    """The number of systems that are significantly worse than the first, and those that neither lead nor are worse."""
    league = verdict.league
    if league.baseline:
        return baseline_words.behind(verdict)
    outside = max(0, verdict.n - len(league.leaders) - verdict.behind)
    return SAID(
        "answer-behind", behind=verdict.behind, lower=league.lower_is_better, first=verdict.systems[0], outside=outside
    )

"""Sentences for the title, the standfirst, the two shares and the short answers, and about sparse labels."""

from __future__ import annotations

import numpy as np

from irassay.comparison import League
from irassay.comparison.equality import rounding
from irassay.comparison.league.words import disagreement
from irassay.messages import every_grade, listed, number, plural, runs_and_systems, span
from irassay.verdict.label_reach import Sparse
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words import queries_needed as baseline_words
from irassay.verdict.words.lead import estimated_first, if_labels_change
from irassay.verdict.words.next_steps import action
from irassay.verdict.words.pairs import why_not
from irassay.verdict.words.phrases import SAID

PAIRS_NAMED = 2  # most pairs that differ on too few queries and are named


def covered(sparse: Sparse) -> str:
    """What the labels cover, as a phrase."""
    mean = number(sparse.per_query, 2).removesuffix(".00")
    return SAID("sparse.covered", mean=mean, first=sparse.judged_first)


def where_taken(verdict: Verdict) -> str:
    """The option for complete labels, where these are sparse; "" elsewhere."""
    return SAID("sparse.taken") if verdict.sparse is not None or verdict.unlikely == "sparse in part" else ""


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


def likely_by_labels(verdict: Verdict) -> str:
    """How many pairs that no proof settles are likely to stay as they are, and what that assumes; "" for none left."""
    if verdict.sparse is not None or verdict.labels_settled is None:
        return ""
    likely, undecided = verdict.n_likely, verdict.labels_undecided
    form = "beside-shares.none-likely" if verdict.unlikely == "positive only" else "beside-shares.likely"
    return SAID(form, likely=likely, undecided=undecided, others=likely or undecided > 1)


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


def title(verdict: Verdict) -> str:
    """The title: one sentence without jargon."""
    league, kind = verdict.league, verdict.kind
    if kind == "baseline":
        return baseline_words.title(verdict)
    if kind == "two":
        return _title_of_two(verdict)
    if kind == "unmatched":
        return SAID("title.unmatched" if verdict.n_queries else "title.no-query")
    form: str = kind
    leaders = league.leaders
    if kind in ("few", "many"):
        form = "leads" if len(leaders) == 1 else "shared-by-all" if len(leaders) == verdict.n else "shared"
    return SAID(
        f"title.{form}",
        first=leaders[0] if form == "leads" else verdict.systems[0], score=league.mean[0], measure=league.measure,
        two=(verdict.n_runs if kind == "same" else verdict.n) == 2, runs=verdict.n_runs, n=verdict.n,
        others=verdict.n - 1, all=verdict.behind == verdict.n - 1, leaders=len(leaders),
        carried=verdict.lead_carried, known=verdict.labels_settled is not None,
    )  # fmt: skip


def _title_of_two(verdict: Verdict) -> str:
    of = verdict.only_pair
    assert of is not None
    q, form = of.queries, str(of.strength) if of.strength in ("proved", "likely", "open") else "not-known"
    if q.against_means:
        form = "against"
    elif verdict.sparse is not None:
        if not of.ahead:
            return pair_words.cant_tell(of)
        form = "sparse"
    elif not of.ahead:
        form = "not-ahead"
    return SAID(
        f"title-of-two.{form}",
        a=q.a, b=q.b, lower=q.lower_is_better, open=of.strength == "open", unlabelled=pair_words.unlabelled(of),
        difference=number(abs(q.difference), 3 if abs(q.difference) >= 0.0005 else 5),
        disagreement=disagreement(q.a, q.b, q.against_means),
    )  # fmt: skip


def standfirst(verdict: Verdict) -> str:
    """The basis of the title, and the next step, in two or three sentences."""
    return " ".join(part for part in (basis(verdict), action(verdict)) if part)


def basis(verdict: Verdict) -> str:
    """The basis of the title, in one or two sentences."""
    league, kind = verdict.league, verdict.kind
    if kind == "unmatched":
        return SAID("basis.unmatched")
    if kind in ("one", "same", "tied"):
        lower, upper = verdict.means("lower"), verdict.means("upper")
        return SAID(
            f"basis.{kind}",
            measure=league.measure, n=verdict.n_queries, score=league.mean[0],
            means=kind == "tied" and league.better.any(),
            queries=span(float(league.low[0]), float(league.high[0])) if verdict.n_queries > 1 else "",
            labels=span(float(lower[0]), float(upper[0])) if lower is not None and upper is not None else "",
        )  # fmt: skip
    if verdict.only_pair is not None:
        words = [_estimated(verdict), scope(verdict)]
    else:
        family = baseline_words.family(verdict) if kind == "baseline" else ""
        few = SAID("basis.few", n=verdict.n) if kind == "few" else family
        best = SAID("phrase.best", first=verdict.systems[0], lower=league.lower_is_better, score=league.mean[0])
        named = kind == "baseline" or len(league.leaders) == 1  # by the title
        words = ["" if named else f"{best}.", _estimated(verdict), few]
    return " ".join(part for part in words if part)


def _estimated(verdict: Verdict) -> str:
    """Who would be first by the estimate, where the title says that missing labels could change it; or ""."""
    of = verdict.only_pair
    if of is not None:
        could = bool(of.ahead) and of.strength == "open"
    else:
        could = verdict.kind != "baseline" and not verdict.lead_carried and verdict.labels_settled is not None
    first = estimated_first(verdict) if could else ""
    return first and f"{first}."


def facts(verdict: Verdict) -> list[str]:
    """Short facts for the line above the title."""
    league = verdict.league
    first = runs_and_systems(verdict.n_runs, verdict.n)
    return [first, plural(verdict.n_queries, "query"), plural(verdict.n_labels, "label"), league.measure]

"""The title and the standfirst for every kind of verdict."""

from __future__ import annotations

from irassay.comparison.league.words import disagreement
from irassay.messages import number, plural, runs_and_systems, span
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.answers import scope
from irassay.verdict.words.lead import estimated_first
from irassay.verdict.words.next_steps import action
from irassay.verdict.words.phrases import SAID


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

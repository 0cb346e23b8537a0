"""The title and the standfirst for every kind of verdict."""

from __future__ import annotations

from irassay.comparison.league.words import disagreement, more_than
from irassay.messages import count, number, plural, runs_and_systems, span, these_queries
from irassay.verdict.verdict import Verdict
from irassay.verdict.words import baselines as baseline_words
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.answers import scope
from irassay.verdict.words.lead import estimated_first
from irassay.verdict.words.next_steps import action
from irassay.verdict.words.phrases import COULD_CHANGE, WITH_THESE_LABELS


def title(verdict: Verdict) -> str:
    """The title: one sentence without jargon."""
    forms = {
        "unmatched": _title_unmatched,
        "one": lambda v: f"{v.systems[0]} scores {number(v.league.mean[0], 3)}.",
        "same": lambda v: f"{_all_of(v.n_runs)} runs are one system for {v.league.measure}.",
        "tied": lambda v: f"{_all_of(v.n)} systems score exactly the same, {number(v.league.mean[0], 3)}.",
        "baseline": baseline_words.title,
        "two": _title_two,
        "few": _title_league,
        "many": _title_league,
    }
    return forms[verdict.kind](verdict)


def _all_of(n: int) -> str:
    return "Both" if n == 2 else f"All {count(n)}"


def _title_unmatched(verdict: Verdict) -> str:
    if verdict.n_queries == 0:
        return "No query has labels: nothing can be scored."
    return "No labelled document is in any run."


def _title_two(verdict: Verdict) -> str:
    of = verdict.only_pair
    assert of is not None
    q, strength = of.queries, of.strength
    digits = 3 if abs(q.difference) >= 0.0005 else 5
    scores, than = f"{q.a} scores {number(abs(q.difference), digits)} {more_than(q.lower_is_better)}", f"than {q.b}"
    if q.against_means:
        return f"{scores} {than}; {disagreement(q.a, q.b, q.against_means)}."
    if verdict.sparse is not None:
        cant = pair_words.cant_tell(of)
        return f"{scores} with these labels {than}; {pair_words.unlabelled(of)}." if of.ahead else cant
    if not of.ahead:
        return f"{scores} {than}; other queries{' or missing labels' if strength == 'open' else ''} could reverse it."
    if strength == "proved":
        return f"{scores} {than}; the queries and the labels both settle it."
    if strength == "likely":
        return f"{scores} {than}; the queries settle it, and missing labels are unlikely to reverse it."
    if strength == "open":
        return f"{scores} with these labels {than}; missing labels could reverse it."
    return f"{scores} with these labels {than}; the queries settle it; whether the labels do is not known."


def _title_league(verdict: Verdict) -> str:
    league = verdict.league
    leaders = len(league.leaders)
    condition = "" if verdict.lead_carried else WITH_THESE_LABELS
    if condition and verdict.labels_settled is not None:
        condition += f"; {COULD_CHANGE}"
    if leaders == 1:
        the_other = "the other " if verdict.behind == verdict.n - 1 else ""
        return f"{league.leaders[0]} leads {the_other}{_others(verdict)}{condition}."
    if leaders == verdict.n:
        return f"All {count(verdict.n)} systems share the lead."
    return f"{count(leaders)} of {count(verdict.n)} systems share the lead{condition}."


def _others(verdict: Verdict) -> str:
    if verdict.behind == verdict.n - 1:
        return plural(verdict.n - 1, "system")
    return f"{count(verdict.n)} systems"


def standfirst(verdict: Verdict) -> str:
    """The basis of the title, and the next step, in two or three sentences."""
    return " ".join(part for part in (basis(verdict), action(verdict)) if part)


def basis(verdict: Verdict) -> str:
    """The basis of the title, in one or two sentences."""
    league = verdict.league
    kind = verdict.kind
    if kind == "unmatched":
        return (
            "Every score is 0, so there is nothing to compare. These qrels were probably made for another version "
            "of the collection; the files section shows ids from both sides."
        )
    if kind == "one":
        return _alone(verdict)
    if kind == "same":
        return (
            f"Down to the depth of {league.measure} they return the same documents in the same order on every query, "
            f"so they score the same, {number(league.mean[0], 3)}."
        )
    if kind == "tied":
        on = these_queries(verdict.n_queries)
        same = "means don't" if league.better.any() else "score on each query doesn't"
        return f"Their rankings differ, their {same}: {league.measure} on {on} can't order them."
    if verdict.only_pair is not None:
        words = [_estimated(verdict), scope(verdict)]
    else:
        words = [_first(verdict), _estimated(verdict), _family(verdict)]
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


def _first(verdict: Verdict) -> str:
    """The system with the best score, where the title names none; or ""."""
    if verdict.kind not in ("few", "many") or len(verdict.league.leaders) == 1:
        return ""
    best = "lowest" if verdict.league.lower_is_better else "highest"
    return f"{verdict.systems[0]} scores {best} ({number(verdict.league.mean[0], 3)})."


def _alone(verdict: Verdict) -> str:
    parts = [f"Mean {verdict.league.measure} over {_labelled(verdict)}."]
    if verdict.n_queries > 1:
        parts.append(f"Other queries: {span(float(verdict.league.low[0]), float(verdict.league.high[0]))} (95%).")
    lower, upper = verdict.means("lower"), verdict.means("upper")
    if lower is not None and upper is not None:
        parts.append(f"Missing labels: {span(float(lower[0]), float(upper[0]))}.")
    parts.append("One system: there is nothing to compare it with. Add a run to ask which is better.")
    return " ".join(parts)


def _labelled(verdict: Verdict) -> str:
    return plural(verdict.n_queries, "labelled query", "labelled queries")


def _family(verdict: Verdict) -> str:
    if verdict.kind == "few":
        return f"Among these {verdict.n} systems."
    if verdict.kind == "baseline":
        return baseline_words.family(verdict)
    return ""


def facts(verdict: Verdict) -> list[str]:
    """Short facts for the line above the title."""
    league = verdict.league
    first = runs_and_systems(verdict.n_runs, verdict.n)
    return [first, plural(verdict.n_queries, "query", "queries"), plural(verdict.n_labels, "label"), league.measure]

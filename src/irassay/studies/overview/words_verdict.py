"""The verdict in words: the title and the standfirst, for every kind of case."""

from __future__ import annotations

from irassay.comparison.words import disagreement
from irassay.studies.overview import words_baseline
from irassay.studies.overview.case import FEW, Case
from irassay.studies.overview.words_answers import scope
from irassay.studies.overview.words_next import action
from irassay.studies.overview.words_pairs import sentence
from irassay.wording import count, number, plural, share, span


def these_queries(case: Case) -> str:
    """The queries at hand, as the subject of a sentence: "this query", "these 53 queries"."""
    return "this query" if case.n_queries == 1 else f"these {count(case.n_queries)} queries"


def more_than(case: Case) -> str:
    """The comparison word of a measure's direction."""
    return "less" if case.lower_is_better else "more"


def title(case: Case) -> str:
    """The verdict's headline: one sentence, no jargon."""
    forms = {
        "unmatched": _title_unmatched,
        "one": lambda c: f"{c.systems[0]} scores {number(c.means[0], 3)}.",
        "same": lambda c: f"{_all_of(c.n_runs)} runs are one system for {c.measure}.",
        "tied": lambda c: f"{_all_of(c.n)} systems score exactly the same, {number(c.means[0], 3)}.",
        "baseline": words_baseline.title,
        "two": _title_two,
        "few": _title_league,
        "many": _title_league,
    }
    return forms[case.kind](case)


def _all_of(n: int) -> str:
    return "Both" if n == 2 else f"All {count(n)}"


def _title_unmatched(case: Case) -> str:
    if case.n_queries == 0:
        return "No query has labels: nothing can be scored."
    return "No labelled document is in any run."


def _title_two(case: Case) -> str:
    assert case.pair is not None
    pair = case.pair
    lead = f"{pair.a} scores {number(abs(pair.difference), 3)} {more_than(case)} than {pair.b}"
    if abs(pair.difference) < 0.0005:
        lead = f"{pair.a} scores {number(abs(pair.difference), 5)} {more_than(case)} than {pair.b}"
    reverse = {"settled": "", "open": "missing labels", "not known": "", "exactly tied": "", "": ""}[pair.state]
    if pair.against_means:
        return f"{lead}; {disagreement(pair.a, pair.b, pair.against_means)}."
    if not pair.significant:
        return f"{lead}; other queries{' or missing labels' if reverse else ''} could reverse it."
    if reverse:
        return f"{lead}; missing labels could reverse it."
    if pair.state == "settled":
        return f"{lead}; the queries and the labels both settle it."
    return f"{lead}; the queries settle it, the labels are not known to."


def _title_league(case: Case) -> str:
    leaders = len(case.leaders)
    if leaders == 1:
        return f"{case.leaders[0]} leads {'the other ' if case.behind == case.n - 1 else ''}{_others(case)}."
    if leaders == case.n:
        return f"All {count(case.n)} systems share the lead."
    return f"{count(leaders)} of {count(case.n)} systems share the lead."


def _others(case: Case) -> str:
    if case.behind == case.n - 1:
        return plural(case.n - 1, "system")
    return f"{count(case.n)} systems"


def standfirst(case: Case) -> str:
    """What the headline rests on, and the action, in two or three sentences."""
    kind = case.kind
    if kind == "unmatched":
        return (
            "Every score is 0, so there is nothing to compare. These qrels were probably made for another version "
            "of the collection; the files section shows ids from both sides."
        )
    if kind == "one":
        return _alone(case)
    if kind == "same":
        return (
            f"Down to the depth of {case.measure} they return the same documents in the same order on every query, "
            f"so they score the same, {number(case.means[0], 3)}."
        )
    if kind == "tied":
        return f"Their rankings differ, their means don't: {case.measure} on {these_queries(case)} can't order them."
    if case.pair is not None:
        words = [sentence(case.pair, family=1, n_queries=case.n_queries), scope(case), action(case)]
    else:
        words = [_family(case), _doubts(case), action(case)]
    return " ".join(part for part in words if part)


def _alone(case: Case) -> str:
    parts = [f"Mean {case.measure} over {_labelled(case)}."]
    if case.interval is not None and case.n_queries > 1:
        parts.append(f"Other queries: {span(*case.interval)}.")
    if case.bounds is not None:
        parts.append(f"Missing labels: {span(*case.bounds)}.")
    parts.append("One system: there is nothing to compare it with. Add a run to ask which is better.")
    return " ".join(parts)


def _labelled(case: Case) -> str:
    return plural(case.n_queries, "labelled query", "labelled queries")


def _family(case: Case) -> str:
    if case.kind == "few":
        return f"Among these {case.n} systems."
    if case.kind == "baseline":
        return words_baseline.family(case)
    return ""


def _doubts(case: Case) -> str:
    if case.kind in ("two", "baseline"):
        return ""
    open_pairs = case.labels_open + case.labels_unknown
    queries = _vouch(case)
    if case.labels_settled is None:
        return f"{queries[0].upper()}{queries[1:]}. How far the labels carry that is not computed for {case.measure}."
    could = "could" if case.labels_unknown == 0 else "may"
    if open_pairs == 0:
        labels = "No missing label could change the order of any pair"
    else:
        only = "only " if case.labels_high else ""
        of = f"{only}{count(open_pairs)} of {plural(case.labels_pairs, 'pair')}"
        labels = f"Missing labels {could} change the order of {'every pair' if open_pairs == case.labels_pairs else of}"
    if case.labels_high and not case.queries_high:
        return f"{labels}. But {queries}."
    if not case.labels_high and case.queries_high:
        return f"{labels}. {queries[0].upper()}{queries[1:]}, but a test over queries doesn't see missing labels."
    return f"{labels}. {queries[0].upper()}{queries[1:]}."


def _vouch(case: Case) -> str:
    subject = "1 query" if case.n_queries == 1 else f"{count(case.n_queries)} queries"
    settled, pairs = case.queries_settled, case.pairs
    if settled == 0:
        return (
            f"{subject} can vouch for none of them"
            if case.labels_settled is not None
            else f"{subject} separate no pair"
        )
    if settled == pairs:
        return f"{subject} separate every pair"
    if case.kind == "few":
        return f"{subject} separate {'' if case.queries_high else 'only '}{count(settled)} of {plural(pairs, 'pair')}"
    them = "them" if case.labels_settled is not None else "the pairs"
    if settled < 0.5 * pairs:
        near = "fewer than half" if settled > 0.4 * pairs else f"only {share(settled, pairs, 0)}"
        return f"{subject} can vouch for {near} of {them}"
    return f"{subject} can vouch for {share(settled, pairs, 0)} of {them}"


def facts(case: Case) -> list[str]:
    """Short facts for the line above the title."""
    runs = plural(case.n_runs, "run")
    systems = plural(case.n, "system")
    first = systems if case.n == case.n_runs else f"{runs}, {systems}"
    return [first, plural(case.n_queries, "query", "queries"), plural(case.n_labels, "label"), case.measure]


def percentages(case: Case) -> bool:
    """Whether shares are shown in percent: not up to seven systems."""
    return case.n > FEW

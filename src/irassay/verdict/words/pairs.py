"""All sentences about two systems, shared by the terminal, the page, its script and Python.

`comparison` phrases the evidence from the queries; this module adds the evidence from the labels. *Better* is used
only where the queries decide and the labels support it. Names appear unescaped; the printing code makes them safe.
"""

from __future__ import annotations

from typing import Any

from irassay.comparison.league.words import by_queries, difference_sentence, disagreement, same_system, undecided
from irassay.comparison.words import BY_QUERY
from irassay.estimates.bounds.bounds import UNDECIDED
from irassay.estimates.bounds.words import for_pair
from irassay.estimates.universe import POOLED
from irassay.messages import capital, interval_kind, percent, plural, signed_ends
from irassay.verdict.doubts import Unlikely
from irassay.verdict.pair import PairVerdict, Require
from irassay.verdict.words.phrases import SAID


def pair_verdict_sentence(of: PairVerdict, *, require: Require = "likely") -> str:
    """The verdict on two systems, with the numbers over queries first."""
    first = headline(of, require=require)
    return first if of.queries.same else f"{first} {numbers(of, require=require)}"


def numbers(of: PairVerdict, *, require: Require = "likely") -> str:
    """The numbers that follow the headline; differences are the system ahead minus the other."""
    return numbers_in_order(of.ahead_first(), require=require)


def numbers_in_order(of: PairVerdict, *, require: Require = "likely") -> str:
    """The same; differences are the first system minus the second."""
    overturned = "" if of.overturned_by is None or of.queries.tied else of.overturned_by.sentence()
    of_queries = difference_sentence(of.queries), by_queries(of.queries)
    return " ".join(filter(None, [*of_queries, by_labels(of), overturned, gap(of, require=require)]))


def headline(of: PairVerdict, *, require: Require = "likely", lists: str = "") -> str:
    """Whether one of the two systems is better, and on what evidence; `lists` is why cut lists leave that open."""
    q = of.queries
    if q.same:
        scored = of.unlikely == "scores alone"
        return same_system(q, "the same score" if scored else BY_QUERY("pair.same-lists"))
    if not of.ahead:
        return cant_tell(of) if of.unlikely == "sparse" and require != "taken" else undecided(q)
    why = "scores-alone" if of.unlikely == "scores alone" else "taken" if require == "taken" else of.strength
    form = "more-by-lists" if lists else why if of.better(require) else "more"
    return SAID(f"pair.{form}", ahead=of.ahead, other=of.other, lower=q.lower_is_better, why=lists)


def cant_tell(of: PairVerdict) -> str:
    """That nobody can tell who is better where labels are sparse, and how much of the lists has no label."""
    return SAID("pair.cant-tell", a=of.queries.a, b=of.queries.b, unlabelled=unlabelled(of))


def unlabelled(of: PairVerdict) -> str:
    """The share of the two systems' documents without a label, to the measure's depth, as a clause."""
    judged = (float("nan"),) if of.judged is None else of.judged
    return SAID("pair.unlabelled", part=percent(1 - sum(judged) / len(judged), 0), depth=of.depth)


def label_numbers(of: PairVerdict) -> str:
    """The effect of missing labels on the difference on the queries at hand."""
    if of.labels is None:
        return why_not(of.unlikely, of.queries.measure)
    if not of.labels.state:
        return SAID("pair-labels.not-of-pair")
    low, high = signed_ends(of.labels.low, of.labels.high)
    text = SAID(f"pair-labels.{_form(of.labels.state)}", queries=of.n_queries, low=low, high=high)
    if of.labels.state not in UNDECIDED or not of.labels.n_draws:
        return text
    form = "pair-labels.significance" if of.queries.significant else "pair-labels.sign"
    return text + SAID(form, agreeing=of.labels.agreeing, draws=of.labels.n_draws)


def _form(state: str) -> str:
    """The form of an entry for a state or a reason of several words."""
    return state.replace(" ", "-")


def why_not(unlikely: Unlikely, measure: str) -> str:
    """Why missing labels have no bounds, as a clause."""
    return SAID(f"why-not.{_form(unlikely)}", measure=measure)


def by_labels(of: PairVerdict) -> str:
    """The effect of missing labels, as a sentence."""
    return SAID("pair-labels", text=label_numbers(of))


def gap(of: PairVerdict, *, require: Require = "likely") -> str:
    """Shares of unjudged documents and labels still needed, where the queries decide and the labels prove nothing, else
    ""; for a *likely* claim the shares alone."""
    if not of.ahead or of.strength == "proved" or of.unlikely == "scores alone":
        return ""
    q, parts = of.queries, list(filter(None, [unjudged(of)]))
    if of.strength == "likely" and of.better(require):
        return " ".join(parts)
    estimated = of.needed is None or of.needed.draws > 0  # else the sentence on labels says why none is
    if of.unlikely == "positive only" and estimated:
        parts.append(f"{capital(SAID('why-not.positive-only'))}.")
    elif of.estimate is not None:
        a, b = of.estimate
        parts.append(SAID("pair.estimated", a=q.a, b=q.b, score_a=a, score_b=b, assumed=POOLED))
    if of.unlikely == "sparse in part" and not of.better(require):
        parts.append(SAID("sparse.taken"))
    if of.needed is not None and of.labels is not None:
        parts.append(for_pair(of.needed, unseen=of.labels.unseen))
    return " ".join(parts)


def unjudged(of: PairVerdict) -> str:
    """The share of each system's documents without a label, to the measure's depth; "" where not known."""
    if of.judged is None:
        return ""
    a, b = (1 - share for share in of.judged)
    return SAID("pair.unjudged", depth=of.depth, a=of.queries.a, b=of.queries.b, part_a=a, part_b=b)


def phrases(
    *,
    family: int,
    n_queries: int,
    n_draws: int,
    lower_is_better: bool,
    unbounded: str = "",
    interval: str = "percentile",
) -> dict[str, Any]:
    """Phrases with placeholders from which the page's script builds the sentence about a pair; `unbounded` says why
    missing labels have no bounds."""
    against, against_other = (disagreement("{a}", "{b}", sign) for sign in (1, -1))

    def text(form: str) -> str:
        return BY_QUERY.text(f"over-queries.{form}")

    labels = {
        state: SAID(f"pair-labels.{_form(state)}", queries=n_queries, low="{low}", high="{high}")
        for state in ("settled", "open", "not known", "exactly tied")
    }
    forms = ("sign", "significance")
    drawn = {form: SAID(f"pair-labels.{form}", agreeing="{agreeing}", draws=n_draws) for form in forms}
    return {
        "lower_is_better": lower_is_better,
        "all_at_once": interval == "simultaneous",
        "open": BY_QUERY.text("pair.open"),
        "sparse": SAID.text("pair.cant-tell"),
        "equal": BY_QUERY.text("pair.equal"),
        "against": BY_QUERY("pair.against", a="{a}", b="{b}", favoured="{a}"),
        "against_other": BY_QUERY("pair.against", a="{a}", b="{b}", favoured="{b}"),
        "better": {strength: SAID.text(f"pair.{strength}") for strength in ("proved", "likely")},
        "more": SAID("pair.more", ahead="{ahead}", other="{other}", lower=lower_is_better),
        "counted": BY_QUERY.text("pair.difference"),
        "query": "{n} query",
        "queries": "{n} queries",
        "around": capital(text("interval")).replace("{kind}", interval_kind(interval, family)),
        "one_query": capital(text("one-query")),
        "chance": text("adjusted" if family > 1 else "alone").replace("{family}", plural(family, "pair")),
        "differ": text("differ"),
        "no_difference": text("no-difference"),
        "edge": text("at-the-edge"),
        "leaves_out": text("leaves-out"),
        "contains": text("contains"),
        "beside_against": f"{capital(against)}.",
        "beside_against_other": f"{capital(against_other)}.",
        "labels": labels | {"": unbounded or SAID("why-not")},
        "kept": drawn,
        "missing_labels": SAID.text("pair-labels"),
    }

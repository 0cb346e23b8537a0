"""Every sentence about two systems: one author for the terminal, the page, its script and Python.

*Better* is said only where the queries decide and the labels carry that. Names are written as they are: whoever prints
makes them safe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.comparison.words import disagreement
from irassay.estimates.words_needed import for_pair
from irassay.verdict import phrases as say
from irassay.wording import count, number, p_value, percent, plural

if TYPE_CHECKING:
    from irassay.comparison.league import Pair
    from irassay.verdict.pair import PairVerdict, Require


def pair(of: PairVerdict) -> str:
    """All there is about two systems, the numbers over queries always first."""
    return headline(of) if of.queries.same else f"{headline(of)} {numbers(of)}"


def numbers(of: PairVerdict) -> str:
    """The same beside a headline that says already which is better."""
    return " ".join(filter(None, [counted(of.queries), by_queries(of.queries), by_labels(of), gap(of)]))


def headline(of: PairVerdict, *, require: Require = "likely") -> str:
    """Whether one of the two is better, and by what.

    Examples
    --------
    >>> from irassay import Qrels, Runs, settle
    >>> queries = [f"q{i}" for i in range(8)]
    >>> qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> headline(settle(qrels, runs, "P@1").pair("new", "old"))
    'new is better than old: the queries decide it, and no missing label reverses the order.'
    """
    q = of.queries
    if q.same:
        what = "the same score" if of.unlikely == "scores alone" else "the same documents in the same order"
        return say.SAME.format(a=q.a, b=q.b, measure=q.measure, what=what)
    if q.against_means:
        return say.AGAINST.format(a=q.a, b=q.b, disagreement=disagreement(q.a, q.b, q.against_means))
    if not of.ahead:
        return say.OPEN.format(a=q.a, b=q.b)
    if not of.better(require):
        more = "less" if q.lower_is_better else "more"
        return say.MORE.format(ahead=of.ahead, other=of.other, more=more)
    why = "scores alone" if of.unlikely == "scores alone" else "taken" if require == "taken" else of.strength
    return say.BETTER[why].format(ahead=of.ahead, other=of.other)


def counted(q: Pair) -> str:
    """The difference, and on how many queries the first is better, worse, equal."""
    return say.COUNTED.format(
        difference=number(0.0 if q.tied else q.difference),
        better=plural(q.better, "query"),
        worse=count(q.worse),
        equal=count(q.equal),
    )


def query_numbers(q: Pair) -> str:
    """The interval over queries, then raw and corrected p with the family's size."""
    around = say.ONE_QUERY
    if q.low == q.low:
        around = say.OTHER_QUERIES.format(low=number(q.low, 3), high=number(q.high, 3))
        if q.t_low == q.t_low:
            around += say.STUDENT.format(low=number(q.t_low, 3), high=number(q.t_high, 3))
    if q.p != q.p:
        return say.NOT_TESTED.format(around=around)
    chance = {"p": p_value(q.p), "p_corrected": p_value(q.p_corrected), "family": plural(q.family, "pair")}
    return (say.ADJUSTED if q.family > 1 else say.CHANCE).format(around=around, **chance)


def decision(q: Pair) -> str:
    """What the test decides of two systems that were tested."""
    return say.AT_THE_EDGE if q.at_the_edge else say.DIFFER if q.significant else say.CANT_TELL


def beside_interval(q: Pair) -> str:
    """Where the interval and the decision seem to contradict each other, why they don't; "" elsewhere."""
    if q.against_means:
        return f"{_capital(disagreement(q.a, q.b, q.against_means))}."
    excludes = q.low > 0 or q.high < 0
    if q.significant or q.at_the_edge or not excludes or q.p != q.p or q.tied:
        return ""
    return say.ALONE.format(family=count(q.family)) if q.family > 1 and q.p <= q.alpha else say.LEAVES_OUT


def by_queries(q: Pair) -> str:
    """What other queries might have said, with the decision."""
    decided = f": {decision(q)}." if q.p == q.p else "."
    return f"{_capital(query_numbers(q))}{decided} {beside_interval(q)}".rstrip()


def label_numbers(of: PairVerdict) -> str:
    """What missing labels can do to the difference on the queries at hand."""
    if of.labels is None:
        return say.WHY_NOT.get(of.unlikely, say.LABELS[""]).format(measure=of.queries.measure)
    low, high = number(of.labels.low, 3), number(of.labels.high, 3)
    text = say.LABELS[of.labels.state].format(here=here(of.n_queries), low=low, high=high)
    if of.labels.state not in ("open", "not known") or not of.labels.n_draws:
        return text
    draws = {"agreeing": count(of.labels.agreeing), "draws": count(of.labels.n_draws)}
    return text + say.KEPT["significance" if of.queries.significant else "sign"].format(**draws)


def here(n_queries: int) -> str:
    """The queries at hand, where something happens on them."""
    return "on this query" if n_queries == 1 else f"on these {count(n_queries)} queries"


def by_labels(of: PairVerdict) -> str:
    """What missing labels can do, as a sentence."""
    return say.MISSING_LABELS.format(text=label_numbers(of))


def gap(of: PairVerdict, *, require: Require = "likely") -> str:
    """Where the queries decide and the labels don't carry it: how unequal they are, and what would do; else ""."""
    if not of.ahead or of.better(require):
        return ""
    q, parts = of.queries, []
    if of.judged is not None:
        to = "" if of.depth is None else f" down to rank {count(of.depth)}"
        a, b = (percent(1 - share) for share in of.judged)
        parts.append(say.UNJUDGED.format(to=to, a=q.a, b=q.b, share_a=a, share_b=b))
    if of.unlikely == "positive only":
        parts.append(f"{_capital(say.WHY_NOT[of.unlikely])}.")
    elif of.estimate is not None:
        a, b = (number(score, 3) for score in of.estimate)
        parts.append(say.ESTIMATED.format(a=q.a, b=q.b, score_a=a, score_b=b))
    if of.needed is not None and of.labels is not None:
        parts.append(for_pair(of.needed, unseen=of.labels.unseen))
    return " ".join(parts)


def effect(q: Pair) -> str:
    """How large the difference is beside how much it varies; "" where all differences are equal."""
    return "" if q.effect_size != q.effect_size else say.EFFECT.format(effect=number(q.effect_size, 2))


def phrases(*, family: int, n_queries: int, n_draws: int, lower_is_better: bool) -> dict[str, Any]:
    """What the page's script makes the sentence of a pair from: phrases whose places it fills."""
    for_all = {"{family}": plural(family, "pair"), "{draws}": count(n_draws), "{here}": here(n_queries)}
    against, against_other = (disagreement("{a}", "{b}", sign) for sign in (1, -1))

    def fixed(phrase: str) -> str:
        for place, text in for_all.items():
            phrase = phrase.replace(place, text)
        return phrase

    return {
        "lower_is_better": lower_is_better,
        "open": say.OPEN,
        "against": say.AGAINST.replace("{disagreement}", against),
        "against_other": say.AGAINST.replace("{disagreement}", against_other),
        "better": {strength: say.BETTER[strength] for strength in ("proved", "likely")},
        "more": say.MORE.replace("{more}", "less" if lower_is_better else "more"),
        "counted": say.COUNTED,
        "query": "{n} query",
        "queries": "{n} queries",
        "around": _capital(say.OTHER_QUERIES),
        "one_query": _capital(say.ONE_QUERY),
        "chance": fixed(say.ADJUSTED if family > 1 else say.CHANCE),
        "differ": say.DIFFER,
        "cant_tell": say.CANT_TELL,
        "edge": say.AT_THE_EDGE,
        "alone": say.ALONE.format(family=count(family)),
        "leaves_out": say.LEAVES_OUT,
        "beside_against": f"{_capital(against)}.",
        "beside_against_other": f"{_capital(against_other)}.",
        "labels": {state: fixed(text) for state, text in say.LABELS.items()},
        "kept": {what: fixed(text) for what, text in say.KEPT.items()},
        "missing_labels": say.MISSING_LABELS,
    }


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"

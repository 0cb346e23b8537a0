"""Sentences about what leaked queries and documents did to scores and to the order of systems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.leakage.adjusted import AT_AN_END, LEAST_UNEXPOSED
from irassay.leakage.effect import LEAST
from irassay.messages import capital, conjugate, count, listed, number, p_value, percent, plural, signed_ends, visible

if TYPE_CHECKING:
    from irassay.leakage.adjusted import Adjusted
    from irassay.leakage.document_effect import DocumentEffect
    from irassay.leakage.effect import Effect
    from irassay.leakage.effect_order import OrderWithout
    from irassay.leakage.unanswered import Unanswered

QUERIES = ("query", "queries")
DOCUMENTS = ("document", "documents")
NAMED = 5  # systems; JSON has all


def effect_sentences(effect: Effect) -> list[str]:
    """Which systems can't be compared, what was found, what was not tested and why, which systems are in no group."""
    found = [*left_out(effect), *_did(effect), *_adjusted(effect)]
    if effect.order is not None:
        found.append(order_sentence(effect.order, alpha=effect.alpha))
    return [*found, *_not_tested(effect), *_systems(effect)]


def order_sentence(order: OrderWithout, *, alpha: float = 0.05, noun: tuple[str, str] = QUERIES) -> str:
    """How the order changes without what leaked, against as many others."""
    leaked = f"leaked {noun[0]}" if order.n == 1 else f"{count(order.n)} leaked {noun[1]}"
    swaps = f"Without the {leaked} {_pairs(order.swaps)}"
    if order.by_chance is None or order.p is None:
        return f"{swaps} of {count(order.pairs)}."
    others = f"without {count(order.n)} {'other' if order.n == 1 else 'others'} {number(order.by_chance.mean, 1)}"
    if order.p > alpha:
        return f"{swaps}, {others}: no sign that leakage made the order."
    return (
        f"{swaps}, {others} (p {_p_sign(order.p)}): the order rests on the leaked {noun[1 if order.n > 1 else 0]} more "
        "than on others."
    )


def document_sentences(effect: DocumentEffect) -> list[str]:
    """What was found without leaked documents."""
    n = sum(effect.grades.values())
    kinds = listed([f"{count(of)} of grade {grade}" for grade, of in effect.grades.items()])
    found = [f"Leaked documents have {plural(n, 'label')}, {kinds}, for {plural(effect.n_queries, 'query')}."]
    if effect.order is not None:
        found.append(order_sentence(effect.order, alpha=effect.alpha, noun=DOCUMENTS))
    return [*found, *_lead(effect), *_no_others(effect)]


def _lead(effect: DocumentEffect) -> list[str]:
    of = effect.lead
    if of is None:
        return []
    lead = f"Without them the lead of the exposed systems goes from {number(of.before)} to {number(of.after)}"
    if of.by_chance is None or of.p is None:
        return [f"{lead}."]
    ends = f"{number(of.by_chance.low)} to {number(of.by_chance.high)}"
    if of.p > effect.alpha:
        rests = "no sign that it rests on them"
    else:
        falls = (of.after < of.by_chance.mean) is not effect.lower_is_better
        rests = "it rests on them more than on others" if falls else "it does not rest on them"
    return [f"{lead}, without as many others to {ends} (p {_p_sign(of.p)}): {rests}."]


def _no_others(effect: DocumentEffect) -> list[str]:
    if effect.order is None or effect.order.by_chance is not None:
        return []
    return ["Each query's documents of these grades all leaked: there are no others to hold them against."]


def _pairs(n: int) -> str:
    return "no pair swaps" if n == 0 else f"{plural(n, 'pair')} {conjugate(n, 'swaps')}"


def _did(effect: Effect) -> list[str]:
    if effect.did is None:
        return []
    groups = f"{_group(effect.count(True), 'exposed')} {{}} on {_group(effect.count(False), 'unexposed')}"
    change = capital(groups.format(_gain(effect, effect.did))) + _queries(effect)
    if effect.p is None or effect.low is None or effect.high is None:
        return [f"{change}."]
    level = percent(1 - effect.alpha, 0)
    tested = f"{change} ({level} interval {_ends(effect, effect.low, effect.high)}; p {_p_sign(effect.p)})"
    if effect.p > effect.alpha:
        return [f"{tested}: queries marked at random show as much."]
    return [f"{tested}: more than queries marked at random show."]


def _adjusted(effect: Effect) -> list[str]:
    of = effect.adjusted
    if of is None:
        return []
    one = " system" if effect.count(True) == 1 else ""
    said = f"Adjusted for how hard the queries are, the exposed{one} {_gain(effect, of.did)}"
    return [f"{said} ({_ends(effect, of.low, of.high)}): {_conclusion(effect, of)}."]


def _conclusion(effect: Effect, of: Adjusted) -> str:
    helped = "sign that training on the leaked queries helped"
    if effect.sign is not None:
        return f"a {helped}"
    none = f"no {helped}"
    if of.low <= 0 <= of.high or effect.p is None or not effect.is_gain(of.did):
        return none
    if effect.p > effect.alpha:
        return f"{none}, since queries marked at random show as much without the adjustment"
    if effect.is_gain(of.did) is not effect.is_gain(effect.did or 0.0):
        return f"{none}, since the two numbers contradict each other"
    if of.at_an_end > AT_AN_END:
        return f"{none}, since {percent(of.at_an_end, 0)} of a group's scores on them are its best or its worst"
    return f"{none}, since the two groups' scores don't follow one line"


def _gain(effect: Effect, did: float) -> str:
    """Gain or lose, by the measure's direction."""
    return f"{'gain' if effect.is_gain(did) else 'lose'}{conjugate(effect.count(True), 's')} {number(abs(did))}"


def _ends(effect: Effect, low: float, high: float) -> str:
    """An interval as gains: turned round where lower is better."""
    return " to ".join(signed_ends(-high, -low) if effect.lower_is_better else signed_ends(low, high))


def _p_sign(p: float) -> str:
    text = p_value(p)
    return text if text.startswith("<") else f"= {text}"


def _group(n: int, kind: str) -> str:
    return f"the {kind} system" if n == 1 else f"the {count(n)} {kind} systems"


def _queries(effect: Effect) -> str:
    return f" from {plural(effect.n_clean, 'clean query', 'clean queries')} to {_leaked(effect)}"


def _leaked(effect: Effect) -> str:
    return plural(effect.n_leaked, "leaked query", "leaked queries")


def _not_tested(effect: Effect) -> list[str]:
    exposed, unexposed = effect.count(True), effect.count(False)
    if not exposed or not unexposed:
        neither = "exposed or unexposed" if not exposed and not unexposed else "unexposed" if exposed else "exposed"
        left = " that can be compared" if any(not of.is_compared for of in effect.unanswered) else ""
        return [
            f"No system{left} is known to be {neither}: nothing says whether training on the leaked queries helped."
        ]
    if min(effect.n_leaked, effect.n_clean) < LEAST:
        there = f"there are {_leaked(effect)} and {count(effect.n_clean)} clean"
        return [f"A test takes {LEAST} leaked and {LEAST} clean queries at least, and {there}: nothing was tested."]
    if effect.adjusted is None and unexposed < LEAST_UNEXPOSED:
        return [f"Adjusting for how hard queries are takes {LEAST_UNEXPOSED} unexposed systems; there are {unexposed}."]
    if effect.adjusted is None:
        return ["The systems don't agree on which queries are hard: nothing was adjusted for that."]
    return []


def _systems(effect: Effect) -> list[str]:
    said = []
    unknown = effect.count(None) - len(effect.contradicted)
    if unknown:
        saw = conjugate(unknown, "it")
        said.append(f"Of {plural(unknown, 'system')} it is not known whether {saw} saw the queries: in neither group.")
    if effect.contradicted:
        said.append(
            f"{listed(effect.contradicted)}: the same documents as a system of the other group, and in neither."
        )
    if effect.unranked:
        said.append(f"Left out, since they lack a score on some query: {listed(effect.unranked)}.")
    if lacking := [of for of in effect.unanswered if of.is_compared]:
        said.append(f"Compared all the same, with 0 for each such query: {_lacking(effect, lacking)}.")
    return said


def left_out(effect: Effect) -> list[str]:
    """Which systems lack documents so that they can't be compared: the first of the sentences, where there are such."""
    gone = [of for of in effect.unanswered if not of.is_compared]
    if not gone:
        return []
    why = "Such queries count 0, and these are not spread as by chance"
    return [f"Left out of the numbers and the order: {_lacking(effect, gone)}. {why}."]


def _lacking(effect: Effect, some: Sequence[Unanswered]) -> str:
    """Which systems have no documents for how many queries."""
    parts = [
        f"{visible(of.system)}, without documents for {of.leaked:,} of {effect.n_leaked:,} leaked and {of.clean:,} of "
        f"{effect.n_clean:,} clean queries"
        for of in some[:NAMED]
    ]
    more = len(some) - len(parts)
    return "; ".join([*parts, *([f"and {count(more)} more"] if more else [])])

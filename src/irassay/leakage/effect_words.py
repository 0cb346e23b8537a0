"""Sentences about what leaked queries and documents did to scores and to the order of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.leakage.adjusted import AT_AN_END, LEAST_UNEXPOSED
from irassay.leakage.effect import LEAST
from irassay.leakage.kinds_words import LEAKAGE
from irassay.messages import count, p_value, signed_ends, visible

if TYPE_CHECKING:
    from irassay.leakage.adjusted import Adjusted
    from irassay.leakage.document_effect import DocumentEffect, LeadWithout
    from irassay.leakage.effect import Effect
    from irassay.leakage.effect_order import OrderWithout

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
    drawn, p = order.by_chance, order.p
    return LEAKAGE(
        "order",
        n=order.n, noun=noun[0], nouns=noun[1], swaps=order.swaps, pairs=order.pairs,
        drawn=drawn is not None and p is not None, others=drawn and drawn.mean,
        p="" if p is None or p > alpha else _p_sign(p),
    )  # fmt: skip


def document_sentences(effect: DocumentEffect) -> list[str]:
    """What was found without leaked documents."""
    n = sum(effect.grades.values())
    grades = [LEAKAGE("documents.grade", n=of, grade=grade) for grade, of in effect.grades.items()]
    found = [LEAKAGE("documents", labels=n, grades=grades, queries=effect.n_queries)]
    if effect.order is not None:
        found.append(order_sentence(effect.order, alpha=effect.alpha, noun=DOCUMENTS))
    if effect.lead is not None:
        found.append(_lead(effect.lead, effect))
    if effect.order is not None and effect.order.by_chance is None:
        found.append(LEAKAGE("documents.no-others"))
    return found


def _lead(of: LeadWithout, effect: DocumentEffect) -> str:
    """What becomes of the lead of the exposed systems."""
    drawn = of.by_chance
    return LEAKAGE(
        "documents.lead",
        before=of.before, after=of.after, p=_p_sign(of.p) if drawn else "", low=drawn and drawn.low,
        high=drawn and drawn.high, sign=of.p is not None and of.p <= effect.alpha,
        falls=drawn and (of.after < drawn.mean) is not effect.lower_is_better,
    )  # fmt: skip


def _did(effect: Effect) -> list[str]:
    if effect.did is None:
        return []
    p, low, high = effect.p, effect.low, effect.high
    ends = "" if low is None or high is None else _ends(effect, low, high)
    text = LEAKAGE(
        "scores",
        **_gain(effect, effect.did), unexposed=effect.count(False), clean=effect.n_clean, leaked=effect.n_leaked,
        level=1 - effect.alpha, ends=ends, p=_p_sign(p) if ends else "", sign=p is not None and p <= effect.alpha,
    )  # fmt: skip
    return [text]


def _adjusted(effect: Effect) -> list[str]:
    of = effect.adjusted
    if of is None:
        return []
    form = _why_not(effect, of)
    why = LEAKAGE(f"adjusted.{form}", share=of.at_an_end) if form else ""
    ends, sign = _ends(effect, of.low, of.high), effect.sign is not None
    return [LEAKAGE("adjusted", **_gain(effect, of.did), ends=ends, sign=sign, why=why)]


def _why_not(effect: Effect, of: Adjusted) -> str:
    """Why a gain beyond difficulty is no sign that training helped; "" where it is one, or where there is no gain."""
    if effect.sign is not None or of.low <= 0 <= of.high or effect.p is None or not effect.is_gain(of.did):
        return ""
    if effect.p > effect.alpha:
        return "alone"
    if effect.is_gain(of.did) is not effect.is_gain(effect.did or 0.0):
        return "contradict"
    return "at-an-end" if of.at_an_end > AT_AN_END else "line"


def _gain(effect: Effect, did: float) -> dict[str, float]:
    """Gain or lose, by the measure's direction."""
    return {"exposed": effect.count(True), "gain": effect.is_gain(did), "did": abs(did)}


def _ends(effect: Effect, low: float, high: float) -> str:
    """An interval as gains: turned round where lower is better."""
    return " to ".join(signed_ends(-high, -low) if effect.lower_is_better else signed_ends(low, high))


def _p_sign(p: float | None) -> str:
    text = "" if p is None else p_value(p)
    return text if text.startswith("<") or not text else f"= {text}"


def _not_tested(effect: Effect) -> list[str]:
    groups = {"exposed": effect.count(True), "unexposed": effect.count(False)}
    if lacking := " or ".join(kind for kind, n in groups.items() if not n):
        compared = any(not of.is_compared for of in effect.unanswered)
        return [LEAKAGE("not-tested.groups", lacking=lacking, compared=compared)]
    if min(effect.n_leaked, effect.n_clean) < LEAST:
        return [LEAKAGE("not-tested.queries", least=LEAST, leaked=effect.n_leaked, clean=effect.n_clean)]
    if effect.adjusted is None and groups["unexposed"] < LEAST_UNEXPOSED:
        return [LEAKAGE("not-tested.unexposed", least=LEAST_UNEXPOSED, n=groups["unexposed"])]
    return [LEAKAGE("not-tested.hard")] if effect.adjusted is None else []


def _systems(effect: Effect) -> list[str]:
    said = []
    if unknown := effect.count(None) - len(effect.contradicted):
        said.append(LEAKAGE("systems.unknown", n=unknown))
    for form, names in (("contradicted", effect.contradicted), ("unranked", effect.unranked)):
        if names:
            said.append(LEAKAGE(f"systems.{form}", names=list(names)))
    return [*said, *_lacking(effect, "compared")]


def left_out(effect: Effect) -> list[str]:
    """Which systems lack documents so that they can't be compared: the first of the sentences, where there are such."""
    return _lacking(effect, "left-out")


def _lacking(effect: Effect, form: str) -> list[str]:
    """Which systems have no documents for how many queries, of those compared all the same or of those left out."""
    some = [of for of in effect.unanswered if of.is_compared is (form == "compared")]
    all_of = {"all_leaked": effect.n_leaked, "all_clean": effect.n_clean}
    parts = [
        LEAKAGE("systems.lacking", system=visible(of.system), leaked=of.leaked, clean=of.clean, **all_of)
        for of in some[:NAMED]
    ]
    more = [f"and {count(len(some) - NAMED)} more"] if len(some) > NAMED else []
    return [LEAKAGE(f"systems.{form}", systems="; ".join([*parts, *more]))] if some else []

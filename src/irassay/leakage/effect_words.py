"""Sentences about what leaked of test queries, what that did to scores and orders, and what a reranker remembers."""

from __future__ import annotations

from math import isnan

from irassay.leakage.document_effect import DocumentEffect, LeadWithout
from irassay.leakage.effect import LEAST, Effect
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.memory import Memory
from irassay.leakage.what_leaked import PARTS, Kinds, SharedCorpus
from irassay.leakage.without_leaks import AT_AN_END, LEAST_UNEXPOSED, Adjusted, OrderWithout
from irassay.messages import count, number, p_value, signed_ends, span, visible

IDS = ("other", "unknown", "none")  # whether the ids of a file are the test collection's
QUERIES = ("query", "queries")
DOCUMENTS = ("document", "documents")
NAMED = 5  # systems; JSON has all


def findings_on_kinds(kinds: Kinds) -> list[str]:
    """What leaked: a sentence for each kind, one for what can't be told, for what people decide, for the corpus."""
    sentences, n_queries = [], len(kinds.found)
    for kind in PARTS:
        queries = kinds.queries(kind)
        untold = set(kinds.untold) if kind == "query" else set()
        docs = {doc for of in kinds.documents([kind]).values() for doc in of}
        form = kind if kinds.n_passages else "asked"
        for n, what in ((len(queries) - len(untold), form), (len(untold), "untold")):
            if n:
                sentences.append(LEAKAGE(f"kinds.{what}", n=n, queries=n_queries, docs=len(docs)))
    if not sentences:
        slots = {"rows": kinds.n_rows, "passages": kinds.n_passages, "unread": kinds.n_unread}
        sentences.append(LEAKAGE("kinds.none", queries=n_queries, **slots))
    if kinds.in_review:
        sentences.append(LEAKAGE("kinds.review", n=len(kinds.in_review)))
    if kinds.corpus is not None and kinds.n_passages:
        sentences += shared(kinds.corpus)
    return sentences


def shared(corpus: SharedCorpus) -> list[str]:
    """How much of the corpus was trained on, and that this is no leak."""
    share = LEAKAGE(
        "corpus.all" if corpus.n_compared == corpus.n_documents else "corpus.sample",
        n=corpus.n_trained, documents=corpus.n_documents, share=corpus.share, low=corpus.low, high=corpus.high,
        compared=corpus.n_compared,
    )  # fmt: skip
    return [share, LEAKAGE("corpus"), *([LEAKAGE("corpus.no-leak")] if corpus.share else [])]


def notes_on_kinds(kinds: Kinds) -> list[str]:
    """What can't be told, and what is assumed: leaks without a row, documents without texts, ids without proof."""
    counts = {"rows": kinds.n_missing_pairs, "relevant": kinds.n_without_relevant}
    rows = _untold(kinds, counts)
    if not kinds.n_passages:
        return [*rows, LEAKAGE("untold.queries-alone")]
    ids = [
        LEAKAGE(f"ids.{what}", sources=sources)
        for what in IDS
        if (sources := [source for source, of in kinds.ids.items() if of == what])
    ]
    counts = {"text": kinds.n_relevant - kinds.n_with_text, "short": kinds.n_short, "passages": kinds.n_unread}
    if kinds.n_with_text:
        return [*rows, *ids, *_untold(kinds, counts)]
    return [*rows, *ids, LEAKAGE("untold.texts", unread=kinds.n_unread), *_untold(kinds, {"short": kinds.n_short})]


def _untold(kinds: Kinds, counts: dict[str, int]) -> list[str]:
    return [LEAKAGE(f"untold.{what}", n=n, relevant=kinds.n_relevant) for what, n in counts.items() if n]


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


def memory_sentences(of: Memory) -> list[str]:
    """The verdict, then which side moved, seeds, scores, and what was left out."""
    pairs, found = of.kind == "pairs", [title(of)]
    if not of.n_runs[1]:
        found += [LEAKAGE("memory.alone")] if not pairs else []
    else:
        if not isnan(of.offset.seeds_low):
            ends = span(of.offset.seeds_low, of.offset.seeds_high, 1)
            seeds = [LEAKAGE("memory.seeds", pairs=pairs, n=of.n_runs[0], others=of.n_runs[1], span=ends)]
        else:
            seeds = [LEAKAGE("memory.one-seed")] if pairs else []
        relevant, other = _moves(of.relevant.change), _moves(of.other.change)
        found += [LEAKAGE("memory.sides", pairs=pairs, relevant=relevant, other=other), *seeds]
    if (score := of.relevant_score) is not None:
        slots = {"rises": score.change > 0, "before": score.without, "after": score.with_}
        found.append(LEAKAGE("memory.score", **slots))
    found += _unscored(of)
    if of.left_out:
        found.append(LEAKAGE("memory.left-out", n=len(of.left_out), pairs=pairs))
    return [*found, *cautions(of)]


def title(of: Memory) -> str:
    """The verdict with the interval over topics."""
    change, pairs = of.offset.change, of.kind == "pairs"
    digits = 1 if abs(change) >= 1 else 2
    moves = round(change, 2) != 0
    return LEAKAGE(
        "memory" if pairs else "memory.of-one",
        verdict=verdict(of), change=number(abs(change), digits if pairs else 1) if moves or not pairs else "",
        grows=moves and change > 0, falls=moves and change <= 0, better=change >= 0, level=1 - of.alpha,
        span="" if isnan(of.offset.low) else span(of.offset.low, of.offset.high, digits),
    )  # fmt: skip


def verdict(of: Memory) -> str:
    """Whether leaked documents are remembered; of one model without others there is none, "" then."""
    if of.kind == "one model" and not of.n_runs[1]:
        return ""
    form = "remembered" if of.is_sign else "may-be" if of.offset.low > 0 else "no-sign"
    return LEAKAGE(f"memory.{form}", small=abs(of.offset.change) < 1, pairs=of.kind == "pairs")


def _moves(change: float) -> str:
    """How far documents move whose rank changes by this; a rank that grows falls."""
    return LEAKAGE("memory.moves", by=abs(change) if round(change, 1) else 0, falls=change > 0)


def _unscored(of: Memory) -> list[str]:
    """How many documents have no score, and which rank that gives them."""
    if not any(of.n_unscored):
        return []
    pairs, documents = of.kind == "pairs", sum(of.n_documents)
    names = ("with leakage", "without") if pairs else ("in the model", "in the others")
    parts = [
        f"{count(n)} of {count(documents * runs)} {side}"
        for n, runs, side in zip(of.n_unscored, of.n_runs, names)
        if runs
    ]
    return [LEAKAGE("memory.unscored", pairs=pairs, depth=of.depth, rank=str(of.depth + 1), parts=parts)]


def cautions(of: Memory) -> list[str]:
    """That one side has more documents without a score than the other."""
    with_, without = (n / runs if runs else None for n, runs in zip(of.n_unscored, of.n_runs))
    return [LEAKAGE("memory.other-lists")] if without is not None and with_ != without else []

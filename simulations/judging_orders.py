"""What stands beside `irassay.decide`: orders of judging until a proof, families of systems, and rules that err."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import special

import irassay
from irassay.decisions import Decider
from irassay.judging.assessors.orders import ADAPTIVE

Labels = Mapping[str, Mapping[str, int]]
Runs = Mapping[str, Mapping[str, Mapping[str, float]]]
Pair = tuple[str, str]

SURE = 0.95
RIGHT = 0.8  # how sure a model is taken to be of its labels
ORDERS = ("by effect", "pool, rank by rank", "move to front", "max-mean", "at random")
FAMILIES: Mapping[str, tuple[int, ...]] = {  # relevant documents of each system
    "all tied": (14, 14, 14, 14),
    "two tied, others apart": (8, 14, 14, 20),
}
QUERIES, DEPTH = 12, 3  # of families


def weights(runs: Runs) -> dict[Pair, int]:
    """(Query, document) -> how many more of the lists of "new" than of "old" have it."""
    new, old = runs["new"], runs["old"]
    return {(q, d): (d in new[q]) - (d in old[q]) for q in new for d in sorted({*new[q], *old[q]})}


def to_a_proof(order: str, runs: Runs, labels: Labels, depth: int, draw: random.Random) -> float:
    """Labels until no missing one can change who is ahead, as a share of the documents whose label moves that."""
    weight = weights(runs)
    if order == "by effect":
        one = irassay.decide(runs, f"P@{depth}", choose="effect")
        one.run(lambda asked: {q: {d: labels[q][d] for o, d in asked if o == q} for q, _ in asked}, batch=1)
        return len(one._labels) / sum(map(bool, weight.values()))
    least, most = (sum(sign * max(sign * w, 0) for w in weight.values()) for sign in (-1, 1))
    rankings = {q: [sorted(of[q], key=of[q].__getitem__, reverse=True) for of in runs.values()] for q in labels}
    queues = at_first(order, rankings, draw)
    judged: dict[str, dict[str, bool]] = {q: {} for q in labels}
    n = 0
    while least <= 0 <= most and least < most:
        for query in list(queues) if order != "at random" else [""]:
            if order in ("move to front", "max-mean"):
                listed = ADAPTIVE[order.replace(" ", "-")](rankings[query], judged[query])
                pair = next(((query, doc) for doc in listed if doc not in judged[query]), None)
            else:
                pair = queues[query].pop(0) if queues[query] else None
            if pair is None:
                continue
            n, gain = n + 1, labels[pair[0]][pair[1]]
            judged[pair[0]][pair[1]] = bool(gain)
            w = weight[pair]
            least, most = least + w * gain - min(w, 0), most + w * gain - max(w, 0)
            if not (least <= 0 <= most and least < most):
                break
    return n / sum(map(bool, weight.values()))


def at_first(order: str, rankings: Mapping[str, Sequence[Sequence[str]]], draw: random.Random) -> dict[str, list[Pair]]:
    """Query -> its documents in an order that answers don't change; at random all under one name."""
    queues = {}
    for query, lists in rankings.items():
        ranks: dict[str, int] = {}
        for one in lists:
            for rank, doc in enumerate(one):
                ranks[doc] = min(rank, ranks.get(doc, rank))
        queues[query] = [(query, doc) for doc in sorted(ranks, key=lambda doc: (ranks[doc], doc))]
    if order != "at random":
        return queues
    every = [pair for queue in queues.values() for pair in queue]
    return {"": draw.sample(every, len(every))}


def says(doc: str) -> int:
    """The label of a model that favours "old"."""
    return int(doc.startswith("old"))


def sure_too_early(runs: Runs, labels: Labels, depth: int, batch: int) -> int:
    """1 where "new" is called better, -1 where "old" is, by the stop of minimal test collections (Carterette, Allan and
    Sitaraman, SIGIR 2006): the order is likely if the unfair model's labels are right four times in five."""
    one, weight = irassay.decide(runs, f"P@{depth}", choose="effect"), weights(runs)
    moving = [pair for pair, w in weight.items() if w]
    while True:
        known = one._labels
        chance = {p: known[p] if p in known else RIGHT if says(p[1]) else 1 - RIGHT for p in moving}
        mean = sum(weight[p] * float(chance[p] or 0) for p in moving)
        spread = sum(c * (1 - c) for p in moving if p not in known and (c := float(chance[p] or 0)) is not None) ** 0.5
        if not spread or special.ndtr(abs(mean) / spread) >= SURE:
            return int(np.sign(mean))
        asked = list(zip(*(column.values for column in one.next(batch).columns), strict=True))
        if not asked:
            return int(np.sign(mean))
        one.answer({q: {d: labels[q][d] for o, d in asked if o == q} for q, _ in asked})


def chosen_as_drawn(runs: Runs, labels: Labels, depth: int) -> int:
    """The same by prediction-powered inference (Angelopoulos et al., Science 382, 2023) with the unfair model, where a
    third of the labels, chosen by effect, is taken for a random sample."""
    one, weight = irassay.decide(runs, f"P@{depth}", choose="effect"), weights(runs)
    moving = [pair for pair, w in weight.items() if w]
    asked = list(zip(*(column.values for column in one.next(len(moving) // 3).columns), strict=True))
    off = np.array([weight[q, d] * (labels[q][d] - says(d)) for q, d in asked], dtype=float)
    value = sum(weight[q, d] * says(d) for q, d in moving) + len(moving) * off.mean()
    error = len(moving) * np.sqrt(off.var(ddof=1) / len(off) * (1 - len(off) / len(moving)))
    return int(np.sign(value)) if abs(value) > special.ndtri(0.975) * error else 0


def family(truth: str, seed: int) -> tuple[bool, bool]:
    """Whether any pair of an order of four systems is settled wrong, and whether the two called best are not."""
    relevant = FAMILIES[truth]
    draw = random.Random(f"family {truth} {seed}")
    labels: dict[str, dict[str, int]] = {f"q{q}": {} for q in range(QUERIES)}
    runs: dict[str, dict[str, dict[str, float]]] = {}
    for system, n in enumerate(relevant):
        grades = draw.sample([1] * n + [0] * (QUERIES * DEPTH - n), QUERIES * DEPTH)
        runs[f"s{system}"] = {}
        for number, query in enumerate(labels):
            own = {f"s{system} {i}": grades[number * DEPTH + i] for i in range(DEPTH)}
            labels[query] |= own
            runs[f"s{system}"][query] = {doc: float(-i) for i, doc in enumerate(own)}
    best = sorted(relevant, reverse=True)
    wrong = []
    for question in ({"order": True}, {"top": 2}):
        one: Decider = irassay.decide(runs, f"P@{DEPTH}", seed=seed, **question)  # type: ignore[arg-type]
        decision: Any = one.run(
            lambda asked: {q: {d: labels[q][d] for o, d in asked if o == q} for q, _ in asked}, batch=6
        )
        pairs = [
            (relevant[int(p.better[1])], relevant[int(p.a[1])], relevant[int(p.b[1])])
            for p in decision.pairs
            if p.better
        ]
        any_wrong = any(b == c or a != max(b, c) for a, b, c in pairs)
        called = sorted((relevant[int(name[1])] for name in decision.better), reverse=True)
        no_best = called != best[:2] or best[1] == best[2]
        wrong.append(any_wrong if "order" in question else decision.verdict == "settled" and no_best)
    return wrong[0], wrong[1]

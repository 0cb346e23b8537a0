"""Verdicts of `irassay.decide` against planted truth: how often they are wrong, and how many labels they take.

``python -m simulations.decide --write`` puts its tables into docs/simulations.md; some ten minutes.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import random
import sys
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any
from unittest.mock import patch
from zlib import crc32

import numpy as np

import irassay
from irassay.decisions import Decider, documents
from irassay.decisions.bets import Bets
from irassay.record import Record
from simulations.judging_orders import FAMILIES, ORDERS, chosen_as_drawn, family, sure_too_early, to_a_proof
from simulations.page import markdown, over_worlds, shares

ALPHA = 0.05
QUERIES, DEPTH, BATCH = 25, 4, 10
TRUTHS: Mapping[str, tuple[float, int]] = {  # rate of relevant documents of "old", labels by which "new" has more
    "exactly tied": (0.4, 0),
    "one document apart": (0.4, 1),
    "near": (0.4, 8),
    "far": (0.4, 25),
}
QUESTIONS = ("any pair of an order", "the best two")
Labels = Mapping[str, Mapping[str, int]]


class World(Record):
    """Runs of "new" and "old" to a depth, all labels, and the difference of the two in the measure."""

    runs: Mapping[str, Mapping[str, Mapping[str, float]]]
    labels: Labels
    measure: str
    depth: int
    difference: float
    top: int = 1  # grade

    def is_own(self, system: str, query: str, doc: str) -> bool:
        """Whether one of the two alone has a document."""
        return [name for name, of in self.runs.items() if doc in of[query]] == [system]


MODELS: Mapping[str, Callable[[World, str, str, int], int]] = {
    "a model that favours the worse system": lambda of, query, doc, grade: of.top * of.is_own("old", query, doc),
    "an inverted model": lambda of, query, doc, grade: of.top - grade,
    "a perfect model": lambda of, query, doc, grade: grade,
    "a model that errs on one in six": lambda of, query, doc, grade: grade ^ (crc32(doc.encode()) % 6 == 0),
}
CONDITIONS = (
    "drawn documents alone",
    *MODELS,
    "top documents judged before",
    "most of the relevant ones judged before",
    "greedy picks between batches",
    "some relevant documents skipped",
    "answers late, twice, in any order, some corrected",
    "drawn by queries",
)
FAULTS = (
    "greedy picks booked as draws",
    "an interval of 95% watched until it excludes 0",
    "the stop of minimal test collections, an unfair model",
    "prediction-powered inference on chosen labels, an unfair model",
)


def world(truth: str, seed: int) -> World:
    """Made up: "new" and "old" share a document a query."""
    rate, more = TRUTHS[truth]
    draw = random.Random(f"{truth} {seed}")
    n = QUERIES * (DEPTH - 1)
    n_old = sum(draw.random() < rate for _ in range(n))
    grades = {"old": [1] * n_old + [0] * (n - n_old)}
    n_new = min(n, n_old + more)
    grades["new"] = [1] * n_new + [0] * (n - n_new)
    runs: dict[str, dict[str, dict[str, float]]] = {"new": {}, "old": {}}
    labels: dict[str, dict[str, int]] = {f"q{q}": {"both": int(draw.random() < rate)} for q in range(QUERIES)}
    for system, of in runs.items():
        draw.shuffle(grades[system])
        for q, (query, judged) in enumerate(labels.items()):
            own = {f"{system}{i}": grades[system][q * (DEPTH - 1) + i] for i in range(DEPTH - 1)}
            judged |= own
            of[query] = {doc: float(DEPTH - i) for i, doc in enumerate(draw.sample([*own, "both"], DEPTH))}
    return World(runs, labels, f"P@{DEPTH}", DEPTH, more / DEPTH / QUERIES)


def judged_before(condition: str, of: World, draw: random.Random) -> Labels | None:
    """The labels that a condition begins with."""
    labels, n = of.labels, max(1, of.depth // 3)
    if condition.startswith("top"):
        tops = {q: {d for run in of.runs.values() for d in sorted(run[q], key=run[q].__getitem__)[-n:]} for q in labels}
        return {q: {d: labels[q][d] for d in sorted(tops[q])} for q in labels}
    if condition.startswith("most"):
        return {q: {d: g for d, g in docs.items() if g and draw.random() < 0.6} for q, docs in labels.items()}
    return None


def campaign(
    condition: str, of: World, seed: int, *, batch: int = BATCH, model: Labels | None = None
) -> tuple[bool, bool, float, bool]:
    """Whether the verdict is wrong, whether evidence against the truth itself was ever enough, the share of labels that
    was needed, and whether the watched interval excluded the truth's sign."""
    draw = random.Random(seed)
    if by := MODELS.get(condition):
        model = {q: {d: by(of, q, d, g) for d, g in docs.items()} for q, docs in of.labels.items()}
    unit: Any = "query" if condition.endswith("queries") else None
    before, scale = judged_before(condition, of, draw), range(of.top + 1)
    one = irassay.decide(
        of.runs, of.measure, judged=before, model=model, unit=unit, alpha=ALPHA, scale=scale, seed=seed
    )
    with patch.object(documents, "draw", greedy(one, of) if condition == FAULTS[0] else documents.draw):
        watched = to_the_end(one, of, condition, draw, batch)
    better, exact = one._ledger.better, of.difference
    wrong = bool(better[1] or (better[0] and not exact))
    bets = Bets(np.array([[exact, -exact]]))
    for at, draws in chain(*one._ledger._placed.values()):
        bets.place(at, **draws)
    missed = bool(bets.log_best.max() >= np.log(2 / ALPHA))
    counts = one.labels
    return wrong, missed, counts["known"] / max(1, counts["documents"]), watched != 0 and (not exact or watched < 0)


def to_the_end(one: Decider, of: World, condition: str, draw: random.Random, batch: int) -> int:
    """Answer until nothing is asked; 1 or -1 where a watched interval excluded 0 on the way, else 0."""
    watched = 0
    while len(table := one.next(batch)):
        asked = list(zip(table.columns[0].values, table.columns[1].values, strict=True))
        answer(one, asked, of, condition, draw)
        mean, precision = (float(value[0]) for value in one._ledger.bets.shown())
        if not watched and len(one.events) > 4 and abs(mean) * precision**0.5 > 1.96:
            watched = 1 if mean > 0 else -1
    return watched


def answer(one: Decider, asked: list[tuple[str, str]], of: World, condition: str, draw: random.Random) -> None:
    """Answer what was asked, in the way of a condition."""
    labels, together, times = of.labels, len(asked), 1
    if condition.startswith("some relevant"):
        hidden = [(q, d) for q, d in asked if labels[q][d] and d[-1] == "1"]
        one.skip(hidden)
        asked = [pair for pair in asked if pair not in hidden]
    if condition.startswith("answers late"):
        one.draw(len(asked))
        draw.shuffle(asked)
        query, doc = asked[0]
        one.answer({query: {doc: of.top - labels[query][doc]}})
        together, times = max(1, len(asked) // 2), 2
    if condition.startswith("greedy"):
        good = [(q, d) for q, docs in labels.items() for d, g in docs.items() if g and of.is_own("new", q, d)]
        asked += [pair for pair in good if pair not in one._labels][:3]
    for first in [*range(0, len(asked), together)] * times:
        some = asked[first : first + together]
        one.answer({query: {doc: labels[query][doc] for q, doc in some if q == query} for query, _ in some})


def in_a_world(seed: int, number: int) -> dict[tuple[str, str], Any]:
    """(condition, truth) -> wrong, missed, share of labels, 1."""
    counts = {}
    for truth in TRUTHS:
        of = world(truth, seed * 1_000_003 + number)
        runs, labels = of.runs, of.labels
        for condition in CONDITIONS:
            *found, watched = campaign(condition, of, seed * 1_000_003 + number)
            counts[condition, truth] = np.array([*found, 1.0])
            if condition == CONDITIONS[0]:
                counts[FAULTS[1], truth] = np.array([watched, 0.0, 0.0, 1.0])
        *found, _ = campaign(FAULTS[0], of, seed * 1_000_003 + number)
        counts[FAULTS[0], truth] = np.array([*found, 1.0])
        for fault, verdict in zip(
            FAULTS[2:], (sure_too_early(runs, labels, DEPTH, BATCH), chosen_as_drawn(runs, labels, DEPTH)), strict=True
        ):
            counts[fault, truth] = np.array([verdict < 0 or (verdict > 0 and not of.difference), 0.0, 0.0, 1.0])
        for order in ORDERS:
            draw = random.Random(f"{order} {number}")
            counts[order, truth] = np.array([0.0, 0.0, to_a_proof(order, runs, labels, DEPTH, draw), 1.0])
    for truth in FAMILIES:
        counts["family", truth] = np.array([*family(truth, seed * 1_000_003 + number), 0.0, 1.0])
    return counts


def greedy(one: Decider, of: World) -> Callable[..., Any]:
    """In the place of `draw`: the relevant documents of "new" first, as somebody picks them who hopes that it wins."""
    hoped = [of.is_own("new", q, d) and of.labels[q][d] for [(q, d)] in one._unit.documents]

    def picks(words: object, chance: Any, n: int, **_: object) -> Any:
        order = np.argsort(np.where(chance > 0, -np.array(hoped, dtype=float), 1.0), kind="stable")
        return order[: min(n, int((chance > 0).sum()))]

    return picks


def tables(total: Mapping[tuple[str, str], Any]) -> dict[str, str]:
    """Wrong verdicts, evidence against the truth, and labels, by condition and truth."""
    wrong, missed, labels = ([["Condition", *TRUTHS]] for _ in range(3))
    for condition in (*CONDITIONS, *FAULTS):
        rows = [total[condition, truth] / total[condition, truth][3] for truth in TRUTHS]
        wrong.append([condition, *shares([row[0] for row in rows], 1)])
        if condition in CONDITIONS:
            missed.append([condition, *shares([row[1] for row in rows], 1)])
            labels.append([condition, *shares([row[2] for row in rows], 1)])
    proofs = [["Order", *TRUTHS]]
    proofs += [
        [order, *shares([(total[order, truth] / total[order, truth][3])[2] for truth in TRUTHS], 1)] for order in ORDERS
    ]
    of = [total["family", truth] / total["family", truth][3] for truth in FAMILIES]
    families = [
        ["Question", *FAMILIES],
        *([name, *shares([one[i] for one in of], 1)] for i, name in enumerate(QUESTIONS)),
    ]
    found = {"wrong": wrong, "missed": missed, "labels": labels, "proofs": proofs, "families": families}
    return {f"decide-{name}": markdown(rows) for name, rows in found.items()}


def main() -> int:
    """Print the tables, and write them where asked to."""
    return over_worlds("simulations.decide", __doc__, in_a_world, None, tables)


if __name__ == "__main__":
    sys.exit(main())

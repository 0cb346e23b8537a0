"""Intervals of `irassay.estimates.model_assisted` against planted truth: how often they hold it, what a model saves.

``python -m simulations.assisted --write`` puts its table into docs/simulations.md; some ten minutes.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import sys
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay import Qrels, Runs, evaluate
from irassay.estimates import model_assisted
from simulations.page import markdown, over_worlds, shares

Grades: TypeAlias = dict[str, dict[str, int]]
Flags: TypeAlias = NDArray[np.bool_]

DEPTH, MEASURE = 10, "P@10"
RATE = 0.4  # of documents that are relevant, on average over queries and ranks
APART = 0.05  # how many more of "new" are
SAMPLED: tuple[Literal["strata", "queries"], ...] = ("strata", "queries")
CASES: Mapping[str, tuple[int, float, str]] = {  # queries, rate, who gave the model's labels
    "60 queries": (60, RATE, "good"),
    "12 queries": (12, RATE, "good"),
    "60 queries, 1 document in 50 relevant": (60, 0.02, "good"),
    "a model that favours the worse system": (60, RATE, "unfair"),
    "a model that guesses": (60, RATE, "guess"),
}
COLUMNS = ("these queries", "other queries", "too high", "too low", "width")


def world(n_queries: int, rate: float, model: str, draw: np.random.Generator) -> tuple[Runs, Grades, Grades]:
    """Runs of "new" and "old" that share some documents, all labels, and the model's."""
    lists: dict[str, dict[str, dict[str, float]]] = {"new": {}, "old": {}}
    labels, by_model = Grades(), Grades()
    level = draw.beta(2, 2 * (1 - rate) / rate, n_queries)
    for number in range(n_queries):
        query = f"q{number:02}"
        docs = [f"both{i}" for i in range(5)] + [f"{system}{i}" for system in lists for i in range(5)]
        chance = np.clip(level[number] + np.repeat([0, APART, -APART], 5) * min(1.0, rate / RATE), 0, 1)
        relevant = draw.random(15) < chance
        labels[query] = dict(zip(docs, relevant.astype(int).tolist(), strict=True))
        by_model[query] = dict(zip(docs, said(relevant, model, draw).astype(int).tolist(), strict=True))
        for first, of in zip((5, 10), lists.values(), strict=True):
            order = draw.permutation([*range(5), *range(first, first + 5)])
            of[query] = {docs[i]: float(-rank) for rank, i in enumerate(order.tolist())}
    return Runs.from_dict(lists), labels, by_model


def said(relevant: Flags, model: str, draw: np.random.Generator) -> Flags:
    """What a model says of 15 documents: "both", "new" and "old", five each."""
    if model == "guess":
        return np.asarray(draw.random(15) < 0.5)
    flipped = relevant ^ (draw.random(15) < 0.15)
    return np.where(np.arange(15) >= 10, flipped | (draw.random(15) < 0.4), flipped) if model == "unfair" else flipped


def of_sample(runs: Runs, labels: Grades, sampled: str, draw: np.random.Generator) -> Qrels:
    """People's labels: of a third of each stratum, one a half of the lists and query; or of a third of the queries."""
    if sampled == "queries":
        some = draw.permutation(list(labels))[: max(4, len(labels) // 3)].tolist()
        return Qrels.from_dict({query: labels[query] for query in some})
    grades, strata = Grades(), dict[str, dict[str, str]]()
    for query, docs in labels.items():
        best = {doc: min([*runs.ranking(s, query), doc].index(doc) for s in runs.systems) for doc in docs}
        strata[query] = {doc: "top" if best[doc] < DEPTH // 2 else "rest" for doc in docs}
        judged = set[str]()
        for stratum in ("top", "rest"):
            of = [doc for doc in docs if strata[query][doc] == stratum]
            judged |= set(draw.permutation(of)[: max(2, len(of) // 3)].tolist())
        grades[query] = {doc: grade if doc in judged else -1 for doc, grade in docs.items()}
    return Qrels(Qrels.from_dict(grades).core, strata=strata)


def in_a_world(seed: int, number: int) -> dict[tuple[str, str], Any]:
    """(sampled, case) -> whether intervals hold the difference on these queries and on others, on which side those of
    these queries err, their width over that without a model, 1."""
    counts = {}
    for sampled in SAMPLED:
        for i, (case, (n_queries, rate, model)) in enumerate(CASES.items()):
            draw = np.random.default_rng([seed, number, i])
            runs, labels, by_model = world(n_queries, rate, model, draw)
            qrels = of_sample(runs, labels, sampled, draw)
            new, old = evaluate(Qrels.from_dict(labels), runs, [MEASURE]).summary[0, 0].tolist()
            of, alone = (
                model_assisted(qrels, Qrels.from_dict(one), runs, MEASURE, sampled=sampled).differences
                for one in (by_model, {query: dict.fromkeys(docs, 0) for query, docs in by_model.items()})
            )
            ends = (of.low, of.high, of.other_low, of.other_high)
            low, high, other_low, other_high = (float(end[0, 1]) for end in ends)
            planted = APART * min(1.0, rate / RATE)
            width = (high - low) / max(float((alone.high - alone.low)[0, 1]), 1e-12) if high > low else 1.0
            apart = new - old
            held = low - 1e-9 <= apart <= high + 1e-9, other_low <= planted <= other_high
            counts[sampled, case] = np.array([*held, apart < low - 1e-9, apart > high + 1e-9, width, 1.0])
    return counts


def tables(total: Mapping[tuple[str, str], Any]) -> dict[str, str]:
    """How often intervals hold the difference, by what was sampled and case."""
    rows = [["Sampled", "Case", *COLUMNS]]
    rows += [[sampled, case, *shares(of[:-1], of[-1])] for (sampled, case), of in total.items()]
    return {"assisted": markdown(rows)}


def main() -> int:
    """Print the table, and write it where asked to."""
    return over_worlds("simulations.assisted", __doc__, in_a_world, None, tables)


if __name__ == "__main__":
    sys.exit(main())

"""Verdicts of `irassay.decide` on pairs of systems of real collections, as they are and made exactly tied.

``python -m simulations.decide_collections --write`` puts its tables into docs/simulations.md; some forty minutes
for 2,000 worlds, each a pair of every collection under every condition, by the three measures in turn.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: the products here are small

import random
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

import numpy as np

import irassay
from simulations.decide import CONDITIONS, World, campaign
from simulations.page import markdown, over_worlds, shares
from tests.collections_at_hand import TEST_DATA

QUERIES, DEPTH, BATCH = 20, 10, 50
MEASURES = (f"P@{DEPTH}", f"DCG@{DEPTH}", f"RBP(p=0.8)@{DEPTH}")
TRUTHS = ("as they are", "exactly tied")
GPT4 = "GPT-4's labels"
COLLECTIONS: Mapping[str, tuple[str, str, str | None]] = {  # folder, labels, a model's labels
    "DL 2021": ("trec-dl-2021-passage", "qrels", "qrels.umbrela.xz"),
    "TREC-COVID": ("trec-covid-round5", "qrels.covid-round5.txt", None),
}
WAYS = [GPT4 if one.startswith("a model that errs") else one for one in CONDITIONS if not one.endswith("queries")]
Lists = Mapping[str, Mapping[str, Sequence[str]]]
Grades = Mapping[str, Mapping[str, int]]


@cache
def collection(name: str) -> tuple[Lists, Grades, Grades | None]:
    """System -> query -> the top of its list, where that is whole for every query; labels; and those of a model."""
    folder, *files = COLLECTIONS[name]
    runs = irassay.read_runs(TEST_DATA / folder / "runs")
    labels, model = (
        file and {q: dict(of.grades(q)) for of in [irassay.read_qrels(TEST_DATA / folder / file)] for q in of.queries}
        for file in files
    )
    assert labels
    lists = {s: {q: list(runs.ranking(s, q)[:DEPTH]) for q in labels} for s in runs.systems}
    return {s: of for s, of in lists.items() if min(map(len, of.values())) == DEPTH}, labels, model or None


def world(name: str, measure: str, tied: bool, draw: random.Random) -> World:
    """A pair of systems on some queries; an unjudged document is not relevant. "new" is the better one."""
    lists, grades, _ = collection(name)
    queries = draw.sample(sorted(grades), QUERIES)
    pair = [{q: lists[system][q] for q in queries} for system in draw.sample(sorted(lists), 2)]
    labels = {q: {d: max(0, grades[q].get(d, 0)) for of in pair for d in of[q]} for q in queries}
    if tied:
        tie(pair, labels, draw)
    runs = [{q: {d: float(-i) for i, d in enumerate(of[q])} for q in queries} for of in pair]
    first, second = irassay.evaluate(labels, dict(zip("ab", runs)), [measure]).summary.ravel().tolist()
    if first < second:
        runs.reverse()
    top = max(grade for docs in grades.values() for grade in docs.values())
    difference = 0.0 if tied or abs(first - second) < 1e-12 else abs(first - second)
    return World(dict(zip(("new", "old"), runs)), labels, measure, DEPTH, difference, top)


def tie(pair: Sequence[Mapping[str, Sequence[str]]], labels: dict[str, dict[str, int]], draw: random.Random) -> None:
    """Change labels so that at each rank both systems have the same grades, each on queries of its own."""
    same: dict[tuple[str, str], tuple[str, str]] = {}

    def root(of: tuple[str, str]) -> tuple[str, str]:
        while of in same:
            of = same[of]
        return of

    for rank in range(DEPTH):
        for query, other in zip(labels, draw.sample([*labels], len(labels)), strict=True):
            a, b = root((query, pair[0][query][rank])), root((other, pair[1][other][rank]))
            if a != b:
                same[a] = b
    before = {query: dict(docs) for query, docs in labels.items()}
    for query, docs in labels.items():
        for doc in docs:
            of, at = root((query, doc))
            docs[doc] = before[of][at]


def in_a_world(seed: int, number: int) -> dict[tuple[str, str, str], Any]:
    """(collection, condition, truth) -> wrong, missed, share of labels, 1."""
    counts = {}
    measure, key = MEASURES[number % len(MEASURES)], seed * 1_000_003 + number
    for name, truth in product(COLLECTIONS, TRUTHS):
        of = world(name, measure, truth == TRUTHS[1], random.Random(f"{name} {truth} {key}"))
        for way in WAYS:
            model = collection(name)[2] if way == GPT4 else None
            if way != GPT4 or model:
                *found, _ = campaign(way, of, key, batch=BATCH, model=model)
                counts[name, way, truth] = np.array([*found, 1.0])
    return counts


def tables(total: Mapping[tuple[str, str, str], Any]) -> dict[str, str]:
    """Wrong verdicts, evidence against the truth, and labels, by collection, condition and truth."""
    kinds = ("wrong", "missed", "labels")
    rows = [["Collection", "Condition", *(f"{kind}, {truth}" for kind in kinds for truth in TRUTHS)]]
    for name, way in dict.fromkeys(key[:2] for key in total):
        means = [total[name, way, truth] / total[name, way, truth][3] for truth in TRUTHS]
        rows.append([name, way, *shares([of[i] for i in range(len(kinds)) for of in means], 1)])
    return {"decide-collections": markdown(rows)}


def main() -> int:
    """Print the tables, and write them where asked to."""
    if not all((TEST_DATA / folder).is_dir() for folder, *_ in COLLECTIONS.values()):
        print("The collections are not at hand: set IRASSAY_TEST_DATA.")
        return 0
    return over_worlds("simulations.decide_collections", __doc__, in_a_world, None, tables)


if __name__ == "__main__":
    sys.exit(main())

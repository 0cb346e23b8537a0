"""A world whose every pooled document is labelled, and labels hidden from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from irassay.collection import Qrels, Runs

N_QUERIES, N_DOCS = 40, 200
DEPTH = 20  # of lists and pool: everything that a run returns is in the pool
SKILLS = (1.0, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
FRACTIONS = (0.1, 0.3, 0.6)
HIDDEN = ("at random", "by pooling bias")
ALIKE, UNLIKE = (6.0, 2.0), (1.0, 6.0)  # Beta distributions of the similarity to a relevant document

How = Literal["at random", "by pooling bias"]


@dataclass(frozen=True)
class World:
    """Complete labels, the runs, and how much stands for each label.

    Attributes
    ----------
    labels : dict
        Query -> document -> grade, 0 to 2, for every document that some run returns.
    runs : Runs
    support : dict
        Query -> document -> sum of the skills of the systems that return it.
    similarity : dict
        (Query, relevant document, document) -> from 0 to 1: high where both are relevant, most of the time.
    """

    labels: dict[str, dict[str, int]]
    runs: Runs
    support: dict[str, dict[str, float]]
    similarity: dict[tuple[str, str, str], float]

    @property
    def full(self) -> Qrels:
        """All labels."""
        return Qrels.from_dict(self.labels)


def world(seed: int, number: int) -> World:
    """One world: systems of different skill whose noise is half shared."""
    rng = np.random.default_rng([seed, 7, number])
    labels, support, lists, similarity = {}, {}, {f"system-{s}": {} for s in range(len(SKILLS))}, {}
    for q in range(N_QUERIES):
        query = f"q{q:02}"
        grades = (rng.random(N_DOCS) < rng.beta(1.2, 6)) * rng.integers(1, 3, N_DOCS)
        shared = rng.normal(size=N_DOCS)
        found: dict[str, float] = {}
        for of, skill in zip(lists.values(), SKILLS):
            scores = 2 * skill * grades + 0.7 * shared + 0.7 * rng.normal(size=N_DOCS)
            top = np.argsort(-scores)[:DEPTH]
            of[query] = {f"d{d:03}": float(scores[d]) for d in top}
            for doc in of[query]:
                found[doc] = found.get(doc, 0.0) + skill
        labels[query] = {doc: int(grades[int(doc[1:])]) for doc in sorted(found)}
        support[query] = found
        known = [doc for doc, grade in labels[query].items() if grade > 0]
        likely = {doc: rng.beta(*(ALIKE if grade > 0 else UNLIKE)) for doc, grade in labels[query].items()}
        similarity |= {(query, a, b): float(likely[b]) for a in known[:3] for b in likely if b != a}
    return World(labels, Runs.from_dict(lists), support, similarity)


def kept(of: World, fraction: float, how: How, rng: np.random.Generator) -> dict[str, dict[str, int]]:
    """The labels that are left: a share of each query's is hidden.

    By pooling bias those go whose support is least: what few and weak systems find.
    """
    left = {}
    for query, labels in of.labels.items():
        docs = list(labels)
        n = len(docs) - round(fraction * len(docs))
        keys = rng.random(len(docs)) if how == "at random" else np.array([-of.support[query][d] for d in docs])
        left[query] = {docs[i]: labels[docs[i]] for i in sorted(np.argsort(keys, kind="stable")[:n])}
    return left


def marked(of: World, left: dict[str, dict[str, int]]) -> Qrels:
    """All documents of the pool, -1 where the label is hidden; strata by how many systems return them."""
    grades = {query: {doc: left[query].get(doc, -1) for doc in labels} for query, labels in of.labels.items()}
    strata = {
        query: {doc: "much" if of.support[query][doc] > SKILLS[0] else "little" for doc in labels}
        for query, labels in of.labels.items()
    }
    return Qrels.from_dict(grades, strata=strata)

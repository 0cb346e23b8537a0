"""Worlds of two systems of which one has fewer labels; the truth, which of them is better, is planted.

Both systems rank the documents of a query by their grade and luck. Then labels go missing. `unequal_tables` counts what
is said of the two; `make study-unequal` writes its tables into docs/simulations.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from irassay.collection import Qrels, Runs

Missing: TypeAlias = Literal["at random", "by a pool of both", "by old's own pool"]
Truth: TypeAlias = Literal["better", "a little better", "equal", "a little worse", "worse"]
Labels: TypeAlias = dict[str, dict[str, int]]
Lists: TypeAlias = dict[str, dict[str, list[str]]]

MISSING: tuple[Missing, ...] = ("at random", "by a pool of both", "by old's own pool")
SKILL = 1.0
APART: Mapping[Truth, float] = {  # skill of new beyond old's
    "better": 0.5,
    "a little better": 0.15,
    "equal": 0.0,
    "a little worse": -0.15,
    "worse": -0.5,
}
TRUTHS: tuple[Truth, ...] = tuple(APART)
N_QUERIES, N_DOCS, DEPTH, TOP = 60, 120, 20, 10
SHARED, OWN = 0.6, 0.8  # luck with a document: that of both systems, and each system's
WEAK = 0.3  # skill of the weak systems that are pooled with old


@dataclass(frozen=True)
class World:
    """Complete labels of what any system returns, and what each returns.

    Attributes
    ----------
    labels : dict
        Query -> document -> grade, 0 to 2.
    lists : dict
        System ("old", "new", weak ones) -> query -> documents, best first.
    """

    labels: Labels
    lists: Lists

    @property
    def full(self) -> Qrels:
        """The complete labels."""
        return Qrels.from_dict(self.labels)

    @property
    def runs(self) -> Runs:
        """The systems' runs."""
        return Runs.from_dict(
            {
                system: {query: {doc: float(-i) for i, doc in enumerate(docs)} for query, docs in of.items()}
                for system, of in self.lists.items()
            }
        )


def world(truth: Truth, number: int, *, seed: int) -> World:
    """Queries of different difficulty, and two systems whose luck is partly the same."""
    rng = np.random.default_rng([seed, 11, TRUTHS.index(truth), number])
    of = World({}, {"old": {}, "new": {}})
    for q in range(N_QUERIES):
        grades = _grades(rng)
        shared = SHARED * rng.normal(size=N_DOCS)
        for system, skill in (("old", SKILL), ("new", SKILL + APART[truth])):
            _rank(of, system, q, skill * grades + shared + OWN * rng.normal(size=N_DOCS))
        _label(of, q, grades)
    return of


def world_of_kinds(truth: Truth, n_weak: int, number: int, *, seed: int) -> World:
    """Relevant documents of two kinds: old and the weak systems see one of them, new the other.

    So nothing that old and the weak systems return says how relevant the documents are that new alone returns.
    """
    rng = np.random.default_rng([seed, 13, TRUTHS.index(truth), n_weak, number])
    skills = {"old": SKILL} | {f"weak{i}": WEAK for i in range(n_weak)}
    of = World({}, {system: {} for system in ("new", *skills)})
    for q in range(N_QUERIES):
        grades = _grades(rng)
        kind = rng.permutation(N_DOCS) % 2
        for system, skill in skills.items():
            _rank(of, system, q, skill * grades * (kind == 0) + rng.normal(size=N_DOCS))
        _rank(of, "new", q, (SKILL + APART[truth]) * grades * (kind == 1) + rng.normal(size=N_DOCS))
        _label(of, q, grades)
    return of


def _grades(rng: np.random.Generator) -> np.ndarray:
    """Of all documents of a query, of which few or many are relevant."""
    return np.asarray((rng.random(N_DOCS) < rng.beta(1.5, 8)) * rng.integers(1, 3, N_DOCS))


def _rank(of: World, system: str, q: int, scores: np.ndarray) -> None:
    of.lists[system][f"q{q:02}"] = [f"d{doc:03}" for doc in np.argsort(-scores)[:DEPTH]]


def _label(of: World, q: int, grades: np.ndarray) -> None:
    query = f"q{q:02}"
    returned = sorted({doc for lists in of.lists.values() for doc in lists[query]})
    of.labels[query] = {doc: int(grades[int(doc[1:])]) for doc in returned}


def labelled(of: World, missing: Missing, old: float, new: float, rng: np.random.Generator) -> Qrels:
    """The labels that are left, so that old's and new's top tens are judged to these shares, as near as can be.

    At random: every document of a list has the same chance. By a pool of both: of each system its share, from the top
    down. By old's own pool: the same of old alone; of new that is judged which old returns too.
    """
    left: Labels = {}
    for query, labels in of.labels.items():
        old_list, new_list = (of.lists[system][query] for system in ("old", "new"))
        if missing == "at random":
            chosen = _at_random({"old": old_list, "new": new_list}, {"old": old, "new": new}, rng)
        else:
            chosen = _first(old_list, old, rng)
            if missing == "by a pool of both":
                chosen |= _first(new_list, new, rng)
        left[query] = {doc: grade for doc, grade in labels.items() if doc in chosen}
    return _qrels(left)


def pooled(of: World) -> Qrels:
    """The labels of what old and the weak systems have in their top tens: nothing of what new alone has."""
    left = {}
    for query, labels in of.labels.items():
        pool = {doc for system, lists in of.lists.items() if system != "new" for doc in lists[query][:TOP]}
        left[query] = {doc: grade for doc, grade in labels.items() if doc in pool}
    return _qrels(left)


def _qrels(left: Labels) -> Qrels:
    return Qrels.from_dict({query: docs for query, docs in left.items() if docs})


def _first(docs: list[str], share: float, rng: np.random.Generator) -> set[str]:
    """A share of the top ten, from the top down; what is left of a document is left to chance."""
    depth = share * TOP
    whole = int(depth + 1e-9)
    return {*docs[: whole + int(rng.random() < depth - whole)]}


def _at_random(lists: Mapping[str, list[str]], share: Mapping[str, float], rng: np.random.Generator) -> set[str]:
    """Documents of both top tens with the mean chance, of one with what brings it to its share; below it the share."""
    both = {*lists["old"][:TOP]} & {*lists["new"][:TOP]}
    middle = (share["old"] + share["new"]) / 2
    chance: dict[str, float] = {}
    for system, docs in lists.items():
        own = float(np.clip((TOP * share[system] - len(both) * middle) / max(1, TOP - len(both)), 0, 1))
        chance |= {doc: share[system] for doc in docs[TOP:] if doc not in chance} | dict.fromkeys(docs[:TOP], own)
    chance |= dict.fromkeys(both, middle)
    return {doc for doc in sorted(chance) if rng.random() < chance[doc]}

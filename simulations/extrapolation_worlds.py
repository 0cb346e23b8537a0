"""Worlds in which it is known what is relevant, and labels extrapolated from one answer a query.

Systems of two kinds, lexical and dense, rank the passages of a query. All systems of a kind see the same luck in a
passage: its match. The list of passages near the gold may follow relevance, the lexical match, or neither.
`extrapolation_tables` says what the study makes of such labels; `make study-extrapolation` writes its tables into
docs/simulations.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection import Metadata, Qrels, Runs
from irassay.label_sets import Extrapolated, Gold

F64: TypeAlias = NDArray[np.float64]
GoldBy: TypeAlias = Literal["at random", "by a lexical system"]

N_DOCS, TOP, DEEMED = 60, 10, 20
LIST = "near"
KINDS = ("lexical", "dense")
WEAKEST, STRONGEST = 0.6, 1.6  # how strongly relevance shows in a system's scores
MATCH, OWN = 0.5, 0.9  # luck with a passage: that of a kind, and each system's
FINDER = 1.1  # skill of the lexical system that finds the gold


@dataclass(frozen=True, slots=True)
class World:
    """How labels come about.

    Attributes
    ----------
    name : str
    gold : {"at random", "by a lexical system"}
        Which relevant passage is known: any, or the first that a lexical system returns.
    sign : float
        How strongly relevance shows in the similarity with the gold; 0 where it is no sign.
    words : float
        How strongly the lexical match shows in it.
    skilled : bool
        Whether systems differ in skill.
    """

    name: str
    gold: GoldBy
    sign: float
    words: float
    skilled: bool = True


WORLDS = (
    World("similar is relevant", "at random", 2.0, 0.0),
    World("similar is relevant and lexical", "at random", 2.0, 1.0),
    World("similar is relevant and lexical, gold lexical", "by a lexical system", 2.0, 1.0),
    World("similar says nothing", "at random", 0.0, 0.0),
    World("similar is lexical, gold lexical", "by a lexical system", 0.0, 2.0),
    World("all systems equal", "at random", 0.0, 0.0, skilled=False),
)


@dataclass(frozen=True, slots=True)
class Made:
    """A world as the study takes it.

    Attributes
    ----------
    given : Qrels
        The golds of the first draw, and where there are more draws those of the others.
    runs : Runs
        With the column "kind".
    draws : sequence of Extrapolated
    truth : Qrels
        A label of every passage.
    """

    given: Qrels
    runs: Runs
    draws: Sequence[Extrapolated]
    truth: Qrels


def made(world: World, n_queries: int, n_systems: int, *, draws: int = 1, key: Sequence[int]) -> Made:
    """One world, by a key of its own."""
    rng = np.random.default_rng([*key, WORLDS.index(world), n_queries, n_systems])
    relevant = _relevant(rng, n_queries)
    match = rng.normal(size=(len(KINDS), n_queries, N_DOCS))
    queries, docs = [f"q{i:05}" for i in range(n_queries)], [f"d{i:02}" for i in range(N_DOCS)]
    runs = _runs(world, relevant, match, queries, docs, n_systems, rng)
    parts = [_extrapolated(world, relevant, match, queries, docs, rng) for _ in range(draws)]
    golds = {q: dict.fromkeys({one.gold[q].doc for one in parts}, 1) for q in queries}
    truth = {q: dict(zip(docs, row)) for q, row in zip(queries, relevant.astype(int).tolist())}
    return Made(Qrels.from_dict(golds), runs, parts, Qrels.from_dict(truth))


def _relevant(rng: np.random.Generator, n_queries: int) -> NDArray[np.bool_]:
    """Few or many passages of a query are relevant, at least one."""
    relevant = rng.random((n_queries, N_DOCS)) < rng.beta(2, 4, (n_queries, 1))
    relevant[np.arange(n_queries), rng.integers(0, N_DOCS, n_queries)] = True
    return relevant


def _runs(
    world: World,
    relevant: NDArray[np.bool_],
    match: F64,
    queries: Sequence[str],
    docs: Sequence[str],
    n_systems: int,
    rng: np.random.Generator,
) -> Runs:
    """Systems by skill, the kinds by turns."""
    skills = np.linspace(WEAKEST, STRONGEST, n_systems) if world.skilled else np.full(n_systems, FINDER)
    lists: dict[str, dict[str, dict[str, float]]] = {}
    kinds = {}
    for number, skill in enumerate(skills):
        kind = (number + number // 2) % 2  # one, other, other, one: neither is stronger
        scores = skill * relevant + MATCH * match[kind] + OWN * rng.normal(size=relevant.shape)
        first = np.argsort(-scores, axis=1)[:, :TOP].tolist()
        name = f"{KINDS[kind]}-{number:02}"
        kinds[name] = KINDS[kind]
        lists[name] = {q: {docs[i]: float(-at) for at, i in enumerate(row)} for q, row in zip(queries, first)}
    return Runs.from_dict(lists).with_metadata(Metadata({"kind": kinds}))


def _extrapolated(
    world: World,
    relevant: NDArray[np.bool_],
    match: F64,
    queries: Sequence[str],
    docs: Sequence[str],
    rng: np.random.Generator,
) -> Extrapolated:
    """Golds, and the passages near each."""
    luck = rng.normal(size=relevant.shape)
    found = luck if world.gold == "at random" else MATCH * match[0] + OWN * luck
    gold = np.where(relevant, found, -np.inf).argmax(axis=1)
    near = world.sign * relevant + world.words * match[0] + rng.normal(size=relevant.shape)
    near[np.arange(len(gold)), gold] = -np.inf
    lists = np.argsort(-near, axis=1)[:, :DEEMED].tolist()
    golds = {q: Gold(docs[i], 1, 1) for q, i in zip(queries, gold.tolist())}
    deemed = {q: tuple(docs[i] for i in row) for q, row in zip(queries, lists)}
    given = Qrels.from_dict({q: {one.doc: 1} for q, one in golds.items()})
    return Extrapolated(given, golds, (), {}, {LIST: deemed}, {"deemed": DEEMED})

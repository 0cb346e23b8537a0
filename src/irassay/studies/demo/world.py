"""The simulated world: queries, graded documents, systems of known quality, and a pool with holes.

The model. Every query has `N_DOCS` documents, a few of them relevant (grades 1 to 3). A system gives a document the
score ``skill * grade + noise``; the noise has a part that all systems share (some documents look relevant to
everybody), a part that the systems of one group share, and a part of the system's own. A system's skill also varies
from query to query. So a system's true quality is its mean nDCG@10 over endlessly many such queries with every document
judged, which is measured here on `N_TRUTH` queries that no run file holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DEPTH = 10  # the measure's depth, and the pool's
N_QUERIES = 40
N_DOCS = 300  # documents a query has
RUN_DEPTH = 100  # documents a run returns
N_TRUTH = 3000  # queries behind the true quality of a system
GRADE_RATES = (0.05, 0.035, 0.015)  # of grades 1, 2 and 3 before a query's own richness

F64 = NDArray[np.float64]
I64 = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class System:
    """A simulated system: its skill is how strongly grades show in its scores."""

    name: str
    group: str
    kind: str
    skill: float
    pooled: bool = True
    copy_of: str = ""  # same ranking as that system, but for what `differs` says
    differs: str = ""  # "below the depth" or "a little everywhere"


SYSTEMS = (
    System("north-cross", "North", "neural", 0.95),
    System("north-cross-b", "North", "neural", 0.95, copy_of="north-cross", differs="below the depth"),
    System("delta-fused", "Delta", "neural", 0.93),
    System("delta-fused-2", "Delta", "neural", 0.93, copy_of="delta-fused", differs="a little everywhere"),
    System("harbour-late", "Harbour", "neural", 0.86),
    System("north-dense", "North", "neural", 0.80),
    System("delta-dense", "Delta", "neural", 0.72),
    System("harbour-sparse", "Harbour", "neural", 0.66),
    System("field-expand", "Field", "lexical", 0.56),
    System("field-bm25", "Field", "lexical", 0.48),
    System("island-bm25", "Island", "lexical", 0.46),
    System("island-ql", "Island", "lexical", 0.40),
    System("late-entry", "Late", "neural", 0.90, pooled=False),
    System("late-entry-lexical", "Late", "lexical", 0.43, pooled=False),
)


@dataclass(frozen=True, slots=True)
class World:
    """What was simulated, and what is true of it."""

    systems: tuple[System, ...]
    queries: list[str]
    docs: list[list[str]]  # ids by query
    grades: I64  # (query, doc): the complete labels
    judged: NDArray[np.bool_]  # (query, doc): whether the pool reached it, so that the files hold its label
    rankings: I64  # (system, query, rank): indices of documents, best first
    quality: F64  # (system,): true mean nDCG@10 over `N_TRUTH` other queries with complete labels
    quality_error: F64  # (system,): standard error of the quality
    complete: F64  # (system,): mean nDCG@10 on the world's own queries with complete labels


def simulate(seed: int = 0) -> World:
    """A world from a seed: the same seed, the same world."""
    streams = np.random.SeedSequence(seed).spawn(3)
    grades, rankings = _draw(np.random.default_rng(streams[0]), N_QUERIES)
    complete = ndcg(grades, rankings).mean(axis=1)
    true = _truth(streams[1])
    judged = _pool(rankings, N_DOCS)
    names = np.random.default_rng(streams[2])
    queries = [str(q) for q in np.sort(names.choice(np.arange(101, 1000), N_QUERIES, replace=False))]
    docs = [[f"D{n:06d}" for n in names.choice(1_000_000, N_DOCS, replace=False)] for _ in queries]
    return World(
        SYSTEMS, queries, docs, grades, judged, rankings, true.mean(axis=1),
        true.std(axis=1, ddof=1) / np.sqrt(true.shape[1]), complete,
    )  # fmt: skip


def ndcg(grades: I64, rankings: I64, depth: int = DEPTH) -> F64:
    """nDCG at `depth`, linear gain, of every ranking: (system, query). Every document of `grades` is judged."""
    discount = 1 / np.log2(np.arange(2, depth + 2))
    ideal = np.sort(grades, axis=1)[:, ::-1][:, :depth] @ discount
    gains = np.take_along_axis(grades[None], rankings[:, :, :depth], axis=2) @ discount
    return np.asarray(np.divide(gains, ideal, out=np.zeros_like(gains), where=ideal > 0))


def _truth(stream: np.random.SeedSequence) -> F64:
    rng = np.random.default_rng(stream)
    parts = [ndcg(*_draw(rng, 100)) for _ in range(N_TRUTH // 100)]
    return np.concatenate(parts, axis=1)


def _draw(rng: np.random.Generator, n_queries: int) -> tuple[I64, I64]:
    """Grades (query, doc) and rankings (system, query, rank) of fresh queries."""
    shape = (n_queries, N_DOCS)
    richness = rng.gamma(2.0, 0.5, size=(n_queries, 1))
    cut = np.cumsum([np.minimum(rate * richness, 0.25) for rate in GRADE_RATES[::-1]], axis=0)
    uniform = rng.random(shape)
    grades = sum((uniform < level).astype(np.int64) for level in cut)
    grades[:, 0] = np.maximum(grades[:, 0], 1)  # every query has a relevant document
    shared = rng.normal(size=shape)
    of_group = {group: rng.normal(size=shape) for group in dict.fromkeys(s.group for s in SYSTEMS)}
    scores: dict[str, F64] = {}
    for system in SYSTEMS:
        own, drift = rng.normal(size=shape), rng.normal(scale=0.18, size=(n_queries, 1))
        if system.copy_of:
            scores[system.name] = scores[system.copy_of] + (0.05 * own if "everywhere" in system.differs else 0)
        else:
            noise = 0.55 * shared + 0.45 * of_group[system.group] + 0.7 * own
            scores[system.name] = (system.skill + drift) * 1.35 * grades + noise
    rankings = np.stack([np.argsort(-scores[s.name], axis=1, kind="stable")[:, :RUN_DEPTH] for s in SYSTEMS])
    for i, system in enumerate(SYSTEMS):
        if system.differs == "below the depth":
            rankings[i, :, DEPTH:] = rankings[i, :, DEPTH:][:, ::-1]
    return np.asarray(grades), rankings


def _pool(rankings: I64, n_docs: int) -> NDArray[np.bool_]:
    """The top documents of the systems that took part in the pool are judged; no others."""
    judged = np.zeros((rankings.shape[1], n_docs), dtype=bool)
    for i, system in enumerate(SYSTEMS):
        if system.pooled:
            np.put_along_axis(judged, rankings[i, :, :DEPTH], True, axis=1)
    return judged

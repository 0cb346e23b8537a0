"""A small test collection whose truth is known: simulate it, write it as real files, hold a report against it.

The model. Every query has `N_DOCS` documents, a few of them relevant (grades 1 to 3). A system gives a document the
score ``skill * grade + noise``; the noise has a part that all systems share (some documents look relevant to
everybody), a part that the systems of one group share, and a part of the system's own. A system's skill also varies
from query to query. So a system's true quality is its mean nDCG@10 over endlessly many such queries with every document
judged, which is measured here on `N_TRUTH` queries that no run file holds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from irassay.arrays import F64, I64, Flags
from irassay.files import write_whole
from irassay.formats.tables.separated import text_of as csv_of
from irassay.messages import conjugate
from irassay.result import Result
from irassay.verdict import verdicts_of

DEPTH = 10  # the measure's depth, and the pool's
N_QUERIES = 40
N_DOCS = 300  # documents a query has
RUN_DEPTH = 100  # documents a run returns
N_TRUTH = 3000  # queries behind the true quality of a system
GRADE_RATES = (0.05, 0.035, 0.015)  # of grades 1, 2 and 3 before a query's own richness
RUNS, QRELS, METADATA, TRUTH = "runs", "qrels.txt", "runs.csv", "truth"


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
    judged: Flags  # (query, doc): whether the pool reached it, so that the files hold its label
    rankings: I64  # (system, query, rank): indices of documents, best first
    quality: F64  # (system,): true mean nDCG@10 over `N_TRUTH` other queries with complete labels
    quality_error: F64  # (system,): standard error of the quality
    complete: F64  # (system,): mean nDCG@10 on the world's own queries with complete labels


def simulate(seed: int = 0) -> World:
    """A world from a seed: the same seed, the same world."""
    streams = np.random.SeedSequence(seed).spawn(3)
    grades, rankings = _draw(np.random.default_rng(streams[0]), N_QUERIES)
    complete = ndcg(grades, rankings).mean(axis=1)
    others = np.random.default_rng(streams[1])
    true = np.concatenate([ndcg(*_draw(others, 100)) for _ in range(N_TRUTH // 100)], axis=1)
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


def _pool(rankings: I64, n_docs: int) -> Flags:
    """The top documents of the systems that took part in the pool are judged; no others."""
    judged = np.zeros((rankings.shape[1], n_docs), dtype=bool)
    for i, system in enumerate(SYSTEMS):
        if system.pooled:
            np.put_along_axis(judged, rankings[i, :, :DEPTH], True, axis=1)
    return judged


def write_world(world: World, folder: Path) -> dict[str, Path]:
    """Write the world's files into `folder`, over others of their names; return their paths by name."""
    (folder / RUNS).mkdir(parents=True, exist_ok=True)
    (folder / TRUTH).mkdir(exist_ok=True)
    write_whole(folder / QRELS, _qrels(world, complete=False))
    write_whole(folder / TRUTH / "qrels-complete.txt", _qrels(world, complete=True))
    write_whole(folder / TRUTH / "quality.tsv", _quality(world))
    write_whole(folder / METADATA, _metadata(world))
    for i, system in enumerate(world.systems):
        write_whole(folder / RUNS / f"{system.name}.run", _run(world, i))
    return {"qrels": folder / QRELS, "runs": folder / RUNS, "metadata": folder / METADATA, "truth": folder / TRUTH}


def _qrels(world: World, *, complete: bool) -> str:
    return "".join(
        f"{query} 0 {doc} {world.grades[q, d]}\n"
        for q, query in enumerate(world.queries)
        for d, doc in enumerate(world.docs[q])
        if complete or world.judged[q, d]
    )


def _run(world: World, system: int) -> str:
    name = world.systems[system].name
    return "".join(
        f"{query} Q0 {world.docs[q][d]} {rank} {1 / rank:.6f} {name}\n"
        for q, query in enumerate(world.queries)
        for rank, d in enumerate(world.rankings[system, q], start=1)
    )


def _metadata(world: World) -> str:
    rows = ((one.name, one.group, one.kind, "yes" if one.pooled else "no") for one in world.systems)
    return csv_of([("run", "group", "type", "pooled"), *rows])


def _quality(world: World) -> str:
    order = sorted(range(len(world.systems)), key=lambda i: (-world.quality[i], world.systems[i].name))
    lines = ["system\tnDCG@10 over endless queries\tstandard error\tnDCG@10 here, complete labels\n"]
    for i in order:
        lines.append(
            f"{world.systems[i].name}\t{world.quality[i]:.4f}\t{world.quality_error[i]:.4f}\t{world.complete[i]:.4f}\n"
        )
    return "".join(lines)


@dataclass(frozen=True, slots=True)
class ClaimsCheck:
    """How a report's claims fare: pairs it calls settled, counted by whether the truth agrees."""

    queries_right: int  # settled by the queries, and true qualities stand in that order
    queries_wrong: int
    labels_right: int  # settled by the labels, and complete labels keep that order on the same queries
    labels_wrong: int
    best: str  # system of highest true quality
    best_leads: bool  # whether the best is among the leaders
    n_leaders: int

    def explain(self) -> str:
        """The comparison in sentences."""
        queries = _fares(self.queries_right, self.queries_wrong, "settled by the queries", "stand in the true order")
        labels = _fares(
            self.labels_right, self.labels_wrong, "settled by the labels", "keep their order under the complete labels"
        )
        among = "is among" if self.best_leads else "is not among"
        leaders = "the leader" if self.n_leaders == 1 and self.best_leads else f"the report's {self.n_leaders} leaders"
        who = f"{self.best} {'is' if leaders == 'the leader' else among} {leaders}"
        return f"The truth, from {N_TRUTH:,} other queries and complete labels: {who}. {queries} {labels}"


def _fares(right: int, wrong: int, what: str, holds: str) -> str:
    total = right + wrong
    if total == 0:
        return f"No pair is {what}."
    if wrong == 0:
        return f"All {total} pairs {what} {holds}."
    return f"Of {total} pairs {what}, {right} {holds}; {wrong} {conjugate(wrong, 'does')} not."


def against_truth(result: Result, world: World) -> ClaimsCheck:
    """Hold the pairs and leaders of a report on `world`'s files against its truth."""
    verdict = verdicts_of(result, source="the report")[0]
    at = {system.name: i for i, system in enumerate(world.systems)}
    names, leaders = list(verdict.systems), list(verdict.league.leaders)
    queries, labels = [0, 0], [0, 0]
    for i, j in combinations(range(len(names)), 2):
        a, b = at[names[i]], at[names[j]]
        if verdict.league.significant[i, j]:
            queries[int(world.quality[a] <= world.quality[b])] += 1
        if verdict.state(i, j) == "settled":
            labels[int(world.complete[a] <= world.complete[b])] += 1
    listed = {name: at[name] for name in names}  # one name of those that are the same in the top ten
    best = max(listed, key=lambda name: (world.quality[at[name]], name))
    return ClaimsCheck(queries[0], queries[1], labels[0], labels[1], best, best in leaders, len(leaders))

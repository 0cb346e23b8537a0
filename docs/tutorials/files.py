"""The files that the tutorials begin with: a simulated collection for each kind of user, the same from the same seed.

    python docs/tutorials/files.py researcher FOLDER      (organiser, search-engineer, benchmark-keeper)

A system gives a document the score skill * grade + noise; part of the noise is shared by all systems, part by those of
one group. Labels are pooled from the top of some of the runs.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import numpy as np

RATES = (0.05, 0.03, 0.015)  # of grades 1, 2, 3 among a query's documents


class Simulated:
    """Grades (query, doc), rankings {system: (query, rank)} and what the pool reached (query, doc)."""

    def __init__(self, systems, n_queries, *, depth, pooled, pool_depth, seed, n_docs=200):
        rng = np.random.default_rng(seed)
        shape = (n_queries, n_docs)
        richness = rng.gamma(2.0, 0.5, size=(n_queries, 1))
        cut = np.cumsum([np.minimum(rate * richness, 0.25) for rate in RATES[::-1]], axis=0)
        self.grades = (rng.random(shape) < cut[:, :, :]).sum(axis=0)
        self.grades[:, 0] = np.maximum(self.grades[:, 0], 1)
        shared = rng.normal(size=shape)
        groups = {group: rng.normal(size=shape) for group in dict.fromkeys(group for group, _ in systems.values())}
        self.rankings, self.scores = {}, {}
        for name, (group, skill) in systems.items():
            drift = rng.normal(scale=0.2, size=(n_queries, 1))
            noise = 0.55 * shared + 0.45 * groups[group] + 0.7 * rng.normal(size=shape)
            score = (skill + drift) * 1.35 * self.grades + noise
            self.rankings[name] = np.argsort(-score, axis=1, kind="stable")[:, :depth]
            self.scores[name] = -np.sort(-score, axis=1)[:, :depth]
        self.judged = np.zeros(shape, dtype=bool)
        for name in pooled:
            np.put_along_axis(self.judged, self.rankings[name][:, :pool_depth], True, axis=1)
        self.docs = [f"D{n:05d}" for n in rng.choice(100_000, n_docs * n_queries, replace=False)]
        self.n_docs = n_docs

    def doc(self, q, d):
        """The id of a query's document."""
        return self.docs[q * self.n_docs + int(d)]

    def labels(self):
        """(query, document, grade) of every judged document."""
        for q, d in np.argwhere(self.judged):
            yield int(q), self.doc(int(q), d), int(self.grades[q, d])


def trec(world, folder, queries):
    """Labels and runs in TREC's form."""
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    lines = [f"{queries[q]} 0 {doc} {grade}\n" for q, doc, grade in world.labels()]
    (folder / "qrels.txt").write_text("".join(lines))
    for name, ranking in world.rankings.items():
        lines = [
            f"{queries[q]} Q0 {world.doc(q, d)} {rank} {world.scores[name][q, rank - 1]:.6f} {name}\n"
            for q in range(len(queries))
            for rank, d in enumerate(ranking[q], 1)
        ]
        (folder / "runs" / f"{name}.run").write_text("".join(lines))


def researcher(folder):
    """Five runs of one's own and labels of a track: 50 queries, pooled from others' runs too."""
    others = {f"other-{i}": (f"G{i}", 0.55 + 0.06 * i) for i in range(6)}
    own = {
        "bm25": ("lexical", 0.45),
        "bm25-expanded": ("lexical", 0.52),
        "dense": ("dense", 0.72),
        "dense-rerank": ("rerank", 0.87),
        "dense-rerank-long": ("rerank", 0.92),
    }
    pooled = [*others, "bm25", "dense"]
    world = Simulated({**others, **own}, 50, depth=100, pooled=pooled, pool_depth=10, seed=11)
    world.rankings = {name: world.rankings[name] for name in own}
    trec(world, folder, [str(301 + q) for q in range(50)])


def organiser(folder):
    """63 runs of 21 groups, with metadata; one run has another's top ten, one group is not in the pool."""
    rng = np.random.default_rng(21)
    kinds = (("neural", 0.86), ("neural", 0.76), ("lexical", 0.5))
    names = ("amber", "basalt", "cobalt", "delta", "ember", "fjord", "garnet", "harbour", "indigo", "juniper", "karst")
    names += ("lagoon", "marble", "nectar", "onyx", "pollen", "quartz", "river", "slate", "tundra", "umber")
    systems, rows = {}, []
    for group in names:
        level = rng.normal(scale=0.09)
        for i, (kind, skill) in enumerate(kinds, 1):
            systems[f"{group}-{i}"] = (group, max(skill + level + rng.normal(scale=0.04), 0.2))
            rows.append([f"{group}-{i}", group, kind, "no" if group == "umber" else "yes"])
    pooled = [name for name in systems if not name.startswith("umber")]
    world = Simulated(systems, 50, depth=30, pooled=pooled, pool_depth=5, seed=21)
    world.rankings["karst-2"] = world.rankings["karst-1"].copy()
    world.rankings["karst-2"][:, 10:] = world.rankings["karst-2"][:, :9:-1]
    world.scores["karst-2"] = world.scores["karst-1"]
    trec(world, folder, [f"{2101 + q}" for q in range(50)])
    with open(folder / "runs.csv", "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["run", "group", "type", "pooled"], *rows])


THINGS = ("boots", "jacket", "tent", "lamp", "rope", "stove", "bottle", "gloves", "socks", "map")
KINDS = ("red", "light", "warm", "large", "kids", "cheap", "waterproof", "steel", "folding", "winter", "wool", "blue")


def search_engineer(folder):
    """Ratings of 120 queries in Quepid, 900 in all; what Elasticsearch answered, and a snapshot of Quepid's."""
    folder.mkdir(parents=True, exist_ok=True)
    systems = {"old": ("shop", 0.75), "new": ("shop", 0.86)}
    world = Simulated(systems, 120, depth=10, pooled=["old"], pool_depth=10, seed=5, n_docs=120)
    queries = [f"{kind} {thing}" for kind in KINDS for thing in THINGS]
    rng = np.random.default_rng(5)
    rated = list(world.labels())
    rated = [rated[i] for i in sorted(rng.choice(len(rated), 900, replace=False))]
    with open(folder / "ratings.csv", "w", newline="") as file:
        rows = [[queries[q], doc, grade] for q, doc, grade in rated]
        csv.writer(file, lineterminator="\n").writerows([["query", "docid", "rating"], *rows])
    grades = {(q, doc): grade for q, doc, grade in rated}
    details = {}
    for q, query in enumerate(queries):
        docs = [(world.doc(q, d), round(float(s), 4)) for d, s in zip(world.rankings["new"][q], world.scores["new"][q])]
        hits = [
            {"hit": {"_index": "shop", "_id": doc, "_score": score}, "rating": grades.get((q, doc))}
            for doc, score in docs
        ]
        details[query] = {"hits": hits}
    (folder / "new.json").write_text(json.dumps({"metric_score": 0.0, "details": details, "failures": {}}))
    with open(folder / "old.csv", "w", newline="") as file:
        head = ["Snapshot Name", "Snapshot Time", "Case ID", "Query Text", "Doc ID", "Doc Position"]
        rows = [
            ["old", "2026-10-01T09:00:00Z", 7, query, world.doc(q, d), rank]
            for q, query in enumerate(queries)
            for rank, d in enumerate(world.rankings["old"][q], 1)
        ]
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def benchmark_keeper(folder):
    """Scores per query of six models on two collections; no run and no label is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(3)
    models = {"tiny": 0.38, "base": 0.45, "base-v2": 0.455, "large": 0.50, "large-tuned": 0.53, "lexical": 0.41}
    rows = [["model", "dataset", "query_id", "metric", "value"]]
    for dataset, n in (("questions", 150), ("claims", 90)):
        hard = rng.normal(0, 0.2, n)
        for model, level in models.items():
            values = np.clip(level + hard + rng.normal(0, 0.13, n), 0, 1)
            rows += [[model, dataset, f"{dataset[0]}{q + 1}", "nDCG@10", f"{v:.4f}"] for q, v in enumerate(values)]
    with open(folder / "scores.csv", "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


MAKERS = {
    "researcher": researcher,
    "organiser": organiser,
    "search-engineer": search_engineer,
    "benchmark-keeper": benchmark_keeper,
}

if __name__ == "__main__":
    MAKERS[sys.argv[1]](Path(sys.argv[2]))

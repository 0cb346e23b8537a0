"""Random collections scored by irassay and by pytrec_eval: every shared measure, per query and in the mean, both ways.

``make differential`` runs ten thousand of them; a few hundred stand in `test_differential`. pytrec_eval holds trec_eval
9.0.8, so ours are scored with ``compat="trec_eval-9"``. Where trec_eval is not followed, `left_out` says so by name.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
import pytrec_eval

from irassay.collection import Qrels, Runs
from irassay.errors import InputError
from irassay.measures import Measure
from irassay.scoring import evaluate, evaluate_files

CLOSE = 1e-12
ALL_NEGATIVE = "a list of a query whose labels are all negative"
EMPTY = "a list that -J leaves empty"
NOTHING_SHARED = "a run that shares no query with the labels"
SINGLE = [
    *("ndcg", "map", "gm_map", "recip_rank", "Rprec", "bpref", "infAP", "set_P", "set_recall", "set_map", "set_F"),
    *("set_relative_P", "num_q", "num_ret", "num_rel", "num_rel_ret"),
]
CUTOFFS = ["1", "3", "5", "10", "20", "100", "1000"]
LEVELS = [f"{i / 10:.2f}" for i in range(11)] + ["0.25", "0.33"]
NAMES = [
    *SINGLE,
    *(f"{family}_{k}" for family in ("P", "recall", "success", "ndcg_cut", "map_cut") for k in CUTOFFS),
    *(f"iprec_at_recall_{level}" for level in LEVELS),
]
# What ids are made of: one and several bytes, beyond the basic plane, spaces that part no columns, marks that mean
# something elsewhere.
PIECES = [
    *"abdz019AZ_-.:/",
    *"\"',;#%\\|{}&<",
    "é",
    "ß",
    "日本",
    "ю",
    "𝔘",
    "\u00a0",
    "\u200b",
    "\u2028",
    "clueweb12-00",
]

AMBIGUOUS = ("#", "{")  # at the start of a line they mean a comment, and JSON


@dataclass
class Collection:
    """Labels and runs as dicts, and how they are scored."""

    labels: dict[str, dict[str, int]]
    runs: dict[str, dict[str, dict[str, float]]]
    rel: int
    judged_only: bool


@dataclass
class Tally:
    """What was compared, and how far apart it was."""

    collections: int = 0
    systems: int = 0
    lists: int = 0
    values: int = 0
    means: int = 0
    unequal: int = 0  # in some bit
    largest: float = 0.0
    left_out: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def made_ids(draw: random.Random, n: int) -> list[str]:
    """`n` different ids: alike but for an end, or of any pieces."""
    if draw.random() < 0.5:
        stem = draw.choice([piece for piece in PIECES if piece not in AMBIGUOUS])
        return [f"{stem}{i}" for i in range(n)]
    found: dict[str, None] = {}
    while len(found) < n:
        text = "".join(draw.choices(PIECES, k=draw.choice([1, 2, 3, 5, 9, 30])))
        if not text.startswith(AMBIGUOUS):
            found[text] = None
    return list(found)


def made_score(draw: random.Random, kind: int) -> float:
    """One score; the kinds differ in how often scores are equal, and in which precision."""
    if kind == 0:
        return float(draw.randint(-2, 3))
    if kind == 1:  # equal as 32-bit numbers only
        return 17.0 + draw.randint(0, 3) + draw.randint(-3, 3) * 1e-8
    if kind == 2:
        return draw.gauss(0, 1)
    if kind == 3:
        return draw.choice([0.0, -0.0, 1e-300, 1e-46, -1e-46, 1e38, 1e39, 1e300, -1e300, 3.5])
    return draw.randint(0, 40) / 7


def made_collection(seed: int) -> Collection:
    """Labels with holes and negative grades, runs that leave out queries and have others, short and long lists."""
    draw = random.Random(seed)
    queries = made_ids(draw, draw.randint(1, 7))
    docs = made_ids(draw, draw.choice([4, 12, 40, 40, 120]))
    if draw.random() < 0.01:
        docs = [*docs, *(f"longer{i}" for i in range(1_300))]
    grades = draw.choice([(0, 1), (0, 0, 0, 1, 2, 3), (-2, -1, 0, 1, 2, 4), (0,), (-1, 0), (0, 1, 127)])
    labels, runs = {}, {}
    for query in queries:
        if draw.random() < 0.9:
            judged = draw.sample(docs, draw.randint(1, min(len(docs), draw.choice([3, 30, 200]))))
            labels[query] = {doc: draw.choice(grades) for doc in judged}
    labels = labels or {queries[0]: {docs[0]: 1}}
    for s in range(draw.randint(1, 3)):
        kind = draw.randint(0, 4)
        lists = {}
        for query in queries:
            if draw.random() < 0.85:
                retrieved = draw.sample(docs, draw.randint(1, draw.choice([min(5, len(docs)), len(docs)])))
                lists[query] = {doc: made_score(draw, kind) for doc in retrieved}
        runs[f"system{s}"] = lists or {queries[0]: {docs[0]: 1.0}}
    return Collection(labels, runs, rel=draw.choice([1, 1, 1, 2, 3]), judged_only=draw.random() < 0.2)


@cache
def measures(rel: int, judged_only: bool) -> tuple[Measure, ...]:
    """Ours for `NAMES`, with trec_eval's options -l and -J as parameters."""
    found = []
    for plain in map(Measure.parse, NAMES):
        params = dict(plain.params)
        if "rel" in params:
            params["rel"] = rel
        if judged_only and "judged_only" in params:
            params["judged_only"] = True
        found.append(Measure(plain.name, params, cutoff=plain.cutoff))
    return tuple(found)


def theirs(
    world: Collection, lists: dict[str, dict[str, float]]
) -> tuple[list[str], np.ndarray, np.ndarray, list[str]]:
    """pytrec_eval's queries, values (measure, query), means (measure,), and why it was not given each of some lists.

    It was not given what `left_out` names; the values of those lists are here by their definition. Those of gm_map are
    what its logarithms are of.
    """
    shared = [q for q in lists if q in world.labels]
    alone = {q: why for q in shared if (why := left_out(world, q, lists[q]))}
    evaluator = pytrec_eval.RelevanceEvaluator(world.labels, set(NAMES), world.rel, world.judged_only)
    found = evaluator.evaluate({q: docs for q, docs in lists.items() if q not in alone})
    assert set(found) == set(shared) - alone.keys()
    for query in alone:
        n_relevant = sum(grade >= world.rel for grade in world.labels[query].values())
        here = {"num_q": 1.0, "num_rel": float(n_relevant), "gm_map": float(np.log(1e-5))}
        if not world.judged_only:
            here["num_ret"] = float(len(lists[query]))
        found[query] = {name: here.get(name, 0.0) for name in NAMES}
    queries = sorted(shared, key=str.encode)
    table = np.array([[found[query][name] for query in queries] for name in NAMES]).reshape(len(NAMES), -1)
    means = np.array([pytrec_eval.compute_aggregated_measure(n, row) for n, row in zip(NAMES, table.tolist()) if row])
    geometric = NAMES.index("gm_map")
    table[geometric] = np.exp(table[geometric])
    return queries, table, means, list(alone.values())


def left_out(world: Collection, query: str, docs: dict[str, float]) -> str:
    """Why a list is not given to pytrec_eval, where trec_eval is not followed.

    A query whose labels are all negative: trec_eval reads what the query before left in memory, and at times does not
    come back. A list that -J leaves empty: interpolated precision is 0/0 there. Ours are what the definitions say: 0
    but for what counts queries, relevant documents and documents retrieved.

    Two more have no values to compare: a run that shares no query with the labels (pytrec_eval gives nothing, ours is
    refused), and ids that start as no line of a TREC file may, those of `AMBIGUOUS`.
    """
    if max(world.labels[query].values()) < 0:
        return ALL_NEGATIVE
    if world.judged_only and not any(world.labels[query].get(doc, -1) >= 0 for doc in docs):
        return EMPTY
    return ""


def ours_from_nouns(world: Collection) -> tuple[list[str], list[str], np.ndarray, np.ndarray]:
    """Systems, queries, values (measure, system, query) and summary (measure, system)."""
    scores = evaluate(
        Qrels.from_dict(world.labels), Runs.from_dict(world.runs), _measures(world), compat="trec_eval-9", threads=1
    )
    return list(scores.systems), list(scores.queries), scores.values[:, 0], scores.summary[:, 0]


def ours_from_files(world: Collection, folder: Path) -> tuple[list[str], list[str], np.ndarray, np.ndarray]:
    """The same, of TREC files."""
    qrels = "".join(f"{q} 0 {doc} {grade}\n" for q, docs in world.labels.items() for doc, grade in docs.items())
    (folder / "qrels").write_text(qrels, newline="\n")
    paths = []
    for system, lists in world.runs.items():
        lines = (f"{q} Q0 {doc} 0 {score!r} {system}\n" for q, docs in lists.items() for doc, score in docs.items())
        paths.append(folder / system)
        paths[-1].write_text("".join(lines), newline="\n")
    scores = evaluate_files(folder / "qrels", paths, _measures(world), compat="trec_eval-9", threads=1)
    return list(scores.systems), list(scores.queries), scores.values[:, 0], scores.summary[:, 0]


def _measures(world: Collection) -> list[Measure]:
    return list(dict.fromkeys(measures(world.rel, world.judged_only)))


def compare(world: Collection, tally: Tally, folder: Path, *, name: str) -> None:
    """Score a collection three times, and add what was found to the tally."""
    for system in [s for s, lists in world.runs.items() if not set(lists) & set(world.labels)]:
        _refused_where_nothing_is_shared(world, system)
        tally.left_out[NOTHING_SHARED] += 1
        del world.runs[system]
    if not world.runs:
        return
    tally.collections += 1
    place = {m: i for i, m in enumerate(_measures(world))}
    rows = [place[m] for m in measures(world.rel, world.judged_only)]
    for way, found in (("nouns", ours_from_nouns(world)), ("files", ours_from_files(world, folder))):
        systems, queries, values, summary = found
        for system, lists in world.runs.items():
            shared, expected, means, alone = theirs(world, lists)
            s = systems.index(system)
            here = values[rows, s]
            here[NAMES.index("gm_map")] = np.maximum(here[NAMES.index("gm_map")], 1e-5)
            at = [queries.index(q) for q in shared]
            others = [i for i, q in enumerate(queries) if q not in lists]
            if len(shared) + len(others) != len(queries) or not np.isnan(here[:, others]).all():
                tally.failures.append(f"{name}, {way}, {system}: other queries count")
            _add(tally, f"{name}, {way}, {system}", shared, here[:, at], expected)
            _add(tally, f"{name}, {way}, {system}", ["mean"], summary[rows, s][:, None], means[:, None])
            tally.values += len(NAMES) * (len(shared) - len(alone))
            tally.means += len(NAMES)
            if way == "nouns":
                tally.systems += 1
                tally.lists += len(shared)
                tally.left_out.update(alone)


def _add(tally: Tally, where: str, queries: list[str], ours: np.ndarray, expected: np.ndarray) -> None:
    apart = np.abs(ours - expected)
    tally.unequal += int((ours != expected).sum())
    tally.largest = max(tally.largest, float(apart.max(initial=0.0)))
    for m, q in np.argwhere(~(apart <= CLOSE)):
        tally.failures.append(
            f"{where}: {NAMES[m]} of {queries[q]!r} is {ours[m, q]!r}, pytrec_eval {expected[m, q]!r}"
        )


def _refused_where_nothing_is_shared(world: Collection, system: str) -> None:
    evaluator = pytrec_eval.RelevanceEvaluator(world.labels, set(NAMES))
    assert evaluator.evaluate(world.runs[system]) == {}
    try:
        evaluate(Qrels.from_dict(world.labels), Runs.from_dict({system: world.runs[system]}), ["AP"], queries="shared")
    except InputError:
        return
    raise AssertionError("a run without a query of the labels has a score")


def compare_many(n: int, seed: int) -> Tally:
    """`n` collections from a seed; those of a smaller `n` are among those of a larger."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        made = 0
        while tally.collections < n and len(tally.failures) <= 20:
            compare(made_collection(seed * 1_000_003 + made), tally, Path(folder), name=f"collection {made}")
            made += 1
    return tally


def main(arguments: list[str] | None = None) -> int:
    """Compare, and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--collections", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(arguments)
    tally = compare_many(args.collections, args.seed)
    print(
        f"{tally.collections:,} collections (seed {args.seed}), {tally.systems:,} runs, {tally.lists:,} lists, "
        f"{len(NAMES)} measures, from nouns and from files:\n"
        f"{tally.values:,} values of a query and {tally.means:,} means compared with pytrec_eval's\n"
        f"largest difference {tally.largest:.3g}, unequal in some bit {tally.unequal:,}"
    )
    for why, count in tally.left_out.items():
        print(f"left out, {count:,}: {why}")
    for failure in tally.failures:
        print(failure, file=sys.stderr)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())

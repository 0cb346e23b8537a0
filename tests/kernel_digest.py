"""One line a part of the kernel: SHA-256 over what it computes from made-up collections. Two builds print the same.

Run by ``make portable`` for the kernel that needs AVX2 and for the one that needs nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import numpy as np

from irassay.collection import Qrels, QrelsStack
from irassay.estimates import bound, has_bounds
from irassay.formats import read_runs
from irassay.kernel import _core
from irassay.label_sets import one_relevant
from irassay.measures import DEFINITIONS, Measure
from irassay.scoring import evaluate

SYSTEMS, QUERIES, DOCS, LENGTH = 21, 13, 400, 180
WRITTEN = {"required": "@7", "recall": "@0.3"}


def collection(folder: str) -> tuple[Qrels, str]:
    """Labels, and a folder of runs whose scores are written in many ways."""
    rng = np.random.default_rng(7)
    forms = ("{:.3f}", "{:.17g}", "{:.9e}", "{:g}", "{:.0f}")
    for s in range(SYSTEMS):
        lines = []
        for q in range(QUERIES):
            scores = np.sort(rng.normal(scale=10.0 ** rng.integers(-3, 5), size=LENGTH))[::-1]
            for r, (d, x) in enumerate(zip(rng.choice(DOCS, LENGTH, replace=False), scores)):
                lines.append(f"q{q} Q0 clueweb12-{d:07d} {r + 1} {forms[(r + s) % len(forms)].format(x)} s{s}\n")
        with open(f"{folder}/{s}.run", "w") as file:
            file.writelines(lines)
    grades = {
        f"q{q}": {f"clueweb12-{d:07d}": int(rng.integers(-1, 4)) for d in rng.choice(DOCS, 90, replace=False)}
        for q in range(QUERIES)
    }
    return Qrels.from_dict(grades), folder


def parts(folder: str) -> Iterator[tuple[str, bytes]]:
    """What is computed, part by part."""
    qrels, place = collection(folder)
    runs = read_runs(place, keep="scores")
    rng = np.random.default_rng(8)
    read = [runs.core.scores(system, query) for system in runs.systems for query in runs.queries]
    yield "reading", np.array(read).tobytes()
    names = [f"{d.name}{WRITTEN.get(d.cutoff, '')}" for d in DEFINITIONS.values()]
    for name in names:
        try:
            scores = evaluate(qrels, runs, [name])
        except ValueError:  # a measure of other labels than these
            continue
        yield name, scores.values.tobytes() + scores.summary.tobytes()
        grades = rng.integers(-1, 4, (qrels.n_labels, 70)).astype(np.int8)
        grades[rng.random(grades.shape) < 0.2] = -128
        stack = QrelsStack(qrels, grades, names=[f"v{v}" for v in range(70)])
        drawn = one_relevant(qrels, draws=70)
        if not Measure.parse(name).needs_strata:
            yield f"{name} under variants", evaluate(stack, runs, [name]).summary.tobytes()
            yield f"{name} of one document", evaluate(drawn, runs, [name]).summary.tobytes()
        for asked in (name, f"{name}@9"):
            if bounded(asked):
                found = bound(qrels, runs, asked)
                arrays = (found.lower, found.estimate, found.upper, found.difference_lower, found.difference_upper)
                yield f"{asked} with holes", b"".join(array.tobytes() for array in arrays)
    yield from resampling(rng)


def bounded(name: str) -> bool:
    """Whether there is such a measure, and bounds of it."""
    try:
        return has_bounds(Measure.parse(name))
    except ValueError:
        return False


def resampling(rng: np.random.Generator) -> Iterator[tuple[str, bytes]]:
    """Signs, tails, draws and quantiles."""
    x = np.round(rng.random((70, 33)), 3)
    a, b = (pairs.astype(np.uint32) for pairs in np.triu_indices(33, 1))
    reach = np.abs(x.sum(axis=0)[a] - x.sum(axis=0)[b])
    yield "signs", _core.count_flips(x, a, b, reach, 1, 0, 20_000).tobytes()
    size = rng.random((40, 30))
    half = size.sum(axis=1) * 0.3
    yield "lattice", _core.lattice_tails(size, half, np.full(40, 1e-4)).tobytes()
    yield "inversion", _core.inverted_tails(size, half, size.sum(axis=1) * 1e-4).tobytes()
    yield "meeting", np.float64(_core.met_tail(size[0], float(half[0]))).tobytes()
    yield "draws", _core.count_draws(3, 0, 500, [0, 20, 70]).tobytes()
    yield "drawn sums", _core.drawn_sums(np.ascontiguousarray(x.T), 3, 0, 500, [0, 20, 70]).tobytes()
    values = rng.random((33, 2_000))
    yield "quantiles", _core.pair_quantiles(values, a, b, [0.025, 0.5, 0.975]).tobytes()


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for part, data in parts(folder):
            print(hashlib.sha256(data).hexdigest()[:16], len(data), part)

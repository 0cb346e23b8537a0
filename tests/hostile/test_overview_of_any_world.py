"""Any small world makes a Result whose numbers agree, and a page; nothing is NaN where a person reads."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pytest

import irassay
from irassay.collection import Qrels, Runs
from irassay.result import PairMatrix

MEASURES = ("nDCG@10", "P@5", "AP", "RR", "Bpref", "RBP(p=0.8)", "Judged@10", "infAP", "R@5", "nDCG", "NCG@3", "Rprec")


def _world(seed):
    rng = np.random.default_rng(seed)
    n_queries, n_systems = int(rng.choice([1, 2, 3, 8, 35])), int(rng.choice([1, 2, 3, 4, 7, 8, 9, 22]))
    docs = [f"d{i}" for i in range(int(rng.integers(1, 25)))]

    def some(most):
        return rng.choice(docs, int(rng.integers(1, min(len(docs), most) + 1)), replace=False)

    qrels = {f"q{q}": {d: int(rng.choice([-1, 0, 0, 1, 2, 3])) for d in some(12)} for q in range(n_queries)}
    runs: dict[str, dict[str, dict[str, float]]] = {}
    for s in range(n_systems):
        digits = int(rng.choice([0, 1, 6]))
        answers = [q for q in range(n_queries + 1) if rng.random() < 0.9] or [0]
        runs[f"s{s}"] = {f"q{q}": {d: float(np.round(rng.random(), digits)) for d in some(25)} for q in answers}
        if s and rng.random() < 0.15:
            runs[f"s{s}"] = runs[f"s{s - 1}"]
    measures = [str(m) for m in rng.choice(MEASURES, int(rng.integers(1, 3)), replace=False)]
    baseline = ["s0"] if n_systems > 1 and rng.random() < 0.2 else []
    return Qrels.from_dict(qrels), Runs.from_dict(runs), measures, baseline


@pytest.mark.parametrize("seed", range(24))
def test_any_world_has_a_report_whose_numbers_agree(seed, tmp_path):
    qrels, runs, measures, baseline = _world(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = irassay.overview(qrels, runs, measures=measures, baseline=baseline, seed=seed)
        result.write(tmp_path / "page.html")
        result.write(tmp_path / "page.txt")
    said = " ".join([result.title, result.standfirst, *(f.text for f in result.findings)])
    assert not re.search(r"\b(nan|inf|None of type)\b|\{|\}", said)
    assert result.title.endswith(".")
    for matrix in (f for f in result.figures if isinstance(f, PairMatrix)):
        shares = {f.code: f.numbers for f in result.findings if f.code.startswith("share-")}
        n = len(matrix.systems)
        settled = sum(matrix.queries[i][j] == "settled" for i in range(n) for j in range(i))
        assert shares["share-queries"]["settled"] == settled
        if "settled" in shares["share-labels"]:
            kept = sum(matrix.labels[i][j] == "settled" for i in range(n) for j in range(i + 1, n))
            assert shares["share-labels"]["settled"] == kept

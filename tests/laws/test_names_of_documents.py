"""New document ids in the same byte order change no number, wherever documents are looked at."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Qrels, QrelsStack, Runs
from irassay.estimates import bound, unjudged
from irassay.preflight import check
from irassay.scoring import evaluate, evaluate_files
from tests.laws.test_bounds import MEASURES, long_collection
from tests.laws.test_scores_laws import MEASURES as SCORED
from tests.laws.test_scores_laws import worlds
from tests.plain.small import one_query, runs_of


def renamed(doc):
    """Another id at the same place in byte order: longer than a word of the kernel, and not in ASCII."""
    return f"clueweb12-é-{doc}"


def renamed_labels(labels):
    return {q: {renamed(doc): grade for doc, grade in docs.items()} for q, docs in labels.items()}


def renamed_runs(runs):
    return {s: {q: {renamed(doc): x for doc, x in docs.items()} for q, docs in of.items()} for s, of in runs.items()}


@pytest.mark.parametrize("name", MEASURES)
@settings(max_examples=10)
@given(case=one_query(least_systems=2))
def test_bounds_and_estimates_stay(name, case):
    rankings, grades = case
    lists = {f"s{i}": {"q": docs} for i, docs in enumerate(rankings)}
    again = {s: {"q": [renamed(doc) for doc in of["q"]]} for s, of in lists.items()}
    one = bound(Qrels.from_dict({"q": grades}), runs_of(lists), name, threads=1)
    two = bound(Qrels.from_dict(renamed_labels({"q": grades})), runs_of(again), name, threads=2)
    for field in ("plain", "lower", "estimate", "upper", "difference_lower", "difference_upper"):
        assert np.array_equal(getattr(one, field), getattr(two, field), equal_nan=True), field
    assert one.state == two.state


def test_labels_that_matter_stay():
    labels, lists = long_collection(7, n_systems=4, length=20, n_docs=50)
    again = {s: {q: [renamed(doc) for doc in docs] for q, docs in of.items()} for s, of in lists.items()}
    tables = []
    for qrels, runs in ((labels, lists), (renamed_labels(labels), again)):
        nouns = Qrels.from_dict(qrels), runs_of(runs)
        table = unjudged(*nouns, bound(*nouns, "nDCG@10"))
        tables.append({c.name: list(c.values) for c in table.columns})
    assert tables[1].pop("doc") == [renamed(doc) for doc in tables[0].pop("doc")]
    assert tables[0] == tables[1]


@settings(max_examples=30)
@given(worlds(), st.integers(1, 3))
def test_scores_of_variants_stay(world, n_variants):
    labels, runs = world
    base = Qrels.from_dict(labels)
    grades = np.random.default_rng(n_variants).integers(-1, 4, (base.n_labels, n_variants)).astype(np.int8)
    names = [str(v) for v in range(n_variants)]
    one = evaluate(QrelsStack(base, grades, names), Runs.from_dict(runs), SCORED)
    stack = QrelsStack(Qrels.from_dict(renamed_labels(labels)), grades, names)
    two = evaluate(stack, Runs.from_dict(renamed_runs(runs)), SCORED)
    assert np.array_equal(one.summary, two.summary)


def write(folder: Path, labels, runs):
    folder.mkdir()
    rows = (f"{q} 0 {doc} {grade}\n" for q, docs in labels.items() for doc, grade in docs.items())
    (folder / "qrels").write_text("".join(rows))
    for system, of in runs.items():
        rows = (f"{q} Q0 {doc} 0 {x!r} {system}\n" for q, docs in of.items() for doc, x in docs.items())
        (folder / f"{system}.run").write_text("".join(rows))
    return folder / "qrels", f"{folder}/*.run"


@pytest.mark.parametrize("ties", ["float64", "float32"])
def test_scores_of_files_and_findings_of_the_check_stay(tmp_path, ties):
    rng = np.random.default_rng(3)
    docs = [f"d{i:02}" for i in range(40)]
    labels = {f"q{q}": {d: int(rng.integers(-1, 4)) for d in rng.choice(docs, 15, replace=False)} for q in range(9)}
    runs = {
        f"s{s}": {
            q: {d: float(x) for d, x in zip(rng.choice(docs, 25, replace=False), rng.integers(0, 9, 25) / 7)}
            for q in labels
        }
        for s in range(3)
    }
    plain = write(tmp_path / "plain", labels, runs)
    again = write(tmp_path / "again", renamed_labels(labels), renamed_runs(runs))
    one, two = (evaluate_files(*paths, SCORED, ties=ties) for paths in (plain, again))
    assert np.array_equal(one.values, two.values)
    one, two = (check(*paths) for paths in (plain, again))
    assert [(f.code, f.numbers) for f in one.findings] == [(f.code, f.numbers) for f in two.findings]

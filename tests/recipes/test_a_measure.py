"""The recipe for a measure: a Definition is all that Python needs. A toy one is registered, and every room takes it.

The toy computes what P does, under a name of its own, so that the kernel's operation is there; its twin stands below.
"""

from __future__ import annotations

import numpy as np
import pytest

from irassay import bound, evaluate, read_qrels, read_runs, settle
from irassay.cli.main import main
from irassay.measures import Measure
from irassay.measures.definition import Bounding, Definition, PeerNames, Traits
from irassay.measures.definitions import DEFINITIONS

TOY = Definition(
    "Toy",
    "Share of the first k documents that are relevant.",
    "Nobody, A toy, 2026",
    cutoff="required",
    parameters=DEFINITIONS["P"].parameters,
    operation="P",
    names=PeerNames(also=("toyed",)),
    traits=Traits(
        bounds=Bounding(form="linear", weight="flat", parameter="1/k", ideal=False, outer=False, floor="exact"),
        sums=True,
        unjudged="not relevant",
        zero_without=True,
        ties_by_grade=True,
        pool_adjusted=True,
        from_0_to_1=True,
    ),
)
LABELS = {"q1": {"a": 1, "b": 0}, "q2": {"a": 0, "c": 1}, "q3": {"d": 1}}
LISTS = {
    "one": {"q1": {"a": 3.0, "x": 2.0}, "q2": {"c": 2.0, "a": 1.0}, "q3": {"d": 1.0, "y": 0.5}},
    "two": {"q1": {"b": 3.0, "a": 2.0}, "q2": {"z": 2.0, "c": 1.0}, "q3": {"x": 1.0}},
}


def twin(labels, ranking):
    return sum(labels.get(doc, 0) >= 1 for doc in ranking[:2]) / 2


@pytest.fixture(autouse=True)
def toy(monkeypatch):
    monkeypatch.setitem(DEFINITIONS, "Toy", TOY)


def test_a_new_measure_is_scored_as_its_twin_says():
    scores = evaluate(read_qrels(LABELS), read_runs(LISTS), ["Toy@2"])
    of_twin = [
        [twin(LABELS[q], sorted(LISTS[s].get(q, {}), key=lambda d: -LISTS[s][q][d])) for q in scores.queries]
        for s in scores.systems
    ]
    np.testing.assert_array_equal(scores.values[0, 0], of_twin)
    assert str(Measure.parse("Toy(rel=2)@5")) == "Toy(rel=2)@5"


def test_its_bounds_and_its_verdict_follow_from_what_it_states():
    qrels, runs = read_qrels(LABELS), read_runs(LISTS)
    assert (bound(qrels, runs, "Toy@2").upper == bound(qrels, runs, "P@2").upper).all()
    ours, known = settle(qrels, runs, "Toy@2"), settle(qrels, runs, "P@2")
    assert ours.bounds.state == known.bounds.state
    assert ours.needed == known.needed


def test_the_command_line_lists_it_scores_it_and_suggests_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\nq1 0 b 0\nq2 0 c 1\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.run").write_text(f"q1 Q0 a 1 2 {name}\nq1 Q0 x 2 1 {name}\nq2 Q0 c 1 1 {name}\n")
    assert main(["measures"]) == 0
    assert "Toy(rel=1,judged_only=False)@k" in " ".join(capsys.readouterr().out.split())
    assert main(["eval", "qrels.txt", "one.run", "-m", "Toy@2", "--format", "tsv"]) == 0
    assert "one\tall\tToy@2\t0.5" in capsys.readouterr().out
    assert main(["report", "qrels.txt", "one.run", "two.run", "-m", "Toy@2", "-o", "toy.html"]) == 0
    assert "Toy@2" in (tmp_path / "toy.html").read_text()

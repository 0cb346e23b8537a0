"""The number of labels that settles a pair on the owner's page is the one that `irassay compare` prints."""

from __future__ import annotations

import random
import re

import numpy as np

from irassay import Qrels, Runs, evaluate, read_qrels
from irassay.cli.main import main
from irassay.formats import read_runs
from irassay.judging.web.dashboard_quality import labels_to_settle, pairs_turned


def files(folder):
    """Three runs of twenty queries; two documents in three have a label, and the runs find them in other orders."""
    rng = random.Random(26)
    grades = {(q, d): rng.choice((0, 0, 1, 2, 3)) for q in range(20) for d in range(15)}
    rows = [f"q{q} 0 d{d} {grade}\n" for (q, d), grade in grades.items() if rng.random() < 0.66]
    (folder / "qrels.txt").write_text("".join(rows))
    for name, noise in (("good", 1.0), ("fair", 3.0), ("poor", 9.0)):
        lines = []
        for q in range(20):
            score = {d: grades[q, d] + rng.gauss(0, noise) for d in range(15)}
            ranked = sorted(score, key=score.get, reverse=True)
            lines += [f"q{q} Q0 d{d} {i} {99 - i} {name}\n" for i, d in enumerate(ranked, 1)]
        (folder / f"{name}.run").write_text("".join(lines))
    return [str(folder / f"{name}.run") for name in ("good", "fair", "poor")]


def test_it_is_the_number_that_compare_prints_for_each_two_systems(tmp_path, capsys):
    runs = files(tmp_path)
    names = ["good – fair", "good – poor", "fair – poor"]
    needed = labels_to_settle(read_qrels(tmp_path / "qrels.txt"), read_runs(runs), "nDCG@10", names)
    told = {}
    for name in names:
        first, second = name.split(" – ")
        asked = ["--expect", f"{first}>{second}", "--unjudged", str(tmp_path / "more.tsv")]
        main(["compare", str(tmp_path / "qrels.txt"), *runs, *asked])
        said = " ".join("".join(capsys.readouterr()).split())
        found = re.search(r"([\d,]+) (?:labels? settles? it|do(?:es)?) in half of \d+ draws", said)
        told |= {name: int(found[1].replace(",", ""))} if found else {}
    assert told, "some pair is held back by labels"
    assert {name: of.median for name, of in needed.items() if of.median is not None} == told


def test_a_measure_without_bounds_has_no_such_numbers(tmp_path):
    runs = files(tmp_path)
    assert labels_to_settle(read_qrels(tmp_path / "qrels.txt"), read_runs(runs), "Judged@10", ["good – fair"]) == {}


def test_a_label_turns_the_pairs_whose_order_two_whole_evaluations_give_otherwise():
    """By hand: every label set whole, with each grade of the document in turn."""
    rng = np.random.default_rng(6)
    docs, queries = [f"d{i}" for i in range(12)], [f"q{i}" for i in range(4)]
    lists = {f"s{s}": {q: dict(zip(docs, rng.random(12).tolist())) for q in queries} for s in range(7)}
    tree = {q: {d: int(rng.integers(0, 4)) for d in docs[:8]} for q in queries}
    runs = Runs.from_dict(lists)
    cases = [(q, d) for q in (*queries, "q-new") for d in ("d0", "d3", "d11")]
    expected = []
    for query, doc in cases:
        orders = []
        for grade in range(4):
            labels = {**tree, query: {**tree.get(query, {}), doc: grade}}
            means = evaluate(Qrels.from_dict(labels), runs, ["nDCG@5"]).summary[0, 0]
            orders.append(np.sign(np.round(means[:, None] - means[None, :], 9)))
        expected.append(int(np.any(np.array(orders) != orders[0], axis=0).sum()) // 2)
    assert pairs_turned(Qrels.from_dict(tree), runs, "nDCG@5", cases, range(4)) == expected
    assert any(expected)
    assert 0 in expected

"""What `whatif` says random labels suffer from: chance where means over draws have the order, else bias."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.cli.main import main
from irassay.collection import Qrels, Runs
from irassay.studies.whatif import whatif
from irassay.studies.whatif.step_agreement import _over_variants
from irassay.studies.whatif.words import WHATIF

N = 6
CHANCE, BIAS = "A random label suffers from chance", "A random label suffers from bias here more than from chance"
WHY = WHATIF("relevant-grade", measures=["AP(rel=2)"], rel=2, relevant=90, first="nDCG@10", more=180)


def world(low_too):
    """Six systems, of which the later find more of the six good documents of a query, and fewer of six fair ones.

    Under all labels the later are better. Of the good documents' labels one a query stays; where the fair ones' stay
    too, the earlier are better: every draw turns the order around.
    """
    rng = np.random.default_rng(4)
    labels, lists = {}, {f"s{k}": {} for k in range(N)}
    for i in range(15):
        good, fair = ([f"{kind}{j}" for j in rng.permutation(N)] for kind in ("good", "fair"))
        labels[f"q{i}"] = dict.fromkeys(good, 2) | (dict.fromkeys(fair, 1) if low_too else {"poor": 0})
        for k in range(N):
            n = int(np.clip(k + rng.integers(-1, 3), 0, N))
            shown = [*rng.permutation(good)[:n].tolist(), *fair[: N - n], "last"]
            lists[f"s{k}"][f"q{i}"] = {doc: -float(rank) for rank, doc in enumerate(shown)}
    return Qrels.from_dict(labels), Runs.from_dict(lists)


def said(result):
    return next(f.text for f in result.findings if f.code == "random-against-system")


def told(result):
    """What the findings say, as the terminal and JSON have it."""
    return " ".join(f.text for f in result.findings)


def first_tau(result):
    return next(f.numbers for f in result.findings if f.code == "random-first")


def test_draws_that_all_turn_the_order_around_are_called_biased_never_unlucky():
    result = whatif(*world(low_too=True), measures=["nDCG@10", "AP(rel=2)"], draws=40)
    assert first_tau(result)["high"] < 0  # nine draws in ten and more: no spread explains this level
    assert f"{BIAS}: labels below grade 2, from which nDCG@10 gains, stay, and most of the others go;" in said(result)
    assert "averages out" not in said(result)
    assert "the order by means over all 40 draws has a tau of −" in said(result)


def test_draws_whose_mean_has_the_order_are_called_chance():
    result = whatif(*world(low_too=False), measures=["R(rel=2)@10"], draws=40)
    assert first_tau(result)["tau"] < 0.9
    assert f"{CHANCE}, such as that it is below the measure's depth, which averages out: the order" in said(result)
    assert "bias here" not in said(result)


def test_the_measure_that_raises_the_least_relevant_grade_is_named_with_both_counts():
    """Oracle: 15 queries with six good and six fair documents."""
    of_two = whatif(*world(low_too=True), measures=["nDCG@10", "AP(rel=2)"], draws=5)
    assert WHY in told(of_two)
    for measures in (["nDCG@10"], ["AP(rel=2)", "nDCG@10"]):
        assert "Because of" not in told(whatif(*world(low_too=True), measures=measures, draws=5))
    assert "Because of" not in told(whatif(*world(low_too=False), measures=["nDCG@10", "AP(rel=2)"], draws=5))


def test_means_over_variants_are_numpys_without_those_that_do_not_count():
    means = np.random.default_rng(0).random((2, 5, 3))
    means[:, :2, 0] = np.nan
    assert _over_variants(means) == pytest.approx(np.nanmean(means, axis=1, keepdims=True))
    means[:, :, 1] = np.nan
    assert np.isnan(_over_variants(means)[:, :, 1]).all()


def test_why_a_second_measure_changes_the_first_ones_answer_stands_beside_the_answer(tmp_path, capsys):
    labels, runs = world(low_too=True)
    (tmp_path / "qrels").write_text(
        "".join(f"{q} 0 {doc} {grade}\n" for q in labels.queries for doc, grade in labels.grades(q).items())
    )
    for s in runs.systems:
        lines = [f"{q} Q0 {d} 1 {-i} {s}\n" for q in labels.queries for i, d in enumerate(runs.ranking(s, q))]
        (tmp_path / f"{s}.run").write_text("".join(lines))
    asked = ["whatif", str(tmp_path / "qrels"), str(tmp_path / "*.run"), "-m", "nDCG@10", "-m", "AP(rel=2)"]
    below = WHATIF("grades-below", measures=["nDCG@10"], rel=2)
    for form in ("table", "json"):
        assert main([*asked, "--select", "random", "--format", form, "--draws", "5"]) == 0
        shown = " ".join(capsys.readouterr().out.split())
        assert WHY in shown
        assert below in shown
    assert main([*asked, "--select", "depth", "--format", "table"]) == 0
    assert "Because of" not in capsys.readouterr().out  # a pool keeps labels of any grade

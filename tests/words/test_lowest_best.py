"""Scores of which the lowest is best, such as distances: said by `check` and `compare`, of no other run."""

from __future__ import annotations

import json
import random

import pytest

from irassay.cli.main import main
from irassay.collection import Qrels, Runs
from irassay.measures import parse_all
from irassay.preflight import check
from irassay.preflight.check import examine
from irassay.preflight.each_run import of_each_run

N = 30


@pytest.fixture(scope="module")
def labels():
    """Twelve judged documents of thirty a query, four of them relevant."""
    return {f"q{q}": {f"d{(7 * q + d) % N}": int(d % 3 == 0) for d in range(12)} for q in range(8)}


def run_of(labels, skill, *, sign=1.0, seed=1, length=N):
    """Scores that are higher for judged documents, more for relevant ones, and noise."""
    draw = random.Random(seed)
    run = {}
    for query, grades in labels.items():
        scores = {f"d{d}": skill * (1 + grades[f"d{d}"] if f"d{d}" in grades else 0) + draw.random() for d in range(N)}
        best = sorted(scores, key=lambda doc: -scores[doc])[:length]
        run[query] = {doc: sign * scores[doc] for doc in best}
    return run


def checked(labels, runs, measure="nDCG@5"):
    return check(Qrels.from_dict(labels), Runs.from_dict(runs), measures=[measure])


@pytest.mark.parametrize("measure", ["nDCG@5", "P@5", "AP", "RR"])
def test_distances_are_an_error_that_says_how_the_run_reads_the_other_way_round(labels, measure):
    """Oracle: the means and shares of the same run with its scores negated, which the other way round is."""
    runs = {"good": run_of(labels, 1.0, seed=2), "ann": run_of(labels, 1.0, sign=-1.0)}
    result = checked(labels, runs, measure)
    found = {finding.code: finding for finding in result.findings}
    finding = found["lowest-score-best"]
    assert result.title == "Something in these files is wrong."
    assert (finding.level, finding.systems) == ("error", ("ann",))
    assert finding.text == "ann: scores may be distances, the lowest best"
    mended = checked(labels, {**runs, "ann": run_of(labels, 1.0)}, measure)
    assert "lowest-score-best" not in {one.code for one in mended.findings}
    (table, *_) = (table for table in mended.tables if table.name == "runs")
    columns = {column.name: column.values for column in table.columns}
    assert finding.numbers["mean_from_end"] == pytest.approx(columns["mean"][1], abs=1e-12)
    assert finding.numbers["judged_from_end"] == pytest.approx(columns["judged"][1], abs=1e-12)
    assert finding.action.startswith("if its scores are distances or ranks, write them with a minus sign")
    assert {"unjudged-differ", "little-label"}.isdisjoint(found), "judging more documents would not mend it"


def test_the_flag_of_a_run_of_distances_names_no_unjudged_documents(labels):
    result = checked(labels, {"good": run_of(labels, 1.0, seed=2), "ann": run_of(labels, 1.0, sign=-1.0)})
    (table,) = (table for table in result.tables if table.name == "not-comparable")
    assert list(table.columns[0].values) == ["ann"]
    assert list(table.columns[1].values) == ["lowest best"]
    assert table.columns[2].values[0].startswith("its scores may be distances: nDCG@5 0")


def test_runs_that_are_all_distances_are_all_named(labels):
    result = checked(labels, {name: run_of(labels, 1.0, sign=-1.0, seed=seed) for seed, name in enumerate("abc")})
    (finding,) = (finding for finding in result.findings if finding.code == "lowest-score-best")
    assert finding.text == "3 runs: scores may be distances, the lowest best"
    assert sorted(finding.systems) == ["a", "b", "c"]
    assert "who scores highest" in finding.effect or "another system could" in finding.effect


def test_a_sheet_of_such_a_run_says_so(labels):
    runs = Runs.from_dict({"good": run_of(labels, 1.0, seed=2), "ann": run_of(labels, 1.0, sign=-1.0)})
    each = of_each_run(examine(Qrels.from_dict(labels), runs, parse_all(["nDCG@5"]), lambda lists: lists))
    assert [finding.code for finding in each["ann"]] == ["lowest-score-best"]
    assert "good" not in each


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("skill", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("measure", ["nDCG@5", "RR", "P@10"])
def test_a_weak_run_or_one_at_random_is_not_taken_for_distances(labels, skill, seed, measure):
    result = checked(labels, {"weak": run_of(labels, skill, seed=seed)}, measure)
    assert "lowest-score-best" not in {finding.code for finding in result.findings}


def test_lists_that_end_at_the_cutoff_say_nothing_of_the_way_round(labels):
    result = checked(labels, {"ann": run_of(labels, 1.0, sign=-1.0, length=5)})
    assert "lowest-score-best" not in {finding.code for finding in result.findings}


def test_compare_warns_of_distances_and_of_nothing_once_they_are_negated(labels, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q, of in labels.items() for d, g in of.items()))
    for name, run in (("good", run_of(labels, 1.0, seed=2)), ("ann", run_of(labels, 1.0, sign=-1.0))):
        (tmp_path / f"{name}.json").write_text(json.dumps(run))
    said = "ann: scores may be distances, the lowest best; nDCG@5 0"
    assert main(["compare", "qrels", "good.json", "ann.json", "-m", "nDCG@5"]) == 0
    assert said in capsys.readouterr().err
    (tmp_path / "two").write_text((tmp_path / "qrels").read_text())
    files = {"one": "qrels", "two": "two"}
    both = [word for name in files for word in ("--collection", f"{name}={files[name]},good.json,ann.json")]
    assert main(["compare", *both, "-m", "nDCG@5"]) == 0
    assert f"one: {said}" in capsys.readouterr().err
    (tmp_path / "ann.json").write_text(json.dumps(run_of(labels, 1.0)))
    assert main(["compare", "qrels", "good.json", "ann.json", "-m", "nDCG@5"]) == 0
    assert "distances" not in capsys.readouterr().err

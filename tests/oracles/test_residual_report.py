"""Residual collections, ranks by the second method and effect sizes in reports: each against the room that makes it."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.cli.main import main
from irassay.collection import Qrels, Runs
from irassay.comparison import compare
from irassay.comparison.league.effect import standardised, standardised_pairs
from irassay.preflight import check
from irassay.result import Forest, LeagueChart, PairMatrix, Result
from irassay.scoring import evaluate
from irassay.studies.overview import overview
from irassay.studies.run_sheets import sheets_of

QUERIES = [f"q{i}" for i in range(16)]


@pytest.fixture(scope="module")
def world():
    rng = np.random.default_rng(5)
    labels = {q: {f"d{j:02d}": int(rng.random() < 0.4) for j in range(14)} for q in QUERIES}
    runs = {
        f"s{i}": {q: {d: g + rng.normal(0, 0.4 + 0.2 * i) for d, g in labels[q].items()} for q in QUERIES}
        for i in range(9)
    }
    first_round = {q: {f"d{j:02d}": 1 for j in range(5)} for q in QUERIES}
    return Qrels.from_dict(labels), Runs.from_dict(runs), Qrels.from_dict(first_round)


def league_of(result):
    (figure,) = [f for f in result.figures if isinstance(f, LeagueChart)]
    return {c.name: list(c.values) for c in figure.table.columns}


def test_a_residual_report_is_that_of_residual_labels_and_runs(world):
    labels, runs, earlier = world
    result = overview(labels, runs, residual=earlier, n_resamples=10_000)
    same = overview(labels.residual(earlier), runs.residual(earlier), n_resamples=10_000)
    assert league_of(result) == league_of(same)
    assert league_of(result)["mean"] != league_of(overview(labels, runs, n_resamples=10_000))["mean"]
    assert result.provenance.options["residual"] == "earlier labels"
    methods = next(item.text for s in result.sections for item in s.body if getattr(item, "name", "") == "methods")
    assert " left out of labels and runs (a residual collection). Computed with " in methods


def test_residual_sheets_are_those_of_residual_labels_and_runs(world):
    labels, runs, earlier = world
    result = overview(labels, runs, residual=earlier, n_resamples=10_000)
    ours = sheets_of(labels, runs, residual=earlier, overview=result)
    theirs = sheets_of(labels.residual(earlier), runs.residual(earlier), overview=result)
    assert [sheet.tables for sheet in ours.values()] == [sheet.tables for sheet in theirs.values()]
    assert ours["s0"].standfirst == theirs["s0"].standfirst
    mean = league_of(result)["mean"][league_of(result)["system"].index("s0")]
    per_query = next(t for t in ours["s0"].tables if "score" in [c.name for c in t.columns])
    assert np.mean(per_query.column("score").values) == pytest.approx(mean, abs=1e-12)


def test_a_residual_check_counts_what_is_left(world):
    labels, runs, earlier = world
    found = check(labels, runs, residual=earlier, measures=["P@5"])
    same = check(labels.residual(earlier), runs.residual(earlier), measures=["P@5"])
    assert found.facts == same.facts
    assert found.tables[0] == same.tables[0]
    assert found.facts[2] == f"{9 * len(QUERIES)} labels"


def test_the_command_line_takes_residual_in_check_and_report(world, tmp_path, capsys):
    labels, runs, earlier = world
    for name, qrels in (("qrels", labels), ("round1", earlier)):
        lines = [f"{q} 0 {d} {g}\n" for q in qrels.queries for d, g in qrels.grades(q).items()]
        (tmp_path / name).write_text("".join(lines))
    for s in runs.systems[:3]:
        lines = [f"{q} Q0 {d} {r} {100 - r} {s}\n" for q in QUERIES for r, d in enumerate(runs.ranking(s, q))]
        (tmp_path / f"{s}.run").write_text("".join(lines))
    files = [str(tmp_path / "qrels"), *(str(tmp_path / f"{s}.run") for s in runs.systems[:3])]
    without = ["--residual", str(tmp_path / "round1")]
    main(["check", *files, *without, "--format", "table"])
    assert f"{9 * len(QUERIES)} labels" in capsys.readouterr().out
    assert main(["report", *files, *without, "-o", str(tmp_path / "r.json"), "--quiet"]) == 0
    made = Result.from_json((tmp_path / "r.json").read_text())
    options = made.provenance.options
    assert options["residual"] == str(tmp_path / "round1")
    assert str(tmp_path / "round1") in made.provenance.inputs
    assert "--residual" in options["command"]
    assert main(["eval", *files, *without, "-m", "nDCG@10", "--format", "tsv", "-o", str(tmp_path / "e.tsv")]) == 0
    scores = {line.split("\t")[0]: float(line.split("\t")[3]) for line in (tmp_path / "e.tsv").read_text().splitlines()}
    league = league_of(made)
    assert dict(zip(league["system"], league["mean"])) == pytest.approx(scores, abs=1e-12)


def test_ranks_by_the_second_method_are_those_of_compare(world):
    labels, runs, _ = world
    scores = evaluate(labels, runs, ["nDCG@10"])
    asked = compare(scores, ranks="bootstrap", n_resamples=10_000)
    result = overview(labels, runs, ranks="bootstrap", n_resamples=10_000)
    league = league_of(result)
    assert list(zip(league["bootstrap_low"], league["bootstrap_high"])) == asked.rank_intervals_bootstrap
    assert list(zip(league["rank_low"], league["rank_high"])) == list(asked.rank_intervals)
    assert "bootstrap_low" not in league_of(overview(labels, runs, n_resamples=10_000))


def test_effect_sizes_of_all_pairs_are_those_of_each():
    values = np.random.default_rng(2).random((7, 11))
    values[3] = values[2]
    values[5] = values[4] + 0.25
    each = [standardised(values[i], values[j]) for i in range(7) for j in range(i + 1, 7)]
    np.testing.assert_allclose(standardised_pairs(values), each, rtol=1e-12)
    assert np.isnan(each).sum() == 2


def test_pairs_of_a_report_have_their_effect_sizes(world):
    labels, runs, _ = world
    result = overview(labels, runs, n_resamples=10_000)
    (matrix,) = [f for f in result.figures if isinstance(f, PairMatrix)]
    of = compare(evaluate(labels, runs, ["nDCG@10"]), n_resamples=10_000)
    assert matrix.effect[0] == pytest.approx(of.pair(*matrix.systems[:2]).effect_size, rel=1e-12)
    few = overview(
        labels,
        Runs.from_dict(
            {s: {q: {d: -r for r, d in enumerate(runs.ranking(s, q))} for q in QUERIES} for s in runs.systems[:3]}
        ),
    )
    (forest,) = [f for f in few.figures if isinstance(f, Forest)]
    assert len(forest.table.column("effect").values) == 3

"""`irassay decide --plan` and `--replay`: what a question would cost, without a campaign."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.decisions import costs
from irassay.decisions.words import planned
from tests.decisions.worlds import world


@pytest.fixture
def files(tmp_path):
    """Runs and labels, in memory too."""
    runs, labels = world(30, 3, rate=(0.6, 0.4))
    for name, lists in runs.items():
        rows = [f"{q} Q0 {d} 1 {s} {name}\n" for q, docs in lists.items() for d, s in docs.items()]
        (tmp_path / f"{name}.run").write_text("".join(rows))
    rows = [f"{q} 0 {d} {grade}\n" for q, docs in labels.items() for d, grade in docs.items()]
    (tmp_path / "qrels").write_text("".join(rows))
    return (
        runs,
        labels,
        ["decide", str(tmp_path / "a.db"), *(str(tmp_path / f"{name}.run") for name in runs), "-m", "P@3"],
    )


def test_a_plan_says_what_differences_cost_and_makes_no_campaign(files, capsys, tmp_path):
    """Oracle: `irassay.decisions.plan`."""
    runs, _, command = files
    assert main([*command, "--plan", "--format", "json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    of = irassay.decisions.plan(irassay.decide(runs, "P@3"))
    assert [(row["difference"], row["labels"], row["queries"]) for row in rows] == [
        (d, labels.middle, queries) for d, labels, queries in zip(of.differences, of.labels, of.queries)
    ]
    assert main([*command, "--plan", "--format", "table"]) == 0
    assert "A difference of 0.02 takes some" in capsys.readouterr().out
    assert not (tmp_path / "a.db").exists()


def test_a_plan_with_labels_begins_with_the_difference_that_draws_have_shown(files):
    """Oracle: the look at the same moment, and the documents that have no label."""
    runs, labels, _ = files
    decider = irassay.decide(runs, "P@3")
    assert irassay.decisions.plan(decider).shown is None
    decider.run(lambda asked: {q: {d: labels[q][d] for of, d in asked if of == q} for q, _ in asked}, budget=20)
    of, look = irassay.decisions.plan(decider), decider.look()
    assert of.differences == (pytest.approx(abs(look.pairs[0].difference)), *costs.DIFFERENCES)
    assert of.shown == of.differences[0]
    assert of.documents == look.labels["documents"] - look.labels["known"]
    assert planned(of)[0].startswith(f"The difference so far, {of.shown:.3g}, takes some")


def test_a_replay_says_what_campaigns_would_have_cost(files, capsys, tmp_path):
    """Oracle: `irassay.decisions.replay`."""
    runs, labels, command = files
    assert main([*command, "--replay", str(tmp_path / "qrels"), "--seed", "3", "--format", "json"]) == 0
    [row] = json.loads(capsys.readouterr().out)["rows"]
    of = irassay.decisions.replay(labels, runs, "P@3", seed=3)
    assert (row["labels"], row["low"], row["high"]) == (of.labels.middle, of.labels.low, of.labels.high)
    assert (row["settled"], row["wrong"], row["campaigns"]) == (of.settled, of.wrong, 20)
    assert not (tmp_path / "a.db").exists()


def test_costs_are_asked_for_one_at_a_time_and_of_runs(files, capsys, tmp_path):
    _, _, command = files
    assert main([*command, "--plan", "--replay", str(tmp_path / "qrels")]) == 2
    assert main(["decide", str(tmp_path / "a.db"), "--replay", str(tmp_path / "qrels")]) == 2
    assert main(["decide", str(tmp_path / "a.db"), "--plan"]) == 2
    assert capsys.readouterr().err.count("error:") == 3

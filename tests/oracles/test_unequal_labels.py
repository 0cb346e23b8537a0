"""Planted worlds in which one of two systems has fewer labels: who is called better, against the truth.

At length: `make study-unequal`, docs/simulations.md.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from irassay import Qrels, settle
from irassay.cli.main import main
from irassay.cli.next_command import next_command
from irassay.cli.parser import Parser
from irassay.formats.writing.qrels import write_qrels
from irassay.studies.overview.sections.method import leaders_table
from irassay.studies.paper_scores import Beside
from simulations import unequal as study
from simulations.tables import monte_carlo
from simulations.unequal_worlds import labelled, pooled, world, world_of_kinds

OLD, NEW = study.PLANTED
N_WORLDS = 20
OF_MEASURES = ("P@10", "AP", "RR", "RBP")
DRAWN = {"n_resamples": 2_000, "threads": 1}


def rng(number):
    return np.random.default_rng([0, number])


def write_runs(of):
    """Each system's run as a file of the working folder."""
    for system, lists in of.lists.items():
        lines = [
            f"{q} Q0 {doc} {rank} {-rank} {system}\n" for q, docs in lists.items() for rank, doc in enumerate(docs, 1)
        ]
        Path(f"{system}.run").write_text("".join(lines))


def verdict(of, qrels, measure="nDCG@10"):
    return settle(qrels, of.runs, measure, **DRAWN)


def answers(truth, old, new, missing="at random", n_worlds=N_WORLDS):
    """What is said of new and old in each world: with all labels, taken as they are, and by the rule."""
    out = {"all": [], "taken": [], "likely": []}
    for number in range(n_worlds):
        of = world(truth, number, seed=1)
        out["all"].append(verdict(of, of.full).pair("new", "old").answer("proved"))
        pair = verdict(of, labelled(of, missing, old, new, rng(number))).pair("new", "old")
        out["taken"].append(pair.answer("taken"))
        out["likely"].append(pair.answer())
    return out


@pytest.fixture(scope="module")
def better():
    return answers("better", OLD, NEW)


@pytest.fixture(scope="module")
def equal():
    return answers("equal", OLD, NEW)


def test_the_planted_trap_is_one_where_labels_taken_as_they_are_say_the_opposite_of_the_truth(better):
    assert set(better["all"]) == {"better"}
    assert better["taken"].count("worse") >= 0.9 * N_WORLDS


def test_the_rule_does_not_call_the_worse_system_better(better):
    assert "worse" not in better["likely"]


def test_of_equal_systems_the_one_with_fewer_labels_is_not_called_worse(equal):
    assert equal["taken"].count("worse") >= 0.9 * N_WORLDS
    wrong = N_WORLDS - equal["likely"].count("undecided")
    assert monte_carlo(wrong / N_WORLDS, N_WORLDS)[0] <= study.WRONG


@pytest.mark.parametrize("missing", study.HOLDS)
@pytest.mark.parametrize("truth", ["better", "worse"])
def test_with_as_many_labels_of_both_the_rule_still_decides(missing, truth):
    said = answers(truth, 0.7, 0.7, missing, 8)
    assert said["likely"].count(truth) >= 7


def test_draws_must_keep_the_significance_too_where_there_is_one():
    of = world("a little better", 5, seed=1)
    one = verdict(of, labelled(of, "at random", 0.7, 0.7, rng(5)))
    i, j = one.systems.index("new"), one.systems.index("old")
    pair = one.pair("new", "old")
    assert pair.queries.significant
    assert int(one.draws.ahead[i, j]) >= 95 > int(one.draws.ahead_by_test[i, j])
    assert pair.labels.agreeing == int(one.draws.ahead_by_test[i, j])
    assert (pair.strength, pair.answer(), pair.answer("taken")) == ("open", "undecided", "better")


@pytest.mark.parametrize("truth", study.TRUTHS)
def test_with_all_labels_nothing_is_lost_against_significance_alone(truth):
    said = answers(truth, 1.0, 1.0, n_worlds=8)
    assert said["likely"] == said["taken"] == said["all"]


def test_where_the_assumption_fails_a_wrong_system_is_called_better_and_proof_is_not_fooled():
    said = []
    for number in range(6):
        of = world_of_kinds("better", 1, number, seed=1)
        pair = verdict(of, pooled(of)).pair("new", "old")
        assert pair.answer("proved") == "undecided"
        said.append(pair.answer())
    assert said.count("worse") >= 4
    assert "better" not in said


def test_where_the_assumption_fails_check_warns_that_the_runs_are_judged_unequally(tmp_path, monkeypatch, capsys):
    of = world_of_kinds("better", 1, 0, seed=1)
    monkeypatch.chdir(tmp_path)
    write_runs(of)
    write_qrels(pooled(of), "left.txt", output_format="trec")
    assert (
        main(["check", "left.txt", *(f"{system}.run" for system in of.lists), "-m", "nDCG@10", "--format", "tsv"]) == 0
    )
    warnings = [line for line in capsys.readouterr().out.splitlines() if line.startswith("warning\tunjudged-differ\t")]
    assert len(warnings) == 1
    assert "in new, 0% in old" in warnings[0]


def test_the_study_counts_wrong_and_right_and_names_what_is_broken():
    of = world("better", 0, seed=1)
    left = labelled(of, "at random", OLD, NEW, rng(0))
    assert study.counts(of, left, "better").tolist()[:5] == [1, 0, 0, 0, 1]
    assert study.counts(of, of.full, "better").tolist() == [0, 1, 0, 1, 1, 1]
    bad = np.array([60, 0, 12, 0, 60, 20.0])
    assert study.broken({("at random", OLD, NEW, "equal"): bad}) == [
        "at random, old 93%, new 28%, truth equal: wrong in 12 of 60"
    ]
    assert not study.broken(
        {(study.KINDS, 1, 0.0, "equal"): bad, ("at random", OLD, NEW, "equal"): bad * [1, 1, 0.25, 1, 1, 1]}
    )
    assert "| at random | 93% | 28% | 100 → 20 |" in study.wrong_table(
        {("at random", OLD, NEW, truth): bad for truth in study.TRUTHS}
    )


@pytest.mark.parametrize("missing", study.MISSING)
def test_labels_are_left_to_the_shares_that_were_asked_for(missing):
    of = world("equal", 0, seed=0)
    left = labelled(of, missing, 0.9, 0.3, rng(0))
    judged = {
        system: np.mean([doc in left.grades(query) for query, docs in of.lists[system].items() for doc in docs[:10]])
        for system in ("old", "new")
    }
    assert judged["old"] == pytest.approx(0.9, abs=0.12)
    assert judged["new"] < 0.55
    for query in left.queries:
        assert left.grades(query).items() <= of.labels[query].items()
    assert labelled(of, "at random", 1, 1, rng(0)).n_labels == of.full.n_labels


# Other measures


@pytest.mark.parametrize("measure", OF_MEASURES)
def test_under_other_measures_too_the_rule_does_not_say_what_taken_labels_say(measure):
    of = world("better", 0, seed=1)
    assert verdict(of, of.full, measure).pair("new", "old").answer() == "better"
    pair = verdict(of, labelled(of, "at random", OLD, NEW, rng(0)), measure).pair("new", "old")
    assert (pair.answer("taken"), pair.answer()) == ("worse", "undecided")


# On the command line


@pytest.fixture
def here(tmp_path, monkeypatch):
    """One world of the trap as files: its runs, the labels that are left, and all labels."""
    of = world("better", 0, seed=1)
    monkeypatch.chdir(tmp_path)
    write_runs(of)
    left = labelled(of, "at random", OLD, NEW, rng(0))
    write_qrels(left, "left.txt", output_format="trec")
    write_qrels(of.full, "full.txt", output_format="trec")
    positive = {query: {doc: g for doc, g in left.grades(query).items() if g > 0} for query in left.queries}
    write_qrels(
        Qrels.from_dict({q: docs for q, docs in positive.items() if docs}), "positive.txt", output_format="trec"
    )
    return tmp_path


def compare(capsys, labels, *options, expect="new > old", measure="nDCG@10"):
    """The exit code and what is printed, in one line."""
    words = ["compare", labels, "new.run", "old.run", "-m", measure, "--expect", expect, "--quiet", "--format", "table"]
    code = main([*words, *options])
    return code, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("labels", "options", "code", "said"),
    [
        ("left.txt", (), 4, "With these labels old scores more than new; which is better is open"),
        ("left.txt", ("--require", "likely"), 4, "which is better is open"),
        ("left.txt", ("--require", "proved"), 4, "which is better is open"),
        (
            "left.txt",
            ("--require", "taken"),
            1,
            "old is better than new, treating unjudged documents as not relevant: the queries decide it",
        ),
        ("full.txt", (), 0, "new is better than old: the queries decide it, and no missing label reverses the order"),
        ("full.txt", ("--require", "proved"), 0, "new is better than old"),
    ],
)
def test_the_exit_code_says_what_labels_carry(here, capsys, labels, options, code, said):
    found, text = compare(capsys, labels, *options)
    assert found == code
    assert said in text


@pytest.mark.parametrize(
    ("labels", "options", "code"), [("left.txt", (), 4), ("left.txt", ("--require", "taken"), 0), ("full.txt", (), 1)]
)
def test_the_other_expectation_has_the_other_answer(here, capsys, labels, options, code):
    assert compare(capsys, labels, *options, expect="old > new")[0] == code


@pytest.mark.parametrize(
    ("labels", "options", "measure", "why"),
    [
        ("positive.txt", (), "nDCG@10", "almost any retrieved document might be relevant"),
        ("positive.txt", ("--grades", "0,1"), "nDCG@10", "ost queries have no non-relevant label"),
        ("left.txt", (), "Bpref", "Bpref has no bounds over missing labels"),
    ],
)
def test_where_nothing_can_be_drawn_the_answer_is_not_yet_and_says_why(here, capsys, labels, options, measure, why):
    code, text = compare(capsys, labels, *options, measure=measure)
    taken, _ = compare(capsys, labels, *options, "--require", "taken", measure=measure)
    assert (code, why in text) == (4, True)
    assert taken in (0, 1)


def test_scores_alone_answer_by_the_queries_and_say_so(here, capsys):
    table = here / "scores.tsv"
    assert (
        main(["eval", "left.txt", "new.run", "old.run", "-m", "nDCG@10", "-q", "--format", "tsv", "-o", str(table)])
        == 0
    )
    capsys.readouterr()
    words = ["compare", "--scores", str(table), "-m", "nDCG@10", "--quiet", "--format", "table"]
    for expect, code in (("new > old", 1), ("old > new", 0)):
        assert main([*words, "--expect", expect]) == code
        said = " ".join(capsys.readouterr().out.split())
        assert "old is better than new by the queries; scores say nothing about missing labels" in said
    assert main([*words, "--expect", "new > old", "--require", "likely"]) == 2
    assert "--require needs qrels and runs, not --scores" in capsys.readouterr().err


def test_json_says_what_was_required_and_who_is_better(here, capsys):
    words = ["compare", "left.txt", "new.run", "old.run", "-m", "nDCG@10", "--pair", "new", "old", "--format", "json"]
    for require, better in (("likely", None), ("taken", "old")):
        assert main([*words, "--require", require]) == 0
        text = capsys.readouterr().out
        pair = next(of for of in _dicts(json.loads(text)) if "better_system" in of)
        assert (pair["require"], pair["better_system"]) == (require, better)


def test_a_sentence_has_the_one_that_is_ahead_first_and_data_stay_as_asked(here, capsys):
    words = ["compare", "left.txt", "new.run", "old.run", "-m", "nDCG@10", "--pair", "new", "old"]
    assert main([*words, "--format", "json"]) == 0
    pair = next(of for of in _dicts(json.loads(capsys.readouterr().out)) if "better_system" in of)
    assert (pair["a"], pair["difference"] < 0, pair["better"] < pair["worse"]) == ("new", True, True)
    assert main([*words, "--format", "table", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    counts = f"better on {pair['worse']} queries, worse on {pair['better']}"
    assert "With these labels old scores more than new; which is better is open. nDCG@10 is " in said
    assert f"Difference {-pair['difference']:.4f}, {counts}" in said


def test_labels_taken_as_they_are_still_say_how_unequal_they_are(here, capsys):
    code, text = compare(capsys, "left.txt", "--require", "taken", "--all", expect="old > new")
    said = " ".join(text.split())
    assert code == 0
    assert "old is better than new, treating unjudged documents as not relevant" in said
    assert "Unjudged down to rank 10: " in said
    assert "The estimated scores are " in said


@pytest.mark.parametrize(("verb", "keeps"), [("compare", True), ("report", True), ("check", False)])
def test_the_next_command_keeps_what_was_required_where_the_verb_knows_it(verb, keeps):
    args = Parser("compare").read(["left.txt", "new.run", "old.run", "--require", "proved"])
    command = f"irassay {verb} left.txt new.run old.run{' --require proved' * keeps}"
    assert next_command(verb, args.texts, given_to="compare") == command


def test_whether_labels_carry_the_lead_stands_in_the_data(here, capsys):
    words = ["compare", "left.txt", "new.run", "old.run", "-m", "nDCG@10"]
    assert main([*words, "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)["measures"][0]
    assert (document["leaders"], document["lead_carried"]) == (["old"], False)
    assert {row["lead_carried"] for row in document["systems"]} == {False}


def _dicts(tree):
    """Every object of a JSON document."""
    if isinstance(tree, dict):
        yield tree
    for branch in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from _dicts(branch)


def test_the_table_for_a_paper_says_where_missing_labels_could_change_the_lead():
    of = world("better", 0, seed=1)
    caveat = "missing labels could change the lead"
    assert caveat in leaders_table(verdict(of, labelled(of, "at random", OLD, NEW, rng(0))), Beside())
    assert caveat not in leaders_table(verdict(of, of.full), Beside())

"""What `irassay labels --source all` says of models beside people, on standard error and on a screen."""

from __future__ import annotations

import random

import pytest

from irassay.cli.main import main
from irassay.judging.assessors.asking import ask
from irassay.judging.assessors.model_judges.function import FunctionJudge
from tests.judging_by_hand import campaign, person
from tests.oracles.test_model_agreement import NAMES, judged, longer, place


def said(capsys, *arguments):
    assert main(["labels", *arguments]) == 0
    return capsys.readouterr().err


def test_labels_of_all_say_how_far_models_agree_and_which_labels_are_theirs_alone(tmp_path, capsys):
    path = str(tmp_path / "a.campaign")
    judged(
        path, "graded", 6, 4, lambda docs: NAMES[place(docs[0])], lambda docs, _: min(place(docs[0]), 2), n_people=20
    )[0].close()
    text = said(capsys, path, "--source", "all", "-o", str(tmp_path / "qrels.txt"))
    assert "little     20  75% (" in text
    assert "People's answers in rows, those of little in columns" in text
    assert "Perfectly relevant           0        0                5                   0" in text
    assert "4 of 24 tasks have an answer of models alone:" in text
    assert "little never says Perfectly relevant, people in 5 of 20 tasks." in text
    assert "beyond chance" not in text
    assert "kappa" not in said(capsys, path, "-o", str(tmp_path / "people.txt"))


def test_a_model_that_tosses_coins_is_not_shown_to_agree_beyond_chance(tmp_path, capsys):
    """Planted: grades drawn without a look at the text, in 12 worlds; 95% intervals name them in 11 or more."""
    named = 0
    for world in range(12):
        path, rng = str(tmp_path / f"{world}.campaign"), random.Random(world)
        judged(path, "graded", 12, 4, lambda _, rng=rng: rng.choice(NAMES), lambda *_, rng=rng: rng.choice(range(4)))[
            0
        ].close()
        named += "little is not shown to agree with people beyond chance (kappa" in said(
            capsys, path, "--source", "all"
        )
    assert named >= 11


def test_where_nothing_was_compared_labels_say_so(tmp_path, capsys):
    path = str(tmp_path / "a.campaign")
    with campaign(path) as made:
        ask(made, FunctionJudge(lambda questions: [2 for _ in questions], "twos"), limit=1)
        assert "Only models have answered: nothing was compared with people." in said(capsys, path, "--source", "all")
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[1:2])
        made.record(ann, held.key, held.task, {"answer": "Irrelevant"})
        text = said(capsys, path, "--source", "all")
        assert "twos: nothing was compared: no task has answers of people and of this model." in text
    with campaign(str(tmp_path / "b.campaign")) as made:
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[1:2])
        made.record(ann, held.key, held.task, {"answer": "Irrelevant"})
    assert "No model has answered: nothing was compared" in said(
        capsys, str(tmp_path / "b.campaign"), "--source", "all"
    )


@pytest.mark.parametrize(("says", "tau"), [(lambda n: n, 1), (lambda n: 3 - n, -1), (lambda n: min(n, 2), 5 / 6)])
def test_tau_of_runs_by_peoples_grades_and_by_a_models(tmp_path, capsys, says, tau):
    """Four runs of one document a query each, graded 0 to 3 by people: turned round all six pairs turn, and where the
    model calls the two best alike five of six stand and one is tied: tau-a 5/6."""
    path, runs = str(tmp_path / "a.campaign"), tmp_path / "runs"
    judged(path, "graded", 6, 4, lambda docs: NAMES[place(docs[0])], lambda docs, _: says(place(docs[0])))[0].close()
    runs.mkdir()
    for d in range(4):
        (runs / f"r{d}.run").write_text("".join(f"q{q} Q0 q{q}-{d} 1 1.0 r{d}\n" for q in range(6)))
    text = said(capsys, path, "--source", "all", "--runs", str(runs))
    assert f"(4 systems, nDCG@10): tau {tau:.2f} (".replace("-", "−") in " ".join(text.split())
    assert main(["labels", path, "--runs", str(runs)]) == 2
    assert "--runs" in capsys.readouterr().err


def test_habits_stand_beside_those_of_people(tmp_path, capsys):
    path = str(tmp_path / "a.campaign")
    judged(path, "pair", 6, 4, longer, lambda docs, _: "Left")[0].close()
    text = said(capsys, path, "--source", "all")
    [people] = [line for line in text.splitlines() if line.startswith("people ") and "100%" in line]
    assert people.split()[1] == "0%"
    assert "little  100% (" in text
    (tmp_path / "a.run").write_text("q0 Q0 q0-1 1 1.0 a\n")
    assert main(["labels", path, "--source", "all", "--runs", str(tmp_path / "a.run")]) == 2
    assert "ordered by grades, and these tasks ask for none" in capsys.readouterr().err

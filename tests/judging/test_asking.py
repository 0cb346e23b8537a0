"""A model answers the tasks of a campaign: a function in Python, both databases, and what `labels --source` says."""

from __future__ import annotations

import pytest

from irassay.cli.main import main
from irassay.errors import NoJudge, UsageError
from irassay.judging.assessors import labels
from irassay.judging.assessors.asking import ask, plan
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.store import open_campaign
from tests.judging_by_hand import campaign, person

GRADES = {("q1", "d1"): 3, ("q1", "d2"): 1, ("q2", "d3"): 2, ("q2", "d1"): 0}


def by_ids(questions):
    return [GRADES[one.query, one.docs[0]] for one in questions]


@pytest.fixture
def made(source):
    with campaign(source) as one:
        yield one


def grades(qrels):
    return {(query, doc): grade for query in qrels.queries for doc, grade in qrels.grades(query).items()}


def verdicts(made):
    return [entry for entry in made.log() if entry.kind == "verdict"]


def test_a_function_answers_every_task_once_and_its_labels_are_what_it_said(made):
    calls = []
    judge = FunctionJudge(lambda questions: calls.append(len(questions)) or by_ids(questions), "by-ids")
    assert plan(made, judge).n_to_ask == 4
    assert ask(made, judge).states == {"answered": 4, "unparsable": 0, "failed": 0, "open": 0}
    assert grades(labels(made, source="model")) == grades(labels(made, source="by-ids")) == GRADES
    assert ask(made, judge).n_to_ask == 0
    assert calls == [4]
    assert {(entry.assessor, entry.content["prompt_sha256"]) for entry in verdicts(made)} == {
        ("m-by-ids", judge.settings["prompt_sha256"])
    }


def test_what_a_model_says_takes_no_place_from_people_and_makes_no_label_of_theirs(made):
    ask(made, FunctionJudge(by_ids, "by-ids"))
    assert (made.counts().wanted, made.counts().answered) == (4, 0)
    ann = person(made, "Ann")
    [held] = made.hold(ann.pseudonym, made.tasks()[:1])
    made.record(ann.pseudonym, held.key, held.task, {"answer": "Irrelevant"})
    assert grades(labels(made)) == {("q1", "d1"): 0}
    assert grades(labels(made, source="all")) == {**GRADES, ("q1", "d1"): 0}
    assert [one.name for one in made.oversight.members()] == ["Ann"]


def test_an_answer_that_is_none_is_asked_for_once_more_and_listed(made):
    asked = []

    def one_is_odd(questions):
        asked.extend(one.docs[0] for one in questions)
        return ["about 2" if one.docs == ("d2",) else g for one, g in zip(questions, by_ids(questions))]

    found = ask(made, FunctionJudge(one_is_odd, "odd"))
    assert found.states == {"answered": 3, "unparsable": 1, "failed": 0, "open": 0}
    assert [(one.docs, one.state) for one in found.listed] == [(("d2",), "unparsable")]
    assert asked.count("d2") == 2
    assert ("q1", "d2") not in grades(labels(made, source="odd"))
    assert ask(made, FunctionJudge(by_ids, "odd")).n_to_ask == 0
    assert ask(made, FunctionJudge(by_ids, "odd"), again="unparsable").states["answered"] == 4


def test_a_function_that_raises_ends_the_asking_and_its_tasks_are_failed(made):
    def broken(questions):
        raise ValueError("no weights")

    with pytest.raises(NoJudge, match="ValueError"):
        ask(made, FunctionJudge(broken, "broken"))
    found = plan(made, FunctionJudge(by_ids, "broken"))
    assert (found.states["failed"], found.n_to_ask) == (4, 0)
    assert ask(made, FunctionJudge(by_ids, "broken"), again="failed").states["answered"] == 4


def test_what_was_on_its_way_when_the_program_ended_counts_as_failed_and_is_asked_only_again(made):
    class Killed(BaseException):
        pass

    def killed(questions):
        raise Killed

    with pytest.raises(Killed):
        ask(made, FunctionJudge(killed, "by-ids"))
    found = ask(made, FunctionJudge(by_ids, "by-ids"))
    assert (found.states["failed"], found.n_to_ask) == (4, 0)
    assert {one.reason for one in found.listed} == {"nothing came back before the program ended"}
    assert ask(made, FunctionJudge(by_ids, "by-ids"), again="failed", limit=1).states["answered"] == 1


def test_a_person_and_a_model_can_not_have_one_name(made):
    person(made, "Ann")
    with pytest.raises(UsageError, match="is a person of this campaign"):
        ask(made, FunctionJudge(by_ids, "Ann"))


def test_the_command_asks_a_function_of_a_module_here(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cross_encoder.py").write_text("def ones(questions):\n    return [1 for _ in questions]\n")
    campaign("a.campaign").close()
    assert main(["ask", "a.campaign", "--judge", "cross_encoder:ones", "--limit", "3"]) == 0
    assert "cross_encoder:ones: 3 answered, 0 unparsable, 0 failed, 1 open" in capsys.readouterr().out
    assert main(["labels", "a.campaign"]) == 3
    assert "--source model has their labels" in capsys.readouterr().err
    assert main(["labels", "a.campaign", "--source", "cross_encoder:ones"]) == 0
    assert capsys.readouterr().out == "q1 0 d1 1\nq1 0 d2 1\nq2 0 d3 1\n"
    assert main(["ask", "a.campaign", "--judge", "cross_encoder:ones", "--budget", "1"]) == 2
    assert "needs the price" in capsys.readouterr().err


def test_a_campaign_rebuilt_from_its_log_has_the_same_labels_of_models(tmp_path):
    from irassay.formats.reading.judgments import CampaignLog
    from irassay.judging.store import rebuild_campaign
    from tests.judging_by_hand import DOCS, QUERIES

    log = str(tmp_path / "log.jsonl")
    with campaign(str(tmp_path / "a.campaign")) as made:
        ask(made, FunctionJudge(by_ids, "by-ids"))
    assert main(["labels", str(tmp_path / "a.campaign"), "--to", "log", "-o", log]) == 0
    again, _ = rebuild_campaign(str(tmp_path / "b.campaign"), CampaignLog(log), queries=QUERIES, docs=DOCS)
    with again:
        assert grades(labels(again, source="by-ids")) == GRADES
        assert ask(again, FunctionJudge(by_ids, "by-ids")).n_to_ask == 0
    with open_campaign(str(tmp_path / "b.campaign")) as opened:
        assert opened.counts().answered == 0


@pytest.mark.parametrize("n", [0, 1, 3, 8])
def test_a_function_that_gives_another_number_of_answers_than_questions_answers_nothing(source, n):
    with campaign(source) as made:
        judge = FunctionJudge(lambda questions: ["Related"] * n, "odd")
        with pytest.raises(NoJudge, match=f"odd gave {n} answers? to 4 questions, expected one for each"):
            ask(made, judge)
        states = plan(made, judge).states
        assert (states["answered"], states["failed"]) == (0, 4)

"""What is owed to those who judge, and which tasks one person more judges."""

from __future__ import annotations

import csv
import json
from decimal import Decimal

import pytest

from irassay.cli.main import main
from irassay.cli.options.reading import money
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.errors import UsageError
from irassay.judging.assessors import labels
from irassay.judging.assessors.given_work import with_overlap
from irassay.judging.assessors.payments import payments, share_of
from irassay.judging.store import Settings, make_campaign, open_campaign
from tests.judging_by_hand import person

DOCS = {f"d{i}": f"Text {i}." for i in range(27)}


def made_campaign(path, **paid):
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", **paid)
    made = make_campaign(path, settings)
    made.add([Task("graded", "q1", (doc,)) for doc in DOCS], queries={"q1": "text"}, docs=DOCS)
    return made


def judge(made, who, n, body):
    for held in made.hold(who.pseudonym, made.tasks())[:n]:
        made.record(who.pseudonym, held.key, held.task, body)
    made.pause(who.pseudonym, "paused")
    made.pause(who.pseudonym, "working")


@pytest.fixture
def file(tmp_path):
    """Ann has judged 14 and left, Ben 10 of which 3 are skips, the owner 2; one was taken back."""
    path = str(tmp_path / "a.campaign")
    with made_campaign(path, pay="2.00", fee="0.40", batch=10) as made:
        ann, ben = person(made, "Ann"), person(made, "Ben")
        judge(made, ann, 15, {"answer": "Relevant"})
        last = [entry for entry in made.log() if entry.kind == "answer"][-1]
        made.record(ann.pseudonym, "taken-back", last.task, {"answer": None}, replaces=last.key)
        made.pause(ann.pseudonym, "paused")
        judge(made, ben, 7, {"answer": "Relevant"})
        judge(made, ben, 3, {"skip": "not my language"})
        judge(made, made.person(made.invite("Oda", "owner")), 2, {"answer": "Relevant"})
    return path


def test_pay_and_fee_are_of_whole_batches_and_of_the_share_of_an_unfinished_one(file):
    with open_campaign(file) as made:
        owed = {one.judgments: one for one in payments(made).rows}
    ann, ben = owed[14], owed[10]
    assert (ann.state, ann.batches, ann.unfinished, ann.pay, ann.fee) == (
        "paused",
        1,
        4,
        Decimal("2.80"),
        Decimal("0.56"),
    )
    assert (ben.state, ben.batches, ben.unfinished, ben.pay, ben.fee) == (
        "working",
        1,
        0,
        Decimal("2.00"),
        Decimal("0.40"),
    )
    assert len(owed) == 2, "owners are not paid"


def test_who_is_barred_is_said_to_be_barred(file, capsys):
    with open_campaign(file) as made:
        [ben] = [one.assessor for one in payments(made).rows if one.judgments == 10]
        made.entrance.bar(ben, "test")
        assert {one.state for one in payments(made).rows} == {"paused", "barred"}
    assert main(["labels", file]) == 0
    assert f"1 person is barred: {ben} (missed a test)" in capsys.readouterr().err


def test_work_on_a_query_that_is_closed_later_is_paid(file):
    with open_campaign(file) as made:
        before = payments(made).total
        made.close_query(made.person(made.invite("Oda", "owner")).pseudonym, "q1")
        assert payments(made).total == before == Decimal("5.76")


def test_payments_are_written_by_pseudonym_with_the_sum_beside_them(file, tmp_path, capsys):
    out = tmp_path / "payments.tsv"
    assert main(["labels", file, "--to", "payments", "-o", str(out)]) == 0
    rows = list(csv.DictReader(out.open(), delimiter="\t"))
    assert sorted((row["judgments"], row["pay"], row["fee"], row["total"]) for row in rows) == [
        ("10", "2.00", "0.40", "2.40"),
        ("14", "2.80", "0.56", "3.36"),
    ]
    assert "5.76 for 2 people" in capsys.readouterr().err
    assert "Ann" not in out.read_text()
    assert json.loads((tmp_path / "payments.tsv.provenance.json").read_text())["options"]["pay"] == "2.00"


def test_payments_as_of_an_entry_are_of_the_work_up_to_it(source, tmp_path):
    with made_campaign(source, pay="2.00", batch=10) as made:
        judge(made, person(made, "Ann"), 12, {"answer": "Relevant"})
        answers = [entry.entry for entry in made.log() if entry.kind == "answer"]
        assert [one.judgments for one in payments(made, as_of=answers[4]).rows] == [5]
        assert payments(made, as_of=answers[0] - 1).rows == []
    out = tmp_path / "payments.tsv"
    assert main(["labels", source, "--to", "payments", "--as-of", str(answers[9]), "-o", str(out)]) == 0
    [row] = csv.DictReader(out.open(), delimiter="\t")
    assert (row["batches"], row["unfinished"], row["total"]) == ("1", "0", "2.00")


def test_money_is_exact():
    total = sum(
        (share_of(Decimal("2.00"), 10, 10) + share_of(Decimal("0.40"), 10, 10) for _ in range(14_189)), Decimal(0)
    )
    assert total == Decimal("34053.60"), "141,887 pairs, ten a batch, are 14,189 batches"
    assert share_of(Decimal("0.10"), 1, 4) == Decimal("0.03"), "half a cent is rounded up"


@pytest.mark.parametrize("text", ["-1", "1e3", "2,50", "2.345", ".5", "١", "1" * 10, ""])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(ValueError, match="an amount"):
        money(text)


def test_the_same_share_of_tasks_wants_one_answer_more_whatever_else_is_given():
    tasks = [Task("graded", "q1", (f"d{i}",)) for i in range(4000)]
    wanted = {task.id: task.wanted for task in with_overlap(tasks, 0.25, 7)}
    assert 0.22 < sum(n == 2 for n in wanted.values()) / len(wanted) < 0.28
    assert {task.id: task.wanted for task in with_overlap(tasks[::-3], 0.25, 7)}.items() <= wanted.items()
    more = {task.id: task.wanted for task in with_overlap(tasks, 0.5, 7)}
    assert all(more[task] >= n for task, n in wanted.items()), "a larger share has the smaller one in it"
    assert {task.id: task.wanted for task in with_overlap(tasks, 0.25, 8)} != wanted
    assert with_overlap(tasks, 0, 7) == tasks
    with pytest.raises(UsageError, match="share"):
        with_overlap(tasks, 1.5, 7)


def test_a_share_of_documents_is_judged_by_two_people(tmp_path):
    with made_campaign(str(tmp_path / "a.campaign")) as made:
        tasks = with_overlap([Task("graded", "q2", (doc,)) for doc in DOCS], 0.5, made.settings.seed)
        made.add(tasks, queries={"q2": "two"}, docs=DOCS)
        twice = [task.id for task in tasks if task.wanted == 2]
        for name in ("Ann", "Ben"):
            judge(made, person(made, name), 100, {"answer": "Relevant"})
        shared = [one.task for one in made.several_answers()]
        assert shared == twice
        assert 0 < len(twice) < len(DOCS)
        assert labels(made).n_labels == 2 * len(DOCS)

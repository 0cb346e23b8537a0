"""Labels that were given before are shown, and people agree with them or not: apart from what they judge blind."""

from __future__ import annotations

import json
import time
from types import SimpleNamespace

import pytest
from page_by_hand import Page
from playwright.sync_api import expect

import irassay
from irassay.cli.main import main
from irassay.errors import UsageError
from tests.axe_at_hand import look
from tests.judging.served_by_hand import run, serve

GRADES = {f"d{i}": i % 4 for i in range(8)}
TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
MADE = ("c.campaign", "--kind", "check", "--check-labels", "labels.txt", *TEXTS, "--order", "rank")


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels.txt").write_text("".join(f"q 0 {doc} {grade}\n" for doc, grade in GRADES.items()))
    (tmp_path / "queries.tsv").write_text("q\tshort or tall\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\tA passage of {doc}.\n" for doc in GRADES))


def test_a_label_is_shown_with_its_meaning_and_answers_are_counted_by_label():
    with serve(*MADE) as served:
        for i in range(8):
            [task] = served.tasks(1)["tasks"]
            assert task["label"].startswith(
                ("Irrelevant. ", "Related. ", "Highly relevant. ", "Perfectly relevant. ")[i % 4]
            )
            assert [one["name"] for one in task["options"]] == ["Agree", "Disagree", "Hard to say"]
            answer = "Hard to say" if i == 7 else "Disagree" if i % 4 == 1 else "Agree"
            assert served.answer(task, answer, note=f"about {i}")[0] == 201
    rows = {
        one["statistic"]: (one["value"], one["tasks"])
        for one in json.loads(_quality())["rows"]
        if one["who"] == "all" and one["tasks"]
    }
    assert rows == {
        "agrees_0": (1, 2), "hard_to_say_0": (0, 2), "agrees_1": (0, 2), "hard_to_say_1": (0, 2),
        "agrees_2": (1, 2), "hard_to_say_2": (0, 2), "agrees_3": (0.5, 2), "hard_to_say_3": (0.5, 2),
    }  # fmt: skip
    log = [json.loads(line) for line in run("labels", "c.campaign", "--to", "log").splitlines()]
    assert [one["body"]["note"] for one in log if one.get("kind") == "answer"] == [f"about {i}" for i in range(8)]


def _quality():
    run("labels", "c.campaign", "-o", "quality.json")  # what its answers become where nothing else is named
    with open("quality.json") as file:
        return file.read()


def test_answers_to_labels_that_were_shown_make_no_labels(capsys):
    with serve(*MADE) as served:
        [task] = served.tasks(1)["tasks"]
        served.answer(task, "Agree")
    for form in ("qrels", "preferences"):
        assert main(["labels", "c.campaign", "--to", form, "-o", "out.txt"]) == 2
        assert "people saw a label here before they answered" in capsys.readouterr().err
    with pytest.raises(UsageError, match="people saw a label here"):
        irassay.labels("c.campaign")
    assert main(["ask", "c.campaign", "--judge", "json:loads"]) == 2
    assert "labels are checked by people" in capsys.readouterr().err


def test_a_table_says_which_labels_are_checked(capsys, tmp_path):
    (tmp_path / "some.tsv").write_text("query\tdoc\nq\td5\nq\td2\n")
    with serve("c.campaign", "some.tsv", *MADE[1:]) as served:
        assert [one["label"].partition(".")[0] for one in served.tasks(3)["tasks"]] == ["Related", "Highly relevant"]
    assert main(["judge", "n.campaign", "some.tsv", "--plan", "--check-labels", "labels.txt"]) == 0
    assert capsys.readouterr().out.startswith("judgments\t2\n")
    (tmp_path / "some.tsv").write_text("query\tdoc\nq\td9\n")
    (tmp_path / "docs.tsv").write_text("d9\tNine.\n")
    for words, says, code in (
        (("some.tsv", "--kind", "check", "--check-labels", "labels.txt"), 'document "d9": no label to check', 3),
        (("some.tsv", "--kind", "check"), "Add --check-labels QRELS", 2),
        (
            ("some.tsv", "--kind", "graded", "--check-labels", "labels.txt"),
            "--check-labels has no effect with --kind",
            2,
        ),
        (("--check-labels", "labels.txt", "--scale", "binary"), "grade 2 is no point of the scale binary", 3),
    ):
        assert main(["judge", "n.campaign", *words, *TEXTS]) == code
        assert says in capsys.readouterr().err
    assert not (tmp_path / "n.campaign").exists()


def test_labels_are_checked_by_keyboard_and_without_script(browser):
    with serve(*MADE) as served:
        tab = browser.new_page()
        tab.goto(served.link)
        page = Page(tab, SimpleNamespace(address=f"{served.origin}/")).open()
        assert page.read("ask").startswith("Does this label fit? Irrelevant.")
        assert look(tab, (390, 1100), 0) == []
        tab.set_viewport_size({"width": 390, "height": 844})
        expect(tab.locator("#ask")).to_be_visible()
        for key, label in (("1", "Related."), ("2", "Highly relevant."), ("3", "Perfectly relevant.")):
            with tab.expect_response(lambda response: "/answers/" in response.url and response.status == 201):
                page.judge(key)
            assert page.read("ask").startswith(f"Does this label fit? {label}")
        tab.goto(f"{served.origin}/plain")
        expect(tab.locator("legend").first).to_contain_text("Does this label fit? Perfectly relevant.")
        tab.close()
    log = [json.loads(line) for line in run("labels", "c.campaign", "--to", "log").splitlines()]
    answers = [one["body"]["answer"] for one in log if one.get("kind") == "answer"]
    assert answers == ["Agree", "Disagree", "Hard to say"]


def test_the_owners_page_says_that_checks_make_no_labels():
    with serve(*MADE) as served:
        [task] = served.tasks(1)["tasks"]
        assert served.answer(task, "Agree")[0] == 201
        end = time.monotonic() + 60
        while not (now := served.ask("GET", "/campaign/now")[1])["figures"]:
            assert time.monotonic() < end, now
            time.sleep(0.2)
    assert (now["trouble"], now["figures"]["verdict"]) == ("", None)
    assert now["figures"]["trouble"].startswith("Checks of labels make none")

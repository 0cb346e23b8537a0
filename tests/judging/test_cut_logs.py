"""What somebody took from a campaign's database, or put into it, is noticed; a clock that ran wrong hides nothing."""

from __future__ import annotations

import sqlite3

import pytest
from served_by_hand import serve

from irassay import labels
from irassay.collection.tasks import Task
from irassay.errors import InputError
from irassay.judging.store import open_campaign, rebuild_campaign, writing
from tests.judging_by_hand import DOCS, QUERIES, campaign, person

DAYS = ("2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z", "2026-11-22T10:00:00.000Z")


def judged(source, monkeypatch=None, times=()):
    """A campaign of four answers, given at these times."""
    with campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        for i, held in enumerate(made.hold(ann, made.tasks())):
            if times:
                monkeypatch.setattr(writing, "now", lambda time=times[i]: time)
            made.record(ann, held.key, held.task, {"answer": "Related"})
    return source


def alter(file, *statements):
    """Change a database as somebody would who takes its guards off."""
    with sqlite3.connect(file) as connection:
        for guard in ("log_DELETE", "log_UPDATE"):
            connection.execute(f"DROP TRIGGER IF EXISTS {guard}")
        for statement in statements:
            connection.execute(statement)
    connection.close()


CUTS = {
    "the last answer": "DELETE FROM log WHERE entry = (SELECT max(entry) FROM log)",
    "all answers": "DELETE FROM log WHERE kind = 'answer'",
    "people and answers": "DELETE FROM log WHERE kind IN ('answer', 'assessor')",
    "all but the first": "DELETE FROM log WHERE entry > 1",
}


@pytest.mark.parametrize("what", CUTS)
def test_a_log_whose_end_was_cut_off_is_noticed(tmp_path, what):
    file = judged(tmp_path / "a.campaign")
    alter(file, CUTS[what])
    with open_campaign(file) as made:
        with pytest.raises(InputError, match="its end was cut off"):
            list(made.log())
        with pytest.raises(InputError, match="its end was cut off"):
            labels(made)


def test_a_whole_log_is_said_to_be_whole_whatever_happened(source):
    judged(source)
    with open_campaign(source) as made:
        ann = person(made, "Ann").pseudonym
        made.forget("Ann")
        made.models.enrol("little", {"model": "m"})
        made.oversight.stop(ann)
        assert list(made.log())


@pytest.mark.parametrize("beside", [False, True], ids=["alone", "with its hash"])
@pytest.mark.parametrize(("kind", "one"), [("doc", "d2"), ("query", "q2")])
def test_a_text_that_was_changed_in_the_database_is_shown_to_nobody(tmp_path, kind, one, beside):
    file = tmp_path / "a.campaign"
    campaign(file).close()
    sha256 = ", sha256 = lower(hex(randomblob(32)))" if beside else ""
    alter(file, f"UPDATE text SET body = 'another'{sha256} WHERE kind = '{kind}' AND id = '{one}'")
    with open_campaign(file) as made:
        ann = person(made, "Ann").pseudonym
        [first] = made.hold(ann, made.tasks()[:1])
        assert first.doc_texts
        with pytest.raises(InputError, match="is not the one that the log has"):
            made.hold(ann, made.tasks())


@pytest.mark.parametrize("is_imported", [False, True], ids=["own", "imported"])
@pytest.mark.parametrize(
    ("wrong", "as_of", "n"),
    [
        ("1990-01-01", "1995-01-01", None),
        ("1990-01-01", "2026-11-19", None),
        ("1990-01-01", "2026-11-20", None),
        ("1990-01-01", "2026-11-21", 3),
        ("1990-01-01", "2026-11-27", 4),
        ("2050-01-01", "2026-11-19", 0),
        ("2050-01-01", "2026-11-20", 1),
        ("2050-01-01", "2026-11-21", 2),
        ("2050-01-01", "2026-11-27", None),
        ("2050-01-01", "2050-01-01", 4),
    ],
)
def test_an_answer_of_a_clock_that_ran_wrong_hides_and_adds_none(
    source, tmp_path, monkeypatch, wrong, as_of, n, is_imported
):
    monkeypatch.setattr(writing, "now", lambda: "2026-11-19T00:00:00.000Z")
    file = judged(
        tmp_path / "a.campaign" if is_imported else source, monkeypatch, (*DAYS[:2], f"{wrong}T00:00:00.000Z", DAYS[2])
    )
    with open_campaign(file) as made:
        if is_imported:
            rows = [{**vars(one), "body": dict(one.content), "sha256": one.sha256} for one in made.log()]
            made, _ = rebuild_campaign(source, rows, queries=QUERIES, docs=DOCS)
        with made:
            if n is None:
                with pytest.raises(InputError, match=r"times of the log run backwards: entry .* Expected the number"):
                    list(made.log(as_of))
                n = len(list(made.log()))
                assert len(list(made.log(n - 1))) == n - 1
            else:
                assert sum(entry.kind == "answer" for entry in made.log(as_of)) == n


def test_a_text_that_was_changed_in_the_database_is_not_adjudicated(tmp_path):
    file = tmp_path / "a.campaign"
    with campaign(file, wanted=2) as made:
        task = made.tasks()[0]
        for name, grade in (("Ann", "Related"), ("Ben", "Irrelevant")):
            who = person(made, name).pseudonym
            [held] = made.hold(who, [task])
            made.record(who, held.key, task, {"answer": grade})
    for kind, one in (("doc", "d1"), ("query", "q1")):
        with serve(file) as served:
            assert served.ask("GET", "/campaign/cases")[1]["first"]["docs"] == [{"text": DOCS["d1"]}]
        alter(file, f"UPDATE text SET body = body || ' not' WHERE kind = '{kind}' AND id = '{one}'")
        with serve(file) as served:
            status, said = served.ask("GET", "/campaign/cases")
            assert (status, "is not the one that the log has" in said["detail"]) == (422, True)
        alter(file, f"UPDATE text SET body = substr(body, 1, length(body) - 4) WHERE kind = '{kind}' AND id = '{one}'")


@pytest.mark.parametrize(
    "asked",
    [
        lambda made, ann: made.oversight.last_answer(ann),
        lambda made, ann: made.oversight.answers_to(ann, made.tasks()[0]),
        lambda made, ann: made.entrance.known_answers(made.tasks()),
    ],
    ids=["last answer", "answers to a task", "known answers"],
)
def test_a_query_that_was_changed_in_the_database_is_shown_to_nobody_again(tmp_path, asked):
    file = tmp_path / "a.campaign"
    with campaign(file) as made:
        made.add(
            [Task("graded", "q1", ("d3",), wanted=0, purpose="practice", expected="Irrelevant")],
            queries=QUERIES,
            docs=DOCS,
        )
        ann = person(made, "Ann").pseudonym
        [held] = made.hold(ann, made.tasks()[:1])
        made.record(ann, held.key, held.task, {"answer": "Related"})
    alter(file, "UPDATE text SET body = 'another' WHERE kind = 'query' AND id = 'q1'")
    with open_campaign(file) as made, pytest.raises(InputError, match="is not the one that the log has"):
        asked(made, ann)

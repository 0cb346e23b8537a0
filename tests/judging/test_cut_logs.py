"""What somebody took from a campaign's database, or put into it, is noticed; a clock that ran wrong hides nothing."""

from __future__ import annotations

import sqlite3

import pytest

from irassay import labels
from irassay.errors import InputError
from irassay.store import open_campaign, writing
from tests.judging_by_hand import campaign, person

YEARS = ("2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z", "2050-01-01T00:00:00.000Z", "2026-11-22T10:00:00.000Z")


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
            connection.execute(f"DROP TRIGGER {guard}")
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


@pytest.mark.parametrize(
    ("as_of", "n"),
    [("2026-11-19", 0), ("2026-11-20", 1), ("2026-11-21", 2), ("2026-11-22", 4), ("2026-11-27", 4), ("2050-01-01", 4)],
)
def test_an_answer_of_a_clock_that_ran_ahead_hides_no_later_ones(source, monkeypatch, as_of, n):
    monkeypatch.setattr(writing, "now", lambda: "2026-11-19T00:00:00.000Z")
    judged(source, monkeypatch, YEARS)
    with open_campaign(source) as made:
        assert sum(entry.kind == "answer" for entry in made.log(as_of)) == n

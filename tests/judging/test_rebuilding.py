"""A campaign rebuilt from its exported log: in the other database, the same labels and the same chain."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from databases_by_hand import KINDS
from sqlalchemy import select

from irassay import labels
from irassay.errors import InputError, UsageError
from irassay.judging.store import open_campaign, rebuild_campaign, schema
from irassay.judging.store.entries import canonical
from tests.judging_by_hand import DOCS, QUERIES, campaign, person

OTHER = dict(zip(KINDS, reversed(KINDS), strict=True))


def judged(source):
    """A campaign with answers, a skip, one that is replaced, one taken back, a pause and a person without a name."""
    made = campaign(source, wanted=2)
    ann, ben = (person(made, name).pseudonym for name in ("Ann", "Ben"))
    tasks = made.tasks()
    mine = {held.task: held.key for held in made.hold(ann, tasks)}
    theirs = {held.task: held.key for held in made.hold(ben, tasks)}
    for task, name in zip(tasks, ("Related", "Irrelevant", "Perfectly relevant"), strict=False):
        made.record(ann, mine[task], task, {"answer": name, "note": "“brief”\u2028"})
    made.record(ann, "replaced-1", tasks[0], {"answer": "Highly relevant"}, replaces=mine[tasks[0]])
    made.record(ben, theirs[tasks[0]], tasks[0], {"answer": "Irrelevant"})
    made.record(ben, theirs[tasks[1]], tasks[1], {"skip": "not my language"})
    made.record(ann, "taken-back", tasks[2], {"answer": None}, replaces=mine[tasks[2]])
    made.pause(ben, "paused")
    made.forget("Ben")
    return made


def rows_of(made, as_of=None):
    """The log as a file of lines has it."""
    return [
        json.loads(canonical({**vars(entry), "body": dict(entry.content), "sha256": entry.sha256}))
        for entry in made.log(as_of)
    ]


def derived(made, table):
    with made._database.reading() as connection:
        columns = [column for column in table.c if column.name != "name"]
        return sorted(map(tuple, connection.execute(select(*columns))))


@pytest.mark.parametrize("kind", KINDS)
def test_the_log_and_the_texts_rebuild_the_campaign_in_the_other_database(kind, new_database):
    with judged(new_database(kind)) as first:
        rows = rows_of(first)
        made, n = rebuild_campaign(new_database(OTHER[kind]), rows, queries=QUERIES, docs=DOCS)
        with made:
            assert n == len(rows)
            assert rows_of(made) == rows, "the same entries, times and hashes"
            assert made.settings.to_json() == first.settings.to_json()
            assert made.counts().__dict__ == first.counts().__dict__
            for table in (schema.task, schema.answer, schema.assessor, schema.text):
                assert derived(made, table) == derived(first, table), table.name
            for combine in ("majority", "median", "lowest", "highest"):
                mine, theirs = (labels(one, combine=combine) for one in (made, first))
                assert [dict(mine.grades(q)) for q in mine.queries] == [dict(theirs.grades(q)) for q in theirs.queries]


def test_the_chain_goes_on_where_the_log_ends(source, new_database):
    with judged(new_database("sqlite")) as first:
        rows = rows_of(first)
    made, _ = rebuild_campaign(source, rows, queries=QUERIES, docs=DOCS)
    with made:
        cai = person(made, "Cai").pseudonym
        [held] = made.hold(cai, made.tasks()[3:])
        made.record(cai, held.key, held.task, {"answer": "Related"})
        log = rows_of(made)
    assert log[: len(rows)] == rows
    assert log[len(rows)]["previous_sha256"] == rows[-1]["sha256"]


def test_a_log_that_goes_on_is_taken_over_where_the_campaign_ends(source, new_database):
    with judged(new_database("sqlite")) as first:
        rows = rows_of(first)
    rebuild_campaign(source, rows[:9], queries=QUERIES, docs=DOCS)[0].close()
    made, n = rebuild_campaign(source, rows, queries={}, docs={})
    with made:
        assert n == len(rows) - 9
        assert rows_of(made) == rows
    again, n = rebuild_campaign(source, rows, queries={}, docs={})
    again.close()
    assert n == 0


def test_a_log_that_parts_from_the_campaigns_own_changes_nothing(source, new_database):
    with judged(source) as made:
        before = rows_of(made)
    with judged(new_database("sqlite")) as other:
        rows = rows_of(other)
    with pytest.raises(InputError, match="and the campaign part at entry 1"):
        rebuild_campaign(source, rows, queries=QUERIES, docs=DOCS)
    with open_campaign(source) as opened:
        assert rows_of(opened) == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows[:3] + rows[4:], "entry 4 of the log is missing"),
        (lambda rows: [*rows[:5], {**rows[5], "time": "2020-01-01T00:00:00.000Z"}], "entry 6 of the log is not what"),
        (lambda rows: rows[1:], "entry 1 of the log is missing"),
    ],
)
def test_a_broken_log_makes_no_campaign(tmp_path, change, message):
    with judged(tmp_path / "a.campaign") as first:
        rows = change(rows_of(first))
    with pytest.raises(InputError, match=message):
        rebuild_campaign(tmp_path / "b.campaign", rows, queries=QUERIES, docs=DOCS)
    assert not (tmp_path / "b.campaign").exists()


@pytest.mark.parametrize(
    ("docs", "message"),
    [
        ({name: text for name, text in DOCS.items() if name != "d2"}, '1 document of the log without a text: "d2"'),
        ({**DOCS, "d1": "Yeast."}, '1 document of the log with another text than people were shown.*: "d1"'),
    ],
)
def test_texts_are_held_to_the_hashes_of_the_log(tmp_path, docs, message):
    with judged(tmp_path / "a.campaign") as first:
        rows = rows_of(first)
    with pytest.raises(InputError, match=message):
        rebuild_campaign(tmp_path / "b.campaign", rows, queries=QUERIES, docs=docs)
    assert not (tmp_path / "b.campaign").exists()


def test_a_person_of_a_rebuilt_campaign_is_invited_by_the_pseudonym(source, new_database):
    with judged(new_database("sqlite")) as first:
        rows = rows_of(first)
    who = next(row["assessor"] for row in rows if row["kind"] == "answer")
    made, _ = rebuild_campaign(source, rows, queries=QUERIES, docs=DOCS)
    with made:
        assert made.person(made.invite(who)).pseudonym == who
        made.revoke(who)
        assert len(rows_of(made)) == len(rows), "nobody was added"


def test_a_copy_has_every_row_and_is_a_campaign_of_its_own(source, tmp_path):
    with judged(source) as first:
        first.back_up(tmp_path / "copy.campaign")
        with open_campaign(tmp_path / "copy.campaign") as copy:
            assert rows_of(copy) == rows_of(first)
            for table in schema.TABLES.sorted_tables:
                assert derived(copy, table) == derived(first, table), table.name
            token = copy.invite("Ann")
            assert copy.person(token).name == "Ann"
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy.campaign"]


def test_a_copy_while_others_write_has_what_was_acknowledged_before(source, tmp_path):
    with campaign(source, wanted=50) as made:
        task = made.tasks()[0]
        acknowledged = []

        def answer(i):
            who = person(made, f"person {i}").pseudonym
            [held] = made.hold(who, [task])
            acknowledged.append(made.record(who, held.key, task, {"answer": "Related"}).entry)

        with ThreadPoolExecutor(4) as pool:
            writing = [pool.submit(answer, i) for i in range(40)]
            while len(acknowledged) < 10:
                time.sleep(0.001)
            before = max(acknowledged[:10])
            made.back_up(tmp_path / "copy.campaign")
            for one in writing:
                one.result()
        with open_campaign(tmp_path / "copy.campaign") as copy:
            log = rows_of(copy)
        assert before <= len(log)
        assert log == rows_of(made)[: len(log)]


def test_a_copy_replaces_nothing(tmp_path):
    with campaign(tmp_path / "a.campaign") as made:
        (tmp_path / "copy").write_text("mine")
        for name in ("copy", "a.campaign"):
            with pytest.raises(UsageError, match="is there already, and a copy replaces nothing"):
                made.back_up(tmp_path / name)
    assert (tmp_path / "copy").read_text() == "mine"

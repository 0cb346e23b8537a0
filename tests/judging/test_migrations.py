"""A campaign of an older schema is brought up to date when it is opened, and nothing is lost: by a toy step."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import Column, Integer, inspect, text

from irassay import labels
from irassay.cli.output import Screen
from irassay.cli.verbs import judge
from irassay.errors import InputError
from irassay.judging.store import database, migrations, open_campaign
from tests.judging_by_hand import campaign, person

NEWER = database.SCHEMA + 1


def step(operations):
    """A new table, and a new column with a value for each task that is there."""
    operations.create_table("toy", Column("number", Integer, primary_key=True))
    operations.add_column("task", Column("weight", Integer, nullable=False, server_default="1"))
    operations.execute("UPDATE task SET weight = 2 WHERE number = 1")


def fail(operations):
    operations.drop_index("task_by_query", "task")
    raise InputError("no more disk")


@pytest.fixture
def older(source):
    """A campaign of today's schema with an answer, before there is a newer one."""
    with campaign(source, wanted=2) as made:
        ann = person(made, "Ann").pseudonym
        [held, _] = made.hold(ann, made.tasks()[:2])
        made.record(ann, held.key, held.task, {"answer": "Related"})
    return source


def renew(monkeypatch, step=step):
    """From here on irassay is a newer one, with another number and a step to it."""
    for module in (database, migrations):
        monkeypatch.setattr(module, "SCHEMA", NEWER)
    monkeypatch.setattr(migrations, "_STEPS", {NEWER: step})


def rows(source):
    """All tables but that of the schema's number, by name, each row as texts."""
    opened = database.open_database(source, make=False)
    try:
        with opened.reading() as connection:
            names = sorted(set(inspect(connection).get_table_names()) - {"made"})
            return {
                name: sorted(tuple(map(str, row)) for row in connection.execute(text(f'SELECT * FROM "{name}"')))
                for name in names
            }
    finally:
        opened.close()


def test_tables_are_brought_to_the_newer_schema_and_nothing_is_lost(older, monkeypatch):
    before = rows(older)
    renew(monkeypatch)
    open_campaign(older).close()
    after = rows(older)
    assert after.pop("toy") == []
    weights = {row[1]: row[-1] for row in after["task"]}
    assert weights == {"1": "2", "2": "1", "3": "1", "4": "1"}
    assert {**after, "task": [row[:-1] for row in after["task"]]} == before
    opened = database.open_database(older, make=False)
    assert opened.schema == NEWER
    opened.close()


def test_people_go_on_where_they_were(older, monkeypatch):
    renew(monkeypatch)
    with open_campaign(older) as made:
        qrels = labels(made, combine="highest")
        assert {query: dict(qrels.grades(query)) for query in qrels.queries} == {"q1": {"d1": 1}}
        ann = made.person(made.invite("Ann")).pseudonym
        assert made.of_person(ann).answered == 1
        [held] = made.hold(ann, made.tasks()[1:2])
        assert made.record(ann, held.key, held.task, {"answer": "Related"}).is_new


def test_a_copy_of_a_file_is_kept_as_it_was_and_named(tmp_path, capsys, monkeypatch):
    file, copy = tmp_path / "a.campaign", tmp_path / f"a.campaign.schema-{NEWER - 1}-2"
    campaign(file).close()
    with sqlite3.connect(file) as connection:
        before = list(connection.iterdump())
    connection.close()
    mine = tmp_path / f"a.campaign.schema-{NEWER - 1}"
    mine.write_text("mine")
    renew(monkeypatch)
    judge._opened(str(file), None, (None, None), Screen()).close()
    assert f"as it was it is in {copy}" in capsys.readouterr().err
    assert mine.read_text() == "mine", "no file is replaced"
    with sqlite3.connect(copy) as connection:
        assert list(connection.iterdump()) == before
    connection.close()
    with open_campaign(file) as again:
        assert again.copy_of_older is None


def test_a_step_that_fails_changes_nothing(older, monkeypatch):
    before = rows(older)
    with monkeypatch.context() as patch:
        renew(patch, fail)
        with pytest.raises(InputError, match="no more disk"):
            open_campaign(older)
    assert rows(older) == before
    with open_campaign(older) as made:
        person(made, "Cai")


def test_an_older_irassay_refuses_what_a_newer_one_has_brought_up_to_date(older, monkeypatch):
    with monkeypatch.context() as patch:
        renew(patch)
        open_campaign(older).close()
    with pytest.raises(InputError, match="tables of a newer irassay"):
        open_campaign(older)

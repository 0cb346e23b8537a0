"""A campaign that a released irassay has made is brought up to date when it is opened, and nothing is lost."""

from __future__ import annotations

import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from sqlalchemy import inspect, select

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import serve

from irassay import labels
from irassay.errors import InputError
from irassay.store import migrations, open_campaign, schema
from irassay.store.database import SCHEMA, open_database
from tests.judging_by_hand import campaign, person

SCHEMAS = (
    Path(__file__).parent / "schemas"
)  # dumps of campaigns that an irassay of each schema has made, of invented texts
EARLIER = [1]


@pytest.fixture(params=EARLIER)
def earlier(request, source):
    """A campaign of an earlier schema, and how many entries it has."""
    kind = "sqlite" if "://" not in source else "postgresql"
    dump = (SCHEMAS / f"schema-{request.param}.{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        with sqlite3.connect(source) as connection:
            connection.executescript(dump)
        connection.close()
    else:
        import psycopg

        with psycopg.connect(source) as connection:
            connection.execute(dump)
    return source


def shape(source):
    """The tables as the database describes them."""
    database = open_database(source, make=False)
    try:
        seen = inspect(database.engine)
        return {
            name: {
                "columns": {
                    one["name"]: (str(one["type"]), one["nullable"], one["default"]) for one in seen.get_columns(name)
                },
                "key": seen.get_pk_constraint(name)["constrained_columns"],
                "foreign": sorted(
                    (one["constrained_columns"], one["referred_table"], one["referred_columns"])
                    for one in seen.get_foreign_keys(name)
                ),
                "unique": sorted(one["column_names"] for one in seen.get_unique_constraints(name)),
                "indices": sorted(
                    (one["name"], one["column_names"], bool(one["unique"]), str(where(one)))
                    for one in seen.get_indexes(name)
                ),
            }
            for name in seen.get_table_names()
        }
    finally:
        database.close()


def where(index):
    return [str(value) for name, value in sorted(index.get("dialect_options", {}).items()) if name.endswith("where")]


def test_migrated_tables_are_those_that_are_made_today(earlier, new_database):
    fresh = new_database("sqlite" if "://" not in earlier else "postgresql")
    campaign(fresh).close()
    open_campaign(earlier).close()
    assert shape(earlier) == shape(fresh)


def test_nothing_of_an_earlier_campaign_is_lost(earlier):
    database = open_database(earlier, make=False)
    assert database.schema < SCHEMA
    tables = ("text", "task", "assessor", "token", "hold", "answer", "log")

    def rows():
        with database.reading() as connection:
            columns = {name: [one["name"] for one in inspect(connection).get_columns(name)] for name in tables}
            table = schema.TABLES.tables
            return {
                name: sorted(
                    tuple(map(str, row))
                    for row in connection.execute(
                        select(*(table[name].c[one] for one in columns[name] if one in before[name]))
                    )
                )
                for name in tables
            }

    with database.reading() as connection:
        before = {name: [one["name"] for one in inspect(connection).get_columns(name)] for name in tables}
    there = rows()
    open_campaign(earlier).close()
    assert rows() == there
    database.close()


def test_people_of_an_earlier_campaign_go_on_where_they_were(earlier):
    with open_campaign(earlier) as made:
        qrels = labels(made, combine="highest")
        assert {query: dict(qrels.grades(query)) for query in qrels.queries} == {"q1": {"d1": 3}}
        assert (made.counts().tasks, made.counts().wanted, made.counts().answered) == (4, 8, 2)
        ann, ben = (made.person(made.invite(name)).pseudonym for name in ("Ann", "Ben"))
        assert made.of_person(ann).answered == 2
        assert made.of_person(ben).answered == 1
        [held] = made.hold(ann, made.tasks()[2:3])
        assert made.record(ann, held.key, held.task, {"answer": "Related"}).is_new


def test_a_copy_of_a_file_is_kept_as_it_was(tmp_path):
    file = tmp_path / "a.campaign"
    with sqlite3.connect(file) as connection:
        connection.executescript((SCHEMAS / "schema-1.sqlite.sql").read_text(encoding="utf-8"))
        before = list(connection.iterdump())
    connection.close()
    (tmp_path / "a.campaign.schema-1").write_text("mine")
    with open_campaign(file) as made:
        assert made.copy_of_older == str(tmp_path / "a.campaign.schema-1-2")
    assert (tmp_path / "a.campaign.schema-1").read_text() == "mine", "no file is replaced"
    with sqlite3.connect(tmp_path / "a.campaign.schema-1-2") as copy:
        assert list(copy.iterdump()) == before
    copy.close()
    with open_campaign(file) as again:
        assert again.copy_of_older is None


def test_the_copy_is_named_where_tasks_are_added_too(tmp_path):
    with sqlite3.connect(tmp_path / "a.campaign") as connection:
        connection.executescript((SCHEMAS / "schema-1.sqlite.sql").read_text(encoding="utf-8"))
    connection.close()
    for name, text in (("t", "query\tdoc\nq9\td9\n"), ("q", "q9\ta query\n"), ("d", "d9\ta text\n")):
        (tmp_path / f"{name}.tsv").write_text(text)
    with serve("a.campaign", "t.tsv", "--query-texts", "q.tsv", "--doc-texts", "d.tsv", cwd=tmp_path) as served:
        served.process.send_signal(signal.SIGINT)
        told = served.process.stderr.read()
    assert "as it was it is in a.campaign.schema-1" in told
    assert "1 task to judge added" in told


def test_a_step_that_fails_changes_nothing(earlier, monkeypatch):
    def fail(operations):
        operations.drop_index("task_by_query", "task")
        raise InputError("no more disk")

    before = shape(earlier)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "_STEPS", {**migrations._STEPS, SCHEMA: fail})
        with pytest.raises(InputError, match="no more disk"):
            open_campaign(earlier)
    assert shape(earlier) == before
    with open_campaign(earlier) as made:
        person(made, "Cai")

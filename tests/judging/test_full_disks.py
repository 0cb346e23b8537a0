"""A disk without room, as SQLite meets it: refused in words, and nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, run, serve

from tests.judging_by_hand import campaign

LONG = "x" * 9_000  # more than the rest of a page: a note that needs new pages of the file
AS_A_COMMAND = '\nrunpy.run_module("irassay", run_name="__main__", alter_sys=True)'
# While there is a file "full" in the folder, no database grows and no copy is written.
ON_A_DISK = """
import os, runpy, sqlite3
from sqlalchemy import Engine, Pool, event

def room(connection, *_):
    connection.execute(f"PRAGMA max_page_count={1 if os.path.exists('full') else 2**30}")

def copy(cursor, statement, *_):
    if statement.startswith("VACUUM INTO") and os.path.exists("full"):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

event.listen(Pool, "checkout", room)
event.listen(Engine, "do_execute", copy)
"""
# Of no file more than 16 KiB can be written: the index of what is in -wal has no room.
WITHOUT_AN_INDEX = "import resource, runpy\nresource.setrlimit(resource.RLIMIT_FSIZE, (1 << 14, 1 << 14))"


def begun(how):
    """A new interpreter in which the disk is so."""

    def begin(words, cwd=None):
        words = [sys.executable, "-c", how + AS_A_COMMAND, *map(str, words)]
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd)

    return begin


@pytest.fixture
def folder(tmp_path):
    with campaign(tmp_path / "news.campaign"):
        return tmp_path


def entries(folder, kind):
    log = [json.loads(line) for line in run("labels", "news.campaign", "--to", "log", cwd=folder).splitlines()]
    return [entry for entry in log if entry["kind"] == kind]


def test_answers_on_a_full_disk_get_507_and_one_line_in_all_and_judging_goes_on_once_there_is_room(folder):
    with serve("news.campaign", cwd=folder, begin=begun(ON_A_DISK)) as server:
        first, *others = server.tasks(n=4)["tasks"]
        assert server.answer(first, "Related")[0] == 201
        (folder / "full").touch()
        refused = [server.answer(task, "Related", note=LONG)[0] for task in others for _ in range(4)]
        assert refused == [507] * 12
        assert [entry["key"] for entry in entries(folder, "answer")] == [first["key"]]
        (folder / "full").unlink()
        assert [server.answer(task, "Related", note=LONG)[0] for task in others] == [201] * 3
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(60) == 0
        *greeting, line = server.process.stderr.read().splitlines()
    assert len(greeting) == 2
    assert line == '"news.campaign" can\'t be read or written: its disk is full; nothing was changed'
    assert [entry["key"] for entry in entries(folder, "answer")] == [one["key"] for one in (first, *others)]


def test_a_backup_on_a_full_disk_exits_with_3_names_the_copy_and_leaves_none(folder):
    before = sorted(os.listdir(folder))
    (folder / "full").touch()
    done = ran("judge", "news.campaign", "--backup", "monday.campaign", cwd=folder, begin=begun(ON_A_DISK))
    assert done.returncode == 3
    assert done.stderr == 'error: "monday.campaign" can\'t be written: its disk is full; no copy was made\n'
    (folder / "full").unlink()
    assert sorted(os.listdir(folder)) == before


def test_whoever_is_invited_before_the_disk_is_full_stays_so_and_the_next_exits_with_3(folder):
    (folder / "full").touch()
    names = [f"{number:03} {'x' * 100}" for number in range(100)]
    done = ran("invite", "news.campaign", *names, cwd=folder, begin=begun(ON_A_DISK))
    assert done.returncode == 3
    assert done.stderr == 'error: "news.campaign" can\'t be read or written: its disk is full; nothing was changed\n'
    assert len(done.stdout.splitlines()) == len(entries(folder, "assessor"))


@pytest.mark.parametrize("words", [["invite", "news.campaign", "Ann"], ["judge", "news.campaign"]])
def test_a_campaign_that_a_full_disk_keeps_from_being_opened_says_so(folder, words):
    done = ran(*words, cwd=folder, begin=begun(WITHOUT_AN_INDEX))
    assert done.returncode == 3
    assert done.stderr == 'error: "news.campaign" can\'t be read or written: its disk is full; nothing was changed\n'

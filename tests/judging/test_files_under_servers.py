"""The file of a campaign under its server: moved, removed, ended by a signal, begun and killed, copied, read-only."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
import urllib.error
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, run, serve

from irassay import labels
from irassay.collection.judging_scales import scale
from irassay.errors import InputError, NoCampaign, NoDatabase
from irassay.judging.store import Settings, database, make_campaign, open_campaign
from tests.judging_by_hand import DOCS, QUERIES, campaign, person, tasks

SETTINGS = Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="")


@pytest.fixture
def file(tmp_path):
    with campaign(tmp_path / "news.campaign"):
        return tmp_path / "news.campaign"


def answers(source):
    log = [json.loads(line) for line in run("labels", source, "--to", "log").splitlines()]
    return [entry["key"] for entry in log if entry["kind"] == "answer"]


def move(file):
    os.rename(file, f"{file}.moved")
    return f"{file}.moved"


def replace(file):
    copied = shutil.copy(file, f"{file}.copy")
    moved = move(file)
    os.rename(copied, file)
    return moved


@pytest.mark.parametrize("act", [move, replace])
def test_a_server_whose_file_is_moved_stops_and_all_that_was_acknowledged_is_in_the_file(file, act):
    with serve(file) as server:
        first, second = server.tasks(n=2)["tasks"]
        assert server.answer(first, "Related")[0] == 201
        moved = act(file)
        try:
            status = server.answer(second, "Related")[0]
        except (urllib.error.URLError, ConnectionError):
            status = None  # it has stopped by itself
        assert status in (503, None)
        assert server.process.wait(120) == 3
        assert "was moved, removed or replaced" in server.process.stderr.read()
    beside = {one.name: one.stat().st_size for one in file.parent.iterdir()}
    assert beside.get("news.campaign-wal", 0) == 0
    assert "news.campaign.server" not in beside
    assert answers(moved) == [first["key"]]


def test_a_server_whose_file_is_removed_acknowledges_nothing_more(file):
    with serve(file) as server:
        [task] = server.tasks(n=1)["tasks"]
        file.unlink()
        try:
            status = server.answer(task, "Related")[0]
        except (urllib.error.URLError, ConnectionError):
            status = None
        assert status in (503, None)
        assert server.process.wait(120) == 3
    assert not file.exists()


def test_what_is_written_into_a_file_without_its_name_is_not_acknowledged(file):
    with open_campaign(file) as opened:
        ann = person(opened, "Ann")
        [held] = opened.hold(ann.pseudonym, opened.tasks()[:1])
        moved = move(file)
        with pytest.raises(NoDatabase, match="was moved, removed or replaced"):
            opened.record(ann.pseudonym, held.key, held.task, {"answer": "Related"})
    assert answers(moved) == []


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_each_way_to_end_a_server_leaves_all_answers_in_the_one_file(file, tmp_path, end):
    with serve(file) as server:
        [task] = server.tasks(n=1)["tasks"]
        assert server.answer(task, "Related")[0] == 201
        server.process.send_signal(end)
        assert server.process.wait(120) == 0
    assert sorted(os.listdir(tmp_path)) == ["news.campaign"]
    assert answers(shutil.copy(file, tmp_path / "alone")) == [task["key"]]


@pytest.fixture
def read_only(monkeypatch):
    """Nothing can be written, as on a medium that was mounted so."""
    monkeypatch.setattr(database.os, "access", lambda path, mode: mode != os.W_OK)


def test_a_campaign_on_read_only_media_is_read_and_nothing_is_written_there(file, tmp_path, read_only):
    before = {one.name: one.read_bytes() for one in tmp_path.iterdir()}
    with open_campaign(file) as opened:
        assert opened.counts().tasks == 4
        with pytest.raises(NoDatabase, match="readonly"):
            opened.invite("Ann")
        with pytest.raises(InputError, match="answered"):
            labels(opened)
        assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == before


def test_answers_beside_a_file_on_read_only_media_are_never_left_out(file, read_only):
    Path(f"{file}-wal").write_bytes(b"answers")
    with pytest.raises(InputError, match="-wal"):
        open_campaign(file)


def killed_on_the_way(source):
    """A process that makes a campaign and is killed when its tasks are to be added."""
    child = os.fork()
    if not child:
        try:
            make_campaign(source, SETTINGS, lambda _: os.kill(os.getpid(), signal.SIGKILL))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def half_made(source):
    """Tables without an entry."""
    opened = database.open_database(source, make=True)
    with opened.writing() as connection:
        database.make_tables(connection)
    opened.close()


@pytest.mark.parametrize("begin", [killed_on_the_way, half_made])
def test_what_a_kill_during_the_first_start_leaves_is_no_campaign_and_the_next_start_makes_it(source, begin):
    begin(source)
    for words in (["labels", source], ["invite", source, "Ann"]):
        done = ran(*words)
        assert (done.returncode, "irassay decide make one" in done.stderr) == (2, True), done.stderr
    with pytest.raises(NoCampaign):
        open_campaign(source)
    with make_campaign(source, SETTINGS, lambda made: made.add(tasks(), queries=QUERIES, docs=DOCS)) as made:
        assert made.counts().tasks == 4


def test_a_campaign_whose_first_tasks_cannot_be_added_is_not_there(source):
    with pytest.raises(InputError, match="d3"):
        make_campaign(source, SETTINGS, lambda made: made.add(tasks(), queries=QUERIES, docs={"d1": "a", "d2": "b"}))
    with pytest.raises(NoCampaign):
        open_campaign(source)


def test_a_copy_can_be_read_by_whom_the_file_lets_read_it(new_database, tmp_path):
    for kind, mode in (("sqlite", 0o640), ("sqlite", 0o600), ("postgresql", 0o600)):
        source = new_database(kind)
        with campaign(source) as made:
            if kind == "sqlite":
                os.chmod(source, mode)
            made.back_up(tmp_path / f"{kind}-{mode}")
        assert (tmp_path / f"{kind}-{mode}").stat().st_mode & 0o777 == mode


@pytest.mark.parametrize("content", ["precious", None], ids=["a file", "a link"])
def test_a_file_or_link_where_the_servers_note_would_be_stays_as_it_is(file, content):
    note, mine = Path(f"{file}.server"), file.parent / "mine"
    mine.write_text("precious")
    note.symlink_to(mine) if content is None else note.write_text(content)
    done = ran("judge", file, "--listen", "127.0.0.1:0")
    assert done.returncode == 3
    assert (mine.read_text(), note.read_text()) == ("precious", "precious")

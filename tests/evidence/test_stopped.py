"""Collections that were stopped: the same command goes on, and makes what one makes that nobody stopped."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from functools import partial

import pytest

from irassay.errors import InputError
from irassay.evidence import collecting
from irassay.evidence import folder as folder_module
from irassay.evidence.folder import Folder, Plan
from irassay.files import held_alone
from tests.evidence.test_collect import _after, all_stages, collect, folder, rows

__all__ = ["folder"]  # a fixture
CHANGES = ("open", "replace", "unlink", "rmdir")


def files_of(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def in_a_child(work, *arguments):
    """The wait status of a process that does some work and ends."""
    child = os.fork()
    if not child:
        with suppress(BaseException):
            work(*arguments)
            os._exit(0)
        os._exit(1)
    return os.waitpid(child, 0)[1]


def stop_at(change):
    """Kill this process at this change of files, counted from 1; the counter."""
    counter = [0]

    def count(*words, do, **more):
        counter[0] += 1
        if counter[0] == change:
            os.kill(os.getpid(), signal.SIGKILL)
        return do(*words, **more)

    for name in CHANGES:
        setattr(os, name, partial(count, do=getattr(os, name)))
    return counter


def stopped(change):
    stop_at(change)
    all_stages(Folder("cut"))


@pytest.fixture
def n_changes(folder, monkeypatch):
    """How many changes of files a whole collection takes, in shards of two pages; it is in the folder "whole"."""
    monkeypatch.setattr(collecting, "PAGES", 2)
    collect("wiki.xml", "-o", "first")
    (folder / "labels").write_text(f"{rows(folder / 'first' / 'to-judge.tsv')[0][0]} 0 Barn_owl 1\n")
    with monkeypatch.context() as patched:
        for name in CHANGES:
            patched.setattr(os, name, getattr(os, name))  # taken back at the end
        counter = stop_at(0)
        all_stages(Folder("whole"))
    return counter[0]


@pytest.mark.parametrize("seed", range(6))
def test_after_kill_9_at_any_moments_the_same_command_makes_the_same_bytes(folder, n_changes, seed):
    """Oracle: a run that nobody stopped. Each of these is killed up to eight times, then left alone."""
    rng, n_killed = random.Random(seed), 0
    for _ in range(8):
        n_killed += os.WIFSIGNALED(in_a_child(stopped, rng.randrange(1, n_changes)))
    all_stages(Folder("cut"))
    assert n_killed
    assert files_of(folder / "cut") == files_of(folder / "whole")


def test_a_shard_that_was_finished_is_not_read_again(folder, monkeypatch):
    """By hand: six pages in shards of two, stopped in the last one."""
    made = []

    def stopping(pages, *others):
        made.append([page.title for page in pages])
        if len(made) == 3:
            raise KeyboardInterrupt
        return shard_of(pages, *others)

    shard_of = collecting.shard_of
    monkeypatch.setattr(collecting, "PAGES", 2)
    monkeypatch.setattr(collecting, "shard_of", stopping)
    with pytest.raises(KeyboardInterrupt, match="are kept, and the same command goes on"):
        collecting.read(Folder("owls"), "wiki.xml", Plan())
    collecting.read(Folder("owls"), "wiki.xml", Plan())
    assert made == [["List of owls", "Barn owl"], ["Snowy owl", "Tyto alba"], *[["Vole", "Lemming"]] * 2]
    assert not (folder / "owls" / collecting.UNFINISHED).exists()


def test_shards_of_other_options_are_not_taken_for_these(folder, monkeypatch):
    monkeypatch.setattr(collecting, "PAGES", 2)
    with monkeypatch.context() as patched:
        patched.setattr(collecting.json, "loads", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            collecting.read(Folder("owls"), "wiki.xml", Plan(title="All"))
    collect("wiki.xml", "-o", "owls")
    assert len((folder / "owls" / "lists.jsonl").read_text().splitlines()) == 1


def test_two_processes_read_what_one_reads(folder, monkeypatch):
    monkeypatch.setattr(collecting, "PAGES", 2)
    collect("wiki.xml", "-o", "one")
    collect("wiki.xml", "-o", "two", "--workers", "2")
    assert files_of(folder / "one") == files_of(folder / "two")


def test_a_folder_in_which_another_process_collects_is_left_alone(folder, capsys):
    (folder / "owls").mkdir()
    with held_alone("owls/lock", "", InputError):
        collect("wiki.xml", "-o", "owls", code=3)
    assert "collects in" in capsys.readouterr().err


def test_files_that_a_kill_left_beside_older_ones_are_not_taken_for_those(folder):
    """Of three runs, with other titles of lists, the second is killed when its files are there and its log is not."""
    collect("wiki.xml", "-o", "owls")
    before = files_of(folder / "owls")

    def killed():
        folder_module.sha256_of = _after(lambda: os.kill(os.getpid(), signal.SIGKILL), n=1)
        collecting.read(Folder("owls"), "wiki.xml", Plan(title="All"))

    assert os.WIFSIGNALED(in_a_child(killed))
    assert not (folder / "owls" / "lists.jsonl").read_text()
    collect("wiki.xml", "-o", "owls")
    assert files_of(folder / "owls") == before

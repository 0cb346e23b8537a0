"""Two `irassay index` into one folder: the second is refused at once, and nothing of the first is lost."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from irassay.errors import InputError
from irassay.search import index_texts, open_index
from irassay.search.index_folder import LOCK, PLAN
from tests.forked_commands import Command

sys.path.insert(0, str(Path(__file__).parents[1] / "judging"))  # served_by_hand

from served_by_hand import ran

TEXTS = {f"d{n}": f"word{n} common" for n in range(60)}


def lines(texts):
    return "".join(f"{doc}\t{text}\n" for doc, text in texts.items())


@pytest.fixture
def building(tmp_path):
    """A build that has its lock and waits for its texts, which come through a pipe."""
    pipe = tmp_path / "pipe.tsv"
    os.mkfifo(pipe)
    begun = []

    def begin(*options):
        begun.append(Command(["index", pipe, "-o", tmp_path / "i", *options]))
        while not (lock := tmp_path / "i" / LOCK).exists() or not lock.read_text():
            assert begun[-1].poll() is None
            time.sleep(0.01)
        return begun[-1], pipe

    yield begin
    for process in begun:
        if process.poll() is None:
            process.kill()
        process.wait(30)
        process.stdout.close()
        process.stderr.close()


@pytest.mark.parametrize("other", ["the same", "twice", "none"])
def test_a_second_build_into_a_folder_is_refused_and_the_first_ends(tmp_path, building, other):
    first, pipe = building()
    texts = {"the same": lines(TEXTS), "twice": lines({"d1": "a"}) * 2, "none": ""}[other]
    (tmp_path / "other.tsv").write_text(texts)
    second = ran("index", tmp_path / "other.tsv", "-o", tmp_path / "i")
    pipe.write_text(lines(TEXTS))
    assert first.wait(60) == 0, first.stderr.read()
    assert (second.returncode, f"process {first.pid} builds in" in second.stderr) == (3, True), second.stderr
    assert open_index(tmp_path / "i").n_docs == len(TEXTS)
    assert LOCK not in os.listdir(tmp_path / "i")


@pytest.mark.parametrize("texts", ["", lines({"n1": "x"}) * 2], ids=["none", "twice"])
def test_a_second_addition_that_fails_takes_nothing_from_the_first(tmp_path, building, texts):
    index_texts(TEXTS, tmp_path / "i")
    first, pipe = building("--add")
    (tmp_path / "other.tsv").write_text(texts)
    second = ran("index", tmp_path / "other.tsv", "-o", tmp_path / "i", "--add")
    pipe.write_text(lines({"n1": "new"}))
    assert first.wait(60) == 0, first.stderr.read()
    assert second.returncode == 3
    assert open_index(tmp_path / "i").n_docs == len(TEXTS) + 1


def test_the_lock_of_a_build_that_was_killed_keeps_nobody_out(tmp_path, building):
    first, _ = building()
    first.kill()
    first.wait(30)
    assert LOCK in os.listdir(tmp_path / "i")
    (tmp_path / "i" / f"{PLAN}.0123456789abcdef.part").write_text("{")
    assert index_texts(TEXTS, tmp_path / "i").n_docs == len(TEXTS)
    assert sorted(os.listdir(tmp_path / "i")) == ["00001.shard", "index.json"]


def test_a_lock_that_is_a_link_or_another_file_is_left_as_it_is(tmp_path):
    (tmp_path / "i").mkdir()
    (tmp_path / "mine").write_text("precious")
    (tmp_path / "i" / LOCK).symlink_to(tmp_path / "mine")
    with pytest.raises(InputError, match="can't write"):
        index_texts(TEXTS, tmp_path / "i")
    (tmp_path / "i" / LOCK).unlink()
    (tmp_path / "i" / LOCK).write_text("precious")
    with pytest.raises(InputError, match="another program's file"):
        index_texts(TEXTS, tmp_path / "i")
    assert [(tmp_path / "mine").read_text(), (tmp_path / "i" / LOCK).read_text()] == ["precious"] * 2

"""Leaks are the same bytes whoever walks through the training texts, in however many shards, and after any kill."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from irassay import progress
from irassay.cli.main import main
from irassay.errors import InputError, LostWorker, UsageError
from irassay.leakage import find_leaks, shards, write_leaks
from irassay.leakage.find import training_of
from irassay.leakage.shards import known, pieces_of
from irassay.workflows import Shelf
from irassay.workflows.executors import executor_of
from tests import shards_at_hand as work

STEMS = ["fox", "dog", "air", "pollution", "hubble", "telescope", "water", "mattress", "mexican", "achievement"]
TEST = {"q1": "air pollution", "q2": "hubble telescope achievements", "q3": "mexican air mattress", "q4": "polution"}


def texts_of(n, seed):
    random.seed(seed)
    return [" ".join(random.choices([*STEMS, "the", "polution"], k=random.randint(0, 5))) for _ in range(n)]


@pytest.fixture
def files(tmp_path):
    """Two training files of which one is large, a small one without ids, and an empty line or two."""
    for name, n in (("a.tsv", 900), ("b.tsv", 300)):
        (tmp_path / name).write_text("".join(f"{name}{i}\t{text}\n" for i, text in enumerate(texts_of(n, name))))
    (tmp_path / "c.txt").write_text("".join(f"{text}\n" for text in texts_of(40, "c") if text) + "\nair pollution\n")
    return [tmp_path / name for name in ("a.tsv", "b.tsv", "c.txt")]


@pytest.fixture(scope="module")
def address():
    with work.cluster() as address:
        yield address


def leaks_of(files, to, **options):
    leaks = find_leaks(TEST, files, neighbours=20, floor=0.5, threshold=0.9, **options)
    write_leaks(leaks, to)
    return Path(to).read_bytes(), leaks.counts


def shards_in(folder):
    names = [one for one in os.listdir(folder) if one.endswith(".shard")]  # others are being written
    return {one: (folder / one).stat().st_mtime_ns for one in names}


@pytest.mark.parametrize("encoder", [None, work.letters])
@pytest.mark.parametrize("size", [7, 64, 512, 1 << 16])
def test_shards_of_any_size_find_the_same(files, tmp_path, monkeypatch, encoder, size):
    whole = leaks_of(files, tmp_path / "whole", encoder=encoder)
    monkeypatch.setattr(shards, "MOST_PIECES", 5)
    monkeypatch.setattr("irassay.leakage.shards.UNIT", size)
    monkeypatch.setattr("irassay.leakage.shards.WORDS", 3)
    again = leaks_of(files, tmp_path / "again", encoder=encoder, work=tmp_path / "work", threads=2)
    assert again == whole
    assert len(whole[0].splitlines()) > 100


@pytest.mark.parametrize("encoder", [None, work.letters])
def test_rows_within_a_shard_are_shown_while_it_is_walked_and_each_once(files, tmp_path, monkeypatch, encoder):
    """Oracle: the first file has more than 700 texts, in blocks of 100; shards that are kept come all at once."""
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(shards, "BLOCK", 100)
    n = sum(len(ids) for one in training_of(files) for ids, _ in one.blocks())
    shown = {}

    class Rows:
        def show(self, title, share, seconds_left):
            if share is not None:
                shown.setdefault(title, []).append(round(share * n))

        def clear(self):
            pass

    for walk in ("first", "again"):
        shown.clear()
        progress.show_on(Rows())
        try:
            find_leaks(TEST, files, encoder=encoder, work=tmp_path / "work")
        finally:
            progress.show_on(None)
        assert set(shown) == {"Counting words", "Comparing words", "Weighing words"} | (
            {"Comparing vectors"} if encoder else set()
        )
        for rows in shown.values():
            assert rows == sorted(rows)
            assert rows[-1] == n
            if walk == "first":
                assert rows[:7] == [100, 200, 300, 400, 500, 600, 700]
            else:
                assert len(rows) < 4


@pytest.mark.parametrize("workers", ["local", 2, "dask"])
def test_workers_find_the_same(files, tmp_path, monkeypatch, request, workers):
    screen = {"encoder": work.letters, "screen": work.watched_letters}
    monkeypatch.setenv(work.FOLDER, str(tmp_path))
    monkeypatch.setattr("irassay.leakage.shards.UNIT", 200)
    monkeypatch.setattr("irassay.leakage.shards.WORDS", 1)
    who = request.getfixturevalue("address") if workers == "dask" else workers
    for options in ({}, {"encoder": work.letters}, screen)[: 2 if workers == "dask" else 3]:
        whole = leaks_of(files, tmp_path / "whole", **options)
        assert leaks_of(files, tmp_path / "there", workers=who, **options) == whole


def test_texts_in_memory_are_given_to_workers(tmp_path):
    train = dict(enumerate(texts_of(50, "memory")))
    train = {f"t{i}": text for i, text in train.items()}
    assert leaks_of(train, tmp_path / "there", workers=2) == leaks_of(train, tmp_path / "here")


def test_texts_in_memory_may_come_in_parts(tmp_path):
    train = [training_of({f"{part}{i}": text for i, text in enumerate(texts_of(30, part))})[0] for part in "ab"]
    whole = leaks_of(train, tmp_path / "here", encoder=work.letters)
    assert {line.split(b"\t")[1][:1] for line in whole[0].splitlines()[1:]} == {b"a", b"b"}
    assert leaks_of(train, tmp_path / "there", encoder=work.letters, work=tmp_path / "work") == whole


def test_a_walk_goes_on_after_an_interrupt(files, tmp_path, monkeypatch):
    monkeypatch.setattr("irassay.leakage.shards.UNIT", 200)
    monkeypatch.setattr("irassay.leakage.shards.WORDS", 1)
    whole = leaks_of(files, tmp_path / "whole", encoder=work.letters)
    folder = tmp_path / "work"
    put, done = Shelf.put, []

    def put_or_stop(shelf, name, value):
        if len(done) == stop_at:
            raise KeyboardInterrupt
        put(shelf, name, value)
        done.append(name)

    monkeypatch.setattr(Shelf, "put", put_or_stop)
    for stop_at in (3, 9, 14, 22):
        with pytest.raises(KeyboardInterrupt, match="kept"):
            leaks_of(files, tmp_path / "again", encoder=work.letters, work=folder)
        assert len(shards_in(folder)) == stop_at
    stop_at = None
    assert leaks_of(files, tmp_path / "again", encoder=work.letters, work=folder) == whole
    assert len(done) == len(set(done)) == 4 * len(pieces_of(known(training_of(files), size=200), 1))  # once


def test_a_walk_that_is_killed_in_every_stage_goes_on_and_gives_the_same_answer(files, tmp_path, monkeypatch):
    """A process is killed while it writes every sixth shard: of words, of their weights, of vectors; no shard twice."""
    (tmp_path / "test.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in TEST.items()))
    folder, words = tmp_path / "work", ["leak", "test.tsv", "--encoder", "tests.shards_at_hand:letters"]
    words += [word for file in files for word in ("--train", file.name)]
    environ, finished, stages = {**os.environ, "PYTHONPATH": str(work.ROOT)}, {}, []
    command = [sys.executable, "-c", STOPS + SMALL, *words, "--work", "work", "--leaks", "again.tsv"]
    while True:
        process = subprocess.Popen(command, cwd=tmp_path, env=environ, stdout=subprocess.PIPE, text=True)
        told = next((line for line in process.stdout if line.startswith("writes ")), None)
        if told is None:
            assert process.wait(work.PATIENCE) == 0
            break
        process.kill()
        assert process.wait(work.PATIENCE) == -signal.SIGKILL
        process.stdout.close()
        assert not (tmp_path / "again.tsv").exists()
        assert {name: when for name, when in shards_in(folder).items() if name in finished} == finished
        assert len(shards_in(folder)) == len(finished) + 5
        finished = shards_in(folder)
        stages.append(told.split()[1].partition("-")[0])
    n = len(pieces_of(known(training_of(files), size=200), 1))
    assert (len(shards_in(folder)), len(stages), len(set(stages))) == (4 * n, (4 * n - 1) // 5, 4)
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--leaks", "whole.tsv"]) == 0
    assert (tmp_path / "again.tsv").read_bytes() == (tmp_path / "whole.tsv").read_bytes()


STOPS = """
import signal
from irassay.workflows import Shelf
put, n = Shelf.put, 0
def put_or_wait(shelf, name, value):
    global n
    if n == 5:
        print("writes", name, flush=True)
        signal.pause()
    put(shelf, name, value)
    n += 1
Shelf.put = put_or_wait
"""


def test_ctrl_c_leaves_what_is_finished_and_says_so(files, tmp_path):
    (tmp_path / "test.tsv").write_text("".join(f"{query}\t{text}\n" for query, text in TEST.items()))
    with open(files[0], "a") as file:
        file.write("last\twaits\n")
    words = ["leak", "test.tsv", "--train", "a.tsv", "--encoder", "tests.shards_at_hand:watched_letters"]
    words += ["--work", "work", "--workers", "2"]
    environ = {**os.environ, work.FOLDER: str(tmp_path), "PYTHONPATH": str(work.ROOT)}
    process = subprocess.Popen(
        [sys.executable, "-c", SMALL, *words], cwd=tmp_path, env=environ, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    end = time.monotonic() + work.PATIENCE
    while time.monotonic() < end and not any(one.startswith("near") for one in shards_in_if_there(tmp_path / "work")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=work.PATIENCE)
    assert process.returncode == 130
    assert "the shards that were finished are kept" in err
    assert "Traceback" not in err
    assert not out


SMALL = """
import sys
from irassay import progress
from irassay.cli.main import main
from irassay.leakage import shards
shards.UNIT, shards.WORDS = 200, 1
sys.exit(main(sys.argv[1:]))
"""


def shards_in_if_there(folder):
    return shards_in(folder) if folder.exists() else {}


def test_a_worker_that_dies_costs_its_shard_alone(files, tmp_path, monkeypatch):
    monkeypatch.setenv(work.FOLDER, str(tmp_path))
    monkeypatch.setattr("irassay.leakage.shards.UNIT", 200)
    monkeypatch.setattr("irassay.leakage.shards.WORDS", 1)
    files[1].write_text(files[1].read_text() + "last\tdies\n")
    with pytest.raises(LostWorker, match="3 times"):
        leaks_of(files, tmp_path / "leaks", encoder=work.watched_letters, work=tmp_path / "work", workers=2)
    finished = shards_in(tmp_path / "work")
    (tmp_path / "healed").touch()
    again = leaks_of(files, tmp_path / "leaks", encoder=work.watched_letters, work=tmp_path / "work", workers=2)
    assert again == leaks_of(files, tmp_path / "whole", encoder=work.watched_letters)
    assert finished.items() <= shards_in(tmp_path / "work").items()


def test_other_options_use_what_is_the_same(files, tmp_path):
    folder = tmp_path / "work"
    leaks_of(files, tmp_path / "first", work=folder)
    finished = shards_in(folder)
    assert len(finished) == 3
    find_leaks(TEST, files, threshold=0.6, work=folder)
    assert shards_in(folder) == finished
    find_leaks({**TEST, "q5": "fox"}, files, work=folder)
    assert len(shards_in(folder)) == 5  # the stems of those that met are the same


def test_without_a_folder_nothing_is_kept(files, tmp_path):
    before = sorted(os.listdir(tmp_path))
    find_leaks(TEST, files, workers=2)
    assert sorted(os.listdir(tmp_path)) == before


def test_a_renamed_or_compressed_file_has_the_same_shards(files, tmp_path):
    import gzip

    folder = tmp_path / "work"
    find_leaks(TEST, files[0], work=folder)
    finished = shards_in(folder)
    (tmp_path / "other.tsv.gz").write_bytes(gzip.compress(files[0].read_bytes()))
    assert find_leaks(TEST, tmp_path / "other.tsv.gz", work=folder)[0].source.endswith("other.tsv.gz")
    assert shards_in(folder) == finished


def test_a_file_that_changes_meanwhile_is_told(files):
    (piece,) = pieces_of(known(training_of(files[0])), 1)
    lines = files[0].read_text().splitlines(keepends=True)
    files[0].write_text("".join([*lines[:-1], "last\tanother text\n"]))
    with pytest.raises(InputError, match="has changed since it was read first"):
        list(piece.blocks())


def test_small_files_share_a_shard(files):
    assert [len(piece.parts) for piece in pieces_of(known(training_of(files)), 1)] == [3]
    assert [len(piece.parts) for piece in pieces_of(known(training_of(files), size=400), 1)] == [1, 1, 2]


def test_an_encoder_that_no_worker_can_be_given_runs_here(files, tmp_path):
    whole = leaks_of(files, tmp_path / "whole", encoder=lambda texts: work.letters(texts))
    with pytest.warns(UserWarning, match="can't be given to workers"):
        there = leaks_of(files, tmp_path / "there", encoder=lambda texts: work.letters(texts), workers=2)
    assert there == whole


@pytest.mark.parametrize("workers", ["many", 0, "", 2.5])
def test_workers_that_are_none_are_refused(workers):
    with pytest.raises(UsageError, match="workers"):
        executor_of(workers)

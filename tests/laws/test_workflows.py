"""Shards give the same values by every executor, come back with their errors, and leave no process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import closing
from itertools import count
from multiprocessing.connection import Connection

import pytest

from irassay.errors import InputError, LostWorker, MissingLibrary, Terminated, UsageError
from irassay.workflows import Shard, Shelf, executor_of, finished, lasting_shelf, shelf_in
from irassay.workflows.worker import START
from tests import shards_at_hand as work

EXECUTORS = ["here", "processes", "dask"]


@pytest.fixture(scope="module")
def address():
    with work.cluster() as address:
        yield address


@pytest.fixture(params=EXECUTORS)
def executor(request):
    how = {"here": {}, "processes": {"workers": 2}}.get(request.param)
    if how is None:
        how = {"dask": request.getfixturevalue("address")}
    with executor_of(**how) as executor:
        yield executor


def shards(function, n, *more):
    return [Shard(f"number {x}", function, (x, *more)) for x in range(n)]


def values(executor, of):
    return {shard.name: value for shard, value in executor.run(of)}


def test_values_are_the_same_by_every_executor(executor):
    expected = {f"number {x}": x * x for x in range(7)}
    assert values(executor, shards(work.square, 7)) == expected
    assert values(executor, shards(work.slow_square, 7)) == expected
    assert values(executor, []) == {}


def test_workers_are_two_other_processes(executor, tmp_path):
    if executor.here:
        assert set(values(executor, shards(work.process_of, 3)).values()) == {os.getpid()}
        return
    pids = set(values(executor, shards(work.process_of_two, 6, str(tmp_path))).values())
    assert len(pids) == 2
    assert os.getpid() not in pids


def test_shards_are_taken_when_somebody_is_free(executor):
    taken = []

    def endless():
        for x in count():
            taken.append(x)
            yield Shard(f"number {x}", work.square, (x,))

    with closing(executor.run(endless())) as done:
        for _ in range(5):
            next(done)
    assert len(taken) <= 5 + 3
    assert values(executor, shards(work.square, 2)) == {"number 0": 0, "number 1": 1}


def test_an_error_comes_back_as_it_was_raised(executor):
    with pytest.raises(InputError, match="0 is odd") as caught:
        values(executor, shards(work.refuse, 1))
    assert (caught.value.problems, caught.value.total) == (("a:1  odd", "a:2  odd"), 30)
    with pytest.raises(OSError, match="No space left"):  # and is not taken for the death of a worker
        values(executor, shards(work.no_space, 1))
    assert values(executor, shards(work.square, 3))["number 2"] == 4


def test_an_error_in_a_process_says_where_it_happened():
    with executor_of(2) as executor, pytest.raises(InputError) as caught:
        values(executor, shards(work.refuse, 1))
    assert "in refuse" in caught.value.__notes__[0]


def test_a_shard_whose_worker_was_killed_is_done_again(executor, tmp_path):
    if executor.here:
        return
    done = values(executor, shards(work.square_but_die_once, 8, str(tmp_path)))
    assert done == {f"number {x}": x * x for x in range(8)}
    assert (tmp_path / "died").exists()


def test_a_shard_that_always_kills_its_worker_is_named_and_the_others_are_done(executor):
    if executor.here:
        return
    done = {}
    with pytest.raises(LostWorker, match=r'"number 3" was tried') as caught:
        done.update((shard.name, value) for shard, value in executor.run(shards(work.die_at_three, 4)))
    assert "fewer workers or smaller shards" in str(caught.value)
    assert values(executor, shards(work.square, 2)) == {"number 0": 0, "number 1": 1}


def test_a_process_is_tried_three_times_and_the_signal_is_named():
    with executor_of(2) as executor, pytest.raises(LostWorker, match=r"3 times.*\(SIGKILL\)"):
        values(executor, shards(work.die_at_three, 4))


def children():
    """The processes that this one has started and that still run."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                if int(stat.read().rpartition(")")[2].split()[1]) == os.getpid():
                    found.add(int(pid))
        except OSError:  # gone by now
            continue
    return found


def test_no_process_is_left_whatever_happens(tmp_path):
    before = children()

    def interrupted():
        with executor_of(2) as executor:
            for _ in executor.run(shards(work.process_of_two, 100, str(tmp_path))):
                assert len(children() - before) == 2
                raise KeyboardInterrupt

    with executor_of(2) as executor:
        values(executor, shards(work.process_of, 8))
    assert children() == before
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert children() == before


def test_a_worker_whose_asker_is_gone_ends_without_a_fault():
    process = subprocess.Popen(
        [sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    questions = Connection(os.dup(process.stdin.fileno()), readable=False)
    for question in (sys.path, (work.square, (3,))):
        questions.send_bytes(pickle.dumps(question))
    questions.close()
    process.stdin.close()
    told = process.stderr.read()
    assert process.wait() == 0
    assert told == b"what a shard prints is no answer\n"


def test_what_no_worker_can_import_is_refused():
    with executor_of(2) as executor, pytest.raises(UsageError, match="a function of a module that can be imported"):
        values(executor, [Shard("a", lambda: 1, ())])


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True, 10**6])
def test_no_number_of_workers_is_refused(workers):
    with pytest.raises(UsageError, match="workers must be a whole number"):
        executor_of(workers)


def test_workers_and_dask_are_two_ways():
    with pytest.raises(UsageError, match=r"workers or dask.*leave one out"):
        executor_of(2, "tcp://127.0.0.1:1")


def test_without_dask_its_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[dask\]"'):
        executor_of(dask="tcp://127.0.0.1:1")


@pytest.mark.parametrize("place", ["tcp://127.0.0.1:1", "nonsense://x", ""])
def test_a_scheduler_that_does_not_answer_is_named(place, monkeypatch):
    from irassay.workflows import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(InputError, match=f'no Dask scheduler answers at "{place}"'):
        executor_of(dask=place)


def test_a_finished_shard_is_kept_by_name_and_an_altered_one_is_done_again(tmp_path):
    done = []

    def once(x):
        done.append(x)
        return b"value %d" % x

    def run():
        with executor_of() as executor:
            return {shard.name: value for shard, value in finished(shards(once, 4), executor, Shelf(str(tmp_path)))}

    expected = {f"number {x}": b"value %d" % x for x in range(4)}
    assert run() == expected
    assert run() == expected
    assert done == [0, 1, 2, 3]
    (tmp_path / "number 1.shard").write_bytes((tmp_path / "number 1.shard").read_bytes()[:-1])
    (tmp_path / "number 2.shard").write_bytes(b"")
    assert run() == expected
    assert done == [0, 1, 2, 3, 1, 2]


@pytest.mark.parametrize("error", [KeyboardInterrupt, LostWorker("lost"), InputError("bad")])
def test_a_shelf_stays_after_an_interrupt_or_a_lost_worker_and_goes_with_any_other_error(error, tmp_path):
    stays = not (isinstance(error, InputError) and not isinstance(error, LostWorker))

    def block():
        with shelf_in(tmp_path / "a" / "b" / "s") as shelf:
            shelf.put("a", b"1")
            raise error

    with pytest.raises((KeyboardInterrupt, InputError)) as caught:
        block()
    assert (tmp_path / "a" / "b" / "s").exists() == (tmp_path / "a").exists() == stays
    assert ("are kept" in str(caught.value)) == (error is KeyboardInterrupt)
    with shelf_in(tmp_path / "a" / "b" / "s") as shelf:
        assert shelf.get("a") == (b"1" if stays else None)
    assert not (tmp_path / "a" / "b" / "s").exists()


@pytest.mark.parametrize("kind", [KeyboardInterrupt, Terminated])
@pytest.mark.parametrize("shelf_of", [shelf_in, lasting_shelf])
def test_an_interrupt_heard_while_a_value_is_written_says_what_the_shelf_keeps(kind, shelf_of, tmp_path):
    with pytest.raises(kind) as caught, shelf_of(tmp_path / "s") as shelf:  # noqa: PT012
        shelf.put("a", b"1")
        raise kind("all files were written before")
    assert type(caught.value) is kind
    assert "the shards that were finished are kept" in str(caught.value)

"""Workers that are killed and commands that are interrupted: a shard is lost, nothing is half-written, nobody stays."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time

import pytest

from irassay import read_texts
from irassay.search import encode_texts, index_texts
from tests import shards_at_hand as work
from tests.oracles.lucene.generate import passages

TEXTS = [(doc, text or "empty") for doc, text in passages(60)]
SHARD = 10


@pytest.fixture
def world(tmp_path):
    """A folder in which `irassay index` with an encoder is watched."""
    return World(tmp_path)


class World:
    def __init__(self, folder):
        self.folder = folder
        self.environ = {**os.environ, work.FOLDER: str(folder)}

    def write(self, name, **texts):
        """The passages, some with another text."""
        pairs = [(doc, texts.get(doc, text)) for doc, text in TEXTS]
        (self.folder / name).write_text("".join(f"{doc}\t{text}\n" for doc, text in pairs))

    def start(self, *words, encoder="watched_letters"):
        command = [sys.executable, "-m", "irassay", *words]
        if encoder:
            command += ["--encoder", f"{work.__name__}:{encoder}", "--shard", str(SHARD)]
        return subprocess.Popen(command, cwd=work.ROOT, env=self.environ, stderr=subprocess.PIPE, text=True)

    def index(self, *options):
        process = self.start("index", str(self.folder / "p.tsv"), "-o", str(self.folder / "i"), *options)
        told = process.communicate(timeout=work.PATIENCE)[1]
        return process.returncode, told

    def encoded(self):
        """The first texts of the shards that were encoded since the last look."""
        told = (self.folder / "log").read_text().splitlines() if (self.folder / "log").exists() else []
        (self.folder / "log").unlink(missing_ok=True)
        return sorted(text for text in told if text != "a")  # which each command tries first

    def shards(self):
        """What the unfinished index has: files of shards by number."""
        names = os.listdir(self.folder / "i")
        assert not [name for name in names if name.endswith(".part")]
        return sorted({name.partition(".")[0] for name in names if re.match(r"\d", name)})

    def alive(self):
        """Processes that this world has started and that still run."""
        mark = f"{work.FOLDER}={self.folder}".encode()
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/environ", "rb") as environ:
                    if mark in environ.read().split(b"\0"):
                        found.append(int(pid))
            except OSError:  # of somebody else, or gone
                continue
        return found

    def same(self):
        """Whether the index is that of one process, but for the encoder's name."""
        if not (self.folder / "expected").exists():
            texts, encoder = read_texts(self.folder / "p.tsv"), f"{work.__name__}:letters"
            encode_texts(texts, self.folder / "expected", encoder=encoder, shard=SHARD)
        for name in os.listdir(self.folder / "expected"):
            if name != "index.json":
                assert (self.folder / "i" / name).read_bytes() == (self.folder / "expected" / name).read_bytes(), name
        return sorted(os.listdir(self.folder / "i")) == sorted(os.listdir(self.folder / "expected"))


@pytest.fixture
def dask(world):
    before = dict(os.environ)
    os.environ[work.FOLDER] = str(world.folder)
    try:
        with work.cluster_process() as process:
            yield process
    finally:
        os.environ.clear()
        os.environ.update(before)


def test_a_worker_that_is_killed_costs_its_shard_alone(world):
    world.write("p.tsv", d15="dies once")
    assert world.index("--workers", "2") == (0, "60 passages in " + str(world.folder / "i") + "\n")
    assert len(world.encoded()) == 6 + 1
    assert world.same()
    assert world.alive() == []


def test_a_worker_of_dask_that_is_killed_costs_its_shard_alone(world, dask):
    world.write("p.tsv", d15="dies once")
    assert world.index("--dask", dask.address)[0] == 0
    assert (world.folder / "died").exists()
    assert world.same()


def check_that_a_deadly_shard_is_named_and_the_others_stay(world, *options):
    world.write("p.tsv", d15="dies")
    code, told = world.index(*options)
    assert code == 3
    assert "00002 of " in told
    assert "The shards that were finished are kept, and the same command goes on" in told
    assert "Traceback" not in told
    kept = world.shards()
    assert "00002" not in kept
    (world.folder / "healed").touch()
    world.encoded()
    assert world.index("--workers", "2")[0] == 0
    missing = [TEXTS[SHARD * n][1] for n in range(6) if f"{n + 1:05}" not in kept]
    assert world.encoded() == sorted(missing)
    assert world.same()


def test_a_shard_that_always_kills_its_worker_is_named_and_the_others_stay(world):
    check_that_a_deadly_shard_is_named_and_the_others_stay(world, "--workers", "2")
    assert world.alive() == []


def test_a_shard_that_always_kills_its_worker_of_dask_is_named_and_the_others_stay(world, dask):
    check_that_a_deadly_shard_is_named_and_the_others_stay(world, "--dask", dask.address)


def wait_until(holds):
    end = time.monotonic() + work.PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_build_keeps_its_finished_shards_and_does_the_missing_ones(world, workers):
    world.write("p.tsv", d35="waits")
    process = world.start(
        "index", str(world.folder / "p.tsv"), "-o", str(world.folder / "i"), "--workers", workers, "--quiet"
    )
    n_finished = 3 if workers == "1" else 5  # the other worker goes on with 5 and 6
    wait_until(lambda: enough(world, n_finished))
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=work.PATIENCE)[1]
    assert told == "error: interrupted; the shards that were finished are kept, and the same command goes on\n"
    assert process.returncode == 130
    assert world.alive() == []
    kept = world.shards()
    assert len(kept) == n_finished
    assert "00004" not in kept
    world.encoded()
    (world.folder / "go").touch()
    altered = world.folder / "i" / "00002.vectors.npy"
    altered.write_bytes(altered.read_bytes()[:-4] + b"\0\0\0\1")
    (world.folder / "i" / "00004.shard.0123abcd.part").write_text("left by a process that was killed")
    assert world.index("--workers", workers)[0] == 0
    missing = [TEXTS[SHARD * n][1] for n in range(6) if f"{n + 1:05}" not in kept or n == 1]
    assert world.encoded() == sorted(missing)
    assert world.same()


def enough(world, n):
    noted = world.folder / "i" / "unfinished.json"
    return noted.exists() and noted.read_text().count(".vectors.npy") == n


def test_a_dask_scheduler_that_is_gone_is_named_and_finished_shards_stay(world, dask):
    world.write("p.tsv", d35="waits")
    words = ("index", str(world.folder / "p.tsv"), "-o", str(world.folder / "i"), "--dask", dask.address)
    process = world.start(*words)
    wait_until(lambda: enough(world, 5))
    dask.kill()
    told = process.communicate(timeout=work.PATIENCE)[1]
    (world.folder / "go").touch()
    assert process.returncode == 3
    assert f'error: the Dask scheduler at "{dask.address}" is gone' in told
    assert "Traceback" not in told
    assert len(world.shards()) == 5
    assert world.index()[0] == 0
    assert world.same()


def test_other_texts_on_an_interrupted_build_are_refused_and_change_nothing(world):
    world.write("p.tsv", d15="dies")
    assert world.index("--workers", "2")[0] == 3
    before = {name: (world.folder / "i" / name).read_bytes() for name in os.listdir(world.folder / "i")}
    (world.folder / "healed").touch()
    for doc in ("d0", "d12"):  # of a finished shard, and of the missing one
        world.write("p.tsv", **{"d15": "dies", doc: "another text"})
        for options in ((), ("--workers", "2")):
            code, told = world.index(*options)
            assert (code, "is an index of other texts" in told) == (2, True)
            assert {n: (world.folder / "i" / n).read_bytes() for n in os.listdir(world.folder / "i")} == before


def test_workers_of_a_build_of_words_are_killed_from_outside_and_it_is_the_same(world):
    some = passages(100)
    many = [(f"{copy}-{doc}", f"{text} w{copy}") for copy in range(400) for doc, text in some]
    (world.folder / "p.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in many))
    index_texts(many, world.folder / "expected", shard=4000)
    words = ("index", str(world.folder / "p.tsv"), "-o", str(world.folder / "i"), "--shard", "4000", "--workers", "2")
    killed = set()
    while not killed:  # on a busy machine nobody may have been caught at work
        shutil.rmtree(world.folder / "i", ignore_errors=True)
        process = world.start(*words, encoder=None)
        while process.poll() is None:
            for pid in set(world.alive()) - killed - {process.pid}:
                if len(killed) < 2 and busy(pid) > 0.1:
                    killed.add(pid)
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)
        assert (process.communicate()[1], process.returncode) == (f"40,000 passages in {world.folder / 'i'}\n", 0)
    assert world.same()
    assert world.alive() == []


def busy(pid):
    """Seconds of processor time that a process has taken."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

"""Work for shards, importable by workers: some of it ends its process. And a Dask cluster of two workers.

``python -m tests.shards_at_hand`` starts the cluster on the loopback, prints its address, and ends with standard input.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from irassay.errors import InputError

FOLDER = "IRASSAY_TEST_FOLDER"  # where the functions below tell what they do, and look what to do
ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds for what another process does, on a busy machine


def square(x):
    print("what a shard prints is no answer", flush=True)
    return x * x


def slow_square(x):
    time.sleep(0.2 if x % 2 else 0)
    return x * x


def process_of(x):
    time.sleep(0.05)
    return os.getpid()


def process_of_two(x, folder):
    """Waits until two processes do this."""
    (Path(folder) / str(os.getpid())).touch()
    end = time.monotonic() + PATIENCE
    while len(os.listdir(folder)) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    return os.getpid()


def square_but_die_once(x, folder):
    """Ends its process in the middle of the shard, the first time that it does number 3."""
    died = Path(folder) / "died"
    if x == 3 and not died.exists():
        died.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return x * x


def die_at_three(x):
    if x == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return x * x


def refuse(x):
    raise InputError(f"{x} is odd", ("a:1  odd", "a:2  odd"), 30)


def no_space(x):
    raise OSError(28, "No space left on device", "here")


def letters(texts):
    """An encoder: how often each letter stands in the text."""
    return np.array([[text.count(letter) for letter in "abcdefgh -"] for text in texts], "float32")


def watched_letters(texts):
    """The same; it tells which texts come first, and does what some of them say."""
    folder = Path(os.environ[FOLDER])
    with open(folder / "log", "a") as log:
        log.write(texts[0] + "\n")
    for text in texts:
        if text == "dies" and not (folder / "healed").exists():
            os.kill(os.getpid(), signal.SIGKILL)
        if text == "dies once" and not (folder / "died").exists():
            (folder / "died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        while text == "waits" and not (folder / "go").exists():
            time.sleep(0.01)
    return letters(texts)


@contextmanager
def cluster():
    """The address of a Dask scheduler with two workers, in processes of their own."""
    with cluster_process() as process:
        yield process.address


@contextmanager
def cluster_process():
    """The process of a Dask scheduler with two workers; its `address` is the scheduler's."""
    environ = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1"}
    words = [sys.executable, "-m", "tests.shards_at_hand"]
    process = subprocess.Popen(
        words, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    process.address = process.stdout.readline().decode().strip()
    try:
        yield process
    finally:
        process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def main():
    import tempfile

    from distributed import LocalCluster

    options = {"host": "127.0.0.1", "dashboard_address": None, "n_workers": 2, "threads_per_worker": 1}
    with tempfile.TemporaryDirectory() as folder, LocalCluster(local_directory=folder, **options) as local:
        print(local.scheduler_address, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()

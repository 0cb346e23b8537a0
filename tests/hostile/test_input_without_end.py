"""Input that becomes large, or never ends: refused early, in little memory, each in a process of its own."""

from __future__ import annotations

import gzip
import lzma
import os
import resource
import subprocess
import sys
import time

import pytest
import zstandard

MOST_MEMORY = 1 << 30  # bytes of address space; what is refused needs far less
LARGE = 1 << 30  # letters in a compressed file, all the same
LIFT = "IRASSAY_UNBOUNDED_INPUT"


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def irassay(*words, memory=True, **options):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **options.pop("env", {})}
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "irassay", *map(str, words)], capture_output=True, text=True, timeout=120,
        preexec_fn=limited if memory else None, env=environment, **options,
    )  # fmt: skip
    assert time.monotonic() - start < 60
    return done


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "qrels").write_text("q 0 d 1\n")
    (folder / "run").write_text("q Q0 d 1 1 a\n")
    head = b"q 0 d 1\n"
    block = b"x" * (1 << 24)
    with gzip.open(folder / "same.gz", "wb", compresslevel=9) as out:
        out.write(head + b"q 0 e ")
        for _ in range(LARGE >> 24):
            out.write(block)
    with lzma.open(folder / "same.xz", "wb", preset=0) as out:
        out.write(head + b"q 0 e ")
        for _ in range(LARGE >> 26):
            out.write(block)
    with (folder / "same.zst").open("wb") as raw, zstandard.ZstdCompressor().stream_writer(raw) as out:
        out.write(head + b"q 0 e ")
        for _ in range(LARGE >> 24):
            out.write(block)
    return folder


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
@pytest.mark.parametrize("place", ["labels", "runs", "standard input"])
def test_a_device_that_never_ends_is_refused(files, device, place):
    if place == "standard input":
        with open(device, "rb") as stream:
            done = irassay("eval", files / "qrels", "-", stdin=stream)
    else:
        words = (device, files / "run") if place == "labels" else (files / "qrels", device)
        done = irassay("eval", *words)
    assert done.returncode == 3, done.stderr
    assert "is a device, which may never end; expected a file or a pipe" in done.stderr
    assert LIFT in done.stderr


@pytest.mark.parametrize("suffix", ["gz", "xz", "zst"])
def test_what_grows_out_of_proportion_when_it_is_decompressed_is_refused(files, suffix):
    bomb = files / f"same.{suffix}"
    assert bomb.stat().st_size < 1 << 21
    for words in ((bomb, files / "run"), (files / "qrels", bomb, "--input-format", "trec")):
        done = irassay("eval", *words)
        assert done.returncode == 3, done.stderr
        assert f"{bomb} grows more than 250-fold when it is decompressed" in done.stderr
        assert f"{LIFT}=1 reads it" in done.stderr


def test_a_variable_lifts_the_bound_of_growth(files, tmp_path):
    path = tmp_path / "repeated.gz"
    with gzip.open(path, "wb") as out:
        out.write(b"# " + b"x" * (80 << 20) + b"\nq 0 d 1\n")
    assert irassay("eval", path, files / "run", memory=False).returncode == 3
    done = irassay("eval", path, files / "run", "-m", "P@1", memory=False, env={LIFT: "1"})
    assert (done.returncode, done.stdout) == (0, "a\tall\tP@1\t1.0\n"), done.stderr


def test_a_pipe_of_one_endless_line_is_refused(files):
    with subprocess.Popen(["cat", "/dev/zero"], stdout=subprocess.PIPE) as cat:
        done = irassay("eval", "-", files / "run", stdin=cat.stdout)
        cat.kill()
    assert done.returncode == 3, done.stderr
    assert "has a line of more than 268,435,456 bytes, expected lines" in done.stderr


def test_nothing_and_pipes_are_read_as_before(files):
    assert "no line of data" in irassay("eval", "/dev/null", files / "run").stderr
    with (files / "qrels").open("rb") as stream:
        done = irassay("eval", "/dev/stdin", files / "run", "-m", "P@1", stdin=stream)
    assert (done.returncode, done.stdout) == (0, "a\tall\tP@1\t1.0\n"), done.stderr


def test_one_long_line_in_many_pieces_takes_time_in_proportion(tmp_path):
    """Pieces of a line are joined once: forty million bytes on one line of a compressed file are read in seconds."""
    from irassay.formats.sources.lines import blocks, lines
    from irassay.formats.sources.problems import Problems

    path = tmp_path / "long.gz"
    text = os.urandom(10 << 20).hex().encode() * 2
    path.write_bytes(gzip.compress(text, compresslevel=1))
    start = time.process_time()
    assert [len(line) for _, line in lines(str(path), Problems(""))] == [len(text)]
    assert [len(block) for _, block in blocks(str(path))] == [len(text)]
    assert time.process_time() - start < 10

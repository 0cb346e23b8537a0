"""Input that becomes large, or never ends: refused early, in little memory, each in a process of its own."""

from __future__ import annotations

import gzip
import lzma
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

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
    (folder / "queries").write_text("q1\tblue shoes\n")
    head = b"q 0 d 1\n"
    block = b"x" * (1 << 24)
    # Both formats may be parts one after the other, each compressed alone.
    (folder / "same.gz").write_bytes(gzip.compress(head + b"q 0 e ") + (LARGE >> 24) * gzip.compress(block))
    (folder / "same.xz").write_bytes(lzma.compress(head + b"q 0 e ") + (LARGE >> 26) * lzma.compress(block, preset=0))
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


@contextmanager
def endless(*command):
    """A pipe that a command fills for ever, until the reader has gone."""
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        yield writer.stdout
        writer.kill()


def test_a_pipe_of_one_endless_line_is_refused(files):
    with endless("sh", "-c", "echo q 0 d 1; exec tr '\\0' a < /dev/zero") as pipe:
        done = irassay("eval", "-", files / "run", stdin=pipe, memory=False)
    assert done.returncode == 3, done.stderr
    assert "has a line of more than 268,435,456 bytes, expected lines" in done.stderr


@pytest.mark.parametrize(
    ("words", "line", "message"),
    [
        (("eval", "-", "run"), "a 0 b", "-:1  3 columns, expected 4"),
        (("eval", "-", "run"), "q 0 d x", "-:1  grade is"),
        (("eval", "qrels", "-"), "q Q0 d 1 x a", "-:1  score is"),
        (("check", "qrels", "-"), "q Q0 d 1 x a", "score is"),
        (("sample", "-"), '{"id": 1}', "in its first lines"),
        (("pool", "run", "--query-texts", "-"), '{"id": 1}', "in its first lines"),
        (("leak", "queries", "--train", "-"), "q 0 d 1", "labels or a run"),
    ],
)
def test_a_pipe_without_end_is_refused_by_what_its_first_lines_show(files, tmp_path, words, line, message):
    """Nothing more is read, so little memory and no temporary file is taken."""
    (tmp_path / "spools").mkdir()
    with endless("yes", line) as pipe:
        done = irassay(*words, stdin=pipe, cwd=files, env={"TMPDIR": str(tmp_path / "spools")})
    assert done.returncode in (1, 3), done.stderr
    assert message in done.stdout + done.stderr
    assert list((tmp_path / "spools").iterdir()) == []


@pytest.mark.parametrize("words", [("eval", "-", "run"), ("leak", "queries", "--train", "-")])
def test_a_pipe_of_good_lines_without_end_is_refused_at_a_bound_that_a_variable_lifts(files, tmp_path, words):
    """The bound is lowered, for a pipe of 4 GiB takes a minute."""
    lower = (
        "import sys; from irassay.formats.sources import pipes; pipes.MOST_KEPT = 1 << 22; "
        "from irassay.cli.main import main; sys.exit(main(sys.argv[1:]))"
    )
    (tmp_path / "spools").mkdir()
    line = "q%.0f 0 d 1" if words[0] == "eval" else "%.0f\tred shoes"
    environment = {**os.environ, "TMPDIR": str(tmp_path / "spools"), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", lower, *words]
    with endless("seq", "-f", line, "1", str(10**12)) as pipe:
        done = subprocess.run(
            command, stdin=pipe, cwd=files, env=environment, capture_output=True, text=True, timeout=120
        )
    assert done.returncode == 3
    assert f"standard input has more than {1 << 22:,} bytes, expected a pipe that ends" in done.stderr
    assert f"{LIFT}=1 reads this too" in done.stderr
    text = "".join(f"q{i} 0 d 1\n" if words[0] == "eval" else f"{i}\tred shoes\n" for i in range(400_000))
    done = subprocess.run(
        command, input=text, cwd=files, env=environment | {LIFT: "1"}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert list((tmp_path / "spools").iterdir()) == []


def holds(file):
    """Whether a file is there and holds something: Python tries a folder for such files with one that it removes."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_what_is_kept_of_a_pipe_is_removed_when_the_process_is_told_to_end(files, tmp_path, number):
    with endless("yes", "1\tred shoes") as pipe:
        command = [sys.executable, "-m", "irassay", "leak", "queries", "--train", "-"]
        environment = {**os.environ, "TMPDIR": str(tmp_path)}
        with subprocess.Popen(command, stdin=pipe, cwd=files, env=environment, stderr=subprocess.PIPE) as leak:
            while not any(map(holds, tmp_path.iterdir())):
                assert leak.poll() is None
            leak.send_signal(number)
            _, said = leak.communicate(timeout=60)
    assert (leak.returncode, said) == (128 + number, b"error: interrupted; nothing was written\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("leak", "queries", "--train", "/dev/zero"),
        ("figures", "/dev/zero"),
        ("report", "qrels", "run", "--since", "/dev/zero", "-o", "page.html"),
        ("compare", "qrels", "run", "--metadata", "/dev/zero"),
        ("search", "index", "/dev/zero"),
        ("index", "/dev/zero", "-o", "made"),
    ],
)
def test_a_device_is_no_input_of_any_verb(files, tmp_path, words):
    if words[0] == "search":
        assert irassay("index", "queries", "-o", "index", cwd=files).returncode == 0
    done = irassay(*words, cwd=files, env={"TMPDIR": str(tmp_path)})
    assert done.returncode == 3
    assert "/dev/zero is a device, which may never end" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_and_pipes_are_read_as_before(files):
    assert "no line of data" in irassay("eval", "/dev/null", files / "run").stderr
    with (files / "qrels").open("rb") as stream:
        done = irassay("eval", "/dev/stdin", files / "run", "-m", "P@1", stdin=stream)
    assert (done.returncode, done.stdout) == (0, "a\tall\tP@1\t1.0\n"), done.stderr


def test_one_long_line_in_many_pieces_takes_time_in_proportion(tmp_path):
    """Pieces of a line are joined once: forty million bytes on one line of a compressed file are read in seconds."""
    from irassay.formats.sources.lines import Problems, blocks, lines

    path = tmp_path / "long.gz"
    text = os.urandom(10 << 20).hex().encode() * 2
    path.write_bytes(gzip.compress(text, compresslevel=1))
    start = time.process_time()
    assert [len(line) for _, line in lines(str(path), Problems(""))] == [len(text)]
    assert [len(block) for _, block in blocks(str(path))] == [len(text)]
    assert time.process_time() - start < 10

"""Streams that the caller closed, and interrupts at any moment: no traceback, and no answer without its provenance."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import irassay

TRIES = 60
OWN = f'File "{Path(irassay.__file__).parent}'  # a frame of ours: an editable install's own line names our files too


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    (folder / "qrels").write_text("".join(f"q{q} 0 d{d} {d % 2}\n" for q in range(50) for d in range(20)))
    lines = [f"q{q} Q0 d{d} {d + 1} {99 - d} a\n" for q in range(50) for d in range(40)]
    (folder / "run").write_text("".join(lines))
    return folder


def shell(folder, words, closed=""):
    command = f"{sys.executable} -m irassay {words} {closed}"
    return subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=folder, timeout=60)


@pytest.mark.parametrize(
    ("words", "closed", "code"),
    [
        ("eval qrels run -m P@1", ">&-", 3),
        ("--version", ">&-", 3),
        ("eval qrels run -m P@1 -o out.tsv", ">&-", 0),
        ("report qrels run -m P@1 -o out.html", ">&-", 0),
        ("eval qrels run -m P@1", "2>&-", 0),
        ("eval nope run", "2>&-", 3),
        ("nonsense", "2>&-", 2),
        ("eval qrels run -m P@1 -o out.tsv", ">&- 2>&-", 0),
        ("eval qrels run -m P@1", "<&-", 0),
        ("eval qrels - -m P@1", "<&-", 3),
        ("check qrels run", "2>&-", 0),
        ("pool run", ">&-", 3),
        ("convert qrels -o - --to json", ">&-", 3),
    ],
)
def test_closed_streams_change_no_exit_code_and_give_no_traceback(folder, words, closed, code):
    done = shell(folder, words, closed)
    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    if closed == "2>&-" and code == 0:
        assert done.stdout == shell(folder, words).stdout
    if closed == ">&-" and code == 3:
        assert done.stderr == (
            "error: standard output is closed, so there is no place for the answer; -o FILE writes a file\n"
        )


def test_no_file_takes_the_number_of_a_closed_stream(folder):
    """The labels would be file number 1, and the answer would be written into them."""
    before = (folder / "qrels").read_bytes()
    shell(folder, "eval qrels run -m P@1", ">&- <&-")
    assert (folder / "qrels").read_bytes() == before


def interrupted(folder, words, after):
    """A command in a group of its own, interrupted: its exit code, and what it said."""
    process = subprocess.Popen(
        [sys.executable, "-m", "irassay", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        cwd=folder, start_new_session=True,
    )  # fmt: skip
    time.sleep(after)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def starts_within():
    """Seconds until Python itself can be interrupted without a traceback of its own: its start is not ours."""
    start = time.monotonic()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.monotonic() - start


def test_an_interrupt_at_any_moment_gives_no_traceback_and_no_half_of_an_answer(folder):
    words = ["eval", "qrels", "run", "-m", "P@1", "-o", "answer.tsv"]
    start = time.monotonic()
    subprocess.run([sys.executable, "-m", "irassay", *words], check=True, cwd=folder)
    whole, first = time.monotonic() - start, starts_within()
    answer, record = folder / "answer.tsv", folder / "answer.tsv.provenance.json"
    draw = random.Random(1)
    for _ in range(TRIES):
        answer.unlink(missing_ok=True)
        record.unlink(missing_ok=True)
        code, _, err = interrupted(folder, words, first + draw.random() * max(0.0, whole - first))
        assert f"{OWN}/cli/" not in err, err
        assert f'{OWN}/__main__.py", line 2' not in err, err  # its function: before, Python itself was starting
        assert "Traceback" in err or code in {0, 130, -signal.SIGINT}, (code, err)
        assert answer.exists() == record.exists()
        assert not [name for name in os.listdir(folder) if name.endswith(".part")] or code == -signal.SIGINT


@pytest.mark.parametrize(("interrupt", "code"), [("KeyboardInterrupt", 130), ("Terminated", 143)])
def test_an_interrupt_while_a_class_gets_its_names_is_no_fault(folder, interrupt, code):
    """Python 3.11 raises a RuntimeError from whatever ends ``__set_name__``, as that of a cached property."""
    program = f"""
from irassay.cli import main
from irassay.errors import Terminated
def load(verb):
    class Name:
        def __set_name__(self, owner, name):
            raise {interrupt}
    class Owner:
        name = Name()
main.verb_list.load = load
raise SystemExit(main.main(["eval", "qrels", "run"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, timeout=60)
    assert (done.returncode, done.stderr) == (code, "error: interrupted; nothing was written\n")


@pytest.mark.parametrize(("interrupt", "code"), [("KeyboardInterrupt", 130), ("Terminated", 143)])
def test_an_interrupt_that_libraries_wrap_as_they_load_is_no_fault(folder, interrupt, code):
    """As pybind11 does, and Python 3.11 around it; or an error follows while the interrupt is answered."""
    program = f"""
from irassay.cli import main
from irassay.errors import Terminated
def load(verb):
    try:
        try:
            raise {interrupt}
        except KeyboardInterrupt as inner:
            raise SystemError("initialization failed") from inner
    except SystemError:
        raise RuntimeError("a class has no names")
main.verb_list.load = load
raise SystemExit(main.main(["eval", "qrels", "run"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, timeout=60)
    assert (done.returncode, done.stderr) == (code, "error: interrupted; nothing was written\n")


def test_an_interrupt_as_soon_as_a_file_is_begun_leaves_nothing_of_it(folder):
    program = """
import os, signal
from irassay import files
close = os.close
def interrupted(descriptor):
    close(descriptor)
    assert [name for name in os.listdir(".") if name.endswith(".part")]
    os.kill(os.getpid(), signal.SIGINT)
os.close = interrupted
files.write_whole("begun", "42")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, timeout=60)
    assert "KeyboardInterrupt" in done.stderr
    assert not [name for name in os.listdir(folder) if name.startswith("begun")], done.stderr


def test_an_interrupt_while_files_get_their_names_waits_for_all(folder):
    program = """
import os, signal
from irassay import files
put = files._put
def slow(beside, to):
    put(beside, to)
    os.kill(os.getpid(), signal.SIGINT)
files._put = slow
try:
    with files.WholeFiles() as whole:
        whole.write("one", ["1"])
        whole.write("two", ["2"])
except KeyboardInterrupt as interrupt:
    print(interrupt)
print(open("one").read(), open("two").read())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=folder, timeout=60)
    assert done.stdout == "all files were written before\n1 2\n", done.stderr

"""Names in spreadsheets and on terminals: no formula runs, no escape sequence is sent, and ids come back."""

from __future__ import annotations

import csv
import os
import pty
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irassay
from irassay import Qrels, Runs
from irassay.reporting.run_sheets import file_names
from irassay.wording.cells import as_cell, of_cell

FORMULAS = ("=", "+", "-", "@")
POOL = [sys.executable, "-m", "irassay", "pool", "run.json"]
NAMES = ["=cmd|'x'!A0", "+1", "-youtube", "@sum(1)", "'=1+1", "''@x", "plain", "'tis"]


@given(st.text("=+-@' a\t", max_size=8))
def test_a_cell_begins_no_formula_and_comes_back(text):
    cell = as_cell(text)
    assert not cell.lstrip(" \t\r\n").startswith(FORMULAS)
    assert of_cell(cell) == text


@pytest.fixture
def files(tmp_path):
    runs = {"run": {"q": {name: float(i) for i, name in enumerate(NAMES)}, "=q2": {"d": 1.0}}}
    irassay.write_runs(irassay.read_runs(runs, keep="scores"), tmp_path / "run.json", output_format="json")
    (tmp_path / "texts.tsv").write_text("".join(f"{name}\t=1+1 text of it\n" for name in NAMES))
    return tmp_path


def run(folder, *words):
    done = subprocess.run([sys.executable, "-m", "irassay", *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr


def test_a_pool_as_a_sheet_runs_no_formula_and_its_labels_come_back(files):
    run(files, "pool", "run.json", "--to", "csv", "--doc-texts", "texts.tsv", "-o", "pool.csv")
    with open(files / "pool.csv", newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    assert len(rows) == len(NAMES) + 2
    assert not [cell for row in rows for cell in row if cell.startswith(FORMULAS)]
    with open(files / "judged.csv", "w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([rows[0], *([query, doc, "1", text] for query, doc, _, text in rows[1:])])
    qrels = irassay.read_qrels(files / "judged.csv")
    assert list(qrels.queries) == ["=q2", "q"]
    assert set(qrels.grades("q")) == set(NAMES)


def test_what_is_converted_to_quepid_is_read_again(tmp_path):
    qrels = Qrels.from_dict({"=q": dict.fromkeys(NAMES, 1)})
    irassay.write_qrels(qrels, tmp_path / "labels.csv", output_format="quepid")
    assert dict(irassay.read_qrels(tmp_path / "labels.csv").grades("=q")) == dict.fromkeys(NAMES, 1)
    assert "=q,-youtube,1\n" in (tmp_path / "labels.csv").read_text()  # Quepid reads ids as they are


def test_files_of_sheets_begin_no_formula():
    assert not [name for name in file_names([*NAMES, "--x", "-"]).values() if name.startswith(FORMULAS)]


@pytest.mark.parametrize("words", [["pool"], ["pool", "--to", "run"], ["fuse"], ["convert", "--to", "trec"]])
def test_a_terminal_gets_no_escape_sequence_of_a_name(tmp_path, words):
    command = [*POOL[: POOL.index("pool")], words[0], "run.json", *words[1:]]
    doc = "d\x1b]0;title\x07\x1b[8m\u202e1"
    runs = Runs.from_dict({"a": {"q": {doc: 1.0}}}, keep="scores")
    irassay.write_runs(runs, tmp_path / "run.json", output_format="json")
    ours, theirs = pty.openpty()
    done = subprocess.run(command, stdout=theirs, stderr=theirs, cwd=tmp_path)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # at the end
        while piece := os.read(ours, 65536):
            shown += piece
    os.close(ours)
    assert done.returncode == 0
    assert rb"d\x1b]0;title\x07\x1b[8m\u202e1" in shown
    assert b"\x1b]" not in shown
    assert b"\x1b[8m" not in shown
    piped = subprocess.run(command, capture_output=True, cwd=tmp_path).stdout
    assert doc.encode() in piped  # a pipe gets the id itself

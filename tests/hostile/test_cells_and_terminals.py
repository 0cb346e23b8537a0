"""Names in spreadsheets and on terminals: no formula runs, no escape sequence is sent, and ids come back."""

from __future__ import annotations

import csv
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import irassay
from irassay import Qrels, Runs
from irassay.leakage.files import read_leaks
from irassay.leakage.label_files import read_pair_labels
from irassay.messages.names import as_cell, of_cell
from irassay.reporting.run_sheets import file_names
from irassay.scoring import read_scores

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


def cells_of(path):
    with open(path, newline="", encoding="utf-8") as stream:
        return [cell for row in csv.reader(stream, delimiter="," if path.suffix == ".csv" else "\t") for cell in row]


def begins_formula(cell):
    """Whether a spreadsheet runs it: a number with its sign is none."""
    return cell.lstrip(" \t\r\n").startswith(FORMULAS) and not re.fullmatch(r"-?[\d.]+(e-?\d+)?", cell)


@pytest.mark.parametrize("ending", ["tsv", "csv"])
def test_no_table_of_leaks_runs_a_formula_and_what_people_label_comes_back(tmp_path, ending):
    texts = ["=air polution", "+air polution", "-air polution", "@air polution", "'=air polution"]
    name = f"review.{ending}"
    (tmp_path / "topics.tsv").write_text("".join(f"{query}\tair pollution\n" for query in ("=q", "-2")))
    (tmp_path / "train.tsv").write_text("".join(f"{i}\t{text}\n" for i, text in zip("=+-@t", texts)))
    files = ["--leaks", "leaks.tsv", "--by-query", "by.tsv", "--review", name]
    run(tmp_path, "leak", "topics.tsv", "--train", "train.tsv", *files)
    written = {file: cells_of(tmp_path / file) for file in ("leaks.tsv", "by.tsv", name)}
    assert [cell for of in written.values() for cell in of if begins_formula(cell)] == []
    assert any(cell.startswith("'=air") for cell in written[name])
    pairs = {(pair.query, pair.train): pair.train_text for pair in read_leaks(tmp_path / "leaks.tsv")}
    assert {query for query, _ in pairs} == {"=q", "-2"}
    assert set(pairs.values()) == set(texts)
    reviewed = (tmp_path / name).read_text(encoding="utf-8").splitlines(keepends=True)
    mark = "," if ending == "csv" else "\t"
    verdicts = [
        mark.join(["no" if i == 2 and n else c for i, c in enumerate(line.split(mark))])
        for n, line in enumerate(reviewed)
    ]
    (tmp_path / "labelled").write_text("".join(verdicts), encoding="utf-8")
    labels = read_pair_labels(tmp_path / "labelled")
    assert {(label.query, label.train): label.train_text for label in labels.labels} == pairs


def test_no_table_of_systems_runs_a_formula_and_its_scores_come_back(tmp_path):
    grades = {query: {"d": 1, "=d": 0} for query in ("=q", "-2", "@q", "q")}
    irassay.write_qrels(Qrels.from_dict(grades), tmp_path / "qrels.txt")
    of = {system: {query: {"d": 2.0, "=d": 1.0} for query in grades} for system in ("=cmd|'x'!A0", "-b", "c")}
    (tmp_path / "runs").mkdir()
    for i, (system, queries) in enumerate(of.items()):
        lines = (
            f"{query} Q0 {doc} 1 {score} {system}\n" for query, docs in queries.items() for doc, score in docs.items()
        )
        (tmp_path / "runs" / str(i)).write_text("".join(lines))
    run(tmp_path, "eval", "qrels.txt", "runs", "-m", "RR", "-q", "-o", "scores.tsv")
    run(tmp_path, "compare", "qrels.txt", "runs", "-m", "RR", "-o", "league.tsv")
    run(tmp_path, "compare", "qrels.txt", "runs", "-m", "RR", "--unjudged", "judge.tsv", "-o", "league.tsv")
    run(tmp_path, "convert", "scores.tsv", "--kind", "scores", "--to", "score-table", "-o", "table.tsv")
    run(tmp_path, "check", "qrels.txt", "runs", "--all", "-o", "check.tsv")
    for file in tmp_path.glob("*.tsv"):
        assert not [cell for cell in cells_of(file) if begins_formula(cell)], file
    for file in ("scores.tsv", "table.tsv"):
        table = read_scores(tmp_path / file)
        assert (set(table.systems), set(table.queries)) == (set(of), set(grades))


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

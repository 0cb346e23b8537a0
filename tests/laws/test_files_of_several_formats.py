"""Runs in files of several formats are read together: the same scores, checks and names as of files of one format."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import InputError, UsageError

SYSTEMS = ("bm25", "dense", "fused", "splade")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four runs of one collection as TREC's lines in `trec`, and each in a format of its own in `mixed`."""
    monkeypatch.chdir(tmp_path)
    draw = random.Random(5)
    docs = [f"d{i}" for i in range(8)]
    (tmp_path / "qrels.txt").write_text("".join(f"q{i} 0 {d} {draw.randint(0, 2)}\n" for i in range(6) for d in docs))
    trees = {s: {f"q{i}": {d: draw.randint(0, 5) + 0.5 for d in docs} for i in range(6)} for s in SYSTEMS}
    for name in ("trec", "mixed"):
        (tmp_path / name).mkdir()
    for system, tree in trees.items():
        irassay.write_runs(irassay.read_runs({system: tree}, keep="scores"), tmp_path / "trec" / f"{system}.run")
    (tmp_path / "mixed" / "bm25.run").write_bytes((tmp_path / "trec" / "bm25.run").read_bytes())
    (tmp_path / "mixed" / "dense.json").write_text(json.dumps(trees["dense"]))
    rows = [(q, d, s) for q, of in trees["fused"].items() for d, s in of.items()]
    (tmp_path / "mixed" / "fused").write_text("".join(f"{q}\t{d}\t{s}\n" for q, d, s in rows))
    rows = [(q, d, s) for q, of in trees["splade"].items() for d, s in of.items()]
    (tmp_path / "mixed" / "splade.csv").write_text("qid,docno,score\n" + "".join(f"{q},{d},{s}\n" for q, d, s in rows))
    return tmp_path


def scores(runs):
    found = irassay.evaluate(irassay.read_qrels("qrels.txt"), runs, ["nDCG@3", "AP"], ties="float32")
    return {name: found.values[:, 0, i].tolist() for i, name in enumerate(found.systems)}


@pytest.mark.parametrize("keep", ["order", "scores"])
def test_files_of_several_formats_score_as_the_same_runs_in_one(folder, keep):
    """Ties are many: equal scores are ordered in either precision as in the files of one format."""
    expected = irassay.read_runs("trec", keep=keep)
    mixed = irassay.read_runs("mixed", keep=keep)
    assert scores(mixed) == scores(expected)
    assert [reading.source for reading in mixed.readings] == [
        f"mixed/{name}" for name in ("bm25.run", "dense.json", "fused", "splade.csv")
    ]
    files = ["mixed/splade.csv", "mixed/bm25.run", "mixed/fused", "mixed/dense.json"]
    assert irassay.read_runs(files, keep=keep).systems == ("splade", "bm25", "fused", "dense"), "the order given"
    of_files = irassay.evaluate_files("qrels.txt", "mixed", ["AP"])
    in_memory = irassay.evaluate(irassay.read_qrels("qrels.txt"), expected, ["AP"])
    assert of_files.summary.tolist() == in_memory.summary.tolist()


def test_systems_are_named_by_what_all_files_say_else_by_file(folder):
    """A file that names its systems counts as one with a tag; one file without a name, and all go by file."""
    assert irassay.read_runs("mixed").systems == SYSTEMS
    lines = "".join(f"{s},q{i},d{i},1.5\n" for s in ("x", "y") for i in range(2))
    (folder / "two.csv").write_text(f"run,qid,docno,score\n{lines}")
    assert irassay.read_runs(["two.csv", "trec/bm25.run"]).systems == ("x", "y", "bm25")
    assert irassay.read_runs(["trec/bm25.run", "two.csv", "mixed/fused"]).systems == ("bm25", "x", "y", "fused")
    (folder / "clash.run").write_text("q1 Q0 d1 1 2.5 x\n")
    assert irassay.read_runs(["clash.run", "two.csv"]).systems == ("clash", "x", "y")
    (folder / "x").write_text("q1 Q0 d1 1 2.5 x\n")
    with pytest.raises(InputError, match=r"system x is in two.csv and in x, expected each once"):
        irassay.read_runs(["x", "two.csv"])


def test_a_file_has_its_name_without_the_ending_where_no_other_then_has_it(folder):
    """By file, since two tags are equal: of two names that only the ending tells apart both keep it."""
    line, tree = "q1 Q0 d1 1 2.5 t\n", json.dumps({"q1": {"d1": 1.5}})
    compressed = {".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}
    for ending, pack in compressed.items():
        (folder / f"new{ending[1:]}.trec{ending}").write_bytes(pack(line.encode()))
    for file, text in (("a.run", line), ("a.json", tree), ("a.run.txt", line), ("b.v2.txt", line), ("c.txt", tree)):
        (folder / file).write_text(text)
    packed = [f"new{ending[1:]}.trec{ending}" for ending in compressed]
    assert irassay.read_runs(packed).systems == ("newgz", "newxz", "newbz2")
    mixed = ["a.run", "a.json", "a.run.txt", "b.v2.txt", "c.txt"]
    assert irassay.read_runs(mixed).systems == ("a.run", "a.json", "a.run.txt", "b.v2", "c")
    (folder / "y.csv").write_text("run,qid,docno,score\na,q1,d1,1.5\nz,q1,d1,1.5\n")
    assert irassay.read_runs(["a.run", "y.csv", "c.txt"]).systems == ("a.run", "a", "z", "c"), "a file may name it so"


def test_runs_are_left_out_by_name_whatever_their_format(folder):
    assert irassay.read_runs("mixed", leave_out=["bm25", "splade"]).systems == ("dense", "fused")
    assert scores(irassay.read_runs("mixed", leave_out=["dense"])).keys() == {"bm25", "fused", "splade"}
    with pytest.raises(UsageError, match='no run "bm26" to leave out'):
        irassay.read_runs("mixed", leave_out=["bm26"])
    with pytest.raises(UsageError, match="every run is left out"):
        irassay.read_runs("mixed", leave_out=["bm25", "dense", "fused", "splade"])


def test_check_and_the_readings_say_what_is_wrong_in_each_file(folder, capsys):
    """Planted: a line without a score, and a list whose ranks contradict its scores."""
    lines = (folder / "mixed" / "bm25.run").read_text().splitlines()
    ranks = [line.split() for line in lines]
    turned = [" ".join([q, z, d, str(100 - int(r)) if q == "q1" else r, s, t]) for q, z, d, r, s, t in ranks]
    (folder / "mixed" / "bm25.run").write_text("\n".join(turned) + "\n")
    found = {one.code: one for one in irassay.check("qrels.txt", "mixed").findings}
    assert found["rank-contradicts-score"].systems == ("bm25",)
    (folder / "mixed" / "fused").write_text("q1 d1 2.5\nq1 d2\n")
    with pytest.raises(InputError, match="mixed/fused has 1 problem"):
        irassay.read_runs("mixed")
    assert main(["eval", "qrels.txt", "mixed"]) == 3
    assert "mixed/fused:2  2 columns, expected 3" in capsys.readouterr().err

"""Files in folders below a folder of runs: they are not read, and no verb is silent about it."""

import json
import os

import pytest

import irassay
from irassay.cli.main import main
from irassay.formats.loss_warnings import LossWarning

QRELS = "1 0 a 1\n1 0 b 0\n2 0 a 1\n"


TRAINING = """1\tred fox
2\tblue dog
"""


@pytest.fixture(autouse=True)
def runs(tmp_path, monkeypatch):
    """Two runs in a folder, two in folders below it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text(QRELS)
    for number, place in enumerate(("runs/one", "runs/two", "runs/late/three", "runs/late/x/four")):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(f"1 Q0 a 1 {number + 1} t{number}\n1 Q0 b 2 1 t{number}\n2 Q0 a 1 1 t{number}\n")


WARNING = "2 files in lower folders were not read: give such folders too"


@pytest.mark.parametrize(
    "words",
    [
        ["eval", "qrels", "runs"],
        ["compare", "qrels", "runs"],
        ["report", "qrels", "runs", "-o", "page.html"],
        ["track", "qrels", "runs", "-o", "page.html"],
        ["whatif", "qrels", "runs", "--draws", "2"],
        ["pool", "runs"],
        ["fuse", "runs", "-o", "fused"],
        ["convert", "runs", "--to", "trec", "-o", "converted/"],
    ],
)
def test_every_verb_warns_of_files_in_lower_folders(words, capsys):
    main(words)
    err = capsys.readouterr().err
    assert err.count(WARNING) == 1
    if words[0] != "convert":
        assert f"{WARNING}; first: {os.path.join('runs', 'late')}" in err


@pytest.fixture
def shards(tmp_path):
    """Training texts in a folder, and others in a folder below it."""
    (tmp_path / "topics").write_text("q\tred fox\n")
    for place in ("shards/a.tsv", "shards/late/b.tsv", "shards/late/c.tsv"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(TRAINING)


def test_leak_warns_of_training_files_and_of_runs_in_lower_folders(shards, capsys):
    assert main(["leak", "topics", "--train", "shards", "--clean-train", "clean"]) == 0
    assert f"{WARNING}; first: {os.path.join('shards', 'late')}" in capsys.readouterr().err
    main(["leak", "topics", "--train", "shards/a.tsv", "--qrels", "qrels", "--runs", "runs"])
    assert f"{WARNING}; first: {os.path.join('runs', 'late')}" in capsys.readouterr().err


def test_python_warns_of_training_files_in_lower_folders(shards):
    with pytest.warns(LossWarning, match=f"{WARNING}; first: {os.path.join('shards', 'late')}"):
        irassay.find_leaks("topics", "shards")


def test_check_finds_files_in_lower_folders(capsys):
    assert main(["check", "qrels", "runs", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    finding = next(one for one in json.loads(out)["sections"][0]["body"] if one["code"] == "lower-folders")
    assert finding["text"] == WARNING
    assert finding["where"] == [f"first: {os.path.join('runs', 'late')}"]
    assert finding["numbers"]["files"] == 2
    assert WARNING not in err, "the finding says it"


def test_folders_that_are_given_too_are_read_and_not_warned_of(capsys):
    assert main(["eval", "qrels", "runs", "runs/late", "runs/late/x", "-m", "P@1"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[0] for line in out.splitlines()] == ["t0", "t1", "t2", "t3"]
    assert "lower folder" not in err


def test_hidden_folders_and_folders_without_files_are_nothing_to_warn_of(tmp_path):
    from irassay.formats.sources.opening import folders_below

    (tmp_path / "few" / ".git").mkdir(parents=True)
    (tmp_path / "few" / ".git" / "head").write_text("x")
    (tmp_path / "few" / "empty").mkdir()
    (tmp_path / "few" / "run").write_text("1 Q0 a 1 1 t\n")
    (tmp_path / "few" / "round").symlink_to(tmp_path / "few")
    assert folders_below(str(tmp_path / "few")) == {}


def test_a_folder_of_folders_alone_is_refused_with_the_name_of_one(capsys):
    os.remove("runs/late/three")
    assert main(["eval", "qrels", "runs/late"]) == 3
    inner = os.path.join("runs", "late", "x")
    assert f"expected runs; a folder is read without those below it: give {inner}" in capsys.readouterr().err


def test_read_runs_counts_files_in_lower_folders():
    first = irassay.read_runs("runs").readings[0]
    assert first.left_out == {"file in a folder below": 2}
    assert first.first == {"file in a folder below": os.path.join("runs", "late")}


def test_the_path_of_a_verb_that_takes_one_run_is_no_list_of_folders(tmp_path, capsys):
    """An absolute path begins with the name of a folder that has the whole machine below it."""
    asked = ["rerank", "none", str(tmp_path / "runs/one"), "--queries", "qrels", "--corpus", "qrels"]
    assert main(asked) in (2, 3)
    assert "lower folders" not in capsys.readouterr().err

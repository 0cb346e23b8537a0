"""A folder of shards: notes beside them are left out by their names and said, data of an unknown form is an error."""

import json

import pytest

from irassay import find_leaks
from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats.loss_warnings import LossWarning
from irassay.formats.reading.training import read_training

ROW = '{"query": "red shoes"}\n'
NOTES = ("LICENSE", "README.md", "SHA256SUMS", "dataset_info.json", "load.py")


@pytest.fixture
def folder(tmp_path):
    """A folder of two shards and of what people put beside them."""
    train = tmp_path / "train"
    train.mkdir()
    for name in NOTES:
        (train / name).write_text(json.dumps({"citation": name}) + "\n")
    for name in ("0.jsonl", "1.jsonl"):
        (train / name).write_text(ROW)
    return train


def names(training):
    return [one.source.rpartition("/")[2] for one in training]


def test_notes_beside_shards_are_left_out_and_named(folder, tmp_path, capsys):
    assert names(read_training(folder)) == ["0.jsonl", "1.jsonl"]
    (tmp_path / "test.tsv").write_text("q1\tred shoes\n")
    assert main(["leak", str(tmp_path / "test.tsv"), "--train", str(folder), "--format", "json"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["leaked"] == 1
    sentence = (
        "LICENSE, README.md, SHA256SUMS, dataset_info.json and load.py in {} were left out: by their names no training "
        "texts."
    )
    assert sentence.format(folder) in said.err
    with pytest.warns(LossWarning, match=r"dataset_info.json and load.py in .*train were left out"):
        find_leaks({"q1": "red shoes"}, folder)


def test_a_note_that_is_named_itself_is_read(folder):
    (folder / "README.md").write_text("blue shoes\n")
    assert names(read_training(folder / "README.md")) == ["README.md"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("notes.txt", "What is in here\n", r"several formats: 1.jsonl \(jsonl\), notes.txt \(lines\); name the files"),
        ("info.json", '{"rows": 7}\n', r"info.json .*no column of queries"),
        ("2.jsonl", '{"search phrase": "red"}\n', r"2.jsonl .*no column of queries"),
    ],
)
def test_data_of_an_unknown_form_beside_shards_is_an_error(folder, name, content, message):
    (folder / name).write_text(content)
    with pytest.raises(InputError, match=message):
        read_training(folder)


def test_a_folder_of_notes_alone_is_an_error_that_names_them(folder):
    for name in ("0.jsonl", "1.jsonl"):
        (folder / name).unlink()
    with pytest.raises(
        InputError, match=r"train has no training texts, only LICENSE, README.md, .*; expected training"
    ):
        read_training(folder)

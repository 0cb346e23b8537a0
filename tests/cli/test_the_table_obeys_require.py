"""The sentence above the league: how many systems are better depends on what is required of the labels.

Ten queries under P@1: `new` finds a relevant document on each, `old` one without a label, and `mid` one that is not
relevant. The labels prove `new` over `mid`; a relevant label for every document of `old` makes it equal to `new`.
Oracle: the answers about the pairs that --expect gives.
"""

import re

import pytest

from irassay.cli.main import main

QUERIES = [f"q{i}" for i in range(10)]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"{q} 0 {doc} {grade}\n" for q in QUERIES for doc, grade in (("n", 1), ("m", 0))]
    (tmp_path / "qrels.txt").write_text("".join(lines))
    for name, docs in (("new", "np"), ("old", "om"), ("mid", "mp")):
        lines = [f"{q} Q0 {doc} {i + 1} {2 - i} {name}\n" for q in QUERIES for i, doc in enumerate(docs)]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    return ["compare", "qrels.txt", "new.run", "old.run", "mid.run", "-m", "P@1"]


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_the_number_of_better_systems_is_that_of_what_is_required(files, form, capsys):
    said = {}
    for require, code in (("proved", 4), ("taken", 0)):
        assert main([*files, "--expect", "new > old", "--require", require]) == code
        capsys.readouterr()
        assert main([*files, "--baseline", "old", "--require", require, "--format", form]) == 0
        said[require] = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert "the labels prove 0 of the first as better and 0 of the second as worse" in said["proved"]
    assert ": 1 better, 0 worse, treating unjudged documents as not relevant." in said["taken"]


@pytest.mark.parametrize("form", ["table", "markdown"])
@pytest.mark.parametrize("options", [[], ["--baseline", "old"]])
def test_no_label_is_asked_for_where_labels_are_taken_as_they_are(files, form, options, capsys):
    """`new` differs significantly from both others, which no query tells apart."""
    for require, asks in (("likely", True), ("taken", False)):
        assert main([*files, *options, "--require", require, "--expect", "new > old", "--format", form]) in (0, 4)
        capsys.readouterr()
        assert main([*files, *options, "--require", require, "--format", form]) == 0
        last = re.sub(r"\s+", " ", capsys.readouterr().out).rpartition("settled")[2]
        assert bool(re.search(r"[Jj]udge the |Labels for ", last)) == asks, last

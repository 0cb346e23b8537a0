"""A system is called what its file says: a name that is only the file's is led to it, as are files called by a slug."""

import json
import shutil

import pytest

from irassay.cli.main import main


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Two runs in files that are not called as their tags are."""
    monkeypatch.chdir(tmp_path)
    queries = ["q1", "q2", "q3"]
    (tmp_path / "qrels").write_text("".join(f"{q} 0 d1 1\n" for q in queries))
    (tmp_path / "runs").mkdir()
    for file, tag, docs in (("mine.run", "ielab-uniCOIL", "d1 d2"), ("theirs.run", "bm25", "d2 d1")):
        lines = [f"{q} Q0 {d} {r} {9 - r} {tag}\n" for q in queries for r, d in enumerate(docs.split())]
        (tmp_path / "runs" / file).write_text("".join(lines))
    return tmp_path


CALLED = "mine.run is called \"ielab-uniCOIL\": name that, or --rename 'ielab-uniCOIL=mine'"


@pytest.mark.parametrize("name", ["mine", "mine.run", "runs/mine.run"])
@pytest.mark.parametrize(
    "command",
    [
        "compare qrels runs --baseline NAME",
        "compare qrels runs --pair NAME bm25",
        "compare qrels runs --rename NAME=new",
        "compare qrels runs --expect NAME>bm25",
        "eval qrels runs --leave-out NAME",
        "report qrels runs -o r.html --expect NAME>bm25",
    ],
)
def test_a_file_named_as_a_system_leads_to_the_name_in_it(command, name, capsys):
    assert main(command.replace("NAME", name).split()) == 2
    assert CALLED in capsys.readouterr().err


@pytest.mark.parametrize("name", ["mine", "mine.run", "runs/mine.run"])
@pytest.mark.parametrize(
    "command",
    [
        "compare COLLECTIONS --baseline NAME",
        "compare COLLECTIONS --pair NAME bm25",
        "compare COLLECTIONS --expect NAME>bm25",
        "compare COLLECTIONS --rename NAME=new",
        "eval COLLECTIONS --rename NAME=new",
    ],
)
def test_runs_of_collections_lead_to_the_name_in_the_file_too(folder, command, name, capsys):
    shutil.copytree("runs", "more")
    shutil.copy("qrels", "labels")
    collections = "--collection one=qrels,runs --collection two=labels,more"
    assert main(command.replace("NAME", name).replace("COLLECTIONS", collections).split()) == 2
    assert CALLED in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["--leave-out mine", "--metadata systems.csv --exposed trained"])
def test_leak_leads_to_the_name_in_the_file_and_advises_no_option_that_it_lacks(folder, asked, capsys):
    (folder / "topics.tsv").write_text("q1\tred fox\nq2\tblue dog\n")
    (folder / "train.tsv").write_text("t1\tfox red\n")
    (folder / "systems.csv").write_text("run,trained\nmine,yes\ntheirs,no\n")
    assert main(f"leak topics.tsv --train train.tsv --qrels qrels --runs runs {asked}".split()) == 2
    assert capsys.readouterr().err.endswith(f"; {CALLED.partition(',')[0]}\n")


def test_the_advised_renaming_runs(capsys):
    advised = ["--rename", "ielab-uniCOIL=mine"]
    assert main(["compare", "qrels", "runs", "--baseline", "mine", *advised]) == 0, capsys.readouterr().err


def test_what_leads_to_a_name_by_file_can_be_followed(folder, capsys):
    """A run without a tag makes all be called by file: a tag leads to the file, and a file to what it is called."""
    (folder / "third.json").write_text(json.dumps({q: {"d1": 2.0, "d2": 1.0} for q in ("q1", "q2", "q3")}))
    asked = ["compare", "qrels", "runs", "third.json", "--pair", "third"]
    assert main([*asked, "mine"]) == 0
    assert main([*asked, "bm25"]) == 2
    assert "theirs.run is called \"theirs\": name that, or --rename 'theirs=bm25'\n" in capsys.readouterr().err
    assert main([*asked, "bm25", "--rename", "theirs=bm25"]) == 0
    assert main([*asked, "mine.run"]) == 2
    assert capsys.readouterr().err.endswith('mine.run is called "mine": name that\n'), "it can't be renamed to itself"
    shutil.copy("runs/mine.run", "third.run")
    assert main([*asked, "mine", "--rename", "third=x", "third.run"]) == 2
    assert "is called" not in capsys.readouterr().err, "third.run or third.json?"


def test_a_tag_of_two_files_leads_to_neither(folder, capsys):
    shutil.copy("runs/theirs.run", "runs/again.run")
    assert main(["compare", "qrels", "runs", "--pair", "mine", "bm25"]) == 2
    assert "is called" not in capsys.readouterr().err


def test_a_name_of_no_file_and_of_no_system_is_not_led_astray(capsys):
    assert main(["compare", "qrels", "runs", "--baseline", "nobody"]) == 2
    assert "is called" not in capsys.readouterr().err


def test_search_responses_called_by_slugs_are_led_to_the_labels(folder, capsys):
    (folder / "new").mkdir()
    answer = {"hits": {"hits": [{"_id": "d1", "_score": 2.0}, {"_id": "d2", "_score": 1.0}]}}
    for slug in ("4k-bottle", "red-shoe-s-size-9"):
        (folder / "new" / f"{slug}.json").write_text(json.dumps(answer))
    (folder / "labels.csv").write_text('query,docid,rating\n4k bottle,d1,1\n"red shoe\'s (size 9)",d2,1\n')
    assert main(["compare", "labels.csv", "new"]) == 3
    assert "in lower case with a hyphen for what is no letter or digit, 2 of 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "line", "said"),
    [
        ("eval qrels FILE", "1,2,3,4", "1 column, expected 6: query Q0 doc rank score tag"),
        ("eval FILE runs", "q1 d1", "2 columns, expected 4: query iteration doc grade"),
    ],
)
def test_a_file_of_which_no_line_can_be_used_is_one_line(folder, capsys, command, line, said):
    (folder / "odd").write_text(f"{line}\n" * 40)
    assert main(command.replace("FILE", "odd").split()) == 3
    err = capsys.readouterr().err
    assert "odd has 1 problem" in err
    lines = [text for text in err.splitlines() if text.startswith("odd:")]
    assert lines == [f"odd:1  {said}; none of its 40 lines can be used"]

"""No file that a command writes replaces one that it reads, whichever option, folder or pattern names them."""

from __future__ import annotations

import os

import pytest

from irassay.cli import verb_list
from irassay.cli.main import main
from irassay.cli.parser import Parser

# A command of each verb that reads and writes files; INPUT is one of the files that it reads.
COMMANDS = {
    "eval": (["eval", "qrels", "runs/"], "runs/x.run"),
    "compare": (["compare", "qrels", "runs/*.run"], "runs/y.run"),
    "check": (["check", "qrels", "runs"], "runs/x.run"),
    "decide": (["decide", "a.db", "runs/"], "runs/x.run"),
    "report": (["report", "qrels", "runs/"], "runs/x.html"),
    "track": (["track", "qrels", "runs/"], "runs/x.html"),
    "whatif": (["whatif", "qrels", "runs/"], "runs/x.run"),
    "sensitivity": (["sensitivity", "qrels", "runs/", "--extrapolated", "more/"], "more/extrapolated.qrels"),
    "leak": (["leak", "texts.tsv", "--train", "shards/"], "shards/part01.tsv"),
    "memory": (["memory", "set.jsonl", "--with", "runs/"], "runs/x.run"),
    "pool": (["pool", "runs/"], "runs/x.run"),
    "sample": (["sample", "texts.tsv"], "texts.tsv"),
    "prefer": (["prefer", "preferences/", "runs/", "--qrels", "qrels"], "preferences/one.csv"),
    "carry": (["carry", "qrels", "--old", "texts.tsv", "--new", "new.tsv"], "new.tsv"),
    "convert": (["convert", "runs/", "--to", "json"], "runs/x.run"),
    "search": (["search", "index", "texts.tsv"], "index/index.json"),
    "extrapolate": (["extrapolate", "qrels", "index", "-o", "more"], "index/index.json"),
    "rerank": (["rerank", "m", "runs/x.run", "--queries", "texts.tsv", "--corpus", "new.tsv"], "new.tsv"),
    "fuse": (["fuse", "runs/*.run"], "runs/z.run"),
    "judge": (["judge", "campaign.db", "texts.tsv"], "campaign.db"),
    "labels": (["labels", "campaign.db"], "campaign.db"),
    "maintain": (["maintain", "campaign.db", "runs/"], "runs/x.run"),
}
NOTHING_READ = ("explain", "measures")  # of an option that the verb takes


def _writing() -> list[tuple[str, str]]:
    return [
        (verb, option.spelling[-1])
        for verb in verb_list.names()
        for option in Parser(verb).options
        if option.writes in ("file", "either") and verb not in NOTHING_READ
    ]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = "q1 Q0 a 1 2 {0}\nq1 Q0 b 2 1 {0}\nq2 Q0 b 1 2 {0}\n"
    texts = {
        "qrels": "q1 0 a 1\nq1 0 b 0\nq2 0 a 0\nq2 0 b 1\n",
        "texts.tsv": "q1\tred shoes\nq2\tblue shoes\n",
        "set.jsonl": "{}",
        "new.tsv": "q1\tred shoes\nq2\tblue shoes\n",
        "shards/part01.tsv": "1\tred shoes\n2\tgreen shoes\n",
        "shards/part02.tsv": "3\tred shoe\n",
        "preferences/one.csv": "query,first,second,preferred\nq1,a,b,first\n",
        "more/extrapolated.qrels": "q1 0 a 1\n",
        "index/index.json": "{}",
        "campaign.db": "one",
        "runs/x.html": run.format("page"),
        **{f"runs/{name}.run": run.format(name) for name in "xyz"},
    }
    for name, text in texts.items():
        place = tmp_path / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    return texts


def _there(tmp_path):
    return {
        str(path.relative_to(tmp_path)): path.read_text()
        for path in tmp_path.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


@pytest.mark.parametrize(("verb", "spelling"), _writing())
def test_no_output_replaces_an_input_of_a_folder_or_a_pattern(files, tmp_path, capsys, verb, spelling):
    command, one = COMMANDS[verb]
    assert main([*command, spelling, one]) == 2
    assert f'"{one}" is also an input' in capsys.readouterr().err
    assert _there(tmp_path) == files


@pytest.mark.parametrize("verb", ["eval", "fuse", "leak"])
def test_nor_under_another_name_of_the_same_file(files, tmp_path, capsys, verb):
    command, one = COMMANDS[verb]
    os.symlink(os.path.abspath(one), tmp_path / "other-name")
    spelling = "--leaks" if verb == "leak" else "-o"
    assert main([*command, spelling, "other-name"]) == 2
    assert f'"other-name" is also an input, as "{one}"' in capsys.readouterr().err
    assert _there(tmp_path) == files


def test_nor_does_a_file_that_an_output_brings_with_it_or_one_of_a_folder_written(files, tmp_path, capsys):
    named = tmp_path / "scores.tsv.provenance.json"
    named.write_text(files["runs/x.run"])
    assert main(["eval", "qrels", named.name, "-o", "scores.tsv"]) == 2
    os.rename(tmp_path / "runs/x.run", tmp_path / "runs/x.csv")
    assert main(["report", "qrels", "runs/*.*", "-o", "page.html", "--sheets", "runs", "--quiet"]) == 2
    assert capsys.readouterr().err.count("is also an input") == 2
    assert named.read_text() == (tmp_path / "runs/x.csv").read_text() == files["runs/x.run"]
    assert not (tmp_path / "scores.tsv").exists()


def test_nor_a_file_of_one_collection_among_several(files, tmp_path, capsys):
    several = ["--collection", "A=qrels,runs/x.run,runs/y.run", "--collection", "B=qrels,runs/"]
    assert main(["eval", *several, "-o", "runs/z.run"]) == 2
    assert '"runs/z.run" is also an input' in capsys.readouterr().err
    assert _there(tmp_path) == files


def test_two_options_that_would_write_one_file_are_refused(files, tmp_path, capsys):
    assert main(["compare", "qrels", "runs/*.run", "-o", "a.tsv", "--unjudged", "./a.tsv"]) == 2
    assert "--unjudged and --output would both write" in capsys.readouterr().err
    assert _there(tmp_path) == files


def test_the_next_command_reads_what_the_last_one_wrote_over(files, tmp_path):
    """What was read is kept for the command that reads it, and for no later one."""
    assert main(["fuse", "runs/x.run", "runs/y.run", "-o", "fused.run"]) == 0
    assert main(["eval", "qrels", "fused.run", "-m", "P@1", "-o", "scores.tsv"]) == 0
    assert main(["fuse", "runs/x.run", "runs/z.run", "-o", "fused.run"]) == 0

"""`irassay eval --collection`: oracles are `eval` of each collection by itself, and `compare --collection`."""

import json
import random

import pytest

from irassay.cli.main import main

SIZES = {"med": 6, "sci": 10}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Two collections that share query ids; `extra` is on the second only, `copy` has bm25's lists on the first only.

    On the second, `copy` scores as bm25 does and has other documents.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    draw = random.Random(3)
    for name, n in SIZES.items():
        queries = [f"q{i}" for i in range(n)]
        (tmp_path / f"{name}.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n{q} 0 c 1\n" for q in queries))
        lists = {system: {q: draw.sample("abc", 2) for q in queries} for system in ("bm25", "dense")}
        other = {"a": "c", "c": "a", "b": "b"} if name == "sci" else {}
        lists["copy"] = {q: [other.get(d, d) for d in docs] for q, docs in lists["bm25"].items()}
        if name == "sci":
            lists["extra"] = {q: ["a"] for q in queries[1:]}
        (tmp_path / name).mkdir()
        for system, of in lists.items():
            lines = [f"{q} Q0 {d} {r} {-r} {system}\n" for q, docs in of.items() for r, d in enumerate(docs, 1)]
            (tmp_path / name / f"{system}.run").write_text("".join(lines))
    return tmp_path


OVER = [word for name in SIZES for word in ("--collection", f"{name}={name}.txt,{name}/")]


def lines_of(capsys, *words):
    assert main(["eval", *words]) == 0
    return [line.split("\t") for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("verb", ["eval", "compare"])
def test_what_is_wrong_in_the_files_of_all_collections_is_said_at_once(here, capsys, verb):
    """Thirty lines of one collection don't hide the one of the other."""
    (here / "med" / "bm25.run").write_text("q0 Q0 a 1 1 t\n" * 31)
    (here / "sci" / "bm25.run").write_text("q0 Q0 a 1 nan t\n")
    assert main([verb, *OVER, "-m", "P@1"]) == 3
    err = capsys.readouterr().err
    assert "med: med/bm25.run has 30 problems; sci: sci/bm25.run has 1 problem; nothing was " in err
    assert "sci/bm25.run:1  score is missing" in err
    assert "and 20 more" in err
    assert "irassay check QRELS RUN says of each collection what to do." in err
    (here / "sci" / "bm25.run").write_text("q0 Q0 a 1 1 t\n")
    assert main([verb, *OVER, "-m", "P@1"]) == 3
    assert "error: med/bm25.run has 30 problems; nothing was " in capsys.readouterr().err


@pytest.mark.parametrize("how", [(), ("-q",), ("-q", "--no-summary")])
def test_each_line_is_that_of_the_collection_alone_with_its_name_in_front(here, capsys, how):
    expected = [["collection", "system", "query", "measure", "value"]]
    for name in SIZES:
        expected += [[name, *row] for row in lines_of(capsys, f"{name}.txt", f"{name}/", "-m", "P@1", "-m", "ap", *how)]
    assert lines_of(capsys, *OVER, "-m", "P@1", "-m", "ap", *how) == expected


@pytest.mark.parametrize("form", ["tsv", "json"])
def test_compare_reads_the_scores_of_all_collections_again(here, capsys, form):
    """Also which runs are one system on each collection: `copy` and bm25 score the same on both."""
    assert main(["eval", *OVER, "-m", "P@1", "-q", "--format", form, "-o", f"scores.{form}"]) == 0
    assert main(["compare", "--scores", f"scores.{form}", "-m", "P@1", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["measures"]
    assert main(["compare", *OVER, "-m", "P@1", "--format", "json"]) == 0
    expected = json.loads(capsys.readouterr().out)["measures"]
    assert [one["collection"] for one in found] == [None, "med", "sci"]
    for one, other in zip(found, expected):
        assert [(row["system"], row["same"]) for row in one["systems"]] == [
            (row["system"], row["same"]) for row in other["systems"]
        ]
        assert [row["mean"] for row in one["systems"]] == pytest.approx([row["mean"] for row in other["systems"]])


def test_the_table_has_a_column_for_each_collection_and_the_mean_that_compare_has(here, capsys):
    assert main(["eval", *OVER, "-m", "P@1", "--format", "markdown"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "| P@1 | med | sci | Mean |"
    rows = {cells[0]: cells[1:] for cells in ([c.strip() for c in line.strip("|").split("|")] for line in out[2:])}
    assert rows["extra"][0] == rows["extra"][2] == "–"
    assert list(rows)[-1] == "extra", "a system without a mean comes last"
    assert main(["compare", *OVER, "-m", "P@1", "--format", "json"]) == 0
    mean, *each = json.loads(capsys.readouterr().out)["measures"]
    for column, one in zip((2, 0, 1), (mean, *each)):
        for row in one["systems"]:
            for system in (row["system"], *row["same"]):
                assert float(rows[system][column]) == pytest.approx(row["mean"], abs=5e-5)


def test_counts_have_no_mean_over_collections(here, capsys):
    assert main(["eval", *OVER, "-m", "NumRet", "--format", "markdown"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "| NumRet | med | sci |"


def test_the_terminal_says_of_each_collection_what_is_said_of_one(here, capsys):
    assert main(["eval", *OVER, "-m", "P@1", "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert captured.out.split()[:4] == ["P@1", "med", "sci", "Mean"]
    err = " ".join(captured.err.split())
    assert "med: Mean over 6 labelled queries. No label missing down to rank 1." in err
    assert "sci: Mean over 10 labelled queries." in err
    assert "A mean over collections counts each the same. A system that a collection lacks has none." in err
    assert "sci: extra: 1 labelled query unanswered; each counts 0" in err
    assert main(["eval", *OVER, "-m", "P@1", "-q", "--format", "table"]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if line in ("med, 6 queries", "sci, 10 queries")]


def test_runs_are_renamed_before_they_are_scored_together(here, capsys):
    for name in SIZES:
        for path in (here / name).iterdir():
            path.write_text(path.read_text().replace(f" {path.stem}\n", f" {name}.{path.stem}\n"))
    expected = lines_of(capsys, *OVER, "-m", "P@1", "--rename", "med.*=*", "--rename", "sci.*=*")
    assert {row[1] for row in expected[1:]} == {"bm25", "dense", "copy", "extra"}
    assert {row[0] for row in lines_of(capsys, "med.txt", "med/", "-m", "P@1", "-q", "--rename", "med.*=*")} == {
        "bm25",
        "dense",
        "copy",
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*OVER, "med.txt"], "takes the place of QRELS, RUN"),
        ([*OVER, "--residual", "med.txt"], "--residual is about one collection"),
        ([*OVER[:2]], "is the only one"),
        ([], "QRELS and RUN missing: irassay eval QRELS RUN... [options]"),
        (["med.txt"], "RUN missing: irassay eval QRELS RUN... [options]"),
        ([*OVER, "-m", 'RBP(gain="graded")'], "so a mean of both means nothing"),
        ([*OVER, "--rename", "x=y"], "no run has that name"),
    ],
)
def test_what_is_no_set_of_collections_is_refused(here, capsys, words, message):
    (here / "sci.txt").write_text((here / "sci.txt").read_text() + "q0 0 z 3\n")
    assert main(["eval", *words]) == 2
    assert message in capsys.readouterr().err


def test_other_verbs_say_which_take_several_collections(here, capsys):
    assert main(["report", *OVER]) == 2
    assert "irassay eval or compare has it" in capsys.readouterr().err
    assert main(["report", "med.txt", "sci.txt", "med/"]) == 3
    assert "several collections: irassay eval or compare with --collection for each" in capsys.readouterr().err


def test_notes_of_compare_say_which_collection_and_measure_they_are_about(here, capsys):
    """The tables go to a file here, so that nothing else says it."""
    assert main(["compare", *OVER, "-m", "P@1", "-m", "RR", "--format", "table", "-o", "tables.txt"]) == 0
    err = capsys.readouterr().err
    heads = [line for line in err.splitlines() if line.endswith((", P@1", ", RR"))]
    each = ["Mean of 2 collections (med and sci), 16 queries in all", "med, 6 queries", "sci, 10 queries"]
    assert heads == [f"{head}, {measure}" for measure in ("P@1", "RR") for head in each]
    assert main(["compare", "med.txt", "med/", "-m", "P@1", "--format", "table"]) == 0
    assert ", P@1" not in capsys.readouterr().err

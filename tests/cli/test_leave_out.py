"""``--leave-out RUN``: the runs as if its file were not there; the oracle is the same command without that file."""

import json
import shutil
from pathlib import Path

import pytest

import irassay
from irassay.cli.main import main
from irassay.errors import UsageError

QUERIES = [f"q{i:02}" for i in range(12)]


def lines(tag, order):
    return "".join(f"{q} Q0 {d} {r} {9 - r} {tag}\n" for q in QUERIES for r, d in enumerate(order))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Three runs that can be read and one that can't, and a folder without the third and the broken one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels").write_text("".join(f"{q} 0 a 2\n{q} 0 b 1\n{q} 0 c 0\n" for q in QUERIES))
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "one").write_text(lines("one", "abc"))
    (tmp_path / "runs" / "two").write_text(lines("two", "bac"))
    (tmp_path / "runs" / "three").write_text(lines("three", "cba"))
    shutil.copytree(tmp_path / "runs", tmp_path / "fewer")
    (tmp_path / "fewer" / "three").unlink()
    (tmp_path / "runs" / "broken").write_text(lines("broken", "abc") + "q00 Q0 d 1 nan broken\n")
    return tmp_path


OUT = ["--leave-out", "three", "--leave-out", "broken"]
# Verb -> its other words, and where the JSON answer is.
VERBS = {
    "check": ["--format", "json"],
    "compare": ["--format", "json", "-m", "nDCG@10"],
    "whatif": ["--format", "json", "--draws", "3", "--select", "random", "-m", "P@1"],
    "report": ["-o", "out.json"],
    "track": ["-o", "out.json", "-m", "nDCG@10"],
    "eval": ["--format", "json", "-m", "nDCG@10", "-m", "AP", "-q"],
}
# Verbs without labels -> their other words.
OF_RUNS = {
    "pool": ["--depth", "2"],
    "pool for judged": ["--depth", "3", "--judged", "qrels"],
    "pool an audit": ["--judged", "qrels", "--audit", "3"],
    "fuse": ["--method", "rrf"],
    "fuse by scores": ["--method", "weighted", "--weight", "1", "--weight", "2"],
}


def answer(verb, runs, capsys, folder, *more):
    assert main([verb, "qrels", runs, *VERBS[verb], *more]) == 0, capsys.readouterr().err
    out = capsys.readouterr().out
    return json.loads((folder / "out.json").read_text() if "-o" in VERBS[verb] else out)


def same(answer):
    """The answer without what names files and options: the provenance, and the command that makes it again."""
    sections = [section for section in answer.get("sections", ()) if section["name"] not in ("provenance", "method")]
    text = json.dumps({**answer, "provenance": 0, "sections": sections})
    text = text.replace(" --leave-out three --leave-out broken", "").replace("qrels runs", "qrels fewer")
    return json.loads(text)


@pytest.mark.parametrize("verb", VERBS)
def test_the_provenance_names_the_runs_that_are_left_out(verb, folder):
    place = folder / ("out.json" if "-o" in VERBS[verb] else "out.json.provenance.json")
    assert main([verb, "qrels", "runs", *VERBS[verb], *OUT, *([] if "-o" in VERBS[verb] else ["-o", "out.json"])]) == 0
    made = json.loads(place.read_text())
    assert made.get("provenance", made)["options"]["leave_out"] == ["three", "broken"]
    if verb == "report":
        assert "--leave-out three --leave-out broken" in " ".join(made["provenance"]["options"]["command"])


@pytest.mark.parametrize("verb", VERBS)
def test_a_run_that_is_left_out_leaves_what_its_file_would_leave_that_is_not_there(verb, capsys, folder):
    left, fewer = (answer(verb, runs, capsys, folder, *more) for runs, more in (("runs", OUT), ("fewer", ())))
    assert same(left) == same(fewer)


@pytest.mark.parametrize("asked", OF_RUNS)
def test_a_run_that_is_left_out_brings_no_document(asked, capsys):
    verb, suffix = asked.split()[0], "run" if asked.startswith("fuse") else "tsv"
    for runs, more in (("runs", OUT), ("fewer", [])):
        assert main([verb, runs, *OF_RUNS[asked], *more, "-o", f"{runs}.{suffix}", "--quiet"]) == 0
    left, fewer = (Path(f"{runs}.{suffix}").read_text() for runs in ("runs", "fewer"))
    assert left.replace(" runs\n", " fewer\n") == fewer
    assert main([verb, "runs", *OF_RUNS[asked], "--leave-out", "Thre", "-o", f"none.{suffix}"]) == 2
    assert 'no run "Thre" to leave out; did you mean three?' in capsys.readouterr().err


@pytest.mark.parametrize("verb", VERBS)
def test_a_name_that_is_no_runs_is_refused_with_those_near_it(verb, capsys):
    assert main([verb, "qrels", "runs", *VERBS[verb], "--leave-out", "Thre"]) == 2
    assert 'no run "Thre" to leave out; did you mean three?' in capsys.readouterr().err


def test_all_runs_left_out_and_a_collection_of_several_are_refused(capsys):
    assert main(["check", "qrels", "fewer", "--leave-out", "one", "--leave-out", "two"]) == 2
    assert "every run is left out" in capsys.readouterr().err
    words = ["--collection", "A=qrels,runs/", "--collection", "B=qrels,fewer/", "--leave-out", "one"]
    for verb in ("compare", "eval"):
        assert main([verb, *words]) == 2
        assert "--leave-out is about one collection" in capsys.readouterr().err


def test_runs_keep_the_names_that_all_files_together_give_them(folder):
    (folder / "runs" / "broken").write_text(lines("one", "cab"))
    assert irassay.read_runs("runs").systems == ("broken", "one", "three", "two"), "named by file: a tag is repeated"
    (folder / "runs" / "one").rename(folder / "runs" / "uno")
    runs = irassay.read_runs("runs", leave_out=["broken"])
    assert runs.systems == ("three", "two", "uno")
    assert [reading.source.rpartition("/")[2] for reading in runs.readings] == ["three", "two", "uno"]


def test_runs_of_one_file_are_left_out_of_it_and_runs_in_memory_are_not(folder):
    rows = [{"run": run, "query": q, "doc": "a", "score": 1.0} for run in ("x", "y") for q in QUERIES]
    (folder / "both.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert irassay.read_runs("both.jsonl", leave_out=["x"]).systems == ("y",)
    with pytest.raises(UsageError, match="leave_out is for files"):
        irassay.read_runs({"x": {"q": {"d": 1.0}}}, leave_out=["x"])


def test_sheets_leave_the_run_out_too(folder):
    assert main(["report", "qrels", "runs", "-o", "out.json", "--sheets", "sheets", *OUT]) == 0
    assert sorted(path.stem for path in (folder / "sheets").glob("*.html")) == ["one", "two"]


def test_medians_of_sheets_are_of_the_runs_that_stay_and_the_sheet_says_of_how_many(folder):
    """Oracle: the sheets of the folder without the run."""
    assert main(["report", "qrels", "runs", "-o", "out.json", "--sheets", "sheets", *OUT]) == 0
    assert main(["report", "qrels", "fewer", "-o", "other.json", "--sheets", "others"]) == 0
    for run in ("one", "two"):
        assert (folder / "sheets" / f"{run}.csv").read_text() == (folder / "others" / f"{run}.csv").read_text()
        page, other = ((folder / where / f"{run}.html").read_text() for where in ("sheets", "others"))
        assert "the median of 2 systems on " in page
        assert "Among these 2 runs, " in page
        assert page.count("median") == other.count("median")

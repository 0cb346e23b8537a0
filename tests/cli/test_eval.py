"""`irassay eval`: numbers, layout, streams, and what is said about them."""

import json
import os
import subprocess
import sys

import pytest

from irassay.cli.main import main

QRELS = """\
101 0 a 3
101 0 b 1
101 0 c 0
102 0 a 2
103 0 z 0
"""
ONE = """\
101 Q0 a 1 9.5 one
101 Q0 b 2 8 one
102 Q0 b 1 2 one
102 Q0 a 2 1 one
103 Q0 z 1 1 one
104 Q0 z 1 1 one
"""
TWO = """\
101 Q0 c 1 3 two
101 Q0 x 2 2 two
103 Q0 z 1 1 two
"""


@pytest.fixture
def files(tmp_path, monkeypatch):
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "one.run").write_text(ONE)
    (tmp_path / "two.run").write_text(TWO)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


def test_documents_without_a_label_are_counted_among_documents_and_no_query_without_any_is_one(files, capsys):
    """By hand: one of the three documents of two.run, x, has no label; on 102 it has no document."""
    assert main(["eval", "qrels.txt", "two.run", "-m", "nDCG@10", "-m", "Judged@10", "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1].split()[-1] == "0.5000", "Judged@10 is 0 on the query that it leaves out"
    assert "Down to rank 10, 33% of the documents have no label." in " ".join(captured.err.split())
    assert main(["eval", "qrels.txt", "two.run", "-m", "AP", "--format", "table"]) == 0
    assert "AP reads to rank 2, where 33% of the documents have none." in " ".join(capsys.readouterr().err.split())
    (files / "two.json").write_text(json.dumps({"101": {"c": 2, "x": 1}, "102": {}, "103": {"z": 1}}))
    assert main(["eval", "qrels.txt", "two.json", "-m", "nDCG@1", "-m", "nDCG@2", "--format", "table"]) == 0
    said = " ".join(capsys.readouterr().err.split())
    assert "No label missing down to rank 1; down to rank 2, 33% of the documents have no label." in said


def test_piped_it_is_tab_separated_at_full_precision_and_nothing_else(files, capsys):
    assert main(["eval", "qrels.txt", "two.run", "one.run", "-m", "nDCG@10", "-m", "P@1"]) == 0
    captured = capsys.readouterr()
    rows = [line.split("\t") for line in captured.out.splitlines()]
    assert [row[:3] for row in rows] == [
        ["two", "all", "nDCG@10"],
        ["two", "all", "P@1"],
        ["one", "all", "nDCG@10"],
        ["one", "all", "P@1"],
    ]
    from irassay.formats import read_qrels, read_runs
    from irassay.scoring import evaluate

    scores = evaluate(read_qrels("qrels.txt"), read_runs(["two.run", "one.run"]), ["nDCG@10", "P@1"])
    assert [float(row[3]) for row in rows] == [scores.summary[m, 0, s] for s in range(2) for m in range(2)]
    assert captured.err == "▲ two: 1 labelled query unanswered; each counts 0\n"


def test_the_table_is_best_first_with_names_left_and_numbers_right(files, capsys):
    assert main(["eval", "qrels.txt", "two.run", "one.run", "--format", "table", "-m", "nDCG@10", "-m", "P@1"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        "System  nDCG@10     P@1",
        "one      0.5436  0.3333",
        "two           0       0",
    ]
    assert "Mean over 3 labelled queries." in captured.err
    assert "Next:" not in captured.err


def test_without_measures_a_line_says_which_were_taken(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[0] == "System  nDCG@10  Judged@10"
    assert "Without -m: nDCG@10 and Judged@10." in captured.err


def test_by_query_each_zero_has_its_reason(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "two.run", "-m", "nDCG@10", "-q", "--format", "table"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "nDCG@10     one  two",
        "101      1.0000    0",
        "102      0.6309    0  unanswered by two",
        "103           0    0  no relevant document",
        "mean     0.5436    0  3 queries",
    ]


BY_QUERY = ["one\t101\tP@1\t1.0", "one\t102\tP@1\t0.0", "one\t103\tP@1\t0.0"]
OF_ONE = "one\tall\tP@1\t0.3333333333333333"
OF_TWO = ["two\t101\tP@1\t0.0", "two\t102\tP@1\t0.0", "two\t103\tP@1\t0.0", "two\tall\tP@1\t0.0"]


def test_by_query_piped_each_system_has_a_line_a_query_and_then_its_mean(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "two.run", "-m", "P@1", "-q"]) == 0
    assert capsys.readouterr().out.splitlines() == [*BY_QUERY, OF_ONE, *OF_TWO]


def test_by_query_without_a_summary_there_are_queries_only(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "-m", "P@1", "-q", "--no-summary"]) == 0
    assert capsys.readouterr().out.splitlines() == BY_QUERY
    assert main(["eval", "qrels.txt", "one.run", "-m", "P@1", "-q", "--no-summary", "--format", "table"]) == 0
    assert "mean" not in capsys.readouterr().out
    assert main(["eval", "qrels.txt", "one.run", "-m", "P@1", "--no-summary"]) == 2
    assert "--no-summary needs --per-query" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["tsv", "json"])
@pytest.mark.parametrize("summary", [[], ["--no-summary"]])
def test_scores_by_query_are_read_again_with_their_means(files, capsys, form, summary):
    from irassay.scoring import read_scores

    args = ["eval", "qrels.txt", "one.run", "two.run", "-m", "nDCG@10", "-m", "GMAP", "-m", "NumRet", "-q", *summary]
    assert main([*args, "--format", form, "-o", "scores"]) == 0
    table = read_scores("scores")
    capsys.readouterr()
    assert main(["eval", "qrels.txt", "one.run", "two.run", "-m", "nDCG@10", "-m", "GMAP", "-m", "NumRet"]) == 0
    means = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert table.queries == ["101", "102", "103"]
    assert table.left_out == 0
    of_table = {
        (s, str(m)): table.summary[i, 0, j] for i, m in enumerate(table.measures) for j, s in enumerate(table.systems)
    }
    assert of_table == {(system, measure): pytest.approx(float(value)) for system, _, measure, value in means}


def test_json_carries_the_warnings_even_when_quiet(files, capsys):
    assert main(["eval", "qrels.txt", "two.run", "-m", "P@1", "--format", "json", "--quiet"]) == 0
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert captured.err == ""
    assert document["warnings"] == ["two: 1 labelled query unanswered; each counts 0"]
    assert document["signatures"] == ["P@1|rel=1|ties=float64|queries=qrels|v=0.1"]
    assert document["scores"] == [{"system": "two", "query": "all", "measure": "P@1", "value": 0.0}]


@pytest.mark.parametrize("sort", ["score", "given", "name"])
def test_the_table_can_be_sorted(files, capsys, sort):
    assert main(["eval", "qrels.txt", "two.run", "one.run", "-m", "P@1", "--format", "table", "--sort", sort]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert names == {"score": ["one", "two"], "given": ["two", "one"], "name": ["one", "two"]}[sort]


def test_a_file_is_written_whole_with_its_provenance_beside_it(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "-m", "P@1", "-o", "scores.tsv", "--ties", "float32"]) == 0
    assert capsys.readouterr().out == ""
    assert (files / "scores.tsv").read_text() == "one\tall\tP@1\t0.3333333333333333\n"
    record = json.loads((files / "scores.tsv.provenance.json").read_text())
    assert record["options"] == {"ties": "float32"}
    assert set(record["inputs"]) == {"qrels.txt", "one.run"}
    assert all(len(sha) == 64 for sha in record["inputs"].values())
    assert sorted(path.name for path in files.iterdir()) == [
        "one.run",
        "qrels.txt",
        "scores.tsv",
        "scores.tsv.provenance.json",
        "two.run",
    ]


def test_a_failed_run_leaves_no_file(files, capsys):
    assert main(["eval", "qrels.txt", "absent.run", "-m", "P@1", "-o", "scores.tsv"]) == 3
    assert sorted(path.name for path in files.iterdir()) == ["one.run", "qrels.txt", "two.run"]


@pytest.mark.parametrize("target", ["qrels.txt", "nowhere/scores.tsv", "."])
def test_a_target_that_cant_be_is_refused_before_work(files, capsys, target):
    assert main(["eval", "qrels.txt", "one.run", "-o", target]) == 2
    assert (files / "qrels.txt").read_text() == QRELS
    assert capsys.readouterr().err.startswith("error: ")


def test_a_measure_among_the_runs_is_told_where_it_belongs(files, capsys):
    assert main(["eval", "qrels.txt", "one.run", "-m", "nDCG@10", "AP"]) == 2
    assert capsys.readouterr().err == 'error: no file "AP"; each measure needs its own -m: -m AP\n'


def test_labels_of_another_collection_are_noticed(files, capsys):
    (files / "other.run").write_text("101 Q0 msmarco_1 1 2 other\n102 Q0 msmarco_2 1 2 other\n103 Q0 y 1 1 other\n")
    assert main(["eval", "qrels.txt", "other.run", "-m", "nDCG@10"]) == 0
    captured = capsys.readouterr()
    assert "no document down to rank 10 has a label, so every score is 0; irassay check says why" in captured.err


def test_bad_input_is_located_and_nothing_is_scored(files, capsys):
    (files / "mine.run").write_text("101 Q0 a 1 nan mine\n101 Q0 b 2 1 mine\n101 Q0 b 3 1 mine\n101 Q0 c 4 1\n")
    assert main(["eval", "qrels.txt", "mine.run", "-m", "nDCG@10"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0] == "error: mine.run has 3 problems; nothing was scored"
    assert lines[1] == ""
    assert lines[2].startswith("mine.run:1  score is missing (empty, null or NaN), expected a number")
    assert lines[3].startswith("mine.run:3  document b twice in query 101 (first: line 2)")
    assert lines[4].startswith("mine.run:4  5 columns, expected 6: query Q0 doc rank score tag")


def test_a_file_whose_name_is_no_text_is_refused(files, capsys):
    import os

    name = os.path.join(os.fsencode(files), b"a\xff.run")
    with open(name, "w") as file:
        file.write(ONE)
    assert main(["eval", "qrels.txt", os.fsdecode(name), "-m", "P@1"]) == 3
    assert "a\\xff.run: the file's name is not valid UTF-8" in capsys.readouterr().err


def test_a_line_break_in_a_name_breaks_no_line(files, capsys):
    for name in ("x\ny.run", "z.run"):
        (files / name).write_text(ONE)
    assert main(["eval", "qrels.txt", "x\ny.run", "z.run", "-m", "P@1"]) == 0
    assert [line.count("\t") for line in capsys.readouterr().out.splitlines()] == [3, 3]


def test_control_characters_in_a_path_do_nothing_to_the_terminal(files, capsys):
    assert main(["eval", "qrels.txt", "absent\x1b[31m.run", "-m", "P@1"]) == 3
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert "absent\\x1b[31m.run" in err


def test_control_characters_in_names_are_spelled_out_on_screen(files, capsys):
    (files / "odd.run").write_text("101 Q0 a 1 1 ev\x1b[31mil\n")
    assert main(["eval", "qrels.txt", "odd.run", "-m", "P@1", "--format", "table", "--color", "never"]) == 0
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err
    assert "ev\\x1b[31mil" in captured.out


@pytest.mark.parametrize("width", [40, 80, 160])
def test_no_line_is_wider_than_the_screen(files, capsys, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    names = [f"a-system-with-a-long-name-{i}" for i in range(12)]
    for name in names:
        (files / f"{name}.run").write_text(ONE.replace("one", name))
    runs = [f"{name}.run" for name in names]
    measures = ["nDCG@10", "P@10", "AP", "RR", "RBP(p=0.9)", "NumRet"]
    words = ["eval", "qrels.txt", *runs, *(w for m in measures for w in ("-m", m)), "--format", "table"]
    for more in (["--all"], ["-q", "--all"]):
        assert main([*words, *more]) == 0
        captured = capsys.readouterr()
        assert max(len(line) for line in (captured.out + captured.err).splitlines()) <= width
        assert all(measure in captured.out for measure in measures)


def test_an_ascii_locale_gets_ascii(files):
    env = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "irassay", "eval", "qrels.txt", "two.run", "--format", "table"],
        capture_output=True,
        env=env,
    )
    assert done.returncode == 0
    assert (done.stdout + done.stderr).isascii()
    assert b"! two: 1 labelled query unanswered" in done.stderr


def test_scoring_files_loads_nothing_heavy(files):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "irassay", "eval", "qrels.txt", "one.run"],
        capture_output=True,
        text=True,
    )
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line}
    heavy = {"numpy", "scipy", "dataclasses", "typing", "pathlib", "logging", "importlib.metadata", "json", "shutil"}
    assert not loaded & heavy
    assert "irassay.kernel._core" in loaded
    assert done.stdout.startswith("one\tall\tnDCG@10\t")

"""`irassay report` and `irassay demo`: what they write, what they say, and what they refuse."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.result import Result
from irassay.studies.demo import simulate, write_world
from irassay.verdict import verdicts_of
from irassay.verdict.next_steps import compare_command


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    assert main(["demo", "--to", str(folder), "--quiet"]) == 0
    return folder


def test_the_demo_writes_real_files_and_a_page(demo):
    names = {path.name for path in demo.iterdir()}
    assert names == {"qrels.txt", "runs", "runs.csv", "truth", "report.html"}
    assert len(list((demo / "runs").iterdir())) == 14
    first = (demo / "runs" / "north-cross.run").read_text().splitlines()[0].split()
    assert first[1] == "Q0"
    assert first[5] == "north-cross"


def test_the_demo_says_how_its_claims_fare_against_the_truth(demo, capsys):
    assert main(["demo", "--to", str(demo)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "settled by the queries" in said
    assert "settled by the labels keep their order under the complete labels." in said
    assert "report.html" in said


def test_a_seed_is_a_world(demo, tmp_path):
    assert main(["demo", "--to", str(tmp_path / "a"), "--seed", "4"]) == 0
    write_world(simulate(4), tmp_path / "b")
    a, b, other = ((folder / "qrels.txt").read_bytes() for folder in (tmp_path / "a", tmp_path / "b", demo))
    assert a == b != other
    assert (tmp_path / "a" / "report.html").stat().st_size > 50_000


def test_report_says_where_the_page_is_and_its_headline(demo, tmp_path, capsys):
    page = str(tmp_path / "page.html")
    assert main(["report", str(demo / "qrels.txt"), str(demo / "runs"), "-o", page, "-m", "nDCG@10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(page)
    assert lines[0].endswith(" MB, one file, no network needed")
    assert "share the lead." in lines[1]


def test_report_writes_other_forms_by_suffix(demo, tmp_path):
    to = tmp_path / "result.json"
    assert main(["report", str(demo / "qrels.txt"), str(demo / "runs"), "-o", str(to)]) == 0
    result = json.loads(to.read_text())
    assert result["format"] == "irassay.result/1"
    assert result["sections"][0]["name"] == "verdict"


def test_report_refuses_a_suffix_before_it_reads_anything(tmp_path, capsys):
    assert main(["report", "no-such-qrels", "no-such-runs", "-o", str(tmp_path / "page.pdf")]) == 2
    assert ".html" in capsys.readouterr().err


def test_report_never_writes_over_an_input(demo, capsys):
    metadata = demo / "runs.csv"
    before = metadata.read_bytes()
    words = ["report", str(demo / "qrels.txt"), str(demo / "runs"), "--metadata", str(metadata), "-o", str(metadata)]
    assert main(words) == 2
    assert metadata.read_bytes() == before
    assert "is also an input" in capsys.readouterr().err


def test_report_names_a_baseline_that_is_not_there(demo, tmp_path, capsys):
    words = ["report", str(demo / "qrels.txt"), str(demo / "runs"), "--baseline", "nobody"]
    assert main([*words, "-o", str(tmp_path / "page.html")]) == 2
    assert '"nobody"' in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


def test_where_a_run_cant_be_used_nothing_is_reported(demo, tmp_path, capsys):
    (tmp_path / "mine.run").write_text("q1 Q0 D1 1 nan mine\n")
    page = tmp_path / "page.html"
    assert main(["report", str(demo / "qrels.txt"), str(tmp_path / "mine.run"), "-o", str(page)]) == 3
    assert capsys.readouterr().err.splitlines()[0].endswith("mine.run has 1 problem; nothing was reported")
    assert not page.exists()


def test_a_run_that_was_cut_in_a_line_is_said_to_be_cut_by_every_verb(demo, tmp_path, capsys):
    (tmp_path / "mine.run").write_text("q1 Q0 D1 1 2 mine\nq1 Q0 D2 2")
    for verb in ("report", "track"):
        page = tmp_path / "page.html"
        assert main([verb, str(demo / "qrels.txt"), str(tmp_path / "mine.run"), "-o", str(page)]) == 3
        *_, cut, _, advice = capsys.readouterr().err.splitlines()
        assert cut.endswith("mine.run  the file ends in the middle of a line: fetch or write it again")
        assert advice == "irassay check QRELS RUNS says what else is missing."
        assert not page.exists()


# Options of `report` -> a part of the paragraph to paste that says so.
ASKED = {
    "--ties float32": "Scores of documents were read as 32-bit floats",
    "--queries shared": "A query counts only where the run answers it.",
    "--queries with-relevant": "Queries without a relevant document do not count.",
    "--duplicates one --doc-texts texts.tsv": "Documents of a query with the same text count as one",
    "--unseen 2 --grades 0,1 --test t --correction bonferroni --alpha 0.2 --seed 7": "seed 7.",
    "--baseline new --leave-out third": "We scored 2 runs",
}


@pytest.mark.parametrize("asked", ASKED)
def test_commands_of_a_report_repeat_the_options_that_change_their_numbers(tmp_path, monkeypatch, capsys, asked):
    """Oracle: the command itself, whose means and p-values are those of the page that proposes it."""
    monkeypatch.chdir(tmp_path)
    queries = [f"q{i}" for i in range(12)]
    grades = "".join(f"{q} 0 {doc} {int(doc == 'a' and q != 'q0')}\n" for q in queries for doc in "abc")
    (tmp_path / "qrels").write_text(grades)
    (tmp_path / "runs").mkdir()
    for run, order in {"new": "adbc", "old": "bacd", "third": "cbad"}.items():
        steps = (4.0, 3.0, 2.0 + 1e-12, 2.0)  # the last two are one float32
        lists = (f"{q} Q0 {doc} 1 {s} {run}\n" for q in queries[run == "old" :] for doc, s in zip(order, steps))
        (tmp_path / "runs" / run).write_text("".join(lists))
    (tmp_path / "texts.tsv").write_text("a\tsame\nb\tsame\nc\tother\nd\tfourth\n")
    words = ["qrels", "runs", "-m", "AP", *asked.split()]
    assert main(["report", *words, "-o", "page.json"]) == 0
    page = Result.from_json((tmp_path / "page.json").read_text())
    assert tuple(page.provenance.options["command"][-2:]) == ("-o", "page.json")
    verdict = verdicts_of(page)[0]
    (method,) = (section for section in page.sections if section.name == "method")
    assert ASKED[asked] in next(block.text for block in method.body if block.name == "methods")
    proposed = compare_command(verdict).split()
    for option in asked.split()[::2]:
        assert option in proposed
    capsys.readouterr()
    assert main([*proposed[1:], "--format", "json"]) == 0
    (said,) = json.loads(capsys.readouterr().out)["measures"]
    assert said["signature"] == verdict.league.signature
    means = {of["system"]: of["mean"] for of in said["systems"]}
    assert means == {s: pytest.approx(m) for s, m in zip(verdict.league.systems, verdict.league.mean)}
    saved = verdict.to_dict()["league"]
    assert [said[name] for name in ("test", "correction", "alpha", "seed", "baseline")] == [
        saved[name] for name in ("test", "correction", "alpha", "seed", "baseline")
    ]
    assert main(["check", *verdict.command.split()]) in (0, 1)

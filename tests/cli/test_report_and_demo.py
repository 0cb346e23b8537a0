"""`irassay report` and `irassay demo`: what they write, what they say, and what they refuse."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main


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


def test_a_seed_is_a_world(tmp_path):
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        assert main(["demo", "--to", str(tmp_path / name), "--seed", seed]) == 0
    a, b, c = ((tmp_path / name / "qrels.txt").read_bytes() for name in "abc")
    assert a == b != c
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

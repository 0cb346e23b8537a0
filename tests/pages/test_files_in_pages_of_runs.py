"""Findings of check reach a track's page, a group's page and the sheet of the run, where no other is named."""

from __future__ import annotations

import html
import re

import pytest

from irassay.cli.main import main
from irassay.formats import read_qrels, read_runs
from irassay.preflight import check
from irassay.reporting import write_run_sheets
from irassay.result import Result

QUERIES = [f"q{i}" for i in range(6)]
DOCS = [f"d{7 * i % 12:02}" for i in range(12)]  # not in the order of ids
BROKEN = "broken-ranks"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four runs: one with ranks turned around, two with equal scores, of which one moves little, and one as it should.

    The four documents at the top are relevant, and a run's rank column puts them last.
    """
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    grades = [3, 2, 2, 1, *[0] * 8]
    labels = [f"{q} 0 {doc} {grade}\n" for q in QUERIES for doc, grade in zip(DOCS, grades)]
    (tmp_path / "qrels.txt").write_text("".join(labels))
    scores = {
        BROKEN: list(range(12, 0, -1)),
        "flat-two": [9, 9, 9, 9, 9, 9, 6, 5, 4, 3, 2, 1],  # ids decide among six documents
        "flat-less": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 3, 1],  # equal below all that is relevant
        "good": [8, 12, 11, 10, 9, 7, 6, 5, 4, 3, 2, 1],
    }
    for run, of in scores.items():
        ranks = [1 + sum(other > own for other in of) + of[:i].count(own) for i, own in enumerate(of)]
        ranks = ranks[::-1] if run == BROKEN else ranks
        rows = [f"{q} Q0 {doc} {rank} {score} {run}\n" for q in QUERIES for doc, rank, score in zip(DOCS, ranks, of)]
        (tmp_path / "runs" / f"{run}.run").write_text("".join(rows))
    groups = {BROKEN: "mine", "flat-two": "theirs", "flat-less": "theirs", "good": "others"}
    (tmp_path / "runs.csv").write_text("run,group\n" + "".join(f"{run},{of}\n" for run, of in groups.items()))
    return tmp_path


def text_of(page):
    return html.unescape(re.sub(r"<[^>]+>", "", page.read_text()))


@pytest.fixture
def error(folder):
    """The one error, as check has it."""
    found = check("qrels.txt", "runs").findings
    (error,) = [finding for finding in found if finding.level == "error"]
    assert (error.code, list(error.systems)) == ("rank-contradicts-score", [BROKEN])
    return error


def _own(error):
    """The effect on the run itself."""
    effect, semicolon, of_others = error.effect.partition(";")
    assert (semicolon, of_others) == (";", " another system could score highest")
    return effect


def test_the_sheet_of_a_run_says_what_check_finds_about_it(folder, error):
    pages = write_run_sheets("qrels.txt", "runs", to="sheets")
    said = text_of(pages[BROKEN])
    assert f"Error {error.text} ({error.where[0]}). Effect: {_own(error)}." in said
    assert "could score highest" not in said, "who comes first is the organiser's question"
    assert "by rank" not in text_of(pages["good"])
    assert "Warning Equal scores in the top ten: flat-two" in text_of(pages["flat-two"])


@pytest.mark.parametrize("verb", ["track", "report"])
def test_the_sheets_of_a_track_and_of_a_report_have_it_too(folder, error, verb, capsys):
    assert main([verb, "qrels.txt", "runs", "-o", "page.html", "--sheets", "sheets"]) == 0
    assert _own(error) in text_of(folder / "sheets" / f"{BROKEN}.html")


def test_no_sheet_names_another_run_nor_has_a_warning_that_is_another_runs(folder):
    pages = write_run_sheets("qrels.txt", "runs", to="sheets")
    for run, page in pages.items():
        assert not [other for other in pages if other != run and other in page.read_text()]
    (ties,) = [f for f in check("qrels.txt", "runs").findings if f.code == "ties"]
    assert ties.level == "warning"
    assert set(ties.systems) == {"flat-two", "flat-less"}  # the largest effect of both is that of the first alone
    assert "Equal scores" not in text_of(pages["flat-less"])


def test_a_tracks_page_names_errors_at_its_results_and_has_the_reports_section_of_files(folder, error, capsys):
    assert main(["track", "qrels.txt", "runs", "-o", "track.json"]) == 0
    assert main(["report", "qrels.txt", "runs", "-m", "nDCG@10", "-o", "report.json"]) == 0
    track, report = (Result.from_json((folder / f"{name}.json").read_text()) for name in ("track", "report"))
    of_track, of_report = ({s.name: s for s in result.sections}["files"] for result in (track, report))
    assert error.text in [getattr(item, "text", "") for item in track.sections[0].body]
    assert (of_track.title, of_track.standfirst[:10]) == (of_report.title, of_report.standfirst[:10])
    kept = [item.text for item in of_report.body if getattr(item, "code", "") in ("rank-contradicts-score", "ties")]
    assert kept
    assert set(kept) <= {getattr(item, "text", "") for item in of_track.body}


def test_the_page_for_one_group_has_its_own_error_and_names_nobody(folder, error, capsys):
    asked = ("track", "qrels.txt", "runs", "--metadata", "runs.csv", "--for-group")
    assert main([*asked, "mine", "-o", "mine.html"]) == 0
    assert error.effect in text_of(folder / "mine.html")
    assert main([*asked, "others", "-o", "others.html"]) == 0
    said = text_of(folder / "others.html")
    assert error.effect in said  # of a run without a name
    for page in ("mine", "others"):
        assert "flat-" not in (folder / f"{page}.html").read_text()
    assert BROKEN not in said


def test_runs_from_memory_have_sheets_without_a_word_on_rank_columns(tmp_path):
    labels = read_qrels({"q1": {"a": 1, "b": 0}, "q2": {"a": 1}})
    runs = read_runs({"x": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 1.0}}, "y": {"q1": {"b": 1.0}, "q2": {"a": 1.0}}})
    pages = write_run_sheets(labels, runs, to=tmp_path)
    assert "rank column" not in text_of(pages["x"])


def test_scores_that_only_32_bits_make_equal_are_said_where_64_bits_were_read(tmp_path):
    labels = read_qrels({q: {"a": 1, "b": 0} for q in QUERIES})
    lists = {
        "near": {q: {"a": 1.0 + 1e-12, "b": 1.0} for q in QUERIES},
        "far": {q: {"a": 2.0, "b": 1.0} for q in QUERIES},
    }
    for ties, said in (("float64", True), ("float32", False)):
        pages = write_run_sheets(labels, read_runs(lists), to=tmp_path / ties, ties=ties)
        assert ("read as 32-bit floats" in text_of(pages["near"])) is said
        assert "32-bit" not in text_of(pages["far"])


def test_lists_that_end_before_a_cutoff_are_said_of_the_run_that_has_them(tmp_path):
    labels = read_qrels({q: {"d00": 1, "d01": 0} for q in QUERIES})
    lists = {
        name: {q: {doc: float(-i) for i, doc in enumerate(DOCS[:n])} for q in QUERIES}
        for name, n in (("long", 12), ("short", 4))
    }
    pages = write_run_sheets(labels, read_runs(lists), to=tmp_path, measures=["nDCG@3", "P@10"])
    found = [
        f for f in check(labels, read_runs(lists), measures=["nDCG@3", "P@10"]).findings if f.code == "short-lists"
    ]
    assert [list(f.systems) for f in found] == [["short"]]
    assert f"Warning {found[0].text}" in text_of(pages["short"])
    assert "Warning" not in text_of(pages["long"])

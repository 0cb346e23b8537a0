"""The headline of a track's page for every number of runs and leaders; the oracle is what each test plants."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np

import irassay
from irassay.comparison import compare
from irassay.studies.run_sheets import sheets_of
from irassay.studies.track import broken_in, words
from irassay.studies.track.track_data import Settings, track_of

QUERIES = [f"q{i:02}" for i in range(14)]
FIRST, SECOND, LAST = {"a": 9.0, "b": 1.0}, {"b": 9.0, "a": 1.0}, {"b": 9.0, "c": 8.0, "a": 1.0}


def runs_of(lists):
    """Runs by name, each with one list on every query, or with two in turn."""
    turns = {name: of if isinstance(of, list) else [of] for name, of in lists.items()}
    return irassay.Runs.from_dict(
        {name: {q: of[i % len(of)] for i, q in enumerate(QUERIES)} for name, of in turns.items()}
    )


QRELS = irassay.Qrels.from_dict({q: {"a": 2, "b": 0, "c": 0} for q in QUERIES})


def title(runs):
    return irassay.track(QRELS, runs, measures=["RR"]).title


def test_the_headline_has_a_subject_and_counts_nobody_among_the_others(golden):
    two, even = {"one": FIRST, "two": SECOND}, {"one": [FIRST, SECOND], "two": [SECOND, FIRST]}
    golden(title(runs_of({"one": FIRST})), title(runs_of(two)), title(runs_of({**two, "three": LAST})))
    golden(title(runs_of({"one": FIRST, "copy": FIRST, "two": SECOND})), title(runs_of({"one": FIRST, "copy": FIRST})))
    golden(title(runs_of({"one": FIRST, "copy": FIRST, "copy-2": FIRST})), title(runs_of(even)))
    golden(title(runs_of({**even, "three": LAST})), title(runs_of({**even, "copy": [SECOND, FIRST], "three": LAST})))
    golden(title(runs_of({"one": FIRST, "bad": {"c": 1.0}})))


def test_a_leader_that_is_not_superior_to_everyone_does_not_claim_it(golden):
    runs = runs_of({"one": FIRST, "two": SECOND, "three": LAST})
    scores = irassay.evaluate(QRELS, runs, ["RR"])
    league = compare(scores, measure="RR")
    track = track_of(QRELS, runs, scores, {}, 1, Settings())
    significant = np.zeros_like(league.significant)
    significant[0, 1] = significant[1, 0] = significant[1, 2] = significant[2, 1] = True
    golden(words.title(track, ["one"], replace(league, significant=significant)))


def test_a_run_that_is_left_out_has_a_row_with_the_reason_in_the_index_of_sheets(tmp_path):
    lists = {"one": FIRST, "two": [FIRST, SECOND], "bad": {"c": 1.0}}
    left_out = broken_in(irassay.track(QRELS, runs_of(lists), measures=["RR"]))
    irassay.write_run_sheets(QRELS, runs_of(lists), to=tmp_path, measures=["RR"], left_out=left_out)
    rows = list(csv.DictReader(io.StringIO((tmp_path / "index.csv").read_text())))
    assert [(row["system"], row["file"]) for row in rows] == [("one", "one.html"), ("two", "two.html"), ("bad", "")]
    assert [row["no sheet because"] for row in rows] == [
        "", "",
        "a score below half of the first quartile of all runs, which is 0.1875, or no document for any labelled query",
    ]  # fmt: skip
    irassay.write_run_sheets(QRELS, runs_of(lists), to=tmp_path, measures=["RR"], left_out=["two"])
    assert "two,,left out" in (tmp_path / "index.csv").read_text().splitlines()


def test_runs_that_answer_no_labelled_query_are_left_out_however_many_they_are():
    """Half of the runs are silent, so that the first quartile is 0 and no score lies below half of it."""
    answering = {name: dict.fromkeys(QUERIES, of) for name, of in (("one", FIRST), ("two", LAST))}
    silent = {name: {f"{name}-{q}": FIRST for q in QUERIES} for name in ("mute", "still")}
    page = irassay.track(QRELS, irassay.Runs.from_dict(answering | silent), measures=["RR"])
    assert page.title == "one leads: it is significantly superior to the other run."
    assert broken_in(page) == dict.fromkeys(("mute", "still"), "no document for any labelled query")


def test_a_sheet_counts_the_runs_that_the_tracks_page_counts():
    """By hand: four runs, two of them one system, and one that scores nothing."""
    runs = runs_of({"one": FIRST, "two": [FIRST, SECOND], "copy": FIRST, "bad": {"c": 1.0}})
    page = irassay.track(QRELS, runs, measures=["RR"])
    sheet = sheets_of(QRELS, runs, measures=["RR"], left_out=broken_in(page))["copy"]
    assert sheet.facts[0] == page.facts[0] == "4 runs, 3 systems, 1 left out"
    assert "The 3 runs that are not left out are 2 systems for RR" in sheet.findings[-1].text
    assert sheet.advice.startswith("Among the 3 runs that are not left out, on")
    assert sheet.figures[0].title.startswith("At or above the median of 2 systems")


def test_the_page_says_what_a_run_still_does_that_is_left_out():
    """Oracle: by hand, documents of the run that is left out are in the curve of documents that runs find."""
    page = irassay.track(QRELS, runs_of({"one": FIRST, "two": [FIRST, SECOND], "bad": {"c": 1.0}}), measures=["RR"])
    assert next(f.text for f in page.findings if f.code == "broken").startswith(
        "1 run left out of scores, orders and tests: bad. What it retrieved still counts where documents are pooled, "
        "and where files are checked. The rule:"
    )

"""Sheets for participants: right numbers, no other run's name, safe files, and a page that reads and prints."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import irassay
from irassay.cli.main import main
from irassay.messages import number
from irassay.provenance import Provenance
from irassay.reporting.run_sheets import file_names, sheet_csv, sheet_page
from irassay.result import Result
from irassay.studies.run_sheets import sheet as words
from irassay.studies.run_sheets import sheets_of
from irassay.studies.run_sheets.sheet import CHARTED, Standing, Tally
from tests.axe_at_hand import look
from tests.collections_at_hand import collection

HOSTILE = (
    "</style><script>alert(1)</script>",
    "=cmd|'x'",
    "../../etc/passwd",
    "a\u202eb\x07",
    "名前",
    "CON",
    "Ab",
    "aB",
)


def world(n_systems=7, n_queries=9, *, names=None, seed=3, missing=()):
    """Labels and runs of distinct names; `missing` are (system, query) places that a run leaves out."""
    rng = np.random.default_rng(seed)
    names = names or [f"system-{i:02}-{'xyz'[i % 3] * 4}" for i in range(n_systems)]
    queries = [f"q{i:03}" for i in range(n_queries)]
    docs = [f"d{i}" for i in range(12)]
    qrels = irassay.Qrels.from_dict({q: {d: int(g) for d, g in zip(docs, rng.integers(0, 3, 12))} for q in queries})
    lists = {
        s: {q: dict(zip(docs, rng.random(12))) for j, q in enumerate(queries) if (i, j) not in missing}
        for i, s in enumerate(names)
    }
    return qrels, irassay.Runs.from_dict(lists)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("queries", ["qrels", "shared"])
def test_lowest_median_highest_and_place_are_numpys(queries):
    measures = ["nDCG@5", "RR"]
    qrels, runs = world(missing={(0, 2), (3, 4), (3, 5)})
    scores = irassay.evaluate(qrels, runs, measures, queries=queries)
    made = sheets_of(qrels, runs, measures=measures, queries=queries)
    for s, system in enumerate(scores.systems):
        got = rows(sheet_csv(made[system]))
        assert len(got) == len(measures) * len(scores.queries)
        for row in got:
            m, q = measures.index(row["measure"]), scores.queries.index(row["query"])
            all_runs, own = scores.values[m, 0, :, q], scores.values[m, 0, s, q]
            for name, of in (("lowest", np.nanmin), ("median", np.nanmedian), ("highest", np.nanmax)):
                assert float(row[name]) == of(all_runs)
            if np.isnan(own):
                assert row["score"] == row["place"] == row["to median"] == ""
            else:
                assert float(row["score"]) == own
                assert int(row["place"]) == 1 + (all_runs > own).sum()
                assert float(row["to median"]) == pytest.approx(own - np.nanmedian(all_runs), abs=1e-15)


@pytest.mark.parametrize("make", [irassay.track, irassay.overview])
def test_a_page_and_its_sheets_have_the_same_medians_in_the_same_order(make):
    """Oracle: numpy's median of one row a system; two copies of the worst run would pull that over runs down."""
    qrels, runs = world(6, 12, seed=8)
    lists = {s: {q: {d: -r for r, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems}
    values = irassay.evaluate(qrels, runs, ["nDCG@5"]).values[0, 0]
    worst = runs.systems[int(values.mean(axis=1).argmin())]
    runs = irassay.Runs.from_dict(lists | {"copy": lists[worst], "copy-2": lists[worst]})
    finding = next(f for f in make(qrels, runs, measures=["nDCG@5"]).findings if f.code == "queries-hardest")
    for sheet in sheets_of(qrels, runs, measures=["nDCG@5"]).values():
        medians = {row["query"]: float(row["median"]) for row in rows(sheet_csv(sheet))}
        assert medians == dict(zip(runs.queries, np.median(values, axis=0).tolist()))
        assert list(finding.where) == sorted(medians, key=medians.__getitem__)[:3]
        assert [finding.numbers[f"median {query}"] for query in finding.where] == [medians[q] for q in finding.where]
        assert all(int(row["place"]) <= 6 for row in rows(sheet_csv(sheet)))


def test_the_counts_in_the_first_lines_are_those_of_the_table():
    qrels, runs = world(9, 20)
    for sheet in sheets_of(qrels, runs).values():
        got = rows(sheet_csv(sheet))
        above = sum(float(r["score"]) >= float(r["median"]) for r in got)
        best = sum(r["score"] == r["highest"] for r in got)
        worst = sum(r["score"] == r["lowest"] for r in got)
        assert f"At or above the median of 9 systems on {above} of 20 queries" in sheet.standfirst
        assert f"the highest of them, alone or shared, on {best}, the lowest on {worst}." in sheet.standfirst


def test_where_lower_is_better_below_the_median_is_the_better_side():
    qrels, runs = world()
    sheet = sheets_of(qrels, runs, measures=["MFR@10"])["system-00-xxxx"]
    got = rows(sheet_csv(sheet))
    below = sum(float(r["score"]) <= float(r["median"]) for r in got)
    assert sheet.figures[0].title == f"At or below the median of 7 systems on {below} of 9 queries"
    first = min(got, key=lambda r: float(r["score"]))
    assert int(first["place"]) <= 7


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=6, max_size=14), min_size=3, max_size=5, unique=True
    )
)
@settings(max_examples=12)
def test_no_other_runs_name_is_in_a_sheet(tails):
    names = [f"RUN{i}<{tail}>" for i, tail in enumerate(tails)]
    qrels, runs = world(names=names, n_queries=3)
    files = file_names(names)
    made = sheets_of(qrels, runs, n_resamples=2000)
    for own, sheet in made.items():
        text = sheet_page(sheet, files[own]) + sheet_csv(sheet) + sheet.to_json()
        for i, other in enumerate(names):
            if other != own:
                assert f"RUN{i}" not in text
                assert other not in text


@given(st.lists(st.text(max_size=200), unique=True, max_size=12))
@settings(max_examples=40)
def test_file_names_are_safe_and_unique_whatever_the_systems_are_called(systems):
    names = file_names(systems)
    assert list(names) == systems
    lowered = [name.lower() for name in names.values()]
    assert len(set(lowered)) == len(systems)
    assert "index" not in lowered
    for name in lowered:
        assert re.fullmatch(r"[a-z0-9_-][a-z0-9._-]{0,99}", name)
        assert not name.endswith(".")
        assert name.partition(".")[0] not in ("con", "nul", "aux", "prn", "com1", "lpt9")


def test_files_are_written_for_hostile_names_and_only_there(tmp_path):
    qrels, runs = world(names=list(HOSTILE))
    folder = tmp_path / "sheets"
    pages = irassay.write_run_sheets(qrels, runs, to=folder)
    assert list(tmp_path.iterdir()) == [folder]
    assert len(list(folder.iterdir())) == 2 * len(HOSTILE) + 1
    for system, path in pages.items():
        text = path.read_text()
        assert "<script" not in text
        assert "\u202e" not in text
        assert (folder / f"{path.stem}.csv").exists(), system
    index = rows((folder / "index.csv").read_text())
    assert [row["file"] for row in index] == [path.name for path in pages.values()]
    assert index[1]["system"] == "'=cmd|'x'"


@pytest.mark.parametrize("n", [2, 5])
def test_an_overviews_numbers_are_the_sheets_numbers(n):
    qrels, runs = world(n, 20)
    overview = irassay.overview(qrels, runs, n_resamples=5000)
    taken, own = sheets_of(qrels, runs, overview=overview), sheets_of(qrels, runs, n_resamples=5000)
    assert [sheet.standfirst for sheet in taken.values()] == [sheet.standfirst for sheet in own.values()]


def test_an_overview_without_verdicts_is_refused():
    qrels, runs = world(3, 8)
    old = replace(irassay.overview(qrels, runs), verdicts=())
    with pytest.raises(irassay.InputError, match=r"the overview carries no verdict \(irassay.verdict/1\)"):
        sheets_of(qrels, runs, overview=old)


def test_runs_that_are_one_system_have_a_sheet_each_with_the_same_standing():
    qrels, runs = world(4, 12)
    lists = {s: {q: {d: -i for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems}
    lists["copy"] = lists[runs.systems[0]]
    made = sheets_of(qrels, irassay.Runs.from_dict(lists))
    assert made["copy"].standfirst == made[runs.systems[0]].standfirst
    assert "of 4 by significance" in made["copy"].standfirst


def test_a_sheet_says_how_far_the_run_is_from_the_first_with_the_comparisons_interval():
    qrels, runs = world(4, 20)
    league = irassay.compare(irassay.evaluate(qrels, runs, ["nDCG@10"]), n_resamples=5000)
    made = sheets_of(qrels, runs, n_resamples=5000)
    first, *others = league.systems
    for system in others:
        pair = league.pair(first, system)
        ends = f"{number(pair.low, 3)} to {number(pair.high, 3)}"
        assert f"The highest-scoring system scores {number(pair.difference)} more. " in made[system].standfirst
        assert f" Interval over queries: {ends} (95%, unadjusted" in made[system].standfirst
    next_one = league.pair(first, others[0])
    assert f"No system scores more; the next scores {number(next_one.difference)} less. Interval over queries: " in (
        made[first].standfirst
    )


def test_a_sheet_says_which_runs_are_one_system_and_names_none():
    qrels, runs = world(4, 12)
    lists = {s: {q: {d: -i for i, d in enumerate(runs.ranking(s, q))} for q in runs.queries} for s in runs.systems}
    lists["copy"] = lists[runs.systems[0]]
    made = sheets_of(qrels, irassay.Runs.from_dict(lists))
    why = (
        "5 runs are 4 systems for nDCG@10: runs that return the same documents in the same order down to rank 10 on "
        "every query are one system, and counted once."
    )
    assert [f.text for f in made["copy"].findings] == [f"{why} This run and 1 other are one."]
    assert [f.text for f in made[runs.systems[1]].findings] == [why]
    assert made["copy"].facts[0] == "5 runs, 4 systems"
    assert not any(sheet.findings for sheet in sheets_of(qrels, runs).values())


def test_runs_whose_means_are_tied_are_not_said_to_be_apart():
    qrels = irassay.Qrels.from_dict({"1": {"a": 1}, "2": {"b": 1}})
    lists = {"x": {"1": {"a": 1.0}, "2": {"c": 1.0}}, "y": {"1": {"c": 1.0}, "2": {"b": 1.0}}}
    made = sheets_of(qrels, irassay.Runs.from_dict(lists), measures=["P@1"])
    said = sorted(sheet.standfirst.partition("the same as")[0].rpartition(". ")[2] for sheet in made.values())
    assert said == ["The highest-scoring system scores ", "The next system scores "]


def test_with_many_queries_the_chart_has_the_furthest_and_the_table_all():
    qrels, runs = world(3, 200)
    sheet = next(iter(sheets_of(qrels, runs, n_resamples=2000).values()))
    chart = sheet.figures[0]
    assert len(chart.table) == CHARTED
    assert f"The {CHARTED} queries furthest from the median are shown" in chart.how_to_read
    assert len(sheet.tables[0]) == 200
    shown = {abs(a - b) for a, b in zip(chart.table.column("focus").values, chart.table.column("median").values)}
    rest = sorted((abs(v) for v in sheet.tables[0].column("to median").values), reverse=True)
    assert min(shown) == pytest.approx(rest[CHARTED - 1])


def test_one_run_has_a_sheet_without_comparison():
    qrels, runs = world(1, 3)
    (sheet,) = sheets_of(qrels, runs).values()
    assert sheet.standfirst.startswith("Mean nDCG@10 0.")
    assert "median" not in sheet.standfirst


def test_queries_that_a_run_leaves_out_are_named_with_their_score_and_the_median_there():
    """Oracle: numpy's means and medians of the scores themselves."""
    gone = (2, 5, 6, 8)
    qrels, runs = world(missing={(0, q) for q in gone})
    values = irassay.evaluate(qrels, runs, ["nDCG@10"]).values[0, 0]
    there = np.median(values[:, gone], axis=0).mean()
    others = np.delete(values[0], gone).mean()
    (warning,) = [one for one in sheets_of(qrels, runs)["system-00-xxxx"].findings if one.code == "sheet-missing"]
    assert warning.text == (
        "This run leaves out 4 of 9 queries: q002, q005, q006, q008. Each counts 0, where the median of all "
        f"systems is {there:.3f} on average; its mean over the 5 others is {others:.4f}."
    )
    assert warning.text in sheet_page(sheets_of(qrels, runs)["system-00-xxxx"], "x")
    shared = sheets_of(qrels, runs, queries="shared")["system-00-xxxx"]
    assert shared.findings[0].text == (
        "4 queries of 9 are not answered by this run and not in its mean: q002, q005, q006, q008."
    )


def test_a_left_out_query_counts_what_the_measure_gives_it():
    """MFR is the rank of the first relevant document, lower is better: with none it is not 0."""
    qrels, runs = world(missing={(0, 2)})
    own = irassay.evaluate(qrels, runs, ["MFR@10"]).values[0, 0, 0, 2]
    (warning,) = [
        one
        for one in sheets_of(qrels, runs, measures=["MFR@10"])["system-00-xxxx"].findings
        if one.code == "sheet-missing"
    ]
    assert own > 0
    assert f"q002. It counts {own:,.4f}," in warning.text


def test_sentences():
    tally = Tally(53, 38, 3, 0, 63)
    assert words.standfirst(Standing(0.6551, 0.599, 0.709, 2, 37, 61), tally, "nDCG@10") == (
        "Mean nDCG@10 0.6551; 95% interval over queries 0.599 to 0.709. Rank 2–37 of 61 by significance: 1 system is "
        "significantly better than this one, 24 systems are significantly worse. At or above the median of 63 systems "
        "on 38 of 53 queries (71.7%); the highest of them, alone or shared, on 3, the lowest on 0."
    )
    assert words.standfirst(Standing(0.5, 0.4, 0.6, 1, 3, 3), tally, "P@5").count("no system is") == 2


def test_a_sheet_fits_a_phone_and_prints_without_scripts(browser, tmp_path):
    qrels, runs = world(6, 50, names=["a-rather-long-name-of-a-system-without-any-break-in-it_v2", *"bcdef"])
    pages = irassay.write_run_sheets(qrels, runs, to=tmp_path)
    address = next(iter(pages.values())).as_uri()
    for width in (320, 380, 900, 1600):
        context = browser.new_context(viewport={"width": width, "height": 900}, java_script_enabled=False, offline=True)
        tab = context.new_page()
        tab.goto(address)
        assert tab.locator(".draw svg:visible").count() == 1
        context.close()
    context = browser.new_context(viewport={"width": 320, "height": 900}, offline=True)
    tab = context.new_page()
    tab.goto(address)
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320
    context.close()


def test_a_sheet_is_accessible(browser, tmp_path):
    qrels, runs = world(6, 12)
    page = next(iter(irassay.write_run_sheets(qrels, runs, to=tmp_path).values()))
    context = browser.new_context(offline=True, bypass_csp=True)
    tab = context.new_page()
    tab.goto(page.as_uri())
    assert [said for turn in (0, 1) for said in look(tab, (1600, 390), turn)] == []
    context.close()


def test_a_real_sheet_has_the_published_mean_the_medians_and_no_other_name(tmp_path):
    folder = collection("trec-dl-2021-passage")
    some = [path for path in sorted((folder / "runs").iterdir()) if path.name < "U"]
    qrels, runs = irassay.read_qrels(folder / "qrels"), irassay.read_runs(some)
    scores = irassay.evaluate(qrels, runs, ["nDCG@10"])
    nothing = Result("", "", (), Provenance())  # an overview without a league: nothing is tested
    pages = irassay.write_run_sheets(qrels, runs, to=tmp_path, query_texts=folder / "queries.tsv", overview=nothing)
    s = scores.systems.index("NLE_P_v1")
    got = rows((tmp_path / f"{pages['NLE_P_v1'].stem}.csv").read_text())
    assert np.mean([float(r["score"]) for r in got]) == pytest.approx(0.7347, abs=5e-5)  # the track's own table
    assert [float(r["median"]) for r in got] == np.median(scores.values[0, 0], axis=0).tolist()
    text = pages["NLE_P_v1"].read_text()
    for name in scores.systems[:s] + scores.systems[s + 1 :]:
        assert not re.search(rf"\b{re.escape(name)}\b", text)


def test_report_writes_sheets_and_refuses_a_file_in_the_folders_place_first(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1 0 a 1\n2 0 b 1\n")
    for name, doc in (("x", "a"), ("y", "b")):
        (tmp_path / name).write_text(f"1 Q0 {doc} 1 1 {name}\n2 Q0 {doc} 1 1 {name}\n")
    assert main(["report", "q", "x", "y", "-o", "r.html", "--sheets", "out"]) == 0
    assert "out  2 sheets, none of which names another run; index.csv says whose each is" in capsys.readouterr().out
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"x.html", "x.csv", "y.html", "y.csv", "index.csv"}
    (tmp_path / "taken").write_text("kept")
    assert main(["report", "q", "x", "y", "-o", "other.html", "--sheets", "taken"]) == 2
    assert "expected a folder to write in" in capsys.readouterr().err
    assert not (tmp_path / "other.html").exists()


@pytest.mark.parametrize("verb", ["report", "track"])
def test_sheets_of_a_group_are_in_a_folder_that_names_no_other_run(verb, tmp_path, capsys, monkeypatch):
    """By hand: x and y are A/S's, z is of B, and w has no row."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1 0 a 1\n1 0 b 1\n2 0 b 1\n")
    (tmp_path / "m.csv").write_text("run,lab\nx,A/S\ny,A/S\nz,B\n")
    for name, docs in zip("wxyz", ("ab", "ba", "bb", "aa"), strict=True):
        (tmp_path / name).write_text("".join(f"{q} Q0 {doc} 1 1 {name}\n" for q, doc in enumerate(docs, 1)))
    words = [verb, "q", *"wxyz", "--metadata", "m.csv", "-o", "r.html", "-m", "P@1"]
    assert main([*words, "--sheets", "out", "--sheets-by", "lab"]) == 0
    files = {str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.*")}
    assert files == {
        "index.csv", "w.html", "w.csv", "A_S/x.html", "A_S/x.csv", "A_S/y.html", "A_S/y.csv", "B/z.html", "B/z.csv",
    }  # fmt: skip
    index = {row["system"]: row["file"] for row in rows((tmp_path / "out/index.csv").read_text())}
    assert index == {"w": "w.html", "x": "A_S/x.html", "y": "A_S/y.html", "z": "B/z.html"}
    assert 'href="x.csv"' in (tmp_path / "out/A_S/x.html").read_text()
    capsys.readouterr()
    for more, said in (
        (["--sheets", "other", "--sheets-by", "group"], 'sheets by "group": the columns are lab'),
        (["--sheets-by", "lab"], "--sheets-by names a folder for each sheet: add --sheets"),
    ):
        assert main([*(word.replace("r.html", "other.html") for word in words), *more]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "other.html").exists()

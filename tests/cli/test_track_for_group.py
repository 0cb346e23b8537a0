"""`irassay track --for-group`: one group's page, with no trace of another group in the page or beside it."""

from __future__ import annotations

import csv
import re

import pytest

from irassay.cli.main import main
from irassay.collection import Metadata, Runs
from irassay.result import Result
from irassay.studies.track.track_data import hide_names
from tests.collections_at_hand import collection

GROUPS = {"zorn1": "Zorn", "zorn2": "Zorn", "quux1": "Quux lab", "quux2": "Quux lab", "plugh": "Baselines"}
OTHERS = ("gone", "quux1", "quux2", "Quux lab", "plugh", "xyzzy", "Xyzzy")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Zorn's runs are first and third; a column names who is behind a run, and one run is of nobody known."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    queries = [f"q{i}" for i in range(12)]
    labels = [f"{q} 0 {doc} {grade}\n" for q in queries for doc, grade in (("a", 3), ("b", 2), ("c", 0), ("d", 0))]
    (tmp_path / "qrels.txt").write_text("".join(labels))
    orders = {"zorn1": "abcd", "quux1": "acbd", "zorn2": "cabd", "quux2": "cadb", "plugh": "cdab", "xyzzy": "wxyz"}
    for run, docs in orders.items():
        lines = [f"{q} Q0 {doc} {i + 1} {9 - i} {run}\n" for q in queries for i, doc in enumerate(docs)]
        (tmp_path / "runs" / f"{run}.run").write_text("".join(lines))
    rows = [f"{run},{group},{'nn' if run[-1] == '1' else 'trad'},like {group}\n" for run, group in GROUPS.items()]
    (tmp_path / "runs.csv").write_text("run,group,kind,family\n" + "".join(rows) + "xyzzy,Xyzzy,trad,like Xyzzy\n")
    (tmp_path / "queries.tsv").write_text("".join(f"{q}\twhy\n" for q in queries))
    (tmp_path / "other.txt").write_text("".join(f"{q} 0 a 1\n{q} 0 b 0\n" for q in queries))
    (tmp_path / "old.txt").write_text("a\nc\n")
    found = [f"{q}\t{doc}\tzorn1:1 quux2:2 gone:1\n" for q in queries for doc in "ab"]
    (tmp_path / "pool.tsv").write_text("query\tdoc\tfound_by\n" + "".join(found) + "q1\tc\tquux1:1\n")
    return tmp_path


ASKED = ("track", "qrels.txt", "runs", "--metadata", "runs.csv", "--query-texts", "queries.tsv")
BESIDE = ("--second-qrels", "other.txt", "--doc-attribute", "old.txt", "--pool", "pool.tsv")


@pytest.mark.parametrize("name", ["track.html", "track.json", "track.csv", "track.tex", "track.txt"])
def test_no_other_group_is_named_in_the_page_or_beside_it(folder, capsys, name):
    assert main([*ASKED, *BESIDE, "--for-group", "Zorn", "-o", name, "--figures", "figures"]) == 0
    told = capsys.readouterr()
    written = [folder / name, *(folder / "figures").iterdir()]
    for text in (told.out, told.err, *(path.read_text() for path in written), *(path.name for path in written)):
        assert not [name for name in OTHERS if name in text]
    assert "zorn1" in (folder / name).read_text()


@pytest.mark.parametrize("name", ["track.html", "track.json", "track.csv", "track.tsv", "track.tex", "track.txt"])
def test_a_run_that_is_left_out_is_named_in_no_form_of_a_groups_page(folder, capsys, name):
    """Also where a pool still has it; that one was left out, and how many, stays in what is saved."""
    left_out = ("--leave-out", "quux2", "--leave-out", "xyzzy")
    assert main([*ASKED, *BESIDE, *left_out, "--for-group", "Zorn", "-o", name, "--figures", "figures"]) == 0
    told = capsys.readouterr()
    written = [folder / name, *(folder / "figures").iterdir()]
    for text in (told.out, told.err, *(path.read_text() for path in written), *(path.name for path in written)):
        assert not [name for name in OTHERS if name in text]
    if name.endswith(("html", "json")):
        assert "2 runs, not named here" in (folder / name).read_text()


def test_no_sheet_names_a_run_that_is_left_out(folder, capsys):
    assert main([*ASKED, "--leave-out", "quux2", "--sheets", "sheets"]) == 0
    assert main(["report", *ASKED[1:], "--leave-out", "quux2", "--sheets", "others", "-o", "report.html"]) == 0
    sheets = [path for place in ("sheets", "others") for path in (folder / place).iterdir()]
    assert len(sheets) == 2 * (2 * 4 + 1) + 2  # of four systems that the track counts, of five that the report does
    assert not [path for path in sheets if "quux2" in path.read_text() + path.name]


def test_the_organisers_terminal_warns_of_the_metadata_with_real_names_and_the_groups_page_names_nobody(folder, capsys):
    """By hand: one run of Quux lab is of "Quux lob", another has a misspelt row."""
    rows = (folder / "runs.csv").read_text().replace("quux2,Quux lab", "quux2,Quux lob").replace("plugh,", "plogh,")
    (folder / "runs.csv").write_text(rows + "quux3,Quux lab,nn,\n")
    run = (folder / "runs" / "quux1.run").read_text()
    (folder / "runs" / "quux3.run").write_text(run.replace(" a ", " e ").replace("quux1", "quux3"))
    warnings = []
    for more in ((), ("--for-group", "Zorn")):
        assert main([*ASKED, *more, "-o", "track.html", "--figures", "figures"]) == 0
        warnings.append(
            [line for line in capsys.readouterr().err.split("warning: ") if "nearly" in line or "row" in line]
        )
    assert warnings[0] == warnings[1]
    told = " ".join(" ".join(warnings[1]).split())
    assert "Column group: Quux lob (quux2) and Quux lab (quux1, quux3) are nearly the same; they count as two" in told
    assert "1 of 7 runs has no row in the metadata: plugh; " in told
    assert "1 row names no run: plogh." in told
    for path in (folder / "track.html", *(folder / "figures").iterdir()):
        assert not [name for name in (*OTHERS, "quux3", "plogh", "Quux lob") if name in path.read_text() + path.name]


def test_hidden_runs_are_numbered_in_the_order_of_results_and_score_what_they_scored(folder, capsys):
    assert main([*ASKED, "-o", "whole.json"]) == 0
    assert main([*ASKED, "--for-group", "Zorn", "-o", "track.json"]) == 0
    whole, seen = (Result.from_json((folder / name).read_text()) for name in ("whole.json", "track.json"))
    results, before = ({t.name: t for t in result.tables}["results"] for result in (seen, whole))
    assert results.column("run").values == ("zorn1", "run 2", "zorn2", "run 4", "run 5")
    assert results.column("nDCG@10").values == before.column("nDCG@10").values
    assert results.column("letters").values == before.column("letters").values
    assert results.column("group").values == ("Zorn", "group 1", "Zorn", "group 1", "baselines")
    assert next(f for f in seen.findings if f.code == "broken").where == ("run 6",)
    assert set(seen.provenance.inputs) == set(whole.provenance.inputs) - {
        f"runs/{run}.run" for run in ("quux1", "quux2", "plugh", "xyzzy")
    }


def test_columns_that_name_somebody_are_left_out_and_kinds_stay(folder, capsys):
    assert main([*ASKED, "--for-group", "Quux lab", "-o", "track.json"]) == 0
    result = Result.from_json((folder / "track.json").read_text())
    columns = [c.name for c in {t.name: t for t in result.tables}["results"].columns]
    assert "kind" in columns
    assert "family" not in columns


def test_a_run_that_is_called_as_a_hidden_one_would_be_is_not_taken_for_it():
    about = Metadata({"team": {"run 1": "mine", "theirs": "theirs"}})
    runs = Runs.from_dict({name: {"q": {"d": 1.0}} for name in ("run 1", "theirs")}).with_metadata(about)
    seen = hide_names(runs, ["theirs", "run 1"], "mine")
    assert seen.systems == ("run 1", "run 1 (hidden)")
    assert seen.metadata.of("run 1 (hidden)") == {"team": "group 1"}


def test_an_unknown_group_and_no_groups_are_refused(folder, capsys):
    assert main([*ASKED, "--for-group", "zorn"]) == 2
    assert 'no run is of group "zorn"' in capsys.readouterr().err
    assert main(["track", "qrels.txt", "runs", "--for-group", "Zorn"]) == 2
    assert "needs metadata with a column of groups" in capsys.readouterr().err
    assert main([*ASKED, "--for-group", "Zorn", "--sheets", "sheets"]) == 2
    assert "without --for-group" in capsys.readouterr().err
    assert not (folder / "track.html").exists()


def test_a_real_groups_page_names_nobody_else_and_says_that_a_judge_disagrees_with_itself(tmp_path, capsys):
    folder = collection("trec-dl-2021-passage")
    with open(folder / "runs.csv") as file:
        rows = list(csv.DictReader(file))
    asked = ["track", str(folder / "qrels"), str(folder / "runs"), "--metadata", str(folder / "runs.csv")]
    asked += ["--second-qrels", str(folder / "qrels.umbrela-llama3.2.xz"), "--ties", "float32"]
    assert main([*asked, "--for-group", "PASH", "-o", str(tmp_path / "track.json")]) == 0
    page = (tmp_path / "track.json").read_text()
    others = {row["run"] for row in rows if row["group"] != "PASH"} | {row["group"] for row in rows} - {"PASH"}
    assert not [name for name in others if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page)]
    assert '"run 4"' in page
    # The judge was asked four times: 9,667 of 10,828 labels are not the same in all, as published beside them.
    told = next(f for f in Result.from_json(page).findings if f.code == "passes")
    assert (told.numbers["passes"], told.numbers["unlike"], told.numbers["documents"]) == (4, 9667, 10828)
    assert "pash_f1" in page

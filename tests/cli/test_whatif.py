"""`irassay whatif`: from files to orders under other labels, on a small world where the answer is known."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields

import pytest

import irassay
from irassay.cli import options
from irassay.cli.main import main
from irassay.formats.inputs import Inputs
from irassay.studies.whatif import Settings
from irassay.studies.whatif.selections import SELECTIONS
from tests.exploring import whatif as explore

QUERIES = [f"q{i:02d}" for i in range(12)]
ORDERS = {"good": "abcdwxyz", "fair": "awbxcydz", "weak": "wxyzabcd", "twin": "wxyzabcd"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four relevant documents a query; one system has them first, one mixed, two (identical ones) last."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    labels = "".join(f"{q} 0 {doc} {int(doc in 'abcd')}\n" for q in QUERIES for doc in "abcdwxyz")
    (tmp_path / "qrels.txt").write_text(labels)
    for run, docs in ORDERS.items():
        lines = [f"{q} Q0 {doc} {i + 1} {9 - i} {run}\n" for q in QUERIES for i, doc in enumerate(docs)]
        (tmp_path / "runs" / f"{run}.run").write_text("".join(lines))
    (tmp_path / "runs.csv").write_text("run,group\ngood,A\nfair,B\nweak,C\ntwin,C\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{'word ' * (1 + i)}\n" for i, doc in enumerate("abcdwxyz")))
    (tmp_path / "kinds.tsv").write_text("a\tnews\nb\t7\n")
    (tmp_path / "others.tsv").write_text("y1\tsome words\n")
    (tmp_path / "seen.tsv").write_text("".join(f"{doc}\t{10 - i}\n" for i, doc in enumerate("abcdwxyz")))
    return tmp_path


def test_systems_are_renamed_also_those_whose_metadata_have_their_old_names(folder, capsys):
    """Oracle: the same files under these names."""
    asked = ["whatif", "qrels.txt", "runs", "--select", "system", "--select", "groups", "--metadata", "runs.csv"]
    assert main([*asked, "-m", "AP", "--format", "json"]) == 0
    before = json.loads(capsys.readouterr().out)
    assert main([*asked, "-m", "AP", "--format", "json", "--rename", "good=best", "--rename", "f*=F*"]) == 0
    after = json.loads(capsys.readouterr().out)
    assert after["rows"] == before["rows"]
    assert after["provenance"]["options"]["rename"] == ["good=best", "f*=F*"]
    assert main([*asked, "--rename", "better=best"]) == 2
    assert "no run has that name; there are " in capsys.readouterr().err


def rows(text):
    head, *lines = text.splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"))) for line in lines]


def test_a_pipe_gets_every_number_with_a_heading(folder, capsys):
    assert main(["whatif", "qrels.txt", "runs", "-m", "AP", "--draws", "7", "--fraction", "0.5", "--seed", "3"]) == 0
    told = capsys.readouterr()
    found = rows(told.out)
    assert told.err == ""
    assert {(r["select"], r["kept"]) for r in found} == {
        (select, kept) for select in ("random", "system") for kept in ("one a query", "50%", "all")
    }
    one = next(r for r in found if (r["select"], r["kept"], r["pairs_are"]) == ("random", "one a query", "all pairs"))
    assert (one["variants"], one["labels"], one["pairs"]) == ("7", "12", "3.0")
    known = explore("qrels.txt", "runs", measures=["AP"], draws=7, fractions=[0.5], seed=3).selections[0].steps[0]
    assert float(one["tau"]) == known.tau("AP").mean


def test_a_person_gets_tables_and_sentences_within_80_columns(folder, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["whatif", "qrels.txt", "runs", "-m", "R@20", "--format", "table", "--all", "--draws", "20"]) == 0
    out = capsys.readouterr().out
    assert "4 runs, 3 systems, 12 queries, 48 relevant labels; R@20" in out
    assert "Labels drawn at random" in out
    assert "same score on every query, and thus no order to keep." in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


def test_json_holds_rows_sentences_and_provenance(folder, capsys):
    assert main(["whatif", "qrels.txt", "runs", "-m", "AP", "--draws", "5", "-o", "out.json"]) == 0
    found = json.loads((folder / "out.json").read_text())
    assert found["format"] == "irassay.whatif/1"
    assert {f["code"] for f in found["findings"]} >= {"random-first", "random-stable", "system-first", "distance"}
    assert found["provenance"]["options"]["draws"] == 5
    assert len(found["provenance"]["inputs"]) == 5
    assert (folder / "out.json.provenance.json").exists()


def test_a_page_is_the_python_functions_result(folder, capsys):
    assert main(["whatif", "qrels.txt", "runs", "-m", "AP", "--draws", "5", "-o", "out.html"]) == 0
    result = irassay.whatif("qrels.txt", "runs", measures=["AP"], draws=5)
    page = (folder / "out.html").read_text()
    assert result.title in page
    assert result.title in capsys.readouterr().out
    assert [s.name for s in result.sections] == ["answer", "random", "system"]


@pytest.mark.parametrize(
    ("select", "more", "kept"),
    [
        ("longest", ["--doc-texts", "docs.tsv"], {"one a query"}),
        ("shortest", ["--doc-texts", "docs.tsv"], {"one a query"}),
        ("popular", ["--doc-attribute", "seen.tsv"], {"one a query"}),
        ("depth", ["--depth", "4"], {"depth 1", "depth 2", "depth 3", "depth 4"}),
        ("groups", ["--metadata", "runs.csv", "--depth", "3"], {"one group alone", "all but one group"}),
        ("noise", ["--flip", "1:0:0.25", "--flip", "0:1:0.1"], {"all, regraded"}),
        ("noise", ["--second-qrels", "qrels.txt"], {"all, regraded"}),
    ],
)
def test_every_selection_answers(folder, capsys, select, more, kept):
    assert main(["whatif", "qrels.txt", "runs", "--select", select, "-m", "AP", *more, "--draws", "4"]) == 0
    found = rows(capsys.readouterr().out)
    assert {r["kept"] for r in found} == kept
    whole = [float(r["tau"]) for r in found if r["pairs_are"] == "all pairs"]
    assert all(-1 <= tau <= 1 for tau in whole)


def test_the_known_answers_come_out(folder, capsys):
    """The identical runs are one system: a judge who agrees changes nothing, and nothing is tied."""
    found = explore("qrels.txt", "runs", measures=["AP"], select=["noise"], second_qrels="qrels.txt", draws=3)
    step = found.selections[0].steps[0]
    assert step.tau("AP").mean == 1
    assert step.agreement["AP"].pairs.sum(axis=1).tolist() == [3] * step.variants
    longest = explore("qrels.txt", "runs", measures=["AP"], select=["longest"], doc_texts="docs.tsv").selections[0]
    told = longest.steps[0].agreement["AP"]
    # d alone: fourth, seventh and eighth: the order stays; a alone: first, first, fifth: good and fair tie
    assert (told.concordant.sum(), told.discordant.sum(), told.tied.sum()) == (3, 0, 0)
    shortest = explore("qrels.txt", "runs", measures=["AP"], select=["shortest"], doc_texts="docs.tsv").selections[0]
    told = shortest.steps[0].agreement["AP"]
    assert (told.concordant.sum(), told.discordant.sum(), told.tied.sum()) == (2, 0, 1)


def test_documents_whose_text_is_not_at_hand_are_counted(folder, capsys):
    """Of the four relevant documents of each query two have a text, and in a query more, added here, none has."""
    (folder / "docs.tsv").write_text("a\tone two\nb\tone\nw\tone two three\n")
    with (folder / "qrels.txt").open("a") as labels:
        labels.write("q99 0 c 1\nq99 0 d 1\n")
    asked = ["whatif", "qrels.txt", "runs", "--select", "longest", "--doc-texts", "docs.tsv", "-m", "AP"]
    assert main([*asked, "--format", "table", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert (
        "The longest document: 26 relevant labels are of documents without a text. In 1 of 13 queries all are" in said
    )
    assert main([*asked, "--format", "json"]) == 0
    assert "longest-unknown" in {f["code"] for f in json.loads(capsys.readouterr().out)["findings"]}
    (folder / "docs.tsv").write_text("".join(f"{doc}\t{doc}\n" for doc in "abcd"))
    assert main([*asked, "--format", "table", "--all"]) == 0
    assert "without a text" not in capsys.readouterr().out


def test_systems_without_a_group_are_counted_and_metadata_of_other_runs_is_refused(folder, capsys):
    asked = ["whatif", "qrels.txt", "runs", "--select", "groups", "--metadata", "runs.csv", "-m", "AP"]
    (folder / "runs.csv").write_text("run,group\ngood,A\nweak,A\ntwin,\n")
    assert main([*asked, "--format", "table", "--all"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Fewer groups in the pool: 2 systems without a group count as groups of their own." in said
    (folder / "runs.csv").write_text("run,group\nother,A\nothers,B\n")
    assert main(asked) == 3
    assert '"group" of the metadata names none of the 4 systems, such as "fair"; is it of other runs?' in (
        capsys.readouterr().err
    )


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(folder, capsys):
    texts = []
    for threads in ("1", "3"):
        assert main(["whatif", "qrels.txt", "runs", "--draws", "9", "--threads", threads, "--seed", "4"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        (["--select", "best"], 2, '--select is "best", expected random, popular'),
        (["--select", "popular"], 2, "needs a number for each document"),
        (["--select", "longest"], 2, "needs the documents' texts"),
        (["--select", "groups"], 2, "give metadata and group"),
        (["--select", "noise"], 2, "the labels of a second assessor, or probabilities"),
        (["--select", "noise", "--flip", "1:1:0.5"], 2, "two grades and a chance from 0 to 1, such as 1:0:0.2"),
        (["--flip", "1:0:0.5"], 2, "--flip is for --select noise, which is not asked for"),
        (["--fraction", "0"], 2, '--fraction is "0", expected a number above 0 and up to 1'),
        (["--fraction", "0.5", "--fraction", "0.5"], 2, "each once"),
        (["--draws", "0"], 2, "a whole number from 1 to 100,000"),
        (["-m", "nDGC@10"], 2, "did you mean nDCG@10?"),
        (["-m", "AP(rel=2)"], 3, "no label has grade 2 or more"),
        (["--select", "noise", "--flip", "7:0:0.1"], 2, "no label has grade 7, which flip (--flip) changes; there are"),
        (["--depth", "5"], 2, "--depth is for --select depth or groups, which is not asked for"),
        (["--select", "depth", "--fraction", "0.5"], 2, "--fraction is for --select random or system"),
        (
            ["--select", "popular", "--doc-attribute", "kinds.tsv"],
            3,
            "expected lines of a document, a tab and a number",
        ),
        (["--select", "longest", "--doc-texts", "others.tsv"], 3, "none of the 48 relevant labels is of a document"),
        (["-o", "qrels.txt"], 2, "is also an input"),
        (["-o", "out.html", "--format", "tsv"], 2, "leave one out"),
    ],
)
def test_what_cant_be_asked_is_refused(folder, capsys, asked, code, message):
    assert main(["whatif", "qrels.txt", "runs", *asked]) == code
    assert message in capsys.readouterr().err


def test_one_system_has_no_order_and_two_no_third(folder, capsys):
    assert main(["whatif", "qrels.txt", "runs/good.run"]) == 2
    assert "a ranking needs two systems or more" in capsys.readouterr().err
    two = ["whatif", "qrels.txt", "runs/good.run", "runs/weak.run", "-m", "AP", "--draws", "3"]
    assert main(two) == 2
    assert "it needs three systems or more, but there are 2" in capsys.readouterr().err
    assert main([*two, "--select", "random"]) == 0


def test_keywords_have_the_defaults_of_the_options():
    for name in ("select", "fractions", "draws", "depth", "seed", "threads"):
        assert inspect.signature(irassay.whatif).parameters[name].default == options.TABLE[name].default
    assert set(options.TABLE["select"].choices) == set(SELECTIONS)


def test_all_labels_are_one_step_however_they_are_asked_for(folder, capsys):
    assert main(["whatif", "qrels.txt", "runs", "-m", "AP", "--fraction", "1", "--draws", "3"]) == 0
    assert [r["kept"] for r in rows(capsys.readouterr().out)][::5] == ["one a query", "all"] * 2


def test_the_values_that_travel_have_the_keywords_of_the_page_and_their_defaults():
    page = {name: of.default for name, of in inspect.signature(irassay.whatif).parameters.items()}
    settings = {field.name: field.default for field in fields(Settings)}
    assert {name: page[name] for name in settings} == settings
    assert set(page) - set(settings) <= set(Inputs.__annotations__)

"""`irassay track`: from files to a page, on a small world whose kinds of runs are known."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.result import Result

KINDS = {"deep1": "neural", "deep2": "neural", "deep3": "neural", "bm25": "words", "bm25rm3": "words"}
QUERIES = {f"q{i}": "why" if i % 2 else "what is the reason that all of these words are long" for i in range(12)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Neural runs have both relevant documents first, the others one of them third; one run is of other ids."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    qrels = [f"{q} 0 {doc} {grade}\n" for q in QUERIES for doc, grade in (("a", 3), ("b", 2), ("c", 0), ("d", 0))]
    (tmp_path / "qrels.txt").write_text("".join(qrels))
    orders = {"deep1": "abcd", "deep2": "abdc", "deep3": "acbd", "bm25": "cdab", "bm25rm3": "dcab", "upside": "wxyz"}
    for run, docs in orders.items():
        lines = [f"{q} Q0 {doc} {i + 1} {9 - i} {run}\n" for q in QUERIES for i, doc in enumerate(docs)]
        (tmp_path / "runs" / f"{run}.run").write_text("".join(lines))
    rows = [f"{run},{'IR lab' if run[0] == 'd' else 'Baselines'},{kind}\n" for run, kind in KINDS.items()]
    (tmp_path / "runs.csv").write_text("run,group,kind\n" + "".join(rows))
    (tmp_path / "queries.tsv").write_text("".join(f"{q}\t{text}\n" for q, text in QUERIES.items()))
    (tmp_path / "sparse.txt").write_text("".join(f"{q} 0 a 1\n" for q in QUERIES))
    return tmp_path


def test_the_grade_scale_is_for_the_second_labels_too(folder, capsys):
    halves = (folder / "sparse.txt").read_text().replace(" 1\n", " 0.5\n")
    (folder / "halves.txt").write_text(halves)
    asked = ["track", "qrels.txt", "runs", "--second-qrels", "halves.txt"]
    assert main(asked) == 3
    assert "--grade-scale" in capsys.readouterr().err
    assert main([*asked, "--grade-scale", "2"]) == 0


def test_one_command_makes_the_page(folder, capsys):
    asked = ["track", "qrels.txt", "runs", "--metadata", "runs.csv", "--query-texts", "queries.tsv"]
    assert main([*asked, "--second-qrels", "sparse.txt"]) == 0
    told = capsys.readouterr().out
    assert "The best neural runs (2 tied) are" in told
    page = (folder / "track.html").read_text()
    for title in (
        "Who took part",
        "Results",
        "Kinds of runs",
        "Query by query",
        "queries rank the runs alike?",
        "Would a group that came later be scored as fairly?",
        "Do other labels rank the runs alike?",
    ):
        assert title in page


def test_what_was_planted_is_found(folder, capsys):
    asked = ["track", "qrels.txt", "runs", "--metadata", "runs.csv", "--query-texts", "queries.tsv", "-o", "track.json"]
    assert main(asked) == 0
    result = Result.from_json(folder.joinpath("track.json").read_text())
    tables = {t.name: t for t in result.tables}
    assert json.loads(folder.joinpath("track.json").read_text())["study"] == "track"
    assert next(f for f in result.findings if f.code == "broken").where == ("upside",)
    gap = {c.name: c.values[0] for c in tables["best-of-kind"].columns}
    assert gap["best"] == "neural: deep1"
    assert gap["won"] == 12
    wins = [tables["best-of-kind"].column(name).values for name in ("won", "lost", "equal")]
    assert {sum(of) for of in zip(*wins)} == {len(QUERIES)}
    assert gap["low"] > 0
    cells = {c.name: c.values for c in tables["strata-order"].columns}
    assert min(cells["p"]) > 0.05  # nothing was planted in the lengths of queries
    runs = dict(zip(tables["results"].column("run").values, tables["results"].column("nDCG@10").values))
    assert set(runs) == set(KINDS)


def test_without_facts_there_are_results_alone(folder, capsys):
    assert main(["track", "qrels.txt", "runs", "-m", "AP", "-o", "track.txt"]) == 0
    told = (folder / "track.txt").read_text()
    assert "RESULTS" in told
    assert "KINDS OF RUNS" not in told


def test_the_answer_never_overwrites_an_input(folder, capsys):
    assert main(["track", "qrels.txt", "runs", "--metadata", "runs.csv", "-o", "runs.csv"]) == 2
    assert "is also an input" in capsys.readouterr().err


def test_participants_get_sheets_that_name_nobody_else(folder, capsys):
    asked = ["track", "qrels.txt", "runs", "--metadata", "runs.csv", "-m", "nDCG@10", "--sheets", "sheets"]
    assert main([*asked, "--figures", "figures", "-o", "results.tex"]) == 0
    assert "5 sheets, none of which names another run" in capsys.readouterr().out
    assert not (folder / "sheets" / "upside.html").exists(), "what the page leaves out has no sheet"
    sheet = (folder / "sheets" / "bm25.html").read_text()
    assert "bm25" in sheet
    assert not any(run in sheet for run in ("deep1", "deep2", "deep3", "bm25rm3", "upside"))
    assert sorted(path.name for path in (folder / "figures").iterdir())
    latex = (folder / "results.tex").read_text()
    assert latex.index("deep1") < latex.index("bm25")
    assert "neural" in latex


def test_the_index_of_sheets_has_the_groups_of_the_metadata(folder, capsys):
    words = ["track", "qrels.txt", "runs", "--metadata", "runs.csv", "--sheets", "sheets", "-o", "track.html"]
    assert main(words) == 0
    index = (folder / "sheets" / "index.csv").read_text().splitlines()
    assert index[0] == "system,file,group,kind,no sheet because"
    assert "deep1,deep1.html,IR lab,neural," in index
    assert next(line for line in index if line.startswith("upside,,")).count("a score below half") == 1


def test_a_fact_about_documents_gets_a_section(folder, capsys):
    (folder / "in-v1.txt").write_text("a\nb\n")
    asked = ["track", "qrels.txt", "runs", "--metadata", "runs.csv", "--doc-attribute", "in-v1.txt", "-m", "P@2"]
    assert main([*asked, "-o", "track.json"]) == 0
    result = Result.from_json(folder.joinpath("track.json").read_text())
    tables = {t.name: t for t in result.tables}
    means = dict(zip(tables["oldness"].column("run").values, tables["oldness"].column("mean").values))
    assert means == {"deep1": 1.0, "deep2": 1.0, "deep3": 0.5, "bm25": 0.0, "bm25rm3": 0.0, "upside": 0.0}
    finding = next(f for f in result.findings if f.code == "oldness")
    assert (finding.numbers["expected"], finding.numbers["more"], finding.numbers["fewer"]) == (0.5, 2, 3)
    part = tables["part-of-corpus"]
    after = dict(zip(part.column("run").values, part.column("after").values))
    assert after == dict.fromkeys(KINDS, 1.0) | {"upside": 0.0}


def test_documents_are_judged_by_their_best_passage(folder, capsys):
    # Each document's best passage has the document's own grade, but for b: its passages say 1 and 0.
    grades = {"a": (3, 1), "b": (1, 0), "c": (0, 0), "d": (0, 0)}
    labels = [f"{q} 0 {doc}#{i} {g}\n" for q in QUERIES for doc, both in grades.items() for i, g in enumerate(both)]
    (folder / "passages.txt").write_text("".join(labels))
    (folder / "of.tsv").write_text("".join(f"{doc}#{i}\t{doc}\n" for doc in grades for i in (0, 1)))
    asked = ["track", "qrels.txt", "runs", "--passage-qrels", "passages.txt", "-o", "track.json"]
    assert main(asked) == 2
    assert "go together" in capsys.readouterr().err
    assert main([*asked, "--passage-to-document", "of.tsv"]) == 0
    result = Result.from_json(folder.joinpath("track.json").read_text())
    section = next(s for s in result.sections if s.name == "passages")
    told = next(f for f in section.body if getattr(f, "code", "") == "inferred")
    # Half of the documents are 0 in both, a quarter 3 in both, a quarter 2 and 1: by Cohen 1960
    # (3/4 - (4 + 1) / 16) / (1 - 5 / 16).
    assert told.numbers["kappa"] == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert "48 documents inferred from passages" in told.text
    rows = {c.name: list(c.values) for c in next(t for t in result.tables if t.name == "aggregates").columns}
    by = dict(zip(rows["aggregate"], rows["kappa"]))
    assert by["best passage (MaxP)"] == by["first labelled passage (FirstP)"] == told.numbers["kappa"]
    # A sum ends at the largest grade: 3 + 1 of a is 3, so that sums say here what the best passages say.
    assert by["sum of the passages (SumP)"] == pytest.approx((3 / 4 - 5 / 16) / (1 - 5 / 16))
    assert len(by) == 5


def test_the_last_line_counts_errors_and_warnings_about_the_files_as_the_reports_does(folder, capsys):
    run = folder / "runs" / "deep1.run"
    run.write_text("".join(run.read_text().splitlines(keepends=True)[8:]))  # without its first two queries
    last = {}
    for verb in ("track", "report"):
        assert main([verb, "qrels.txt", "runs", "-m", "nDCG@10", "-o", "page.html"]) == 0
        last[verb] = " ".join(capsys.readouterr().out.split()).rpartition(". ")[2]
    assert last["track"] == last["report"]
    assert last["track"].endswith("about the files.")


def test_what_is_odd_in_the_metadata_is_said_in_the_terminal(folder, capsys):
    """By hand: a run without a row, a row of no run, a group in two spellings."""
    rows = (folder / "runs.csv").read_text().replace("deep3,IR lab", "deep3,IR Lab").replace("bm25rm3,", "bm25rm33,")
    (folder / "runs.csv").write_text(rows + "upside,IR lab,words\n")
    assert main(["track", "qrels.txt", "runs", "--metadata", "runs.csv"]) == 0
    told = capsys.readouterr().err
    assert "1 of 6 runs has no row in the metadata: bm25rm3; " in told
    assert "1 row names no run: bm25rm33. Give each run a row under its own name." in told
    assert "Column group: IR Lab (deep3) and IR lab (deep1, deep2, upside) are nearly the same; " in told
    assert main(["track", "qrels.txt", "runs", "--metadata", "runs.csv", "--quiet"]) == 0
    assert "metadata" not in capsys.readouterr().err


def test_a_table_of_facts_among_the_runs_is_named_as_metadata(folder, capsys):
    (folder / "runs" / "runs.csv").write_text((folder / "runs.csv").read_text())
    for verb in ("track", "check"):
        assert main([verb, "qrels.txt", "runs"]) in (1, 3)
        told = "".join(capsys.readouterr())
        assert "it looks like metadata, a row a run: keep it elsewhere and give it with --metadata" in told

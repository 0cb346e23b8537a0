"""`irassay sensitivity`: from texts to an index, to extrapolated labels, to whether the order would stand."""

from __future__ import annotations

import inspect
import json
import re
from dataclasses import fields

import pytest

import irassay
from irassay.cli.main import main
from irassay.studies.sensitivity import Settings
from tests.exploring import sensitivity as explore

WORDS = ("red", "fox", "blue", "dog", "green", "bird", "grey", "fish")
ORDERS = {"good": (0, 1, 2, 3, 4), "fair": (0, 3, 1, 4, 2), "weak": (4, 3, 2, 1, 0), "twin": (4, 3, 2, 1, 0)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Eight queries of five passages each, the first of which is labelled; two runs are the same."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    texts = [f"{w}{i}\t{' '.join([w] * (5 - i))} {i}\n" for w in WORDS for i in range(5)]
    (tmp_path / "texts.tsv").write_text("".join(texts))
    (tmp_path / "qrels.txt").write_text("".join(f"q{w} 0 {w}0 1\n" for w in WORDS))
    (tmp_path / "full.txt").write_text("".join(f"q{w} 0 {w}{i} {int(i < 3)}\n" for w in WORDS for i in range(5)))
    for run, order in ORDERS.items():
        lines = [f"q{w} Q0 {w}{i} {k} {9 - k} {run}\n" for w in WORDS for k, i in enumerate(order)]
        (tmp_path / "runs" / f"{run}.run").write_text("".join(lines))
    (tmp_path / "runs.csv").write_text("run,kind\ngood,words\nfair,words\nweak,dense\ntwin,dense\n")
    assert main(["index", "texts.tsv", "-o", "bm25.index", "--quiet"]) == 0
    assert main(["extrapolate", "qrels.txt", "bm25.index", "--deemed", "3", "-o", "more", "--quiet"]) == 0
    return tmp_path


def rows(text):
    head, *lines = text.splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"))) for line in lines]


def test_a_pipe_gets_every_number_with_a_heading(folder, capsys):
    assert main(["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "-m", "AP@10"]) == 0
    told = rows(capsys.readouterr().out)
    assert list(told[0])[:8] == ["set", "measure", "d", "mean", "tau", "weighted_tau", "turned", "tied"]
    assert [(row["set"], row["measure"], row["d"]) for row in told] == [("bm25", "AP@10", str(d)) for d in range(4)]
    assert all("." in row[name] for row in told for name in ("tau_high", "weighted_tau_high"))  # no counts
    stack = irassay.label_sets.extrapolated_files.read_extrapolated("more").stack()
    scores = irassay.evaluate(stack, irassay.read_runs("runs"), ["AP@10"])
    three = [scores.systems.index(name) for name in ("good", "fair", "weak")]
    assert [float(row["mean"]) for row in told] == pytest.approx(scores.summary[0][:, three].mean(axis=1).tolist())


def test_a_terminal_gets_a_table_and_sentences(folder, capsys):
    asked = ["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "--full-qrels", "full.txt"]
    assert main([*asked, "--metadata", "runs.csv", "--leave-out", "weak", "--format", "table", "--all"]) == 0
    told = capsys.readouterr().out
    assert "4 runs, 3 systems, 8 queries, 8 labels; nDCG@10" in told
    assert "weak does not count in means and orders." in told
    assert "With 3 passages a query deemed relevant, no pair changes order." in told
    assert "Intervals are 95%, by 1,000 resamples of the queries." in " ".join(told.split())
    assert all(len(line) <= 80 for line in told.splitlines())


def test_what_chance_may_have_done_is_a_finding_and_follows_the_headline(folder, capsys):
    """Two of eight queries are answered: the orders at d=0 and d=3 are opposite, and nothing is significant."""
    for run, docs in {"gold": (0,), "near": (1, 2, 3), "last": (4,)}.items():
        lines = [f"q{w} Q0 {w}{i} {k} {9 - k} {run}\n" for w in WORDS[:2] for k, i in enumerate(docs)]
        (folder / f"{run}.run").write_text("".join(lines))
    asked = ["sensitivity", "qrels.txt", "gold.run", "near.run", "last.run", "--extrapolated", "more", "-m", "AP@10"]
    why = "These changes may be chance: at d=0 no pair differs significantly by AP@10."
    assert main([*asked, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0] == {"code": "chance", "text": why}
    assert main([*asked, "--format", "table", "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert told.endswith(f"With 3 passages a query deemed relevant, 33% of pairs change order. {why}")


def test_of_one_query_everything_is_told_but_what_a_test_would_say(folder, capsys):
    (folder / "one.txt").write_text("qred 0 red0 1\n")
    assert main(["extrapolate", "one.txt", "bm25.index", "--deemed", "3", "-o", "one", "--quiet"]) == 0
    asked = ["sensitivity", "one.txt", "runs", "--extrapolated", "one", "--format"]
    assert main([*asked, "table", "--all"]) == 0
    told = capsys.readouterr().out
    assert "4 runs, 3 systems, 1 query, 1 label; nDCG@10" in told
    assert "significant" not in told
    assert main([*asked, "json"]) == 0
    codes = [finding["code"] for finding in json.loads(capsys.readouterr().out)["findings"]]
    assert "bm25-order" in codes
    assert "bm25-decisions" not in codes


def test_json_and_a_page_say_the_same(folder, capsys):
    asked = ["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "--full-qrels", "full.txt"]
    assert main([*asked, "-o", "out.json", "--format", "json"]) == 0
    assert main([*asked, "-o", "out.html"]) == 0
    told = json.loads((folder / "out.json").read_text())
    assert told["format"] == "irassay.sensitivity/1"
    assert {row["measure"] for row in told["rows"]} == {"nDCG@10", "RR@10", "RBP@10", "AP@10"}
    page = re.sub("</?b>", "", (folder / "out.html").read_text())  # the first sentence stands out
    assert told["findings"][0]["text"] in page
    assert "more/provenance.json" in told["provenance"]["inputs"]


def test_python_and_the_command_line_give_the_same_numbers(folder, capsys):
    assert main(["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "-m", "RR@10", "--seed", "5"]) == 0
    told = rows(capsys.readouterr().out)
    table = explore("qrels.txt", "runs", extrapolated="more", measures=["RR@10"], seed=5).table()
    assert [row["tau_low"] for row in told] == [repr(value) for value in table.column("tau_low").values]
    page = {name: of.default for name, of in inspect.signature(irassay.sensitivity).parameters.items()}
    settings = {field.name: field.default for field in fields(Settings)[1:] if field.name != "uncounted"}
    assert {name: page[name] for name in settings} == settings


@pytest.mark.parametrize(
    ("asked", "code", "what"),
    [
        ([], 2, "Add --extrapolated DIR"),
        (["--extrapolated", "nowhere"], 3, '"nowhere" is no folder'),
        (["--extrapolated", "runs"], 3, "expected what irassay extrapolate writes"),
        (["--extrapolated", "more", "--rel", "2"], 2, "--rel is for --full-qrels"),
        (["--extrapolated", "more", "--leave-out", "good", "--leave-out", "fair"], 2, "two systems or more, but 1"),
        (["--extrapolated", "more", "--leave-out", "nobody"], 2, 'no run "nobody" to leave out; did you mean good?'),
        (["--extrapolated", "more", "--anchor-answers", "runs.csv"], 3, "expected the columns query, list, answer"),
        (["--extrapolated", "more", "--full-qrels", "others.txt"], 3, '"qbird", but 1 other, such as "x"; are they of'),
        (["--extrapolated", "more", "--extrapolated", "more"], 3, '"more" is given twice, expected each draw'),
        (["--extrapolated", "more", "--extrapolated", "./runs/../more/"], 3, "is given twice, expected each draw"),
        (["--extrapolated", "more", "--full-qrels", "qrels.txt"], 3, "no label beyond those of d=0: there is nothing"),
        (["--extrapolated", "more", "--full-qrels", "one.txt"], 3, "no label beyond those of d=0: there is nothing"),
        (["--extrapolated", "more", "--full-qrels", "ids.txt"], 3, '"qfox" has document "D-1" there, "fox0" in a run'),
    ],
)
def test_what_can_not_be_answered_is_refused_with_its_code(folder, capsys, asked, code, what):
    (folder / "others.txt").write_text("x 0 red0 1\n")
    (folder / "one.txt").write_text("qred 0 red0 1\n")
    (folder / "ids.txt").write_text("qfox 0 D-1 1\n")
    before = sorted(folder.rglob("*"))
    assert main(["sensitivity", "qrels.txt", "runs", *asked, "-o", "out.tsv"]) == code
    assert what in " ".join(capsys.readouterr().err.split())
    assert sorted(folder.rglob("*")) == before


def test_labels_that_were_not_extrapolated_are_refused(folder, capsys):
    (folder / "second.txt").write_text((folder / "qrels.txt").read_text().replace(" 1\n", " 2\n"))
    assert main(["sensitivity", "second.txt", "runs", "--extrapolated", "more"]) == 3
    assert "was extrapolated from other labels" in capsys.readouterr().err


def test_runs_of_other_queries_are_refused_with_queries_of_both(folder, capsys):
    for run in (folder / "runs").iterdir():
        run.write_text("".join(f"topic-{line}\n" for line in run.read_text().splitlines()))
    assert main(["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "-o", "out.tsv"]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert 'the runs answer none of the 8 queries of the extrapolated labels, such as "qbird"' in told
    assert 'but 8 others, such as "topic-qbird"; are they of another collection?' in told
    assert not (folder / "out.tsv").exists()


def test_where_all_pairs_are_tied_the_headline_says_so(folder, capsys):
    """The runs hold documents that have no label and are not deemed, so that all score 0."""
    for run in (folder / "runs").iterdir():
        lines = [line.split() for line in run.read_text().splitlines()]
        run.write_text("".join(" ".join([q, i, f"other-{doc}", *rest]) + "\n" for q, i, doc, *rest in lines))
    assert main(["sensitivity", "qrels.txt", "runs", "--extrapolated", "more", "--format", "table", "--all"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "No pair of systems can change order: all are tied at d=0 or d=3." in told
    assert "no pair changes order" not in told

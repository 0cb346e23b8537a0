"""`irassay prefer`: what it counts, prints and refuses."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.collection.judging_scales import scale
from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.tasks import Task
from irassay.judging.assessors.asking import ask
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.store import Settings, make_campaign

RUNS = {
    "bm25": {"q1": "a", "q2": "c", "q3": "e"},
    "dense": {"q1": "b", "q2": "c", "q3": "f"},
    "same": {"q1": "b", "q2": "c", "q3": "f"},
}


@pytest.fixture
def world(tmp_path):
    folder = tmp_path / "runs"
    folder.mkdir()
    for system, tops in RUNS.items():
        lines = [f"{query} Q0 {doc} 1 2 {system}\n{query} Q0 z 2 1 {system}\n" for query, doc in tops.items()]
        (folder / f"{system}.run").write_text("".join(lines))
    (tmp_path / "pairs.txt").write_text("q1 a b b\nq1 a b b\nq1 b a a\nq2 c z =\nq3 e f =\n")
    return tmp_path


def saved(world, *arguments):
    to = world / "out.json"
    assert main(["prefer", *arguments, str(world / "runs"), "-o", str(to), "--quiet"]) == 0
    document = json.loads(to.read_text())
    tables = [item for section in document["sections"] for item in section["body"] if "columns" in item]
    return {
        table["name"]: {column["name"]: column["values"] for column in table["columns"]}
        for table in tables
    }  # fmt: skip


def test_the_majority_of_a_pairs_judgments_counts_and_ties_are_half_a_win(world):
    table = saved(world, str(world / "pairs.txt"))["win-ratios"]
    assert [
        *zip(*(table[name] for name in ("row", "column", "differ", "judged", "won", "lost", "tied")), strict=True)
    ] == [("bm25", "dense", 2, 2, 1, 0, 1), ("dense", "bm25", 2, 2, 0, 1, 1)]
    assert table["ratio"] == [0.75, 0.25]
    assert table["p"] == [1.0, 1.0]


def test_counts_are_never_blank_and_a_ratio_is_where_too_few_were_asked(world):
    (world / "few.txt").write_text("q1 b a\n")
    table = saved(world, str(world / "few.txt"), "--qrels", str(_labels(world)), "--least-asked", "0.6")["win-ratios"]
    assert table["judged"][:2] == [1, 1]
    assert table["ratio"][:2] == table["p"][:2] == table["p_corrected"][:2] == [None, None]


def _labels(world):
    (world / "qrels").write_text("q1 0 a 1\nq1 0 b 2\nq2 0 c 1\nq3 0 e 0\nq3 0 f 1\n")
    return world / "qrels"


def test_grades_fill_what_nobody_judged_and_say_so(world, capsys):
    (world / "few.txt").write_text("q1 a b\n")
    table = saved(world, str(world / "few.txt"), "--qrels", str(_labels(world)), "--fill", "grades")["win-ratios"]
    assert (table["judged"][0], table["filled"][0], table["won"][0], table["lost"][0]) == (1, 1, 1, 1)
    assert main(["prefer", str(world / "few.txt"), str(world / "runs"), "--qrels", str(world / "qrels"),
                 "--fill", "grades"]) == 0  # fmt: skip
    assert "filled in by their grades" in " ".join(capsys.readouterr().out.split())


def test_known_answers_without_other_labels_are_the_perfect_ranking(world):
    (world / "sparse").write_text("q1 0 a 1\nq2 0 c 1\nq3 0 e 1\n")
    table = saved(world, str(world / "pairs.txt"), "--qrels", str(world / "sparse"))["wins"]
    assert "bm25" in table["system"]
    assert any("perfect ranking" in same or "perfect ranking" in system
               for same, system in zip(table["same"], table["system"], strict=True))  # fmt: skip


def test_the_files_of_a_folder_are_rounds(world):
    rounds = world / "rounds"
    rounds.mkdir()
    (rounds / "judge.00").write_text("q1 b a\n")
    (rounds / "judge.01").write_text("q3 f e\n")
    table = saved(world, str(rounds))["win-ratios"]
    assert (table["won"][0], table["judged"][0]) == (2, 2)


def test_what_is_left_out_is_listed(world):
    (world / "verdicts").write_text("@ q1 b a !\n@ q3 f e ?\n@ q9 x y !\n")
    table = saved(world, str(world / "verdicts"), "--qrels", str(_labels(world)))["not-counted"]
    assert [*zip(table["kind"], table["name"], table["n"], strict=True)] == [
        ("query", "q9", 1), ("query", "q2", 1), ("query", "q3", 1), ("system", "same", 1), ("pair", "", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("q1 a a a\n", 'pairs.txt:1  document "a" compared with itself, expected two documents'),
        ("q1 a b c\n", 'pairs.txt:1  preferred is "c", expected one of the two documents'),
        ("@ q1 a b !\n@ q1 a b x\n", 'pairs.txt:2  verdict is "x", expected ! (the first is better)'),
        ("q1 a b\nq1 a\n", "pairs.txt:2  2 columns, expected 3: query better worse"),
        ("# nothing\n", "no preference"),
        ("q77 a b b\n", "no query in common"),
    ],
)
def test_bad_preferences_are_located(world, capsys, text, expected):
    (world / "pairs.txt").write_text(text)
    assert main(["prefer", str(world / "pairs.txt"), str(world / "runs")]) == 3
    assert expected in capsys.readouterr().err


def test_filling_by_grades_needs_labels(world, capsys):
    assert main(["prefer", str(world / "pairs.txt"), str(world / "runs"), "--fill", "grades"]) == 2
    assert "add --qrels QRELS" in capsys.readouterr().err


def test_other_preferences_lead_from_one_to_the_other_unless_they_lead_back(world):
    (world / "chain.txt").write_text("q1 b z\nq1 z a\nq3 e y\nq3 y f\nq3 f x\nq3 x e\n")
    table = saved(world, str(world / "chain.txt"), "--fill", "transitive")["win-ratios"]
    assert (table["won"][0], table["lost"][0], table["filled"][0]) == (1, 0, 1)


def test_three_columns_of_numbers_are_a_run_unless_preferences_are_asked_for(world, capsys):
    (world / "numbers").write_text("168216 1301474 4191395\n168216 4191395 3908776\n")
    to = str(world / "converted.txt")
    assert main(["convert", str(world / "numbers"), "-o", to, "--to", "pairs", "--kind", "preferences"]) == 0
    assert main(["convert", str(world / "numbers"), "-o", to, "--to", "pairs"]) == 2
    assert "--kind preferences" in capsys.readouterr().err


def test_best_answers_win_counts_and_the_pairs_to_judge_now_are_written(world, capsys):
    _labels(world)
    (world / "judged.txt").write_text("q1 a b b\nq1 b z b\nq1 a z z\nq2 c z c\nq2 c y c\n")
    to = [str(world / name) for name in ("best", "wins", "next")]
    asked = ["--best", to[0], "--win-counts", to[1], "--next", to[2], "--qrels", str(world / "qrels")]
    table = saved(world, str(world / "judged.txt"), *asked)["best-answers"]
    best, wins, todo = ((world / name).read_text() for name in ("best", "wins", "next"))
    assert [*zip(table["query"], table["state"], table["doc"], table["missing"], strict=True)] == [
        ("q1", "single", "b", 0), ("q2", "incomplete", "", 1),
    ]  # fmt: skip
    assert best == "q1 0 b 1\n"
    assert wins == "q1 0 b 2\nq1 0 z 1\nq2 0 c 2\n"
    assert todo == "query\tdoc_a\tdoc_b\twhy\nq2\ty\tz\tlast round\n"
    table = saved(world, str(world / "judged.txt"), "--incomplete", "share")["best-answers"]
    assert table["doc"] == ["b", "c"]


def test_first_documents_in_no_pair_lead_to_maintain(world, capsys):
    arguments = ["prefer", str(world / "pairs.txt"), str(world / "runs"), "--next", str(world / "next.tsv")]
    assert main(arguments) == 0
    assert "maintain" not in capsys.readouterr().err
    (world / "runs" / "new.run").write_text("q1 Q0 new 1 1 new\nq2 Q0 other 1 1 new\nq3 Q0 e 1 1 new\n")
    assert main(arguments) == 0
    assert "2 first documents of runs are in no pair: irassay maintain" in " ".join(capsys.readouterr().err.split())


def test_what_could_not_be_compared_is_said_first(world):
    (world / "runs" / "other.run").write_text("q1 Q0 z 1 1 other\nq3 Q0 z 1 1 other\n")
    whole = [Comparison(query, {a: 1.0, b: 2.0}) for query, a, b in (("q1", "a", "b"), ("q3", "e", "f"))]
    result = irassay.prefer(Preferences(whole), str(world / "runs"))
    assert result.title == "2 of 3 pairs of systems have too few judged pairs."
    assert result.standfirst.endswith("0 of 1 compared pairs of systems differ significantly.")


def test_texts_stand_beside_best_answers(world):
    texts = {"query_texts": {"q1": "red shoes"}, "doc_texts": {"b": "Shoes, red.", "z": "Socks."}}
    result = irassay.prefer(str(world / "pairs.txt"), str(world / "runs"), **texts)
    best = next(table for table in result.tables if table.name == "best-answers")
    rows = zip(*(best.column(name).values for name in ("query", "doc", "query_text", "doc_text")))
    assert [row for row in rows if row[0] == "q1"] == [("q1", "b", "red shoes", "Shoes, red.")]


@pytest.mark.parametrize(
    ("judges", "said"),
    [(("", ""), ""), (("p-1", ""), "judged by 1 assessor"), (("p-1", "p-2"), "judged by 2 assessors"),
     (("p-1", "m-odd"), "judged by 1 assessor and model odd")],
)  # fmt: skip
def test_it_says_who_judged(world, judges, said):
    judged = [Comparison("q1", {"a": 1.0, "b": 2.0}, judge=judge) for judge in judges]
    facts = irassay.prefer(Preferences(judged), str(world / "runs")).facts
    assert [fact for fact in facts if fact.startswith("judged")] == [said] * bool(said)


def test_a_campaign_says_which_model_judged_and_whose_answers_count(world, capsys):
    texts = {"queries": {"q1": "red shoes"}, "docs": {"a": "Socks.", "b": "Shoes, red."}}
    with make_campaign(
        world / "p.campaign", Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    ) as made:
        made.add([Task("pair", "q1", ("a", "b"))], **texts)
        ask(made, FunctionJudge(lambda asked: ["Left"] * len(asked), "ones"))
    runs, address = str(world / "runs"), str(world / "p.campaign")
    assert main(["prefer", address, runs]) == 3
    assert "--source model has their labels" in capsys.readouterr().err
    assert main(["prefer", address, runs, "--source", "model", "-o", str(world / "p.json"), "--quiet"]) == 0
    assert "judged by model ones" in json.loads((world / "p.json").read_text())["facts"]
    assert main(["prefer", str(world / "pairs.txt"), runs, "--source", "model"]) == 2
    assert "--source" in capsys.readouterr().err

"""Inputs that trec_eval reads as it can, stops at or crashes on: ours is a named error, or the rule for comments."""

from __future__ import annotations

import pytest

from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.scoring import evaluate
from tests.collections_at_hand import golden
from tests.oracles import golden_cases
from tests.oracles.test_trec_eval import HALF, check_all


def nasty(name, file):
    return golden(f"inputs/nasty/{name}/{file}")


@pytest.mark.parametrize(
    ("name", "line", "problem"),
    [
        ("n10-odd-numbers", 4, r'grade is "1\.9", expected a whole number'),
        ("n10-odd-numbers", 6, r'grade is "2x", expected a whole number'),
        ("n18b-duplicate-in-qrels", 2, "document a twice in query 1"),
        ("n19b-malformed-qrels", 2, "3 columns, expected 4"),
    ],
)
def test_qrels_that_can_be_read_in_two_ways_are_an_error_with_its_line(name, line, problem):
    with pytest.raises(InputError, match=rf":{line}  {problem}"):
        read_qrels(nasty(name, "qrels"))


@pytest.mark.parametrize(
    ("name", "line", "problem"),
    [
        ("n10-odd-numbers", 3, 'score is "0x1p3", expected a number'),
        ("n10-odd-numbers", 5, 'score is "7abc", expected a number'),
        ("n15-whitespace", 3, "9 columns, expected 6"),
        ("n18-duplicate-in-run", 4, "document a twice in query 2"),
        ("n18c-duplicate-below-depth", 13, "document a twice in query 1"),
        ("n19-malformed-run", 2, "4 columns, expected 6"),
    ],
)
def test_runs_that_can_be_read_in_two_ways_are_an_error_with_its_line(name, line, problem):
    with pytest.raises(InputError, match=rf":{line}  {problem}"):
        read_runs(nasty(name, "run"))


def test_words_after_the_last_column_of_trec_evals_own_test_run_are_refused():
    with pytest.raises(InputError, match=r"results\.trunc\.xz:1  9 columns, expected 6"):
        read_runs(golden("inputs/trec_eval-test/results.trunc.xz"))


@pytest.mark.parametrize("name", ["n17-comments", "n17b-comments-consecutive", "n17c-comment-last"])
def test_comments_are_skipped_and_counted_wherever_they_stand(name):
    qrels, runs = read_qrels(nasty(name, "qrels")), read_runs(nasty(name, "run"))
    comments = sum(line.startswith("#") for line in nasty(name, "qrels").read_text().splitlines())
    assert sum(n for rule, n in qrels.readings[0].skipped.items() if "comment" in rule) == comments
    assert evaluate(qrels, runs, ["AP"], compat="trec_eval-10").values[0, 0, 0].tolist() == [0.5, 1.0]


def test_comments_change_nothing_that_trec_eval_10_prints():
    golden()
    cases = [c for c in golden_cases.cases("d") if c.collection.startswith("n17") and c.exit == 0]
    assert check_all(cases) > 50


def test_white_space_is_no_matter_once_the_extra_fields_are_gone(tmp_path):
    run = tmp_path / "run"
    run.write_text(nasty("n15-whitespace", "run").read_text().replace("extra fields here", ""))
    scores = evaluate(read_qrels(nasty("n15-whitespace", "qrels")), read_runs(run), ["AP", "nDCG"])
    cases = [c for c in golden_cases.cases("d") if c.collection == "n15-whitespace" and c.options[-1] == "all_trec"]
    printed = next(c for c in cases if c.version == "10" and len(c.options) == 3).printed()
    for i, name in enumerate(("map", "ndcg")):
        assert abs(scores.summary[i, 0, 0] - printed[name, "all"]) <= HALF


def test_no_query_in_common_is_refused_unless_missing_queries_score_zero():
    qrels = read_qrels(nasty("n19c-no-overlap", "qrels"))
    runs = read_runs(nasty("n19c-no-overlap", "run"))
    for compat in ("trec_eval-9", "trec_eval-10"):
        with pytest.raises(InputError):
            evaluate(qrels, runs, ["AP"], compat=compat)
    scores = evaluate(qrels, runs, ["AP"], compat="trec_eval-10", queries="qrels")
    assert scores.summary[0, 0, 0] == 0
    assert scores.missing == {"w": ("1",)}

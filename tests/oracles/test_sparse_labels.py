"""Sparse labels in planted worlds: whether there are bounds follows from what was planted, and what is said does."""

import json

import numpy as np
import pytest

from irassay import Qrels, Runs, settle
from irassay.cli.main import main
from irassay.studies.overview import overview
from irassay.verdict import Verdict, verdicts_of
from irassay.verdict.words import answers
from irassay.verdict.words import league as league_words
from irassay.verdict.words import pairs as pair_words
from irassay.verdict.words.answers import standfirst

N, DEPTH = 40, 5
QUERIES = [f"q{i:02d}" for i in range(N)]
# In place: the labelled document on every query of `new`, on every second of `old`; all else is unlike and unlabelled.
NEW = {q: {"hit": 9.0} | {f"n{k}": 5.0 - k for k in range(DEPTH - 1)} for q in QUERIES}
OLD = {q: ({} if i % 2 else {"hit": 9.0}) | {f"o{k}": 5.0 - k for k in range(DEPTH - 1)} for i, q in enumerate(QUERIES)}
MID = {q: ({} if i % 4 else {"hit": 9.0}) | {f"m{k}": 5.0 - k for k in range(DEPTH - 1)} for i, q in enumerate(QUERIES)}
LISTS = {"new": NEW, "old": OLD, "mid": MID}
SPARSE = {q: {"hit": 1} | ({"other": 1} if i < 2 else {}) for i, q in enumerate(QUERIES)}
WITH_NEGATIVE = SPARSE | {"q00": {"hit": 1, "n0": 0}}
POSITIVE = {q: dict.fromkeys({*NEW[q], *OLD[q], *MID[q]}, 1) for q in QUERIES}
SAID = "1.05 a query, none of them non-relevant, and 58.3% of the documents in first place have one"


def verdict_under(labels, lists=LISTS, measure="RR@5", **options):
    return settle(Qrels.from_dict(labels), Runs.from_dict(lists), measure, threads=1, **options)


def test_one_positive_a_query_has_no_bounds_and_is_said_to_be_sparse():
    one = verdict_under(SPARSE)
    assert (one.bounds, one.draws, one.judging, one.unlikely) == (None, None, None, "sparse")
    # 42 labels of 40 queries; first places: 40, 20 and 10 of 40 hold the labelled document.
    assert one.sparse.per_query == 42 / 40
    assert one.sparse.judged_first == pytest.approx((1 + 1 / 2 + 1 / 4) / 3)
    assert one.pair("new", "old").answer() == one.pair("new", "old").answer("proved") == "undecided"
    assert one.pair("new", "old").answer("taken") == "better"
    assert "almost any retrieved document might be relevant" in one.pair("new", "old").sentence()


@pytest.mark.parametrize("labels", [POSITIVE, WITH_NEGATIVE])
def test_full_positive_labels_and_labels_with_a_negative_one_have_bounds(labels):
    one = verdict_under(labels)
    assert one.bounds is not None
    assert one.unlikely != "sparse"
    assert one.sparse is None


def test_bounds_of_labels_that_are_not_sparse_are_those_that_asking_gives():
    for labels in (POSITIVE, WITH_NEGATIVE):
        default, asked = verdict_under(labels), verdict_under(labels, scale=(0, 1))
        assert default.to_dict()["bounds"] == asked.to_dict()["bounds"]


@pytest.mark.parametrize("asked", [{"unseen": 0}, {"scale": (0, 1)}])
def test_who_asks_for_bounds_gets_them_of_sparse_labels_too(asked):
    one = verdict_under(SPARSE, **asked)
    assert one.states["settled"] == 0
    assert one.unlikely == "positive only"


@pytest.mark.parametrize(("judged", "sparse"), [(2, True), (3, False)])
def test_labels_are_sparse_below_half_of_the_documents(judged, sparse):
    """Five ranks, of which two or three are labelled in every list."""
    lists = {name: {q: {f"d{k}": 9.0 - k for k in range(5)} for q in QUERIES} for name in ("a", "b")}
    lists["b"]["q00"] = {"x": 1.0, "y": 2.0} | dict.fromkeys(("d0", "d1", "d2"), 3.0)
    labels = {q: {f"d{k}": 1 for k in range(judged)} for q in QUERIES}
    assert (verdict_under(labels, lists, "P@5").unlikely == "sparse") == sparse
    assert (verdict_under(labels, lists, "P@2").unlikely == "sparse") is False, "the depth is the measure's"


def test_a_measure_without_bounds_stays_one():
    assert verdict_under(SPARSE, measure="Bpref").unlikely == "no bounds"


def test_a_saved_verdict_still_knows():
    one = verdict_under(SPARSE)
    again = Verdict.from_json(one.to_json())
    assert again.unlikely == "sparse"
    assert again.sparse == one.sparse
    assert standfirst(again) == standfirst(one)


def written(tmp_path, labels):
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {g}\n" for q in labels for d, g in labels[q].items()))
    for name, lists in LISTS.items():
        lines = [f"{q} Q0 {d} 1 {s} {name}\n" for q, docs in lists.items() for d, s in docs.items()]
        (tmp_path / name).write_text("".join(lines))
    return [str(tmp_path / "qrels"), *(str(tmp_path / name) for name in LISTS)]


def test_the_terminal_says_what_is_known_and_what_fits(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    files = written(tmp_path, SPARSE)
    assert main(["compare", *files, "-m", "RR@5", "--format", "table"]) == 0
    out, err = capsys.readouterr()
    text = " ".join(f"{out} {err}".split())
    assert SAID in text
    for fits in ("irassay extrapolate", "irassay sensitivity", "irassay pool", "--require taken"):
        assert fits in text
    for wrong in ("Judge the missing", "--unjudged", " 0%", "(0%)", "0 of 3"):
        assert wrong not in text
    assert main(["compare", *files[:3], "-m", "RR@5", "--format", "table", "--all"]) == 0
    pair = " ".join(capsys.readouterr().out.split())
    assert "which is better is open" in pair
    assert "--require taken" in pair


def test_json_has_the_facts_and_no_bounds(tmp_path, capsys):
    files = written(tmp_path, SPARSE)
    assert main(["compare", *files, "-m", "RR@5", "--format", "json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["measures"]
    assert one["settled_by_labels"] is None
    assert one["sparse_labels"]["per_query"] == 1.05
    assert {pair["labels"] for pair in one["pairs"]} == {"not computed"}
    assert main(["compare", *written(tmp_path, WITH_NEGATIVE), "-m", "RR@5", "--format", "json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["measures"]
    assert one["sparse_labels"] is None
    assert one["settled_by_labels"] is not None


def test_the_exit_code_of_an_expectation_is_that_of_a_measure_without_bounds(tmp_path, capsys):
    files = written(tmp_path, SPARSE)
    for measure in ("RR@5", "MFR@5"):
        expected = ["compare", *files, "-m", measure, "--expect", "new > old"]
        assert main(expected) == main([*expected, "--require", "proved"]) == 4
        assert main([*expected, "--require", "taken"]) == 0
    capsys.readouterr()


@pytest.mark.parametrize("asks", ["--unjudged", "--grades", "--unseen"])
def test_options_about_missing_labels_ask_for_bounds(tmp_path, capsys, asks):
    value = {"--unjudged": str(tmp_path / "judge.tsv"), "--grades": "0,1", "--unseen": "0"}[asks]
    asked = ["compare", *written(tmp_path, SPARSE), "-m", "RR@5", "--format", "json", asks, value]
    assert main(asked) == 0
    (one,) = json.loads(capsys.readouterr().out)["measures"]
    assert one["settled_by_labels"]["settled"] == 0
    if asks == "--unjudged":
        assert (tmp_path / "judge.tsv").read_text().count("\n") > N


def test_the_page_says_what_is_known_and_what_fits_and_asks_for_no_judging(tmp_path):
    qrels, runs = Qrels.from_dict(SPARSE), Runs.from_dict(LISTS)
    result = overview(qrels, runs, measures=["RR@5"], threads=1)
    finding = {found.code: found for found in result.findings}
    assert SAID in finding["share-labels"].text
    assert "settled" not in finding["share-labels"].numbers
    for fits in ("irassay sensitivity", "irassay pool"):
        assert fits in result.advice
        assert fits in finding["answer-next"].text
    assert "--require taken" in finding["answer-next"].text
    assert finding["answer-next"].action == finding["unjudged"].action == ""
    assert not [table for table in result.tables if table.name == "estimates"]
    (saved,) = verdicts_of(type(result).from_json(result.to_json()))
    assert saved.unlikely == "sparse"


def test_a_page_of_many_systems_tells_its_script_why(tmp_path):
    rng = np.random.default_rng(0)
    lists = {
        f"s{n}": {
            q: ({"hit": 9.0} if rng.random() < 0.1 * n else {}) | {f"s{n}-{k}": 5.0 - k for k in range(4)}
            for q in QUERIES
        }
        for n in range(9)
    }
    result = overview(Qrels.from_dict(SPARSE), Runs.from_dict(lists), measures=["RR@5"], threads=1)
    (matrix,) = [part for section in result.sections for part in section.body if type(part).__name__ == "PairMatrix"]
    assert matrix.phrases["labels"][""] == "labels are sparse, so almost any retrieved document might be relevant"


@pytest.mark.parametrize(("negative", "estimated"), [(19, False), (20, True)])
def test_what_hardly_any_non_relevant_label_tells_is_estimated_nowhere(negative, estimated):
    """Forty queries, of which fewer than half or just half have a document judged not relevant: draws, expected scores,
    who would be first by these, and the number of labels go together.
    """
    lists = {"new": {q: {"hit": 2, "x": 1} for q in QUERIES}, "old": {q: {"u": 2, "v": 1} for q in QUERIES}}
    labels = {q: {"hit": 1, "x": 1} | ({"n": 0} if i < negative else {}) for i, q in enumerate(QUERIES)}
    one = verdict_under(labels, lists, "nDCG@2")
    pair = one.pair("new", "old")
    assert one.unlikely == ("" if estimated else "positive only")
    assert (one.draws is not None, one.estimate is not None) == (estimated, estimated)
    assert (pair.estimate is not None, one.judging.draws > 0, one.judging.median is None) == (
        estimated,
        estimated,
        not estimated,
    )
    said = " ".join([league_words.lead(one), answers.basis(one), answers.action(one), pair_words.numbers(pair)])
    estimate_words = ("draws from the estimate", "would be first", "like judged ones", "estimated scores")
    assert any(words in said for words in estimate_words) == estimated
    assert ("most queries have no non-relevant label" in said.lower()) == (not estimated)


def test_of_a_sparse_pair_labels_come_first_where_fuller_ones_say_the_opposite(tmp_path, monkeypatch, capsys):
    """Planted: the one labelled passage favours lex, the two that nobody labelled favour dense on every query."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")
    queries = [f"q{i:02}" for i in range(53)]
    write = {
        "few.txt": [f"{q} 0 a 1\n" for q in queries],
        "full.txt": [f"{q} 0 {d} {int(d in 'abc')}\n" for q in queries for d in "abcdefgh"],
        "lex.run": [f"{q} Q0 {d} {k} {9 - k} lex\n" for q in queries for k, d in enumerate("adefghbc")],
        "dense.run": [
            f"{q} Q0 {d} {k} {9 - k} dense\n"
            for i, q in enumerate(queries)
            for k, d in enumerate("abcdefgh" if i % 3 else "bcadefgh")
        ],
    }
    for name, lines in write.items():
        (tmp_path / name).write_text("".join(lines))
    files = ["lex.run", "dense.run", "-m", "RR@8", "-m", "AP@8"]
    assert main(["compare", "full.txt", *files[:2], "-m", "AP@8", "--format", "table"]) == 0
    assert "dense is better than lex" in capsys.readouterr().out
    assert main(["compare", "few.txt", *files, "--pair", "lex", "dense", "--format", "table"]) == 0
    told = capsys.readouterr().out
    assert "add queries" not in told.lower()
    assert "can detect" not in told
    assert main(["report", "few.txt", *files[:4], "-o", "page.json"]) == 0
    title = json.loads((tmp_path / "page.json").read_text())["title"]
    assert title == (  # dense has a in the third place on 18 of 53 queries; one of eight documents has a label
        f"lex scores {2 / 3 * 18 / 53:.3f} more with these labels than dense; 88% of their documents down to rank 8 "
        "have no label."
    )


def test_an_open_sparse_pair_is_not_called_alike():
    """By hand: two runs of two documents, one of the four labelled: 75% have no label."""
    lists = {
        "new": {f"q{i}": [f"a{i}", f"x{i}"] if i % 2 else [f"x{i}", f"y{i}"] for i in range(6)},
        "old": {f"q{i}": [f"x{i}", f"y{i}"] if i % 2 else [f"a{i}", f"y{i}"] for i in range(6)},
    }
    lists["new"]["q1"] = ["x1", "a1"]
    runs = {name: {q: {d: 9.0 - k for k, d in enumerate(docs)} for q, docs in of.items()} for name, of in lists.items()}
    verdict = verdict_under({f"q{i}": {f"a{i}": 1} for i in range(6)}, runs, "RR@2")
    assert answers.title(verdict) == (
        "Which of old and new is better can't be told: 75% of their documents down to rank 2 have no label."
    )
    assert pair_words.headline(verdict.only_pair) == answers.title(verdict)
    assert pair_words.headline(verdict.only_pair, require="taken") == "old and new can't be told apart."
    assert league_words.action(verdict).startswith(
        "Labels this sparse prove no order: make fuller ones with irassay pool"
    )

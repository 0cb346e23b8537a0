"""Dropping documents without labels (`judged_only`) or judged before (residual) is what taking them out by hand is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.cli.main import main
from irassay.collection import Qrels, Runs
from irassay.measures import DEFINITIONS, Measure
from irassay.scoring import evaluate, evaluate_files

DOCS = [f"d{i}" for i in range(9)]
QUERIES = ("q1", "q2")
# What the labels' place in a list has no part in, and what passes over documents without a label anyway.
WITHOUT = {"Judged", "Bpref", "GBpref", "NumQ", "NumRel", "xinfAP", "infNDCG"}

grades = st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 4), min_size=1)
labels = st.fixed_dictionaries(dict.fromkeys(QUERIES, grades))
by_subtopic = st.fixed_dictionaries(
    dict.fromkeys(QUERIES, st.dictionaries(st.sampled_from(["s1", "s2"]), grades, min_size=1))
)
# Scores with ties: the order of equal scores must not change either.
scored = st.dictionaries(st.sampled_from(DOCS), st.integers(0, 4).map(float), min_size=1)
runs = st.fixed_dictionaries({"a": st.dictionaries(st.sampled_from(QUERIES), scored, min_size=1)})


def every_measure(subtopics, **params):
    for definition in DEFINITIONS.values():
        if definition.subtopics == subtopics and (not params or definition.parameter("judged_only")):
            extra = {"recall": 0.5} if definition.cutoff == "recall" else {}
            cutoff = 3 if definition.cutoff in ("required", "optional") else None
            top = {"max_rel": 4} if definition.parameter("max_rel") else {}
            yield Measure(definition.name, {**extra, **top, **params}, cutoff=cutoff)


def kept(run, keep):
    lists = {q: {d: s for d, s in docs.items() if keep(q, d)} for q, docs in run["a"].items()}
    return {"a": {q: docs for q, docs in lists.items() if docs}}


def same(qrels, run, measures, other_qrels, other_run, other_measures):
    one = evaluate(qrels, Runs.from_dict(run), measures)
    other = evaluate(other_qrels, Runs.from_dict(other_run), other_measures)
    assert one.queries == other.queries
    for i, measure in enumerate(measures):
        assert np.array_equal(one.values[i], other.values[i], equal_nan=True), measure


def test_every_measure_of_a_ranking_can_drop_what_is_not_judged():
    assert {d.name for d in DEFINITIONS.values() if d.parameter("judged_only") is None} == WITHOUT


@given(labels, runs)
def test_judged_only_is_the_run_without_documents_that_have_no_label(of, run):
    judged = kept(run, lambda q, d: of[q].get(d, -1) >= 0)
    same(
        Qrels.from_dict(of),
        run,
        list(every_measure(False, judged_only=True)),
        Qrels.from_dict(of),
        judged,
        list(every_measure(False, judged_only=False)),
    )


@settings(max_examples=40)
@given(by_subtopic, runs)
def test_judged_only_holds_over_subtopics_too(of, run):
    qrels = Qrels.from_subtopics(of)
    judged = kept(run, lambda q, d: qrels.grades(q).get(d, -1) >= 0)
    plain, dropping = (list(every_measure(True, judged_only=is_so)) for is_so in (False, True))
    same(qrels, run, dropping, qrels, judged, plain)


@given(labels, labels, runs)
def test_a_residual_collection_is_labels_and_runs_without_what_was_judged_before(of, earlier, run):
    left = {q: {d: g for d, g in docs.items() if d not in earlier[q]} for q, docs in of.items()}
    left = {q: docs for q, docs in left.items() if docs}
    before = Qrels.from_dict(earlier)
    rest = Qrels.from_dict(of).residual(before)
    assert {q: dict(rest.grades(q)) for q in rest.queries} == left
    measures = list(every_measure(False))
    one = evaluate(rest, Runs.from_dict(run).residual(before), measures)
    other = evaluate(
        Qrels.from_dict(left), Runs.from_dict(kept(run, lambda q, d: d not in earlier[q]) or {"a": {}}), measures
    )
    assert np.array_equal(one.values, other.values, equal_nan=True)


@settings(max_examples=30)
@given(by_subtopic, labels)
def test_labels_by_subtopic_lose_the_documents_judged_before(of, earlier):
    rest = Qrels.from_subtopics(of).residual(Qrels.from_dict(earlier))
    for query in rest.queries:
        assert not rest.grades(query).keys() & earlier[query].keys()
        assert {d for docs in rest.subtopics[query].values() for d in docs} == rest.grades(query).keys()


@pytest.fixture
def files(tmp_path):
    (tmp_path / "qrels").write_text("q1 0 a 1\nq1 0 b 0\nq1 0 c 2\nq2 0 a 1\n")
    (tmp_path / "earlier").write_text("q1 0 a 1\nq2 0 a 1\n")
    for name, order in (("x", "abc"), ("y", "cba")):
        lines = [f"{q} Q0 {d} {i} {9 - i} {name}\n" for q in QUERIES for i, d in enumerate(order, 1)]
        (tmp_path / name).write_text("".join(lines))
    return tmp_path


def test_files_and_the_command_line_leave_out_the_same(files, capsys):
    runs = [files / "x", files / "y"]
    scores = evaluate_files(files / "qrels", runs, ["RR"], residual=files / "earlier")
    assert scores.queries == ("q1",)
    assert scores.summary[0, 0].tolist() == [0.5, 1.0]
    arguments = [str(files / "qrels"), *map(str, runs), "-m", "RR", "--residual", str(files / "earlier")]
    assert main(["eval", *arguments, "-q", "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "x\tq1\tRR\t0.5",
        "x\tall\tRR\t0.5",
        "y\tq1\tRR\t1.0",
        "y\tall\tRR\t1.0",
    ]
    assert main(["compare", *arguments, "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("RR\ty\t")


def test_residual_needs_runs(files, capsys):
    (files / "scores.csv").write_text("run,query,value\na,1,0.5\nb,1,0.25\n")
    assert main(["compare", "--scores", str(files / "scores.csv"), "--residual", str(files / "earlier")]) == 2
    assert "--residual needs qrels and runs" in capsys.readouterr().err


def test_one_bad_line_of_a_run_is_an_error_with_residual_too(files, capsys):
    (files / "x").write_text("q1 Q0 a 1 nan x\n")
    arguments = ["eval", str(files / "qrels"), str(files / "x"), "--residual", str(files / "earlier")]
    assert main(arguments) == 3
    assert ":1" in capsys.readouterr().err

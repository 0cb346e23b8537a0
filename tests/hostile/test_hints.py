"""Errors that name what was probably meant: a file's name, runs in place of labels, a column, a measure's parameter."""

from __future__ import annotations

import random

import pandas
import polars
import pytest

import irassay
from irassay.errors import InputError, UsageError

LABELS = {f"q{q}": {f"d{d}": d % 2 for d in range(10)} for q in range(4)}


def run(seed):
    draw = random.Random(seed)
    return {q: {d: draw.gauss(0, 3) for d in docs} for q, docs in LABELS.items()}


RUNS = {"bm25.run": run(1), "bm25-rm3.run": run(2), "dense.run": run(3)}


def test_a_system_that_is_named_by_its_file_is_named_first_with_the_reason():
    scores = irassay.evaluate(LABELS, RUNS, ["nDCG@10"])
    with pytest.raises(
        UsageError, match=r"there are bm25\.run, .* named by their files where two tags are equal"
    ) as one:
        irassay.compare(scores, baseline="bm25")
    assert str(one.value).startswith('no system "bm25" to compare with; there are bm25.run, bm25-rm3.run and dense.run')
    with pytest.raises(UsageError) as one:
        irassay.compare(scores, baseline="splade")
    assert "files" not in str(one.value)


@pytest.mark.parametrize("labels", [RUNS, RUNS["dense.run"]])
def test_runs_in_place_of_labels_are_named_in_one_sentence(labels):
    with pytest.raises(UsageError, match=r"the labels look like runs, \{.*\}: labels are the first argument, and runs"):
        irassay.evaluate(labels, LABELS, ["nDCG@10"])


def test_fractions_that_people_rate_with_are_still_located():
    halves = {q: {d: grade / 2 for d, grade in docs.items()} for q, docs in LABELS.items()}
    with pytest.raises(InputError, match=r"grade is 0\.5, expected a whole number"):
        irassay.read_qrels(halves)


@pytest.mark.parametrize("frame_of", [pandas.DataFrame, polars.DataFrame])
def test_the_column_that_may_name_the_systems_is_named_where_documents_are_twice_in_a_query(frame_of):
    rows = [(s, q, d, x) for s, of in RUNS.items() for q, docs in of.items() for d, x in docs.items()]
    columns = dict(zip(("method", "qid", "docno", "score"), map(list, zip(*rows))))
    with pytest.raises(InputError) as one:
        irassay.read_runs(frame_of(columns))
    assert one.value.advice == 'no column names the systems: is it "method"? rename it to run'
    columns["system"] = columns.pop("method")
    assert irassay.read_runs(frame_of(columns)).systems == tuple(RUNS)
    del columns["system"]
    with pytest.raises(InputError) as one:
        irassay.read_runs(frame_of(columns))
    assert not one.value.advice


@pytest.mark.parametrize(
    ("typed", "ours"),
    [
        *(("rbp.95", "RBP(p=0.95)"), ("rbp_p5", "RBP(p=0.5)"), ("rbp_p0.8", "RBP(p=0.8)"), ("map-l2", "AP(rel=2)")),
        *(("recall_100-l2", "R(rel=2)@100"), ("P_10-l3", "P(rel=3)@10")),
    ],
)
def test_a_parameter_in_the_name_of_a_measure_is_written_as_ours_in_the_error(typed, ours):
    assert irassay.measures.Measure.parse(ours)
    with pytest.raises(UsageError, match="unknown measure") as one:
        irassay.evaluate(LABELS, RUNS, [typed])
    assert str(one.value).endswith(f"did you mean {ours}?")


def test_a_power_of_ten_is_written_as_a_whole_number_in_the_error():
    with pytest.raises(UsageError, match=r"but got n_resamples=100000\.0; write n_resamples=100000"):
        irassay.compare(irassay.evaluate(LABELS, RUNS, ["nDCG@10"]), n_resamples=1e5)


def test_a_caption_of_one_system_tests_nothing():
    caption = irassay.paper_table(LABELS, {"new": RUNS["dense.run"]}, ["nDCG@10", "AP"])
    assert "One system, so nothing is tested; 4 queries." in caption
    assert "Holm" not in caption

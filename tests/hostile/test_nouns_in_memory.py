"""What people hold in memory goes where labels and runs go: the same scores, or an error that says what would do."""

from __future__ import annotations

from collections import namedtuple

import ir_measures
import numpy as np
import pandas as pd
import polars as pl
import pytest

import irassay
import irassay.formats
from irassay import InputError, UsageError

LABELS = {"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"a": 1, "d": 0}, "q3": {"b": 1}}
RUNS = {
    "old": {"q1": {"b": 3.0, "a": 2.5}, "q2": {"d": 1.0, "a": 0.5}, "q3": {"b": 1.0}},
    "new": {"q1": {"a": 3.0, "c": 2.5}, "q2": {"a": 1.0, "d": 0.5}, "q3": {"a": 2.0, "b": 1.0}},
}
Qrel = namedtuple("Qrel", "query_id doc_id relevance iteration")
ScoredDoc = namedtuple("ScoredDoc", "query_id doc_id score")


def ranx_class(name, attribute):
    """A stand-in with what ranx's nouns have: to_dict(), which gives a dict of dicts, and a name that may be None."""

    def __init__(self, tree, name=None):
        setattr(self, attribute, tree)
        self.name = name

    def to_dict(self):
        return {query: dict(docs) for query, docs in getattr(self, attribute).items()}

    return type(name, (), {"__init__": __init__, "to_dict": to_dict, "__module__": f"ranx.data_structures.{attribute}"})


RanxQrels, RanxRun = ranx_class("Qrels", "qrels"), ranx_class("Run", "run")


def label_rows():
    return [(q, d, g) for q, docs in LABELS.items() for d, g in docs.items()]


def run_rows(*systems):
    return [(s, q, d, v) for s in systems for q, docs in RUNS[s].items() for d, v in docs.items()]


COLUMNS = ["query_id", "doc_id", "relevance"]
OF_RUNS = ["run", "query_id", "doc_id", "score"]
ALL_LABELS = {
    "dict": lambda: LABELS,
    "pandas": lambda: pd.DataFrame(label_rows(), columns=COLUMNS),
    "PyTerrier": lambda: pd.DataFrame(label_rows(), columns=["qid", "docno", "label"]),
    "polars": lambda: pl.DataFrame(label_rows(), schema=COLUMNS, orient="row"),
    "lazy": lambda: pl.LazyFrame(label_rows(), schema=COLUMNS, orient="row"),
    "arrow": lambda: pl.DataFrame(label_rows(), schema=COLUMNS, orient="row").to_arrow(),
    "ranx": lambda: RanxQrels(LABELS),
    "ir_measures": lambda: [ir_measures.Qrel(*row) for row in label_rows()],
    "ir_datasets": lambda: (Qrel(*row, "0") for row in label_rows()),
    "records": lambda: [dict(zip(COLUMNS, row)) for row in label_rows()],
}
ALL_RUNS = {
    "dict": lambda: RUNS,
    "pandas": lambda: pd.DataFrame(run_rows(*RUNS), columns=OF_RUNS),
    "polars": lambda: pl.DataFrame(run_rows(*RUNS), schema=OF_RUNS, orient="row"),
    "arrow": lambda: pl.DataFrame(run_rows(*RUNS), schema=OF_RUNS, orient="row").to_arrow(),
    "ranx": lambda: [RanxRun(run, name) for name, run in RUNS.items()],
    "ranx by name": lambda: {name: RanxRun(run, "another") for name, run in RUNS.items()},
    "list of dicts": lambda: [{name: run} for name, run in RUNS.items()],
    "frames by name": lambda: {s: pd.DataFrame([r[1:] for r in run_rows(s)], columns=OF_RUNS[1:]) for s in RUNS},
    "list of frames": lambda: [pd.DataFrame(run_rows(s), columns=OF_RUNS) for s in RUNS],
    "records": lambda: [dict(zip(OF_RUNS, row)) for row in run_rows(*RUNS)],
    "generator": lambda: (dict(zip(OF_RUNS, row)) for row in run_rows(*RUNS)),
}


def means(qrels, runs):
    scores = irassay.evaluate(qrels, runs, ["nDCG@2", "AP"])
    summary = np.asarray(scores.summary)  # measure, variant, system
    return {s: list(summary[:, 0, i]) for i, s in sorted(enumerate(scores.systems), key=lambda pair: pair[1])}


@pytest.fixture(scope="module")
def expected():
    """ir_measures' own, computed by pytrec_eval."""
    measures = [ir_measures.parse_measure(name) for name in ("nDCG@2", "AP")]
    return {
        name: [ir_measures.calc_aggregate([m], LABELS, run)[m] for m in measures] for name, run in sorted(RUNS.items())
    }


@pytest.mark.parametrize("form", ALL_LABELS)
def test_labels_of_every_form_score_as_ir_measures_does(form, expected):
    found = means(ALL_LABELS[form](), RUNS)
    assert found == {name: pytest.approx(values) for name, values in expected.items()}


@pytest.mark.parametrize("form", ALL_RUNS)
def test_runs_of_every_form_score_as_ir_measures_does(form, expected):
    found = means(LABELS, ALL_RUNS[form]())
    assert found == {name: pytest.approx(values) for name, values in expected.items()}


@pytest.mark.parametrize(
    "name", ["check", "settle", "overview", "track", "whatif", "report", "write_run_sheets", "bound"]
)
@pytest.mark.parametrize("form", ["pandas", "ranx", "records"])
def test_every_function_takes_them(name, form, tmp_path):
    more = {
        "bound": {"measure": "nDCG@2"},
        "report": {"to": tmp_path / "page.html"},
        "write_run_sheets": {"to": tmp_path},
        "track": {"measures": ["nDCG@2"]},
        "whatif": {"select": ["random"], "draws": 2},
    }
    assert getattr(irassay, name)(ALL_LABELS[form](), ALL_RUNS[form](), **more.get(name, {})) is not None


def test_one_run_needs_no_name(tmp_path):
    for run in (RUNS["old"], RanxRun(RUNS["old"]), [ScoredDoc(*row[1:]) for row in run_rows("old")]):
        assert irassay.read_runs(run).systems == ("run",)
    assert irassay.read_runs([RUNS["old"], RUNS["new"]]).systems == ("run1", "run2")
    assert irassay.read_runs([RanxRun(RUNS["old"]), RanxRun(RUNS["new"], "new")]).systems == ("run1", "new")


def test_paths_may_come_from_a_generator(tmp_path):
    for name in RUNS:
        irassay.write_runs(irassay.read_runs({name: RUNS[name]}, keep="scores"), tmp_path / f"{name}.run")
    assert sorted(irassay.read_runs(tmp_path.glob("*.run")).systems) == ["new", "old"]


def test_metadata_and_texts_may_be_dicts():
    about = {"old": {"group": "A"}, "new": {"group": "B"}}
    frame = pd.DataFrame([{"run": name, **of} for name, of in about.items()])
    for metadata in (about, frame, pl.from_pandas(frame), irassay.Metadata({"group": {"old": "A", "new": "B"}})):
        result = irassay.track(LABELS, RUNS, metadata=metadata, query_texts={"q1": "red shoes"})
        assert "2 groups" in result.to_json()
    same = irassay.overview(LABELS, RUNS, doc_texts={"a": "one", "b": "one", "c": "x", "d": "y"})
    assert "same-text" in same.to_json()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "expected qrels as Qrels, but got int"),
        ("qrels.txt", "expected qrels as Qrels, but got the path 'qrels.txt'"),
        (None, "expected qrels as Qrels, but got NoneType"),
        ([1, 2], "expected {query: {document: grade}}, a frame, records, or ranx's Qrels, but got list"),
        ([RanxQrels(LABELS)], "expected {query: {document: grade}}"),
        ({"q": 3}, "expected {query: {document: grade}}"),
        (pd.DataFrame({"a": [1]}), "frame has the columns a, expected one for each of query"),
        ([{"query_id": "q", "doc": 1}], "records has the columns query_id, doc, expected one for each of grade"),
        ([Qrel("q", "d", 1.5, "0")], 'row 1  grade is "1.5", expected a whole number'),
    ],
)
def test_labels_that_are_none_say_what_would_do(value, says):
    with pytest.raises((UsageError, InputError)) as caught:
        irassay.evaluate(value, RUNS, ["AP"])
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (3, "expected runs as Runs, but got int"),
        ([RUNS["old"], 3], 'but got int "3" in a list'),
        ([irassay.Runs.from_dict(RUNS)], "but got Runs"),
        ([RanxRun(RUNS["old"], "x"), RanxRun(RUNS["new"], "x")], 'two runs are called "x"'),
        ({"old": RUNS["old"], "new": pd.DataFrame()}, "new is a frame and others are not"),
        ([ScoredDoc("q", "d", "high")], 'score is "high", expected a number'),
        ({"old": {"q": {"d": None}}}, 'system "old", query "q", document "d"  score is'),
    ],
)
def test_runs_that_are_none_say_what_would_do(value, says):
    with pytest.raises((UsageError, InputError)) as caught:
        irassay.evaluate(LABELS, value, ["AP"])
    assert says in str(caught.value)


@pytest.mark.parametrize("metadata", [3, {"old": 3}, [3], {}])
def test_metadata_and_texts_that_are_none_say_what_would_do(metadata):
    with pytest.raises((UsageError, InputError), match="expected"):
        irassay.track(LABELS, RUNS, metadata=metadata)
    with pytest.raises(UsageError, match="expected query_texts as Texts"):
        irassay.track(LABELS, RUNS, query_texts={"q1": 3})


def test_they_are_written_too(tmp_path):
    irassay.write_qrels(RanxQrels(LABELS), tmp_path / "qrels.txt")
    irassay.write_runs(RUNS, tmp_path / "runs.json")
    irassay.write_runs(RanxRun(RUNS["old"], "old"), tmp_path / "old.run")
    assert means(irassay.read_qrels(tmp_path / "qrels.txt"), irassay.read_runs(tmp_path / "runs.json")) == means(
        LABELS, RUNS
    )
    assert (tmp_path / "old.run").read_text().splitlines()[0] == "q1 Q0 b 1 3.0 old"
    for value in (3, "qrels.txt", None):
        with pytest.raises(UsageError, match="expected qrels as Qrels"):
            irassay.write_qrels(value, tmp_path / "x.txt")
        with pytest.raises(UsageError, match="expected runs as Runs"):
            irassay.write_runs(value, tmp_path / "x.run")
        with pytest.raises(UsageError, match="expected noun as Qrels or Runs"):
            irassay.formats.to_frame(value)

"""What people hold in memory goes where labels and runs go: the same scores, or an error that says what would do."""

from __future__ import annotations

import inspect
from collections import namedtuple
from itertools import combinations

import ir_measures
import numpy as np
import pandas as pd
import polars as pl
import pytest

import irassay
import irassay.formats
from irassay import InputError, UsageError
from irassay.collection.judging_scales import scale
from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign
from irassay.label_sets import extrapolated
from irassay.search import index_texts

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


def twice(qrels, runs):
    return {"books": (qrels, runs), "films": (qrels, runs)}


def deemed_relevant(to):
    """Labels of LABELS' relevant documents, with another document deemed relevant."""
    index = index_texts({"a": "red fox", "b": "a blue dog", "c": "one more fox", "d": "dog"}, to / "index")
    return extrapolated(irassay.read_qrels({"q1": {"a": 2}, "q2": {"a": 1}, "q3": {"b": 1}}), [index], deemed=1)


def judged_pair(to):
    """A campaign with one judged pair of what runs put first."""
    settings = Settings(scale=scale("binary"), order="rank", seed=0, guideline="", kind="pair")
    with make_campaign(to / "pairs.campaign", settings) as campaign:
        firsts = sorted({doc for run in RUNS.values() for doc in run["q1"]})
        tasks = [Task("pair", "q1", pair) for pair in combinations(firsts, 2)]
        campaign.add(tasks, queries={"q1": "foxes"}, docs=dict.fromkeys(firsts, "a text"))
        ann = campaign.person(campaign.invite("Ann")).pseudonym
        while held := campaign.hold(ann, campaign.tasks()):
            for one in held:
                campaign.record(ann, one.key, one.task, {"answer": "Left"})
    return to / "pairs.campaign"


# How each function of the package that takes labels or runs is called with them; None where it takes paths alone.
CALLS = {
    "bound": lambda qrels, runs, to: irassay.bound(qrels, runs, "nDCG@2"),
    "check": lambda qrels, runs, to: irassay.check(qrels, runs),
    "decide": lambda qrels, runs, to: irassay.decide(runs, "P@2", judged=qrels),
    "evaluate": lambda qrels, runs, to: irassay.evaluate(qrels, runs, ["AP"]),
    "evaluate_files": None,
    "leak": lambda qrels, runs, to: irassay.leak(
        {"q1": "red foxes run home", "q2": "blue dogs"}, {"t": "red foxes run home"}, qrels=qrels, runs=runs
    ),
    "maintain": lambda qrels, runs, to: irassay.maintain(judged_pair(to), runs),
    "overview": lambda qrels, runs, to: irassay.overview(qrels, runs),
    "paper_table": lambda qrels, runs, to: irassay.paper_table(qrels, runs, ["AP", "P@1"]),
    "paper_table_over": lambda qrels, runs, to: irassay.paper_table_over(twice(qrels, runs), ["AP"]),
    "pool": lambda qrels, runs, to: irassay.pool(runs, judged=qrels),
    "prefer": lambda qrels, runs, to: irassay.prefer(Preferences([Comparison("q1", {"a": 1, "b": 0})]), runs, qrels),
    "report": lambda qrels, runs, to: irassay.report(qrels, runs, to=to / "page.html"),
    "sensitivity": lambda qrels, runs, to: irassay.sensitivity(
        qrels, runs, extrapolated=deemed_relevant(to), measures=["AP"]
    ),
    "settle": lambda qrels, runs, to: irassay.settle(qrels, runs),
    "settle_over": lambda qrels, runs, to: irassay.settle_over(twice(qrels, runs)),
    "track": lambda qrels, runs, to: irassay.track(qrels, runs, measures=["nDCG@2"]),
    "whatif": lambda qrels, runs, to: irassay.whatif(qrels, runs, select=["random"], draws=2),
    "write_qrels": lambda qrels, runs, to: irassay.write_qrels(qrels, to / "labels.txt") or True,
    "write_run_sheets": lambda qrels, runs, to: irassay.write_run_sheets(qrels, runs, to=to),
    "write_runs": lambda qrels, runs, to: irassay.write_runs(runs, to / "runs.json") or True,
}


def test_the_calls_have_every_function_that_takes_labels_or_runs():
    taking = {
        name
        for name in irassay.__all__
        if inspect.isfunction(thing := getattr(irassay, name))
        and {"qrels", "runs", "collections"} & set(inspect.signature(thing).parameters)
    }
    assert taking == set(CALLS)


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call])
@pytest.mark.parametrize("form", ["dict", "pandas", "ranx", "records"])
def test_every_function_takes_them(name, form, tmp_path):
    assert CALLS[name](ALL_LABELS[form](), ALL_RUNS[form](), tmp_path) is not None


def test_a_paper_table_of_raw_labels_is_that_of_qrels():
    both = irassay.read_qrels(LABELS), irassay.read_runs(RUNS)
    for form in ALL_LABELS:
        assert irassay.paper_table(ALL_LABELS[form](), RUNS, ["AP", "P@1"]) == irassay.paper_table(*both, ["AP", "P@1"])


def test_one_run_needs_no_name(tmp_path):
    for run in (RUNS["old"], RanxRun(RUNS["old"]), [ScoredDoc(*row[1:]) for row in run_rows("old")]):
        assert irassay.read_runs(run).systems == ("run",)
    assert irassay.read_runs([RUNS["old"], RUNS["new"]]).systems == ("run1", "run2")
    assert irassay.read_runs([RanxRun(RUNS["old"]), RanxRun(RUNS["new"], "new")]).systems == ("run1", "new")


def test_runs_of_different_forms_go_together(tmp_path):
    """Oracle: the same runs as one dict of dicts; names are those given, else the runs' own."""
    old, new = RUNS["old"], RUNS["new"]
    expected = means(LABELS, {"a": old, "b": new, "c": old, "d": new, "e": old})
    path = tmp_path / "a.run"
    irassay.write_runs({"a": old}, path)
    read = irassay.read_runs({"b": new}, keep="scores")
    frame = pd.DataFrame([row[1:] for row in run_rows("new")], columns=OF_RUNS[1:])
    named = {"a": path, "b": read, "c": old, "d": frame, "e": RanxRun(old)}
    several = [str(path), read, {"c": old}, frame.assign(run="d"), RanxRun(old, "e")]
    for form in (named, several, {**named, "b": frame}, {**named, "d": new}):
        runs = irassay.read_runs(form)
        assert runs.systems == tuple("abcde")
        assert means(LABELS, form) == expected
    assert irassay.read_runs([path, old, frame]).systems == ("a", "run2", "run3")
    assert irassay.read_runs(named).readings[0].source == str(path)


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
        ([irassay.Runs.from_dict(RUNS)], 'the scores of these runs were not kept: read them with keep="scores"'),
        ({"one": irassay.Runs.from_dict(RUNS, keep="scores")}, '"one" has 2 runs, expected one under that name'),
        ([RUNS["old"], irassay.Runs.from_dict({"run1": RUNS["old"]}, keep="scores")], "system run1 is in"),
        ([RUNS["old"], "no-such.run"], "can't open no-such.run"),
        ([RanxRun(RUNS["old"], "x"), RanxRun(RUNS["new"], "x")], 'two runs are called "x"'),
        ({"old": RUNS["old"], "new": pd.DataFrame()}, "frame has the columns , expected one for each of query"),
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


def test_one_text_is_one_measure_everywhere(tmp_path):
    """Its letters were read as measures, or it was refused; `baseline` takes one text too."""
    calls = {
        "check": lambda m: irassay.check(LABELS, RUNS, measures=m).to_json(),
        "evaluate": lambda m: irassay.evaluate(LABELS, RUNS, m).summary.tolist(),
        "overview": lambda m: irassay.overview(LABELS, RUNS, measures=m).standfirst,
        "paper_table": lambda m: irassay.paper_table(LABELS, RUNS, m, baseline="old"),
        "paper_table_over": lambda m: irassay.paper_table_over(twice(LABELS, RUNS), m, baseline="old"),
        "sensitivity": lambda m: (
            irassay.sensitivity(LABELS, RUNS, extrapolated=deemed_relevant(tmp_path / m[0]), measures=m).standfirst
        ),
        "track": lambda m: irassay.track(LABELS, RUNS, measures=m).standfirst,
        "write_run_sheets": lambda m: len(list(irassay.write_run_sheets(LABELS, RUNS, to=tmp_path, measures=m) or ())),
    }
    (tmp_path / "P@1").mkdir()
    (tmp_path / "P").mkdir()
    for name, call in calls.items():
        assert call("P@1") == call(["P@1"]), name


@pytest.mark.parametrize("settle", ["settle", "settle_over"])
def test_a_verdict_counts_queries_own_documents_or_not_as_it_is_told(settle):
    """Oracle: runs that went without them before."""
    labels = {q: {"a": 1, "b": 0} for q in ("q1", "q2", "q3")}
    runs = {"new": {q: {q: 9.0, "a": 2.0} for q in labels}, "old": {q: {"b": 2.0, "a": 1.0} for q in labels}}
    without = irassay.read_runs(runs).without_identical_ids()

    def mean(runs, **how):
        of = twice(labels, runs) if settle == "settle_over" else None
        verdict = irassay.settle_over(of, "P@1", **how).mean if of else irassay.settle(labels, runs, "P@1", **how)
        return dict(zip(verdict.league.systems, verdict.league.mean))

    assert mean(runs, identical_ids="ignore") == mean(without) == {"new": 1.0, "old": 0.0}
    assert mean(runs, identical_ids="count") == mean(runs) == {"new": 0.0, "old": 0.0}
    with pytest.raises(UsageError, match="identical_ids must be one of count, ignore"):
        mean(runs, identical_ids="drop")

"""Options that can't mean anything, function by function: refused at the door, each with a UsageError."""

from __future__ import annotations

import inspect
from contextlib import suppress

import numpy as np
import pandas
import pytest

import irassay
from irassay import Qrels, Runs, UsageError, agreement, comparison, estimates, label_sets, pooling
from irassay.collection.attribute import DocAttribute
from irassay.errors import IrassayError
from irassay.scoring import read_scores

NAN, INF = float("nan"), float("inf")
N_QUERIES, N_DOCS = 8, 12
_DRAW = np.random.default_rng(0)
QRELS = Qrels.from_dict(
    {f"q{q}": {f"d{d}": int(_DRAW.integers(0, 3)) for d in range(N_DOCS)} for q in range(N_QUERIES)}
)
RUNS = Runs.from_dict(
    {s: {f"q{q}": {f"d{d}": float(_DRAW.random()) for d in range(20)} for q in range(N_QUERIES)} for s in "abcd"}
)
SCORES = irassay.evaluate(QRELS, RUNS, ["nDCG@10"])
VALUES = SCORES.values[0, 0]
LEAGUE = irassay.compare(SCORES, n_resamples=500)
BOUNDS = irassay.bound(QRELS, RUNS, "nDCG@10")
GROUPS = {"a": "x", "b": "x", "c": "y", "d": "y"}

FEW = (-1, 1.5, NAN, "x", True)  # none is a number of rows to show
COUNTS = (-1, 0, 1.5, NAN, "x", True)
WHOLE = (1.5, NAN, "x", True)  # a grade may be any whole number
NONSENSE = {
    "alpha": (NAN, 0, 1, -0.1, 2, INF, "x"),
    "power": (NAN, 0, 1, -1, 2, "x"),
    "p": (NAN, 0, 1, -1, 2, "x"),
    "level": (NAN, -1, 2, 0, "x"),
    "similar": (NAN, -1, 2, "x"),
    "doubtful": (NAN, -1, 2, "x"),
    "rel": (-1, 0, 128, *WHOLE),
    "seed": (-1, 2**64, 1.5, NAN, "x", True, None),
    "threads": (-1, 5000, 1.5, NAN, "x", None),
    "unseen": (-1, 1.5, NAN, "x"),
    "scale": ([-1], [200], [NAN], ["x"], [1.5], 3),
    "fractions": ([-0.1], [1.5], [NAN], ["x"], [], 0.5),
    "depths": ([0], [-1], [1.5], [NAN], ["x"], [], 5),
    "cutoffs": ([0], [-1], [1.5], [NAN], ["x"], 5),
    "tops": ([0], [-1], [1.5], [NAN], ["x"], 5),
    "sizes": ([0], [-1], [1.5], [NAN], ["x"], 5),
    "edges": ([NAN], ["x"], [2.0, 1.0], 5),
    "ties": ("x", 3, "float16"),
    "queries": ("x", 3),
    "test": ("x", 3, None),
    "correction": ("x", 3, None),
    "interval": ("x", 3, None),
    "ranks": ("x", 3, None),
    "compat": ("x", 9),
    "order": ("x", 3, None),
    "keep": ("x", 3, True),
    "baseline": (["nobody"], 3),
    "measure": ("x", 3, "nDCG@0", "nDCG@-1", []),
    "measures": (["x"], [3], 3, [], ["P@0"], ["P@-3"]),
    "systems": (["nobody"], 3),
    "grade_scale": (NAN, INF, 0, -1, "x"),
    "aggregate": ("x", 3),
    "choose": ("x", 3),
    "prior": ("x", -1),
    "group": ("x", 3),
    **dict.fromkeys(
        ("depth", "n_resamples", "draws", "n_draws", "n_queries", "n_documents", "per_stratum", "shingle", "neighbours",
         "deepest", "pool_depth", "part", "rich"), COUNTS),
}  # fmt: skip

OF_ROWS = {"n_queries": FEW, "n_documents": FEW}
PAIRS_OF_REL = {"rel": ((0, 1), (1, 1.5), (1, NAN), ("x", 1), (128, 1), 3)}
SIZES = {"sizes": ([0], [9], [1.5], [NAN], 5)}

# Function -> a call that is taken, and options whose nonsense is something else there.
CALLS = {
    irassay.evaluate: ({"qrels": QRELS, "runs": RUNS, "measures": ["P@5"]}, {}),
    irassay.compare: ({"scores": SCORES, "n_resamples": 500}, {}),
    irassay.settle: ({"qrels": QRELS, "runs": RUNS, "n_resamples": 500}, {}),
    irassay.bound: ({"qrels": QRELS, "runs": RUNS, "measure": "nDCG@10"}, {}),
    irassay.check: ({"qrels": QRELS, "runs": RUNS}, {}),
    irassay.overview: ({"qrels": QRELS, "runs": RUNS, "n_resamples": 500}, {}),
    irassay.whatif: ({"qrels": QRELS, "runs": RUNS, "draws": 2}, {"group": ()}),
    irassay.track: ({"qrels": QRELS, "runs": RUNS}, {}),
    irassay.pool: ({"runs": RUNS}, {"queries": (3,)}),
    pooling.audit: ({"qrels": QRELS, "runs": RUNS, "n_queries": 2}, {}),
    pooling.sample_queries: ({"strata": {"q1": "s", "q2": "s"}, "per_stratum": 1}, {}),
    estimates.draw_pairs: ({"qrels": QRELS, "runs": RUNS, "bounds": BOUNDS}, {}),
    comparison.disagreements: ({"scores": SCORES, "qrels": QRELS, "runs": RUNS, "a": "a", "b": "b"}, OF_ROWS),
    comparison.minimum_detectable: ({"league": LEAGUE}, {}),
    comparison.pair_buckets: ({"full": VALUES}, {}),
    agreement.rbo: ({"a": [1.0, 2.0, 3.0], "b": [2.0, 1.0, 3.0], "p": 0.9}, {}),
    agreement.rbo_of_lists: ({"a": ["d1", "d2"], "b": ["d2", "d1"], "p": 0.9}, {}),
    agreement.significant_pairs: ({"values": VALUES}, {}),
    agreement.label_agreement: ({"first": QRELS, "second": QRELS}, PAIRS_OF_REL),
    label_sets.thinned: ({"qrels": QRELS, "fractions": [0.5], "draws": 2}, {}),
    label_sets.one_relevant: ({"qrels": QRELS, "draws": 2}, {}),
    label_sets.first_retrieved: ({"qrels": QRELS, "runs": RUNS}, {}),
    label_sets.relevant_subset: ({"qrels": QRELS, "fractions": [0.5], "draws": 2}, {}),
    label_sets.relevant_subset_by_runs: ({"qrels": QRELS, "runs": RUNS, "fractions": [0.5]}, {}),
    label_sets.to_depth: ({"qrels": QRELS, "runs": RUNS, "depths": [5]}, {}),
    label_sets.of_groups: ({"qrels": QRELS, "runs": RUNS, "groups": GROUPS, "depth": 5}, SIZES),
    label_sets.without_group: ({"qrels": QRELS, "runs": RUNS, "groups": GROUPS, "depth": 5}, {}),
    label_sets.similarity: ({"a": "some words here", "b": "some words there"}, {}),
    estimates.one_shot: (
        {"qrels": QRELS, "runs": RUNS, "measure": "nDCG@10", "similarity": lambda query, known, doc: 0.5}, {}),
    estimates.bootstrapped: ({"qrels": QRELS, "runs": RUNS, "measure": "nDCG@10"}, {}),
    estimates.completeness: ({"qrels": QRELS, "runs": RUNS}, {}),
    estimates.coverage: ({"qrels": QRELS, "runs": RUNS}, {}),
    estimates.judged_depth: ({"qrels": QRELS, "runs": RUNS}, {}),
    estimates.leave_one_group_out: ({"qrels": QRELS, "runs": RUNS, "groups": GROUPS, "measure": "nDCG@10"}, {}),
    estimates.reusability: ({"qrels": QRELS, "runs": RUNS, "measure": "nDCG@10", "groups": GROUPS, "depth": 5}, {}),
    estimates.attribute_at: (
        {"qrels": QRELS, "runs": RUNS, "attribute": DocAttribute.of_set("old", {"d1"}), "depth": 5}, {}),
}  # fmt: skip
CASES = [
    (function, name, value)
    for function, (_, own) in CALLS.items()
    for name in inspect.signature(function).parameters
    for value in own.get(name, NONSENSE.get(name, ()))
]


def is_default(function, name, value):
    return value is inspect.signature(function).parameters[name].default


@pytest.mark.parametrize(
    ("function", "name", "value"),
    [case for case in CASES if not is_default(*case)],
    ids=lambda one: getattr(one, "__name__", repr(one)),
)
def test_an_option_that_means_nothing_is_refused(function, name, value):
    with pytest.raises(UsageError):
        function(**{**CALLS[function][0], name: value})


def test_there_are_many():
    assert len(CASES) > 400


TAKES_NOUNS = [irassay.evaluate, irassay.settle, irassay.bound, irassay.check, irassay.overview, irassay.whatif]
ODD = (None, 3, object(), ["q"], ("q", "d", 1), {"q": 3}, {"q": ["d"]}, {"q": {"d": "x"}}, QRELS.core)


@pytest.mark.parametrize("function", TAKES_NOUNS, ids=lambda one: one.__name__)
@pytest.mark.parametrize("value", ODD, ids=lambda one: repr(one)[:20])
def test_what_is_no_noun_is_an_error_that_says_so(function, value):
    base = CALLS[function][0]
    for name in ("qrels", "runs"):
        with suppress(IrassayError) if function is irassay.check else pytest.raises(IrassayError):
            function(**{**base, name: value})  # what can't be read is a finding of check


@pytest.mark.parametrize("function", [irassay.evaluate, irassay.settle, irassay.bound], ids=lambda one: one.__name__)
def test_a_path_where_a_noun_is_expected_names_who_reads_it(function):
    base = CALLS[function][0]
    with pytest.raises(UsageError, match=r"expected qrels as Qrels, but got the path 'x'; irassay.read_qrels reads"):
        function(**{**base, "qrels": "x"})
    with pytest.raises(UsageError, match=r"expected runs as Runs, but got the path 'x'; irassay.read_runs reads"):
        function(**{**base, "runs": "x"})
    with pytest.raises(UsageError, match=r"expected scores as Scores, but got Runs; irassay.evaluate makes them"):
        irassay.compare(RUNS)
    with pytest.raises(UsageError, match=r"expected runs as paths, but got Runs; irassay.evaluate scores nouns"):
        irassay.evaluate_files(QRELS, RUNS, ["P@5"])


def test_dicts_and_frames_are_taken_where_nouns_are():
    labels = {query: dict(QRELS.grades(query)) for query in QRELS.queries}
    lists = {
        s: {q: {d: float(-i) for i, d in enumerate(RUNS.ranking(s, q))} for q in RUNS.queries} for s in RUNS.systems
    }
    rows = [(s, q, d, score) for s, of in lists.items() for q, docs in of.items() for d, score in docs.items()]
    frame = pandas.DataFrame(rows, columns=["run", "query_id", "doc_id", "score"])
    expected = irassay.evaluate(QRELS, RUNS, ["nDCG@10"]).values.tobytes()
    assert irassay.evaluate(labels, lists, ["nDCG@10"]).values.tobytes() == expected
    assert irassay.evaluate(labels, frame, ["nDCG@10"]).values.tobytes() == expected
    assert irassay.bound(labels, lists, "nDCG@10").lower.tobytes() == BOUNDS.lower.tobytes()
    assert irassay.pool(lists).docs == irassay.pool(RUNS).docs


def test_one_path_of_scores_is_one_path_and_not_its_letters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.tsv").write_text("a\tq1\tAP\t0.5\n")
    for source in ("f.tsv", tmp_path / "f.tsv", ["f.tsv"]):
        assert list(read_scores(source).systems) == ["a"]
    with pytest.raises(UsageError, match="expected sources as a sequence"):
        read_scores(3)

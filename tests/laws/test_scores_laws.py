"""Laws of scoring: what may not change a score doesn't, and a policy's queries are the ones that count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.collection import Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.scoring import evaluate

MEASURES = ["nDCG@3", "AP", "RR@5", "P@2", "R@3", "RBP", "Bpref", "infAP", "Judged@4", "NCG@2", "NumRet"]


@st.composite
def worlds(draw):
    """(labels, runs) as dicts: few documents, many equal scores, queries left out on both sides."""
    docs = [f"d{i}" for i in range(8)]
    queries = ["1", "10", "2", "z"]
    labels = draw(
        st.dictionaries(
            st.sampled_from(queries), st.dictionaries(st.sampled_from(docs), st.integers(-1, 3), min_size=1), min_size=1
        )
    )
    ranking = st.dictionaries(
        st.sampled_from(docs), st.sampled_from([3.0, 2.0, 2.0 + 1e-9, 1.0, -0.0, 0.0]), min_size=1
    )
    names = [f"s{i}" for i in range(draw(st.integers(1, 4)))]
    runs = {name: draw(st.dictionaries(st.sampled_from([*queries, "extra"]), ranking, min_size=1)) for name in names}
    return labels, runs


def scored(labels, runs, **options):
    return evaluate(Qrels.from_dict(labels), Runs.from_dict(runs), MEASURES, **options)


@given(worlds(), st.randoms(), st.sampled_from(["float64", "float32"]))
def test_the_order_of_lines_and_the_number_of_threads_change_no_score(world, random, ties):
    labels, runs = world

    def shuffled(items):
        items = list(items.items())
        random.shuffle(items)
        return dict(items)

    again = scored(
        shuffled({q: shuffled(docs) for q, docs in labels.items()}),
        {s: shuffled({q: shuffled(docs) for q, docs in lists.items()}) for s, lists in runs.items()},
        ties=ties,
        threads=3,
    )
    assert np.array_equal(scored(labels, runs, ties=ties, threads=1).values, again.values)


@given(worlds())
def test_new_names_in_the_same_byte_order_change_no_score(world):
    labels, runs = world

    def renamed(docs):
        return {f"document-number-{doc}": value for doc, value in docs.items()}

    again = scored(
        {q: renamed(docs) for q, docs in labels.items()},
        {s: {q: renamed(docs) for q, docs in lists.items()} for s, lists in runs.items()},
    )
    assert np.array_equal(scored(labels, runs).values, again.values)


@given(worlds())
def test_a_system_scores_the_same_alone_as_among_others(world):
    labels, runs = world
    together = scored(labels, runs)
    for i, (name, lists) in enumerate(runs.items()):
        assert np.array_equal(together.values[:, :, i : i + 1], scored(labels, {name: lists}).values)


@given(worlds())
def test_missing_queries_score_zero_are_named_and_are_left_out_of_a_shared_mean(world):
    labels, runs = world
    scores = scored(labels, runs)
    assert scores.queries == tuple(sorted(labels))
    for i, (name, lists) in enumerate(runs.items()):
        missing = tuple(q for q in sorted(labels) if q not in lists)
        assert scores.missing[name] == missing
        for query in missing:
            assert not scores.values[:, 0, i, scores.queries.index(query)].any()
        if len(missing) == len(labels):
            with pytest.raises(InputError, match="none of"):
                scored(labels, {name: lists}, queries="shared")
            continue
        shared = scored(labels, {name: lists}, queries="shared")
        kept = [j for j, q in enumerate(scores.queries) if q in lists]
        assert np.isnan(shared.values[0, 0, 0]).sum() == len(missing)
        assert shared.summary[1, 0, 0] == pytest.approx(scores.values[1, 0, i, kept].mean())


def test_only_queries_with_a_relevant_document_count_when_asked():
    labels = {"a": {"x": 1}, "b": {"x": 0}, "c": {"y": -1}}
    scores = scored(labels, {"s": {q: {"x": 1.0} for q in labels}}, queries="with-relevant")
    assert scores.queries == ("a",)
    assert scores.summary[1, 0, 0] == 1


def test_systems_are_the_same_as_far_as_a_measure_looks():
    lists = {"a": {"x": 3.0, "y": 2.0, "z": 1.0}, "b": {"x": 9.0, "y": 8.0, "w": 1.0}, "c": {"y": 2.0, "x": 1.0}}
    scores = evaluate(
        Qrels.from_dict({"q": {"x": 1}}),
        Runs.from_dict({s: {"q": docs} for s, docs in lists.items()}),
        ["P@2", "P@3", "AP", "P(judged_only=True)@1"],
    )
    assert scores.same == {"P@2": (("a", "b"),), "P@3": (), "AP": (), "P(judged_only=True)@1": ()}
    assert scores.sel(systems=["b", "a"]).same["P@2"] == (("b", "a"),)


def test_selecting_keeps_the_numbers_and_names_what_is_not_there():
    labels, runs = {"q": {"x": 1}}, {"a": {"q": {"x": 1.0}}, "b": {"q": {"y": 2.0, "x": 1.0}}}
    scores = scored(labels, runs)
    picked = scores.sel(measure="RR@5", systems=["b"])
    assert picked.summary.tolist() == [[[0.5]]]
    with pytest.raises(UsageError, match="there are nDCG@3"):
        scores.sel(measure="P@7")
    with pytest.raises(UsageError, match="no system"):
        scores.sel(systems=["c"])


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"compat": "trec_eval-9", "ties": "float64"}, "leave one out"),
        ({"compat": "trec_eval-10", "ties": "float32"}, "leave one out"),
        ({"compat": "trec_eval-9", "queries": "with-relevant"}, "can't go with"),
        ({"compat": "trec_eval-10", "queries": "shared"}, "can't go with"),
        ({"compat": "trec_eval-8"}, "compat must be one of"),
        ({"ties": "double"}, "ties must be one of"),
        ({"queries": "all"}, "queries must be one of"),
        ({"keep": "all"}, "keep must be one of"),
        ({"threads": -1}, "threads must be"),
    ],
)
def test_options_that_contradict_or_mean_nothing_are_refused_before_work(options, part):
    with pytest.raises(UsageError) as error:
        scored({"q": {"x": 1}}, {"s": {"q": {"x": 1.0}}}, **options)
    assert part in str(error.value)


def test_a_signature_holds_only_what_a_score_depends_on():
    labels, runs = {"q": {"x": 2}}, {"s": {"q": {"x": 1.0}}}
    measures = ["nDCG@10", "AP", "AP(rel=2)", "IPrec@0.1", 'RBP(gain="graded")']
    scores = evaluate(Qrels.from_dict(labels), Runs.from_dict(runs), measures, compat="trec_eval-9")
    assert scores.signatures == (
        "nDCG@10|ties=float32|queries=shared|v=0.1",
        "AP|rel=1|ties=float32|queries=shared|v=0.1",
        "AP(rel=2)|ties=float32|queries=shared|v=0.1",
        "IPrec@0.1|rel=1|recall=trec_eval-9|ties=float32|queries=shared|v=0.1",
        'RBP(gain="graded")|max_rel=2|ties=float32|queries=shared|v=0.1',
    )

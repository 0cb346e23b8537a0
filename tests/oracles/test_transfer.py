"""Labels of documents from labels of passages, and labels carried to a new corpus, against plain definitions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import evaluate
from irassay.collection import Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.label_sets import (
    before_mark,
    migrate_labels,
    transfer_agreement,
    transfer_stack,
    transferred,
    without_document,
)
from irassay.label_sets.corpus_migration import similarity
from irassay.label_sets.transfer import AGGREGATES

PASSAGES = [f"d{d}#{p}" for d in range(4) for p in (0, 1, 2, 10)]
LABELS = st.dictionaries(
    st.sampled_from(["q1", "q2"]),
    st.dictionaries(st.sampled_from(PASSAGES), st.integers(-1, 3), min_size=1),
    min_size=1,
)


@settings(max_examples=60)
@given(LABELS)
def test_the_best_passage_is_never_below_any_passage_and_is_one_of_them(labels):
    made = transferred(Qrels.from_dict(labels), before_mark("#"))
    for query, grades in labels.items():
        for doc, grade in made.grades(query).items():
            of = [g for p, g in grades.items() if p.split("#")[0] == doc]
            assert grade == max(of)
    assert {(q, p.split("#")[0]) for q, of in labels.items() for p in of} == {
        (q, doc) for q in made.queries for doc in made.grades(q)
    }


@settings(max_examples=60)
@given(LABELS, st.randoms(use_true_random=False))
def test_each_aggregate_is_what_it_says_and_the_order_of_lines_decides_nothing(labels, rng):
    qrels = Qrels.from_dict(labels)
    every = [g for of in labels.values() for g in of.values()]
    turned = Qrels.from_dict({q: dict(rng.sample(list(of.items()), len(of))) for q, of in labels.items()})
    stack = transfer_stack(qrels, before_mark("#"))
    for name in AGGREGATES:
        made = transferred(turned, before_mark("#"), aggregate=name)
        assert {q: dict(made.grades(q)) for q in made.queries} == {
            q: dict(stack.variant(name).grades(q)) for q in stack.variant(name).queries
        }
        for query, grades in labels.items():
            for doc, grade in made.grades(query).items():
                of = {int(p.split("#")[1]): g for p, g in grades.items() if p.split("#")[0] == doc}
                mean = sum(of.values()) / len(of)
                expected = {
                    "best": max(of.values()),
                    "first": of[min(of)],
                    "sum": max(min(every), min(max(every), sum(of.values()))),
                    "count": min(max(max(every), 1), sum(g >= 1 for g in of.values())),
                }
                assert grade == expected[name] if name in expected else abs(grade - mean) <= 0.5


def test_a_mapping_orders_passages_as_its_file_does():
    labels = Qrels.from_dict({"q": {"p1": 0, "p2": 3, "p3": 1}})
    made = transferred(labels, {"p9": "d", "p3": "d", "p1": "d"}, aggregate="first")
    assert dict(made.grades("q")) == {"d": 1}
    assert without_document(labels, {"p3": "d"}) == {"q": ["p1", "p2"]}
    recipe = transfer_stack(labels, {"p3": "d"}).recipes[0]
    assert recipe == {"select": "transferred", "aggregate": "best", "passages": 3, "without_document": 2}


def test_what_cant_be_transferred_is_refused():
    labels = Qrels.from_dict({"q": {"p1": 0}})
    with pytest.raises(InputError, match=r"none of 1 labelled passages has a document, such as \"p1\""):
        transferred(labels, {"x": "d"})
    with pytest.raises(UsageError, match="must be one of best, mean, sum, first, count"):
        transferred(labels, {"p1": "d"}, aggregate="max")
    with pytest.raises(UsageError, match="each once"):
        transfer_stack(labels, {"p1": "d"}, aggregates=["best", "best"])


def test_inferred_labels_are_held_against_actual_ones_on_all_and_on_shared_documents():
    actual = Qrels.from_dict({"q1": {"a": 3, "b": 0, "c": 1}, "q2": {"a": 2, "b": 0}, "q9": {"a": 1}})
    inferred = Qrels.from_dict({"q1": {"a": 1, "b": 2, "z": 3}, "q2": {"a": 2, "b": 0}})
    lists = {"one": "abcz", "two": "zbca", "three": "bzac"}
    runs = Runs.from_dict({s: {q: {d: -i for i, d in enumerate(of)} for q in ("q1", "q2")} for s, of in lists.items()})
    found = transfer_agreement(actual, inferred, runs)
    assert found.labels.n_pairs == 4
    assert (found.labels.total == found.turned.total.T).all()
    first, second = found.tables()
    assert "inferred 2, share" in [c.name for c in first.columns]
    assert "actual 2, share" in [c.name for c in second.columns]
    both = {"q1": {"a": 3, "b": 0}, "q2": {"a": 2, "b": 0}}
    expected = evaluate(Qrels.from_dict(both), runs, ["nDCG@10"]).summary[0, 0]
    assert list(found.actual_shared) == list(expected)
    only = evaluate(actual.sel(queries=["q1", "q2"]), runs, ["nDCG@10"]).summary[0, 0]
    assert list(found.actual) == list(only)
    assert next(iter(found.scores().column("system").values)) == "one"


def test_labels_inferred_without_error_agree_wholly():
    passages = {f"q{q}": {f"d{d}#{p}": (q + d) % 4 if p else 0 for d in range(8) for p in (0, 1)} for q in range(5)}
    made = transferred(Qrels.from_dict(passages), before_mark("#"))
    actual = Qrels.from_dict({f"q{q}": {f"d{d}": (q + d) % 4 for d in range(8)} for q in range(5)})
    runs = Runs.from_dict(
        {f"s{s}": {f"q{q}": {f"d{d}": (s * d * 7 + q) % 11 for d in range(8)} for q in range(5)} for s in range(1, 5)}
    )
    found = transfer_agreement(actual, made, runs)
    assert (found.kappa.value, found.tau, found.tau_shared) == (1.0, 1.0, 1.0)
    assert list(found.actual) == list(found.inferred)


WORDS = st.lists(st.sampled_from(["red", "blue", "shoe", "hat"]), max_size=9)


@settings(max_examples=100)
@given(WORDS, WORDS, st.integers(1, 4))
def test_similarity_is_jaccards_of_shingles(one, other, size):
    def shingles(words):
        return {tuple(words[i : i + size]) for i in range(len(words) - size + 1)} or (
            {tuple(words)} if words else set()
        )

    a, b = shingles(one), shingles(other)
    expected = len(a & b) / len(a | b) if a | b else 1.0
    assert similarity(" ".join(one), "  ".join(other).upper(), shingle=size) == expected


OLD = [
    ("D1", "http://a.org/same", "one two three four five"),
    ("D2", "http://a.org/edited", "one two three four five six"),
    ("D3", "http://a.org/rewritten", "one two three four"),
    ("D4", "http://a.org/gone", "one two three"),
    ("D5", "http://www.A.org/same/", "one two three four five"),
    ("D6", "http://a.org/unjudged", "x"),
]
NEW = [
    ("N3", "a.org/rewritten", "nothing of it is left"),
    ("N2", "https://a.org/edited", "one two three four five seven"),
    ("N0", "https://a.org/same", "another page"),
    ("N1", "https://a.org/same", "one two three four five"),
    ("N9", "https://b.org/gone", "one two three"),
]


def test_labels_are_kept_doubted_and_dropped_by_address_and_text():
    labels = Qrels.from_dict({"q": {"D1": 1, "D2": 2, "D3": 3, "D4": 0, "D5": 2}, "r": {"D4": 1}})
    found = migrate_labels(labels, iter(OLD), iter(NEW))
    assert {q: dict(found.qrels.grades(q)) for q in found.qrels.queries} == {"q": {"N1": 2}}
    assert (found.of("kept"), found.n_merged) == ([("q", "D1"), ("q", "D5")], 1)
    assert found.of("doubtful") == [("q", "D2")]  # three of five shingles: 0.6
    assert found.of("changed") == [("q", "D3")]
    assert found.of("gone") == [("q", "D4"), ("r", "D4")]
    table = {c.name: c.values for c in found.table().columns}
    assert table["number"] == [2, 1, 1, 2]
    assert sum(sum(table[f"grade {g}"]) for g in range(4)) == labels.n_labels


@settings(max_examples=40)
@given(st.floats(0, 1), st.floats(0, 1))
def test_every_label_has_one_fate_and_stricter_thresholds_keep_no_more(a, b):
    labels = Qrels.from_dict({"q": {"D1": 1, "D2": 2, "D3": 3, "D4": 0, "D5": 2}})
    low, high = sorted((a, b))
    strict, mild = (migrate_labels(labels, OLD, NEW, similar=x, doubtful=0.0) for x in (high, low))
    assert len(strict.labels) == labels.n_labels
    assert set(strict.of("kept")) <= set(mild.of("kept"))


def test_an_old_corpus_without_a_judged_document_and_wrong_thresholds_are_refused():
    labels = Qrels.from_dict({"q": {"D1": 1, "D99": 2}})
    with pytest.raises(InputError, match=r"1 of 2 judged documents are not in the old corpus, such as \"D99\""):
        migrate_labels(labels, OLD, NEW)
    with pytest.raises(UsageError, match="0 <= doubtful <= similar <= 1"):
        migrate_labels(labels, OLD, NEW, similar=0.2)

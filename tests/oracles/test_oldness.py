"""Facts about documents, on simulated runs: a planted preference is found, and nothing is where none was planted."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.collection.attribute import DocAttribute
from irassay.errors import InputError, UsageError
from irassay.estimates.document_attributes import attribute_at, order_within
from irassay.formats.reading.metadata import read_attribute
from irassay.scoring import evaluate
from tests.plain.test_label_places import ranked

SYSTEMS = [f"s{i:02}" for i in range(12)]
BIASED = SYSTEMS[:3]


def simulated(*, bias: float, seed: int = 0, n_queries: int = 40, n_docs: int = 60):
    """A third of the documents is old, whatever their relevance; three systems add `bias` to the score of old ones."""
    rng = np.random.default_rng(seed)
    labels, old = {}, set()
    runs: dict[str, dict[str, dict[str, float]]] = {s: {} for s in SYSTEMS}
    skill = dict(zip(SYSTEMS, np.linspace(2.0, 0.5, len(SYSTEMS))))
    for q in range(n_queries):
        docs = [f"q{q:02}-{i}" for i in range(n_docs)]
        grades = (rng.random(n_docs) < 0.3).astype(int)
        is_old = rng.random(n_docs) < 1 / 3
        old |= {d for d, o in zip(docs, is_old) if o}
        labels[f"q{q:02}"] = dict(zip(docs, map(int, grades)))
        for s in SYSTEMS:
            scores = skill[s] * grades + rng.normal(size=n_docs) + (bias * is_old if s in BIASED else 0.0)
            runs[s][f"q{q:02}"] = dict(zip(docs, scores))
    return labels, runs, old


def asked(bias, seed=0):
    labels, runs, old = simulated(bias=bias, seed=seed)
    return Qrels.from_dict(labels), Runs.from_dict(runs), DocAttribute.of_set("old", old)


def test_a_planted_preference_is_found_in_the_runs_that_have_it_alone():
    found = attribute_at(*asked(1.0))
    apart = {s for s, p in zip(found.systems, found.p_corrected) if p <= 0.05}
    assert apart == set(BIASED)
    assert (found.difference[:3] > 0.1).all()
    assert found.low[:3].min() > 0


def test_where_nothing_is_planted_no_run_is_named():
    named = 0
    for seed in range(10):
        found = attribute_at(*asked(0.0, seed))
        named += bool((found.p_corrected <= 0.05).any())
        assert abs(found.difference).max() < 0.1
    assert named <= 2  # 5% of ten, and chance


def test_a_planted_preference_lowers_the_agreement_of_orders_more_than_random_parts_do():
    qrels, runs, old = asked(3.0)
    found = order_within(qrels, runs, old.members, "P@10", seed=1)
    assert found.tau < found.chance_low
    assert found.p == pytest.approx(1 / 20)
    # among old documents alone the preference is no longer one: the biased systems are the best again
    assert set(np.argsort(-found.after)[:3]) <= set(range(6))


def test_where_nothing_is_planted_the_order_is_as_on_random_parts():
    low = 0
    for seed in range(6):
        qrels, runs, old = asked(0.0, seed)
        found = order_within(qrels, runs, old.members, "nDCG@10", seed=seed)
        low += found.tau < found.chance_low
    assert low <= 1


def test_a_part_of_the_corpus_is_lists_and_labels_without_other_documents():
    labels, runs, old = simulated(bias=0.5, n_queries=4)
    qrels, systems = Qrels.from_dict(labels), Runs.from_dict(runs)
    part, lists = qrels.of_docs(old), systems.of_docs(old)
    for query in labels:
        assert dict(part.grades(query)) == {d: g for d, g in labels[query].items() if d in old}
        for s in SYSTEMS:
            kept = [d for d in ranked(runs[s], query) if d in old]
            assert lists.ranking(s, query) == kept
    assert systems.of_docs([]).queries == ()
    assert qrels.of_docs(set()).n_labels == 0


def test_means_and_expectations_are_those_of_plain_lists():
    labels, runs, old = simulated(bias=0.5, n_queries=4)
    year = {d: 1990.0 + hash_of(d) % 30 for of in labels.values() for d in of if hash_of(d) % 5}
    qrels, systems = Qrels.from_dict(labels), Runs.from_dict(runs)
    for attribute, of in (
        (DocAttribute.of_set("old", old), lambda d: float(d in old)),
        (DocAttribute.of_column("year", year)[0], year.get),
    ):
        found = attribute_at(qrels, systems, attribute, depth=7)

        def mean(docs, of=of):
            known = [of(d) for d in docs if of(d) is not None]
            return sum(known) / len(known)

        for s, row in zip(found.systems, found.values):
            assert row == pytest.approx([mean(ranked(runs[s], q)[:7]) for q in labels])
        assert found.judged == pytest.approx(np.mean([mean(labels[q]) for q in labels]))
        assert found.relevant == pytest.approx(np.mean([mean(d for d, g in labels[q].items() if g) for q in labels]))
    assert found.expected_of == "corpus"
    assert found.expected == pytest.approx(sum(year.values()) / len(year))


def test_scores_within_are_those_of_the_filtered_files():
    labels, runs, old = simulated(bias=0.5, n_queries=5)
    qrels, systems = Qrels.from_dict(labels), Runs.from_dict(runs)
    found = order_within(qrels, systems, old, "nDCG@10", draws=1)
    alone = Qrels.from_dict({q: {d: g for d, g in of.items() if d in old} for q, of in labels.items()})
    lists = Runs.from_dict(
        {s: {q: {d: x for d, x in of.items() if d in old} for q, of in r.items()} for s, r in runs.items()}
    )
    after = evaluate(alone, lists, ["nDCG@10"])
    kept = [after.queries.index(q) for q in found.queries]
    assert found.after == pytest.approx(after.values[0, 0][:, kept].mean(axis=1))


def hash_of(doc):
    return sum(map(ord, doc)) * 7


@pytest.mark.parametrize(
    ("text", "names", "is_set"),
    [
        ("d1\nd2\n", ["a"], True),
        ("d1\tyes\nd2\tno\n", ["a"], True),
        ("d1\t1999\nd2\t2001\n", ["a"], False),
        ("d1\tweb\nd2\tnews\n\n", ["a: news", "a: web"], True),
    ],
)
def test_a_file_is_a_set_a_number_or_kinds(tmp_path, text, names, is_set):
    (tmp_path / "a.tsv").write_text(text)
    found = read_attribute(tmp_path / "a.tsv")
    assert [a.name for a in found] == names
    assert {a.is_set for a in found} == {is_set}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no line of data"),
        ("d1\t1\nd2\n", "a.tsv:2  no tab"),
        ("d1\nd1\n", "a.tsv:2  document .d1. twice"),
        ("d1\t\n", "a.tsv:1"),
        ("d1\t1\t2\n", "a.tsv:1"),
        ("".join(f"d{i}\tk{i}\n" for i in range(9)), "9 different texts"),
    ],
)
def test_a_file_that_can_be_read_in_two_ways_is_refused(tmp_path, text, said):
    (tmp_path / "a.tsv").write_text(text)
    with pytest.raises(InputError, match=said):
        read_attribute(tmp_path / "a.tsv")


def test_ids_of_another_corpus_are_named():
    qrels, runs, _ = asked(0.0)
    with pytest.raises(InputError, match="has no value for any judged document"):
        attribute_at(qrels, runs, DocAttribute.of_column("year", {"other": 1999})[0])
    with pytest.raises(InputError, match="no relevant document"):
        order_within(qrels, runs, {"other"}, "nDCG@10")
    with pytest.raises(UsageError, match="depth must be"):
        attribute_at(qrels, runs, DocAttribute.of_set("old", {"d"}), depth=0)

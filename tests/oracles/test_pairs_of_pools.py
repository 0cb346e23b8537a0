"""Known answers in pools, pairs, samples of queries and of bands of ranks. Oracle: brute force over the lists."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels, Runs, pool
from irassay.errors import InputError, UsageError
from irassay.pooling import known_answers, pairs, sample_bands, sample_pool
from irassay.pooling.judging_orders import ORDERS

DOCS = "abcdefgh"
lists = st.lists(st.sampled_from(DOCS), min_size=1, max_size=6, unique=True)
worlds = st.dictionaries(
    st.sampled_from(["s1", "s2", "s3"]), st.dictionaries(st.sampled_from(["q1", "q2"]), lists, min_size=1), min_size=1
)
labels = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]), st.dictionaries(st.sampled_from(DOCS + "xyz"), st.integers(0, 2), min_size=1)
)


def runs_of(world):
    """Runs whose first document has the highest score."""
    return Runs.from_dict(
        {run: {q: {d: float(-i) for i, d in enumerate(docs)} for q, docs in of.items()} for run, of in world.items()}
    )


def by_query(queries, *values):
    out = {}
    for query, *value in zip(queries, *values, strict=True):
        out.setdefault(query, []).append(tuple(value))
    return out


@given(
    world=worlds, known=labels, depth=st.integers(1, 5), rule=st.sampled_from(["first", "all"]), rel=st.integers(1, 2)
)
def test_known_answers_join_the_pools_of_their_queries(world, known, depth, rule, rel):
    pooled = pool(
        runs_of(world), depth=depth, known=Qrels.from_dict(known) if known else None, known_rule=rule, rel=rel
    )
    expected = {}
    for of in world.values():
        for query, docs in of.items():
            expected.setdefault(query, set()).update(docs[:depth])
    found = {query: set(docs) for query, docs in expected.items()}
    for query, docs in known.items():
        answers = [doc for doc, grade in docs.items() if grade >= rel]
        if query in expected:
            expected[query].update(answers[:1] if rule == "first" else answers)
    assert {q: {d for (d,) in docs} for q, docs in by_query(pooled.queries, pooled.docs).items()} == expected
    assert len(pooled) == sum(map(len, expected.values())), "each document once"
    why = pooled.table().column("why").values
    for query, doc, reason, ranks, best in zip(pooled.queries, pooled.docs, why, pooled.n_runs, pooled.best_rank):
        assert reason == ("pool" if doc in found[query] else "known")
        of_doc = [of[query].index(doc) + 1 for of in world.values() if doc in of.get(query, [])[:depth]]
        assert (ranks, best) == (len(of_doc), min(of_doc, default=depth + 1))


@pytest.mark.parametrize("order", ORDERS)
def test_a_known_answer_comes_last_by_rank_and_anywhere_at_random(order):
    runs = Runs.from_dict({"s": {"q": {d: float(-i) for i, d in enumerate("cab")}}})
    places = {
        pool(runs, known=Qrels.from_dict({"q": {"aa": 1}}), order=order, seed=seed).docs.index("aa")
        for seed in range(60)
    }
    assert places == ({3} if order in ("rank", "rounds") else {0, 1, 2, 3})


@given(world=worlds, known=labels, depth=st.integers(1, 5), kind=st.sampled_from(["first", "all"]))
def test_pairs_are_those_of_brute_force(world, known, depth, kind):
    pooled = pool(runs_of(world), depth=depth, known=Qrels.from_dict(known) if known else None, known_rule=kind)
    docs = {query: [d for (d,) in of] for query, of in by_query(pooled.queries, pooled.docs).items()}
    every = pairs(pooled)
    assert by_query(every.queries, every.docs_a, every.docs_b) == {
        query: list(combinations(of, 2)) for query, of in docs.items() if len(of) > 1
    }
    assert every.n_without == sum(len(of) == 1 for of in docs.values())
    if not pooled.known:
        with pytest.raises(UsageError, match="known answer"):
            pairs(pooled, "known")
        return
    against = pairs(pooled, "known")
    expected = {
        query: {frozenset((a, b)) for a in pooled.known.get(query, ()) for b in of if a != b}
        for query, of in docs.items()
    }
    got = by_query(against.queries, against.docs_a, against.docs_b)
    assert {query: {frozenset(p) for p in of} for query, of in got.items()} == {
        q: of for q, of in expected.items() if of
    }
    assert all(a in pooled.known[query] for query, of in got.items() for a, _ in of)
    assert max(Counter((q, frozenset(p)) for q, of in got.items() for p in of).values(), default=1) == 1


@given(ranking=lists, answers=st.lists(st.sampled_from(DOCS), min_size=1, max_size=3, unique=True))
def test_next_is_the_first_document_against_the_known_answer_or_the_second(ranking, answers):
    runs, known = runs_of({"s": {"q": ranking}}), Qrels.from_dict({"q": dict.fromkeys(answers, 1)})
    top = pairs(pool(runs, known=known), "next")
    other = ranking[0] if ranking[0] != answers[0] else (ranking[1] if len(ranking) > 1 else None)
    assert [*zip(top.docs_a, top.docs_b)] == ([(answers[0], other)] if other else [])
    assert top.n_without == (other is None)


def test_next_takes_one_run_with_all_its_documents():
    known = Qrels.from_dict({"q": {"a": 1}})
    two = Runs.from_dict({"s": {"q": {"a": 1.0}}, "t": {"q": {"b": 1.0}}})
    with pytest.raises(UsageError, match="2 runs"):
        pairs(pool(two, known=known), "next")
    one = Runs.from_dict({"s": {"q": {"b": 2.0, "a": 1.0}}})
    with pytest.raises(UsageError, match="lacks 1 documents"):
        pairs(pool(one, known=known, judged=Qrels.from_dict({"q": {"b": 0}})), "next")


def test_the_first_known_answer_is_the_first_in_the_file(tmp_path):
    from irassay import read_qrels

    (tmp_path / "q").write_text("q 0 z 0\nq 0 y 1\nq 0 a 3\n")
    assert known_answers(read_qrels(tmp_path / "q")) == {"q": ["y"]}
    assert known_answers(read_qrels(tmp_path / "q"), "all", rel=2) == {"q": ["a"]}
    with pytest.raises(UsageError, match="known_rule"):
        known_answers(read_qrels(tmp_path / "q"), "some")


def test_each_query_is_drawn_with_its_probability():
    runs = Runs.from_dict({"s": {f"q{i}": dict.fromkeys(DOCS[: 1 + i], 1.0) for i in range(5)}})
    drawn = [sample_pool(pool(runs), n_queries=2, min_pool=2, seed=seed) for seed in range(2000)]
    assert {(one.n_small, one.n_queries, one.probability) for one in drawn} == {(1, 4, 0.5)}
    counts = Counter(query for one in drawn for query in set(one.pool.queries))
    assert set(counts) == {"q1", "q2", "q3", "q4"}
    assert all(abs(n - 1000) < 4.5 * np.sqrt(2000 / 4) for n in counts.values())
    small = set(sample_pool(pool(runs), n_queries=1, seed=7).pool.queries)
    assert small < set(sample_pool(pool(runs), n_queries=3, seed=7).pool.queries)
    with pytest.raises(InputError, match="no query has a pool of 6 documents; the largest has 5"):
        sample_pool(pool(runs), min_pool=6)


@given(
    world=worlds,
    known=labels,
    depth=st.integers(1, 2),
    bands=st.lists(st.tuples(st.integers(3, 6), st.sampled_from([0.1, 0.25, 0.5, 1.0])), min_size=1, max_size=2),
    order=st.sampled_from(ORDERS),
    seed=st.integers(0, 9),
)
def test_bands_have_their_documents_and_their_share(world, known, depth, bands, order, seed):
    bands = sorted(dict(bands).items())
    runs, deepest = runs_of(world), bands[-1][0]
    whole = pool(runs, depth=deepest, known=Qrels.from_dict(known) if known else None, order=order)
    sample = sample_bands(whole, bands, depth=depth, seed=seed)
    shares = {f"1-{depth}": 1.0, "known": 1.0}
    ends = [depth, *(end for end, _ in bands)]
    shares |= {f"{a + 1}-{b}": share for a, (b, share) in zip(ends, bands)}
    strata = {}
    for place, (query, doc) in enumerate(zip(whole.queries, whole.docs)):
        best = min((of[query].index(doc) + 1 for of in world.values() if doc in of.get(query, [])), default=99)
        end = next((end for end in ends if best <= end), None)
        name = "known" if end is None else f"{([0, *ends])[ends.index(end)] + 1}-{end}"
        assert sample.stratum[place] == name
        strata.setdefault((query, name), []).append(place)
    for (_, name), places in strata.items():
        n = int(sample.drawn[places].sum())
        assert n == max(1, -int(-shares[name] * 100 * len(places) // 100))
        assert {sample.probability[place] for place in places} == {n / len(places)}
    chosen = {(whole.queries[i], whole.docs[i]) for i in np.flatnonzero(sample.drawn)}
    again = sample_bands(
        pool(runs, depth=deepest, known=Qrels.from_dict(known) if known else None), bands, depth=depth, seed=seed
    )
    there = {(again.pool.queries[i], again.pool.docs[i]) for i in np.flatnonzero(again.drawn)}
    assert chosen == there, "the draw does not depend on the order of judging"


def test_every_document_of_a_band_is_as_likely_as_another():
    whole = pool(runs_of({"s": {"q": list(DOCS)}}), depth=8)
    counts = sum(sample_bands(whole, [(8, 0.5)], depth=2, seed=seed).drawn for seed in range(2000))
    assert counts[:2].tolist() == [2000, 2000]
    assert all(abs(n - 1000) < 4.5 * np.sqrt(2000 / 4) for n in counts[2:])


@pytest.mark.parametrize(
    ("bands", "words"),
    [
        ([], "ascending ranks below the depth of 2"),
        ([(2, 0.5)], "ascending"),
        ([(8, 0.5), (5, 0.5)], "ascending"),
        ([(8, 0.0)], "shares above 0"),
        ([(8, 1.5)], "shares above 0"),
        ([(5, 0.5)], "ends at rank 5, but the pool has depth 8"),
    ],
)
def test_bands_that_make_no_sense_are_refused(bands, words):
    with pytest.raises(UsageError, match=words):
        sample_bands(pool(runs_of({"s": {"q": list(DOCS)}}), depth=8), bands, depth=2)


@pytest.mark.parametrize("rel", [0, -1, 1.5, 128])
def test_a_known_answer_has_a_grade_of_1_or_more(rel):
    with pytest.raises(UsageError, match="rel"):
        known_answers(Qrels.from_dict({"q": {"a": 0, "b": 1}}), rel=rel)

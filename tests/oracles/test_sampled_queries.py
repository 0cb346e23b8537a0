"""Queries drawn from strata, and candidate files: sizes, chances, what is stated, what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.collection import Runs, Texts
from irassay.errors import InputError, UsageError
from irassay.pooling import length_strata, sample_queries, write_candidates

STRATA = st.dictionaries(
    st.text("abcdef", min_size=1, max_size=4), st.sampled_from(["long", "short", "odd"]), min_size=1
)


@settings(max_examples=60)
@given(STRATA, st.integers(1, 6), st.integers(0, 2**64 - 1))
def test_each_stratum_gives_what_was_asked_or_all_it_has_and_says_so(strata, n, seed):
    found = sample_queries(strata, per_stratum=n, seed=seed)
    for name in set(strata.values()):
        members = {q for q, s in strata.items() if s == name}
        assert set(found.queries_by_stratum[name]) <= members
        assert len(found.queries_by_stratum[name]) == len(set(found.queries_by_stratum[name])) == min(n, len(members))
        assert (name in found.too_small) == (len(members) < n) == (f"{name} (" in found.table().note)
    assert len(found.queries) == sum(map(len, found.queries_by_stratum.values()))


@settings(max_examples=60)
@given(STRATA, st.integers(1, 5), st.integers(0, 2**64 - 1))
def test_a_larger_sample_keeps_the_smaller_and_other_strata_change_nothing(strata, n, seed):
    one, more = (sample_queries(strata, per_stratum=k, seed=seed) for k in (n, n + 1))
    assert all(more.queries_by_stratum[name][: len(of)] == of for name, of in one.queries_by_stratum.items())
    name = min(one.queries_by_stratum)
    alone = sample_queries({q: s for q, s in reversed(strata.items()) if s == name}, per_stratum=n, seed=seed)
    assert alone.queries_by_stratum[name] == one.queries_by_stratum[name]


def test_every_query_of_a_stratum_is_as_likely():
    strata = dict.fromkeys("abcde", "all")
    drawn = [q for seed in range(3000) for q in sample_queries(strata, per_stratum=2, seed=seed).queries]
    for query in "abcde":  # binomial(3000, 2/5): 1200 give or take 26.8; five of them
        assert abs(drawn.count(query) - 1200) < 134


def test_strata_by_words_part_where_they_are_told():
    texts = Texts(lambda: iter([("a", "x"), ("b", "x " * 4), ("c", "x " * 5), ("d", " x  " * 12)]))
    assert length_strata(texts, from_words=(5, 10)) == {
        "a": "under 5 words",
        "b": "under 5 words",
        "c": "5 to 9 words",
        "d": "10 words or more",
    }
    for wrong in ((), (0,), (5, 5), (10, 5)):
        with pytest.raises(UsageError, match="ascending"):
            length_strata({}, from_words=wrong)


def test_no_queries_and_no_number_are_refused():
    with pytest.raises(InputError, match="no queries"):
        sample_queries({}, per_stratum=3)
    for wrong in (0, True, 2.5):
        with pytest.raises(UsageError, match="at least 1"):
            sample_queries({"a": "x"}, per_stratum=wrong)


def test_candidates_read_back_are_the_runs_first_documents_with_ties_as_they_were(tmp_path):
    from irassay import read_runs

    runs = Runs.from_dict({"s": {"q1": {"a": 1, "b": 1, "c": 1}, "q2": {"b": 0.5, "a": 0.7}}})
    assert write_candidates(runs, tmp_path / "top.run", depth=2) == 4
    again = read_runs(tmp_path / "top.run")
    assert {q: list(again.ranking("s", q)) for q in again.queries} == {"q1": ["c", "b"], "q2": ["a", "b"]}


@pytest.mark.parametrize(
    ("doc", "options", "message"),
    [
        ("a b", {}, "white space"),
        ("a\tb", {"output_format": "candidates", "query_texts": {"q": "x"}, "doc_texts": {"a\tb": "x"}}, "a tab"),
        (
            "a",
            {"output_format": "candidates", "query_texts": {"q": "x"}, "doc_texts": {}},
            "1 of 1 ids have no document",
        ),
        ("a", {"output_format": "candidates", "query_texts": {}, "doc_texts": {"a": "x"}}, "no query text"),
        ("a", {"output_format": "candidates"}, "needs the texts"),
        ("a", {"output_format": "tsv"}, "must be one of candidates, run"),
        ("a", {"depth": 0}, "at least 1"),
    ],
)
def test_candidates_that_a_file_cant_hold_are_refused_and_nothing_is_written(tmp_path, doc, options, message):
    with pytest.raises((InputError, UsageError), match=message):
        write_candidates(Runs.from_dict({"s": {"q": {doc: 1.0}}}), tmp_path / "top", **options)
    assert not list(tmp_path.iterdir())

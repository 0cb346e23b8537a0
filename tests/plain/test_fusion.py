"""Fused lists are the plain twin's, and a published example's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Runs
from irassay.errors import InputError, UsageError
from irassay.search import fuse
from tests.plain import retrieval as plain

LISTS = st.lists(
    st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from([-1.5, 0.0, 0.25, 1.0, 7.0]), min_size=1),
    min_size=1,
    max_size=4,
)


def runs_of(lists):
    return Runs.from_dict({f"s{i}": {"q": scored} for i, scored in enumerate(lists)}, keep="scores")


@given(
    LISTS,
    st.sampled_from(["rbc", "rrf", "combsum", "combmnz", "weighted"]),
    st.sampled_from(["minmax", "zscore", "none"]),
    st.floats(0.05, 0.95),
    st.floats(0, 100),
)
def test_fused_scores_are_the_plain_twins(lists, method, normalise, phi, rrf_k):
    weight = [0.5 * i - 1 for i in range(len(lists))]
    of = {"rbc": {"phi": phi}, "rrf": {"rrf_k": rrf_k}, "weighted": {"normalise": normalise, "weight": weight}}
    options = {"method": method, **of.get(method, {"normalise": normalise})}
    fused = fuse(runs_of(lists), **options)
    found = dict(zip(fused.ranking("fused", "q"), fused.core.scores("fused", "q")))
    assert found == {doc: pytest.approx(s, rel=1e-9, abs=1e-12) for doc, s in plain.fuse(lists, **options).items()}
    assert list(found) == sorted(found, key=lambda doc: (found[doc], doc.encode()), reverse=True)
    assert fuse(runs_of(lists), depth=2, **options).ranking("fused", "q") == list(found)[:2]


@pytest.mark.parametrize(
    ("phi", "best"), [(0.6, {"A": 0.89, "D": 0.86, "B": 0.78}), (0.9, {"D": 0.35, "C": 0.28, "A": 0.27})]
)
def test_rbc_of_the_example_of_its_paper(phi, best):
    """Bailey et al., SIGIR 2017: lists ADBCGF, BDEC, ABDCGFE and GDEAFC."""
    lists = [{doc: -i for i, doc in enumerate(docs)} for docs in ("ADBCGF", "BDEC", "ABDCGFE", "GDEAFC")]
    fused = fuse(runs_of(lists), phi=phi, depth=3)
    found = dict(zip(fused.ranking("fused", "q"), fused.core.scores("fused", "q")))
    assert {doc: round(score, 2) for doc, score in found.items()} == best
    assert list(found) == list(best)


def test_a_query_of_one_run_is_fused_from_what_there_is():
    runs = Runs.from_dict({"a": {"q1": {"d": 1.0}}, "b": {"q2": {"e": 2.0, "f": 1.0}}})
    fused = fuse(runs)
    assert (fused.ranking("fused", "q1"), fused.ranking("fused", "q2")) == (["d"], ["e", "f"])


@pytest.mark.parametrize(
    "options",
    [
        {"phi": 0},
        {"phi": 1.0},
        {"phi": float("nan")},
        {"depth": 0},
        {"rrf_k": -1},
        {"method": "borda"},
        {"normalise": "sum"},
        {"method": "weighted"},
        {"method": "weighted", "weight": [1, 2, 3]},
        {"weight": [1, 2]},
    ],
)
def test_odd_options_are_refused(options):
    with pytest.raises(UsageError):
        fuse(runs_of([{"a": 1.0}, {"b": 1.0}]), **options)


def test_scores_that_were_not_kept_cant_be_added():
    runs = Runs.from_dict({"a": {"q": {"d": 1.0}}})
    with pytest.raises(UsageError, match='read the runs with keep="scores"'):
        fuse(runs, method="combsum")
    assert fuse(runs).ranking("fused", "q") == ["d"]


@pytest.mark.parametrize("options", [{"method": "combsum"}, {"method": "combmnz", "normalise": "none"}])
@pytest.mark.parametrize("scores", [{"d1": 1e308, "d2": -1e308}, {"d1": float("inf"), "d2": 0.0}])
def test_scores_whose_sum_is_no_number_are_refused_with_their_query(options, scores):
    runs = {"a": {"q1": {"d1": 2.0}, "q2": scores}, "b": {"q2": {"d1": 1e308, "d3": 3.0}}}
    with pytest.raises(InputError, match='query "q2" are infinite, or too large to be added by comb'):
        fuse(Runs.from_dict(runs, keep="scores"), **options)
    assert fuse(Runs.from_dict(runs, keep="scores"), method="rrf").ranking("fused", "q2") == ["d1", "d3", "d2"]

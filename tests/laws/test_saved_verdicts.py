"""A Verdict that was saved and loaded says what the original says, to the last digit. The oracle is the original."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay import Qrels, Runs, evaluate, settle
from irassay.comparison import League, Pair, compare
from irassay.errors import InputError, UsageError
from irassay.estimates import Bounds
from irassay.verdict import Verdict
from irassay.verdict.next_steps import steps
from irassay.verdict.saved import league as saved_league
from irassay.verdict.saved.league import matrix_of, square
from irassay.verdict.words import answers as answer_words
from irassay.verdict.words import answers as headline_words
from irassay.verdict.words import league as league_words
from irassay.verdict.words import next_steps as step_words
from tests.collections_at_hand import labels_and_runs

# Ids are opaque: commas, colons, spaces, dashes as between two names, words of JSON, what looks like a number or a key.
NAMES = ("a, b: c", "a", "b: c", "a – b", "null", "NaN", "1e3", "kind", "名前", "</script>", '"', "")


KNOWN = (
    "kind", "pairs", "states", "n_likely", "labels_settled", "labels_pairs", "labels_high", "queries_high", "needed",
    "against", "open_at_top", "lead_carried", "behind", "typical", "n_unresolvable", "unlikely", "judged", "n_labels",
    "n_runs", "suspects", "by_rank", "command", "compare_options", "measure", "depth", "rel", "unjudged", "judging",
    "judging_pairs", "estimate", "detectable", "unresolvable", "among_retrieved",
)  # fmt: skip


def world(n, n_queries, *, seed=0, labelled=0.5, alike=0):
    """Labels and runs over the same queries; the last `alike` runs are copies of the first."""
    rng = np.random.default_rng(seed)
    queries, docs = [f"q, {i}: –" for i in range(n_queries)], [f"d{i}" for i in range(8)]
    grades = {q: {d: int(rng.integers(0, 3)) for d in docs if rng.random() < labelled} for q in queries}
    qrels = Qrels.from_dict({q: of or {"d0": 1} for q, of in grades.items()})
    runs = {}
    for i, name in enumerate(NAMES[:n]):
        better = {d: grades.get(q, {}).get(d, 0) * (n - i) / n for q in queries for d in docs}
        runs[name] = {q: {d: float(rng.normal(better[d], 1)) for d in docs} for q in queries}
    for name in NAMES[n - alike : n]:
        runs[name] = runs[NAMES[0]]
    return qrels, Runs.from_dict(runs)


def test_both_means_of_a_run_whose_ranks_contradict_its_scores_are_saved_and_renamed():
    odd = replace(settle(*world(4, 12), "nDCG@5"), suspects=["a"], by_rank={"a": (0.4, 0.1)})
    check(odd, Verdict.from_dict(odd.to_dict()))
    assert odd.renamed({"a": "z"}).by_rank == {"z": (0.4, 0.1)}


WORLDS = {
    "two": (2, 9, {}, {}),
    "few": (4, 12, {}, {}),
    "many": (10, 35, {}, {"correction": "benjamini-hochberg"}),
    "baseline": (5, 12, {}, {"baseline": [NAMES[1]]}),
    "two baselines": (6, 40, {}, {"baseline": [NAMES[2], NAMES[0]]}),
    "ties": (5, 7, {"alike": 2}, {}),
    "all tied": (3, 6, {"alike": 3}, {}),
    "one query": (4, 1, {}, {}),
    "one system": (1, 6, {}, {}),
    "no bounds": (4, 12, {}, {"measure": "Bpref"}),
    "outer bounds": (4, 12, {}, {"measure": "AP", "interval": "bootstrap-t"}),
    "lower is better": (4, 12, {}, {"measure": "MFR@5", "test": "wilcoxon"}),
    "graded": (4, 12, {}, {"measure": "RBP(p=0.8)", "ranks": "bootstrap"}),
    "scale": (3, 12, {}, {"measure": "INSQ", "scale": [0, 1, 2, 3, 4]}),
    "unseen": (3, 12, {"labelled": 0.2}, {"measure": "P@5", "unseen": 3}),
    "without labels on the last": (3, 5, {"labelled": 0.0}, {}),
}


def made(name, seed=0):
    n, n_queries, shape, options = WORLDS[name]
    qrels, runs = world(n, n_queries, seed=seed, **shape)
    return settle(qrels, runs, **{"measure": "nDCG@5", "n_resamples": 2000} | options)


def same(a, b):
    """To the last bit, the sign of 0 included; one NaN is like another."""
    if isinstance(a, np.ndarray):
        return isinstance(b, np.ndarray) and a.dtype == b.dtype and a.shape == b.shape and _bits(a) == _bits(b)
    if isinstance(a, float):
        return repr(a) == repr(b)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    return a == b or repr(a) == repr(b)  # of dataclasses, whose NaN is not itself


def _bits(values):
    return repr(values.tolist())


def same_pair(a, b):
    queries = all(same(getattr(a.queries, f.name), getattr(b.queries, f.name)) for f in fields(Pair))
    return queries and repr(replace(a, queries=None)) == repr(replace(b, queries=None))


def check(verdict, again, *, without=()):
    """Everything that a Verdict has or says."""
    for f in fields(League):
        if f.name not in ("redrawn", *without):
            assert same(getattr(verdict.league, f.name), getattr(again.league, f.name)), f.name
    for a in verdict.systems:
        for b in verdict.systems:
            assert same_pair(verdict.pair(a, b), again.pair(a, b)), (a, b)
            assert verdict.pair(a, b).sentence() == again.pair(a, b).sentence()
    for i, j in verdict.pairs:
        assert same_pair(verdict.pair_at(i, j), again.pair_at(i, j))
    for name in KNOWN:
        assert same(getattr(verdict, name), getattr(again, name)), name
    assert headline_words.title(verdict) == headline_words.title(again)
    assert headline_words.standfirst(verdict) == headline_words.standfirst(again)
    assert steps(verdict) == steps(again)
    assert " ".join(step_words.next_items(verdict)) == " ".join(step_words.next_items(again))
    assert answer_words.share_queries(verdict) == answer_words.share_queries(again)
    assert answer_words.share_labels(verdict) == answer_words.share_labels(again)
    if verdict.kind not in ("unmatched", "one"):
        assert league_words.lead(verdict) == league_words.lead(again)
        assert league_words.beside_shares(verdict) == league_words.beside_shares(again)
    if verdict.bounds is not None:
        for f in fields(Bounds):
            if f.name not in ("lower", "estimate", "upper", "plain", "exact"):
                assert same(getattr(verdict.bounds, f.name), getattr(again.bounds, f.name)), f.name
        for name in ("lower", "estimate", "upper"):
            assert same(verdict.means(name), again.means(name))
    if verdict.draws is not None:
        assert same(verdict.draws.means, again.draws.means)
        assert same(verdict.draws.ahead_by_test, again.draws.ahead_by_test)
    assert repr(verdict.reach) == repr(again.reach)


@pytest.mark.parametrize("name", WORLDS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=4, deadline=None)
def test_a_loaded_verdict_says_what_was_saved(name, seed):
    verdict = made(name, seed)
    text = verdict.to_json()
    again = Verdict.from_json(text)
    check(verdict, again)
    assert again.to_json() == text


@pytest.mark.parametrize("baseline", [(), ("a",)])
def test_scores_alone(baseline):
    qrels, runs = world(5, 12)
    league = compare(evaluate(qrels, runs, ["nDCG@5"]), baseline=baseline, n_resamples=2000)
    verdict = Verdict(league, n_runs=5)
    check(verdict, Verdict.from_json(verdict.to_json()))


def test_figures_of_pairs_that_were_asked_for_are_kept_by_both_names():
    from irassay.estimates.universe import Missing
    from irassay.verdict.settle import Scored, settled

    qrels, runs = world(4, 12, labelled=0.3)
    verdict = settle(qrels, runs, "nDCG@5", n_resamples=2000)
    pairs = [(a, b) for a in verdict.systems for b in verdict.systems if a < b]
    scored = Scored(qrels, runs, evaluate(qrels, runs, ["nDCG@5"]), verdict.measure)
    asked, _ = settled(scored, verdict.league, Missing(), pairs=pairs)
    assert asked.judging_pairs
    check(asked, Verdict.from_json(asked.to_json()))


def test_a_real_collection_comes_back():
    verdict = settle(*labels_and_runs("trec-dl-2021-passage"), "nDCG@10")
    assert verdict.n == 61
    again = Verdict.from_json(verdict.to_json())
    check(verdict, again)
    assert (again.league.n_settled, again.league.n_tested) == (verdict.league.n_settled, 1830)


@pytest.mark.parametrize("name", ["two", "many", "two baselines", "one query", "lower is better"])
def test_without_scores_what_is_told_from_them_is_the_same(name, monkeypatch):
    monkeypatch.setattr(saved_league, "MOST_SCORES", 0)
    verdict = made(name)
    text = verdict.to_json()
    assert json.loads(text)["league"]["values"] is None
    again = Verdict.from_json(text)
    check(verdict, again, without=["values"])
    assert again.to_json() == text
    with pytest.raises(
        UsageError, match="holds scores per query up to 0 numbers, and this one had more: make the verdict again"
    ):
        again.league.values[0]
    with pytest.raises(UsageError, match="make the verdict again from the files"):
        np.asarray(again.league.values)


def test_what_is_not_saved_says_so(monkeypatch):
    again = Verdict.from_json(made("few").to_json())
    for ask in (lambda: again.league.places, lambda: again.league.redrawn.summaries):
        with pytest.raises(UsageError, match="doesn't hold the resamples"):
            ask()
    monkeypatch.setattr(saved_league, "MOST_PAIRS", 2)
    again = Verdict.from_json(made("baseline").to_json())
    assert again.pair("a", "b: c").queries.low == again.pair("a", "b: c").queries.low
    with pytest.raises(UsageError, match="intervals of pairs without a baseline up to 2 pairs"):
        again.pair("a, b: c", "b: c")


def test_of_two_baselines_a_pairs_families_may_differ_and_both_are_kept():
    differing = []
    for seed in range(12):
        verdict = made("two baselines", seed)
        base, other = (verdict.systems.index(name) for name in verdict.league.baseline)
        again = Verdict.from_json(verdict.to_json())
        for i, j in ((base, other), (other, base)):
            assert same(float(verdict.league.p_corrected[i, j]), float(again.league.p_corrected[i, j]))
        differing.append(verdict.league.p_corrected[base, other] != verdict.league.p_corrected[other, base])
    assert any(differing)


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.sampled_from([0.0, -0.0, 0.1, -0.1, 1e-300, float("nan"), float("inf"), 1 / 3]),
                           min_size=n * n, max_size=n * n)
    ),
    st.sampled_from(["all", "symmetric", "opposite"]),
)  # fmt: skip
def test_any_matrix_comes_back_to_the_last_bit(values, shape):
    n = int(len(values) ** 0.5)
    matrix = np.array(values).reshape(n, n)
    below = np.tril_indices(n, -1)
    if shape != "all":
        matrix[below] = (matrix.T if shape == "symmetric" else 0.0 - matrix.T)[below]
    partner = 0.0 - matrix.T
    held, of_partner = (json.loads(json.dumps(m, allow_nan=False)) for m in (square(matrix), square(partner, matrix)))
    again = matrix_of(held, n)
    assert same(matrix, again)
    assert same(partner, matrix_of(of_partner, n, partner=again))


def test_a_newer_or_broken_form_is_refused_with_what_to_do():
    document = made("two").to_dict()
    with pytest.raises(InputError, match=r'format "irassay.verdict/2", written by irassay "9.0", but irassay .* reads '
                       r"irassay.verdict/1: load it with the version that wrote it, or make it again"):  # fmt: skip
        Verdict.from_dict(document | {"format": "irassay.verdict/2", "version": "9.0"})
    with pytest.raises(InputError, match=r"not a saved verdict: .*; expected JSON of the format irassay.verdict/1"):
        Verdict.from_json("not json")
    with pytest.raises(InputError, match="not a saved verdict: expected an object"):
        Verdict.from_json("[]")
    with pytest.raises(InputError, match='of the format "None"'):
        Verdict.from_json("{}")
    league = document["league"]
    for broken in (
        {"league": {}},
        {"league": league | {"systems": ["one"]}},
        {"league": league | {"p": {"rule": "any", "values": []}}},
        {"league": league | {"same": ["a"]}},
        {"league": league | {"alpha": "0.05"}},
        {"league": league | {"leaders": [1, 2]}},
        {"league": league | {"mean": league["mean"][:1]}},
        {"league": league | {"values": [[0.1], [0.2]]}},
        {"measure": "nothing@3"},
        {"bounds": []},
    ):
        with pytest.raises(InputError, match=r"missing or broken: .*; make it again"):
            Verdict.from_dict(document | broken)


def test_a_pair_turned_is_the_pair_from_the_other_side():
    verdict = made("few")
    for i, j in verdict.pairs:
        a, b = verdict.systems[i], verdict.systems[j]
        assert same_pair(verdict.pair(a, b).turned(), verdict.pair(b, a))


@given(st.data())
def test_a_document_with_any_part_replaced_is_loaded_or_refused(data):
    document = json.loads(json.dumps(BASE.to_dict()))
    inside = data.draw(
        st.sampled_from([document, *(document[name] for name in ("league", "bounds", "draws", "reach"))])
    )
    name = data.draw(st.sampled_from([name for name in inside if name not in ("format", "version")]))
    inside[name] = data.draw(st.sampled_from([None, "x", 3, -0.5, True, [], ["x"], [[]], {}, {"rule": "all"}]))
    with suppress(InputError):  # nothing else is raised
        Verdict.from_dict(document)


BASE = made("two baselines")

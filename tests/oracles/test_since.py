"""A result held against an earlier one: each claim against what the results of fewer runs or other labels say alone."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.collection import Qrels, Runs
from irassay.errors import InputError, UsageError
from irassay.provenance import Provenance
from irassay.result import Result
from irassay.studies.overview import overview
from irassay.studies.overview.sections.since_changes import changes_between, snapshot

N_QUERIES, DOCS = 24, 12


def world(n, *, seed=3):
    """Systems of falling quality over the same queries: as many as asked for, the first ones always the same."""
    rng = np.random.default_rng(seed)
    queries = [f"q{i:02d}" for i in range(N_QUERIES)]
    labels = {q: {f"d{j}": int(rng.random() < 0.4) for j in range(DOCS)} for q in queries}
    runs = {}
    for i in range(n):
        noise = np.random.default_rng((seed, i)).normal(0, 0.6 + 0.12 * i, (N_QUERIES, DOCS))
        runs[f"s{i:02d}"] = {
            q: {d: g + noise[k, j] for j, (d, g) in enumerate(labels[q].items())} for k, q in enumerate(queries)
        }
    return labels, runs


def made(labels, runs, **options):
    given = {"measures": ["nDCG@5"], "n_resamples": 20_000} | options
    return overview(Qrels.from_dict(labels), Runs.from_dict(runs), **given)


@pytest.fixture(scope="module")
def few_then_many():
    labels, runs = world(16)
    few = {name: run for name, run in runs.items() if int(name[1:]) % 2}
    return made(labels, few), made(labels, runs)


def test_pairs_blamed_on_runs_that_joined_are_decided_as_before_without_them(few_then_many):
    earlier, now = map(snapshot, few_then_many)
    found = changes_between(earlier, now)
    assert len(found.joined) == 8
    assert set(found.joined_lead) == set(found.joined) & set(now.leaders)
    for held, said in zip((earlier, now), found.by_queries):
        decided = [pair.queries.significant for pair in held.pairs.values()]
        assert said == f"{sum(decided)} of {len(decided)}"
    assert not found.gone
    assert not found.rescored
    assert found.decisions
    assert {d.cause for d in found.decisions} == {"runs"}
    assert found.raw_moved < 0.002  # more pairs: signs are drawn, not all tried
    changed = {frozenset((d.a, d.b)) for d in found.decisions}
    for (a, b), then in earlier.pairs.items():  # what the same runs said alone, pair by pair
        pair = now.pair(a, b)
        assert pair.queries.p == pytest.approx(then.queries.p, abs=5 * (0.25 / 20_000) ** 0.5)
        assert pair.queries.difference == pytest.approx(then.queries.difference, abs=1e-15)
        assert (pair.queries.significant != then.queries.significant) == (frozenset((a, b)) in changed)
        assert then.queries.significant or not pair.queries.significant  # a larger family settles nothing


def test_the_section_says_it_after_the_verdict(few_then_many, tmp_path):
    path = tmp_path / "before.json"
    path.write_text(few_then_many[0].to_json())
    result = made(*world(16), since=path)
    assert [s.name for s in result.sections[:3]] == ["verdict", "since", "league"]
    said = {f.code: f for f in result.sections[1].body if hasattr(f, "code")}
    assert "Only because 8 runs joined" in said["since-family"].text
    assert said["since-family"].numbers == {
        "pairs": len(changes_between(*map(snapshot, few_then_many)).decisions),
        "family_before": 28,
        "family": 120,
    }
    assert Result.from_json(result.to_json()).sections[1].standfirst == result.sections[1].standfirst


def test_the_same_files_again_change_nothing(few_then_many):
    earlier, _ = few_then_many
    found = changes_between(snapshot(earlier), snapshot(Result.from_json(earlier.to_json())))
    assert not any((found.joined, found.gone, found.rescored, found.options, found.overtaken, found.decisions))
    assert not found.labels.any
    assert found.n_pairs == 28


def test_a_label_that_changed_is_found_with_every_run_it_touches():
    labels, runs = world(8)
    other = {q: dict(grades) for q, grades in labels.items()}
    other["q03"]["d4"] = 1 - other["q03"]["d4"]
    del other["q05"]["d0"]
    other["q06"]["new"] = 0
    earlier, now = made(labels, runs), made(other, runs)
    found = changes_between(snapshot(earlier), snapshot(now))
    assert (found.labels.regraded, found.labels.fewer, found.labels.more) == (["q03"], ["q05"], ["q06"])
    assert found.labels.before == found.labels.now == N_QUERIES * DOCS
    differing = {s for s, before in snapshot(earlier).scores.items() if snapshot(now).scores[s] != before}
    assert set(found.rescored) == differing
    assert differing
    assert all(d.cause == "scores" for d in found.decisions if {d.a, d.b} & differing)


def test_order_and_leaders_are_those_of_the_two_results():
    labels, runs = world(9)
    swapped = dict(runs) | {"s01": runs["s07"], "s07": runs["s01"]}
    earlier, now = snapshot(made(labels, runs)), snapshot(made(labels, swapped))
    found = changes_between(earlier, now)
    assert set(found.rescored) == {"s01", "s07"}
    assert ("s07", "s01") in found.overtaken
    for one in (earlier, now):
        assert [one.mean[s] for s in found.rescored] == [means[one is now] for means in found.rescored.values()]
    assert set(found.entered) == set(now.leaders) - set(earlier.leaders)
    assert set(found.left) == set(earlier.leaders) - set(now.leaders)


def test_two_that_shared_the_lead_have_not_entered_it_when_a_third_joins():
    labels, runs = world(2, seed=5)
    runs["s01"] = {q: dict(of) for q, of in runs["s00"].items()}
    runs["s01"]["q00"] = {d: -score for d, score in runs["s00"]["q00"].items()}  # one query apart: nothing decides
    weak = {q: {d: float(-grade) for d, grade in of.items()} for q, of in labels.items()}
    earlier, now = snapshot(made(labels, runs)), snapshot(made(labels, runs | {"weak": weak}))
    assert earlier.leaders == now.leaders == {"s00", "s01"}
    found = changes_between(earlier, now)
    assert found.joined == ["weak"]
    assert (found.leaders, found.joined_lead) == (("2", "2"), [])
    assert not found.entered
    assert not found.left


def test_options_that_differ_take_the_blame():
    labels, runs = world(9)
    found = changes_between(snapshot(made(labels, runs)), snapshot(made(labels, runs, alpha=0.002)))
    assert found.options == [("alpha", "0.05", "0.002")]
    assert found.decisions
    assert {d.cause for d in found.decisions} == {"options"}


@pytest.mark.parametrize("n", [2, 4])
def test_few_systems_and_baselines_keep_their_decisions(n):
    labels, runs = world(n)
    held = snapshot(made(labels, runs))
    assert len(held.pairs) == n * (n - 1) // 2
    assert held.pair("s00", "s01").queries.p == held.pair("s01", "s00").queries.p
    base = snapshot(made(labels, runs, baseline=["s01"]))
    assert set(map(frozenset, base.pairs)) == {frozenset((s, "s01")) for s in runs if s != "s01"}
    assert base.pair("s00", "s01").queries.p == held.pair("s00", "s01").queries.p


def test_a_run_that_is_the_same_as_one_of_before_is_that_system():
    labels, runs = world(8)
    twin = {"a-twin": runs["s02"], **runs}
    found = changes_between(snapshot(made(labels, runs)), snapshot(made(labels, twin)))
    assert found.joined == ["a-twin"]
    assert not found.decisions
    assert found.n_pairs == 28


def test_another_measure_and_other_studies_are_refused():
    labels, runs = world(3)
    with pytest.raises(UsageError, match="is about P@5, this report about nDCG@5: give -m 'P@5' first"):
        made(labels, runs, since=made(labels, runs, measures=["P@5"]))
    with pytest.raises(InputError, match='the earlier result is a result of "check"'):
        made(labels, runs, since=Result("t", "s", [], Provenance(), study="check"))

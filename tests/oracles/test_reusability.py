"""Runs, groups and kinds left out against labels rebuilt by hand; depth, unfair kinds and sensitive systems planted."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.agreement.correlation import kendall_tau_a
from irassay.agreement.order_stability import significant_pairs
from irassay.collection import Metadata, Qrels, QrelsStack, Runs
from irassay.errors import UsageError
from irassay.estimates import assessor_sensitivity, judged_depth, leave_one_group_out, reusability
from irassay.formats import read_metadata
from irassay.label_sets import confusion_of, noisy
from irassay.pooling import pool
from irassay.scoring import evaluate
from tests.collections_at_hand import collection, labels_and_runs

SYSTEMS = [f"s{i}" for i in range(6)]


def world(seed, *, depth=6, n_queries=12, kind_alone=0):
    """Six runs over pools to `depth`; the last two are of a kind that alone finds `kind_alone` relevant documents."""
    rng = np.random.default_rng(seed)
    lists: dict = {s: {} for s in SYSTEMS}
    labels: dict = {}
    for q in range(n_queries):
        query = f"q{q:02}"
        grade = {f"r{i}": 1 for i in range(10)} | {f"n{i}": 0 for i in range(30)}
        own = {f"own{i}": 1 for i in range(kind_alone)}
        for i, system in enumerate(SYSTEMS):
            docs = grade | (own if i > 3 else {})
            noise = rng.normal(size=len(docs))
            lists[system][query] = {d: 1.2 * g + z for (d, g), z in zip(docs.items(), noise)}
        top = {d for s in SYSTEMS for d in ranking(lists, s, query)[:depth]}
        labels[query] = {d: (grade | own)[d] for d in sorted(top)}
    return labels, lists


def ranking(lists, system, query):
    return [d for d, _ in sorted(lists[system][query].items(), key=lambda item: (item[1], item[0]), reverse=True)]


def without(labels, lists, left_out, depth, pooled=SYSTEMS):
    """Labels without documents that only systems of `left_out` brought: what others of the pool have stays."""
    kept: dict = {}
    for query, of in labels.items():
        have = {s: set(ranking(lists, s, query)[:depth]) for s in pooled}
        for doc, grade in of.items():
            finders = {s for s in pooled if doc in have[s]}
            if not finders or finders - set(left_out):
                kept.setdefault(query, {})[doc] = grade
    return kept


def scores(labels, lists, measure):
    return evaluate(Qrels.from_dict(labels), Runs.from_dict(lists), [measure]).values[0, 0]


@pytest.mark.parametrize("pooled", [SYSTEMS, SYSTEMS[:4]])
def test_leaving_one_run_out_is_scoring_all_with_labels_rebuilt_without_it(pooled):
    labels, lists = world(0)
    qrels, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    found = reusability(qrels, runs, "nDCG@5", depth=6, pooled=pooled).runs
    full = scores(labels, lists, "nDCG@5")
    before = significant_pairs(full)
    for i, left in enumerate(found.groups):
        now = scores(without(labels, lists, [SYSTEMS[i]], 6, pooled), lists, "nDCG@5")
        change = (now - full).mean(axis=1)
        assert left.group == SYSTEMS[i]
        assert left.change == pytest.approx(change[[i]], abs=1e-12)
        assert left.rank_before[0] == 1 + (full.mean(axis=1) > full.mean(axis=1)[i] + 1e-12).sum()
        assert left.rank_after[0] == 1 + (now.mean(axis=1) > now.mean(axis=1)[i] + 1e-12).sum()
        assert left.tau == pytest.approx(kendall_tau_a(full.mean(axis=1), now.mean(axis=1)))
        pairs = np.delete(before[i], i), np.delete(significant_pairs(now)[i], i)
        assert left.flipped == (pairs[0] != pairs[1]).sum()
        others = np.delete(now - full, i, axis=0).mean(axis=0)
        assert left.against_others == pytest.approx(((now - full)[i] - others).mean(), abs=1e-12)


def test_a_recorded_pool_says_who_brought_what():
    labels, lists = world(1)
    qrels, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    groups = {"s0": "A", "s1": "A", "s4": "B"}
    again = leave_one_group_out(qrels, runs, groups, "P@5", depth=6)
    recorded = leave_one_group_out(qrels, runs, groups, "P@5", pool=pool(runs, depth=6))
    assert [(g.group, g.dropped, g.change.tolist()) for g in recorded.groups] == [
        (g.group, g.dropped, g.change.tolist()) for g in again.groups
    ]
    some = Runs.from_dict({s: lists[s] for s in ("s5", "s0", "s1")})
    part = leave_one_group_out(qrels, runs, groups, "P@5", pool=pool(some, depth=6))
    named = leave_one_group_out(qrels, runs, groups, "P@5", depth=6, pooled=["s0", "s1", "s5"])
    assert [(g.dropped, g.flipped) for g in part.groups] == [(g.dropped, g.flipped) for g in named.groups]
    with pytest.raises(UsageError, match="leave out depth"):
        leave_one_group_out(qrels, runs, groups, "P@5", pool=pool(runs, depth=6), depth=6)
    with pytest.raises(UsageError, match="none of the 6"):
        leave_one_group_out(qrels, runs, groups, "P@5", pooled=["nobody"])


def kinds_of(lists):
    kind = {s: "new" if i > 3 else "old" for i, s in enumerate(SYSTEMS)}
    return Runs.from_dict(lists).with_metadata(Metadata({"kind": kind, "pooled": dict.fromkeys(SYSTEMS, "yes")}))


def test_a_kind_that_alone_finds_relevant_documents_would_be_treated_unfairly():
    labels, lists = world(2, kind_alone=6)
    found = reusability(Qrels.from_dict(labels), kinds_of(lists), "P@5")
    assert (found.depth, found.depth_is, list(found.kinds)) == (6, "found", ["kind"])
    new = next(kind for column, kind in found.unfair if kind.group == "new")
    assert new.change.max() < 0
    labels, lists = world(2)
    plain = reusability(Qrels.from_dict(labels), kinds_of(lists), "P@5").kinds["kind"].groups[-1]
    assert new.against_high < plain.against_low


def test_where_every_document_is_found_by_both_kinds_neither_is_unfair():
    labels, lists = world(3)
    twice = {s: lists[SYSTEMS[i % 4]] for i, s in enumerate(SYSTEMS)}
    both = {s: twice[s] for s in ("s0", "s1", "s4", "s5")}  # s4 and s5 are s0's and s1's lists again
    kind = {"s0": "old", "s1": "old", "s4": "new", "s5": "new"}
    runs = Runs.from_dict(both).with_metadata(Metadata({"kind": kind}))
    found = reusability(Qrels.from_dict(labels), runs, "P@5", depth=6)
    assert found.unfair == []
    assert [(kind.dropped, kind.flipped) for kind in found.kinds["kind"].groups] == [(0, 0), (0, 0)]


def test_runs_that_the_metadata_say_were_not_pooled_bring_nothing():
    labels, lists = world(0)
    said = {s: "no" if s in ("s4", "s5") else "yes" for s in SYSTEMS}
    runs = Runs.from_dict(lists).with_metadata(Metadata({"contributed_judgments": said}))
    found = reusability(Qrels.from_dict(labels), runs, "P@5", depth=6)
    assert [g.dropped for g in found.runs.groups[4:]] == [0, 0]
    assert found.kinds == {}
    named = reusability(Qrels.from_dict(labels), Runs.from_dict(lists), "P@5", depth=6, pooled=SYSTEMS[:4])
    assert [g.dropped for g in found.runs.groups] == [g.dropped for g in named.runs.groups]


def test_runs_that_the_labels_do_not_reach_bring_nothing_to_a_pool_that_nobody_recorded():
    """Planted: the pool was made of the first four of six runs; no metadata say so."""
    labels, lists = world(0)
    of_four = {q: {d for s in SYSTEMS[:4] for d in ranking(lists, s, q)[:6]} for q in labels}
    kept = {q: {d: grade for d, grade in of.items() if d in of_four[q]} for q, of in labels.items()}
    qrels, runs = Qrels.from_dict(kept), Runs.from_dict(lists)
    named = reusability(qrels, runs, "P@5", depth=6, pooled=SYSTEMS[:4])
    for found in (reusability(qrels, runs, "P@5", depth=6), reusability(qrels, runs, "P@5")):
        assert list(found.runs.pooled) == list(SYSTEMS[:4])
        assert [g.dropped for g in found.runs.groups] == [g.dropped for g in named.runs.groups]
    every = reusability(qrels, runs, "P@5", depth=6, pooled=SYSTEMS)
    assert sum(g.dropped for g in every.runs.groups) < sum(g.dropped for g in named.runs.groups), (
        "taken as pooled, the two others share what the four alone brought"
    )


def test_judged_runs_are_those_that_a_track_recorded_as_pooled_more_often_than_all_are():
    """Oracle: the column contributed_judgments of TREC-COVID round 5, as the organisers published it."""
    home = collection("trec-covid-round5")
    qrels, runs = labels_and_runs("trec-covid-round5", "qrels.covid-round5.txt")
    judged = judged_depth(qrels, runs)
    said = read_metadata(home / "runs.csv").columns["contributed_judgments"]
    by_labels = set(judged.pooled(judged.depth))
    right = sum((said[run] == "yes") == (run in by_labels) for run in runs.systems)
    assert (right, list(said.values()).count("yes"), len(runs.systems)) == (110, 99, 126)


@pytest.mark.parametrize("depth", [1, 4, 9])
def test_the_depth_of_a_planted_pool_is_found(depth):
    labels, lists = world(4, depth=depth)
    qrels, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    found = judged_depth(qrels, runs, through=1.0)
    assert found.depth == depth or min(found.by_system.values()) == depth
    judged = {s: [all(ranking(lists, s, q)[r] in labels[q] for q in labels) for r in range(40)] for s in SYSTEMS}
    assert found.by_system == {s: [*flags, False].index(False) for s, flags in judged.items()}


@pytest.mark.parametrize(
    ("n_queries", "gone", "reached"), [(53, 1, 10), (53, 2, 0), (19, 1, 0), (20, 1, 10), (250, 2, 10)]
)
def test_a_single_document_without_a_label_does_not_take_a_run_out_of_the_pool(n_queries, gone, reached):
    """Planted: the run lacks the label of its first document on some queries. 2 of 250 is less than 1%, 1 of 19 alone
    is too large a share of so few."""
    queries = [f"q{i:03}" for i in range(n_queries)]
    lists = {s: {q: {f"{s}{r}": 10.0 - r for r in range(10)} for q in queries} for s in ("whole", "also", "lost")}
    labels = {q: {doc: 0 for s in lists for doc in lists[s][q]} for q in queries}
    for query in queries[:gone]:
        del labels[query]["lost0"]
    judged = judged_depth(Qrels.from_dict(labels), Runs.from_dict(lists), deepest=10)
    assert judged.by_system == {"whole": 10, "also": 10, "lost": reached}
    assert ("lost" in judged.pooled(10)) == (reached == 10)


def test_without_a_depth_that_runs_are_judged_to_one_has_to_be_stated():
    labels, lists = world(5)
    few = {q: {"n29": 0} for q in labels}
    with pytest.raises(UsageError, match="state the pool's depth"):
        reusability(Qrels.from_dict(few), Runs.from_dict(lists), "P@5")


def test_ranks_under_noise_are_those_of_each_variant_scored_alone():
    labels, lists = world(6)
    base, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    rng = np.random.default_rng(0)
    grades = np.concatenate([np.fromiter(base.grades(q).values(), dtype=np.int8) for q in base.queries])
    noisy = np.where(rng.uniform(size=(len(grades), 40)) < 0.3, 1 - grades[:, None], grades[:, None]).astype(np.int8)
    stack = QrelsStack(base, noisy, [f"draw {i}" for i in range(40)])
    found = assessor_sensitivity(stack, runs, "P@5")
    ranks = []
    for name in stack.names:
        mean = evaluate(stack.variant(name), runs, ["P@5"]).values[0, 0].mean(axis=1)
        ranks.append([1 + (mean > m + 1e-12).sum() for m in mean])
    whole = np.sort(ranks, axis=0)
    place = [SYSTEMS.index(s) for s in found.systems]
    assert found.low.tolist() == whole[1, place].tolist()  # the second and the 38th of 40
    assert found.high.tolist() == whole[37, place].tolist()
    mean = evaluate(base, runs, ["P@5"]).values[0, 0].mean(axis=1)
    plain = np.array([1 + (mean > m + 1e-12).sum() for m in mean])
    assert found.rank.tolist() == plain[place].tolist()
    assert found.mean_shift == pytest.approx(np.abs(np.array(ranks) - plain).mean(axis=0)[place])


def test_a_second_judge_who_agrees_moves_no_rank_and_one_who_guesses_moves_all_that_are_close():
    labels, lists = world(7)
    first, runs = Qrels.from_dict(labels), Runs.from_dict(lists)
    same = assessor_sensitivity(noisy(first, confusion_of(first, first), draws=20), runs, "P@5")
    assert (same.low == same.rank).all()
    assert (same.high == same.rank).all()
    guessed = assessor_sensitivity(noisy(first, {0: {0: 0.5, 1: 0.5}, 1: {0: 0.5, 1: 0.5}}, draws=60), runs, "P@5")
    assert (guessed.high - guessed.low).min() >= 3
    ranked = assessor_sensitivity(noisy(first, {0: {1: 1.0}, 1: {0: 1.0}}, draws=20), runs, "P@5", systems=SYSTEMS[1:4])
    assert sorted(ranked.systems) == SYSTEMS[1:4]
    assert ranked.rank.tolist() == ranked.low.tolist()[::-1]  # every grade turned around turns the order around
    with pytest.raises(UsageError, match="is not among the"):
        assessor_sensitivity(noisy(first, {0: {1: 1.0}, 1: {0: 1.0}}, draws=20), runs, "P@5", systems=["nobody"])


def test_a_system_whose_rank_hangs_on_few_labels_is_flagged_and_others_are_not():
    labels = {"q": {"a": 1, "b": 1, "c": 0, "d": 0, "e": 0}}
    lists = {f"good{i}": {"q": {"a": 2.0, "b": 1.0}} for i in range(6)}
    lists |= {f"bad{i}": {"q": {"d": 2.0, "e": 1.0}} for i in range(3)} | {"edge": {"q": {"c": 2.0, "b": 1.0}}}
    base = Qrels.from_dict(labels)
    grades = np.tile(np.array([[1], [1], [0], [0], [0]], dtype=np.int8), (1, 40))
    grades[2, :20] = 2  # half of the variants: what the edge returns first is the most relevant there is
    found = assessor_sensitivity(QrelsStack(base, grades, [str(i) for i in range(40)]), Runs.from_dict(lists), "nDCG@2")
    assert found.flagged == ["edge"]
    with pytest.raises(UsageError, match="expected 20 variants"):
        assessor_sensitivity(QrelsStack(base, grades[:, :3], ["a", "b", "c"]), Runs.from_dict(lists), "nDCG@2")

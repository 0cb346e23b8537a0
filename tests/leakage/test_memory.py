"""Whether a reranker remembers leaked documents: ranks, their growth, intervals over topics and seeds, the verdict."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from irassay import Qrels, Runs
from irassay.collection.instances import Instance, Instances
from irassay.errors import InputError, UsageError
from irassay.leakage import memory

TOPICS = [f"t{i}" for i in range(30)]
DOCS = [f"d{i:02}" for i in range(20)]


def pair(topic, relevant, other):
    return tuple(Instance(f"q{topic}", "", doc, "", doc == relevant, "test", topic) for doc in (relevant, other))


def runs(of, name="r"):
    """Runs from a list, one a seed, of topic -> document -> score."""
    return Runs.from_dict({f"{name}{i}": lists for i, lists in enumerate(of)}, keep="scores")


def ranked(*docs):
    return {doc: float(len(docs) - i) for i, doc in enumerate(docs)}


LEAKS = Instances(pair(topic, "d03", "d12") for topic in TOPICS)


def world(rng, *, pull=0.0, seed_effect=0.0):
    """A seed's lists: noise of documents in every topic, and what a seed does to all relevant ones."""
    shift = seed_effect * rng.normal()
    lists = {}
    for topic in TOPICS:
        scores = dict(zip(DOCS, rng.normal(size=len(DOCS)).tolist()))
        scores["d03"] += shift + pull
        scores["d12"] -= pull
        lists[topic] = scores
    return lists


def test_a_planted_growth_of_ranks_comes_out_on_both_sides():
    """Planted: with leakage the relevant one goes from rank 4 to 2, the other from 5 to 10: the offset grows by 7."""
    before = [f"x{i}" for i in range(3)] + ["d03", "d12"] + [f"y{i}" for i in range(9)]
    after = ["x0", "d03", "x1", "x2", *(f"y{i}" for i in range(5)), "d12", *(f"y{i}" for i in range(5, 9))]
    found = memory(LEAKS, *(runs([{t: ranked(*docs) for t in TOPICS}] * 2) for docs in (after, before)))
    assert (found.relevant.without, found.relevant.with_, found.relevant.change) == (4, 2, -2)
    assert (found.other.without, found.other.with_, found.other.change) == (5, 10, 5)
    assert (found.offset.without, found.offset.with_, found.offset.change) == (1, 8, 7)
    assert (found.offset.low, found.offset.high, found.offset.seeds_low, found.offset.seeds_high) == (7, 7, 7, 7)
    assert found.offsets_with.tolist() == [8] * 30
    assert found.is_sign
    assert found.explain()[:2] == [
        "Leaked documents are remembered: with leakage the rank offset grows by 7.0 (95% over topics: 7.0 to 7.0).",
        "Leaked relevant documents rise by 2.0 and non-relevant ones fall by 5.0, in the mean over topics.",
    ]


def test_ranks_break_ties_by_document_id_ascending_and_end_below_the_depth():
    """By hand, at depth 3: a, b and c score 2, z scores 1; `also` gives e 2 (after c) and f 3 (before all)."""
    lists = [{"t": {"c": 2.0, "a": 2.0, "b": 2.0, "z": 1.0}}]
    docs = {"a": 1, "b": 2, "c": 3, "z": 4, "f": 1, "e": 4, "aa": 2, "gone": 4}
    also = Runs.from_dict({n + "0": {"t": {"e": 2.0, "f": 3.0, "aa": 2.0}} for n in "rs"}, keep="scores")
    for doc, rank in docs.items():
        leaks = Instances([pair("t", doc, "a")])
        found = memory(leaks, runs(lists), runs(lists, "s"), also=also, depth=3)
        assert found.relevant.with_ == rank, doc
        assert found.n_unscored == ((1, 1) if doc == "gone" else (0, 0))


def test_every_number_is_that_of_brute_force_with_scipy():
    """Oracle: ranks by comparing all documents, means by hand, scipy's one-sample and two-sample intervals."""
    rng = np.random.default_rng(5)
    with_, without = [world(rng, pull=0.4) for _ in range(3)], [world(rng) for _ in range(2)]
    leaks = Instances([*LEAKS.pairs, *(pair(t, "d05", "d06") for t in TOPICS[:7])])
    found = memory(leaks, runs(with_), runs(without))

    def rank(lists, topic, doc):
        scores = lists[topic]
        return 1 + sum((-scores[other], other) < (-scores[doc], doc) for other in scores)

    def mean(lists, topic, doc):
        docs = {"d03": ["d03", "d05"], "d12": ["d12", "d06"]}[doc][: 1 + (topic in TOPICS[:7])]
        return np.mean([rank(lists, topic, one) for one in docs])

    def offsets(side):
        return np.array([[mean(one, t, "d12") - mean(one, t, "d03") for t in TOPICS] for one in side])

    one, two = offsets(with_), offsets(without)
    change = one.mean(axis=0) - two.mean(axis=0)
    over_topics = stats.ttest_1samp(change, 0).confidence_interval()
    over_seeds = stats.ttest_ind(one.mean(axis=1), two.mean(axis=1)).confidence_interval()
    assert found.offset.change == pytest.approx(change.mean())
    assert (found.offset.low, found.offset.high) == pytest.approx(tuple(over_topics))
    assert (found.offset.seeds_low, found.offset.seeds_high) == pytest.approx(tuple(over_seeds))
    assert found.offset.sd == pytest.approx(change.std(ddof=1))
    ranks = [np.mean([rank(s, p[0].topic, p[0].doc) for s in with_]) for p in leaks.pairs]
    assert found.relevant.sd_with == pytest.approx(np.std(ranks, ddof=1))
    scores = {t: np.mean([one[t][d] for one in with_ for d in ("d03", "d05")[: 1 + (t in TOPICS[:7])]]) for t in TOPICS}
    assert found.relevant_score.with_ == pytest.approx(np.mean(list(scores.values())))
    assert found.other.change - found.relevant.change == pytest.approx(found.offset.change)


def test_of_sets_that_differ_by_seed_alone_the_interval_holds_nothing_nine_times_in_ten():
    """Planted: 40 pairs without an effect; the binomial leaves 34 or fewer of 40 a chance of 3% at 95%."""
    held = 0
    for key in range(40):
        rng = np.random.default_rng(key)
        one, two = ([world(rng) for _ in range(2)] for _ in range(2))
        found = memory(LEAKS, runs(one), runs(two))
        held += found.offset.low <= 0 <= found.offset.high
    assert held >= 36


def test_what_a_seed_does_to_all_topics_is_no_sign():
    """Planted: seeds move relevant documents on all topics, so the topics' interval is far too narrow."""
    signs = narrow = 0
    for key in range(40):
        rng = np.random.default_rng(key)
        one, two = ([world(rng, seed_effect=1.0) for _ in range(3)] for _ in range(2))
        found = memory(LEAKS, runs(one), runs(two))
        signs += found.is_sign
        narrow += found.offset.low > 0
        if found.offset.low > 0 >= found.offset.seeds_low:
            assert found.explain()[0].startswith("Leaked documents may be remembered, or seeds differ as much: ")
    assert signs <= 4 < narrow


@pytest.mark.parametrize(("pull", "growth"), [(0.0, 0.0), (1.5, 13.76)])
def test_the_interval_over_topics_covers_the_growth_that_was_planted(pull, growth):
    """Planted: the mean growth of 600 other worlds. The binomial leaves 90 or fewer of 100 a chance of 3% at 95%."""
    held = 0
    for key in range(1000, 1100):
        rng = np.random.default_rng(key)
        found = memory(LEAKS, runs([world(rng, pull=pull)]), runs([world(rng)]))
        held += found.offset.low <= growth <= found.offset.high
    assert held >= 91


def test_one_seed_a_side_is_no_sign_since_a_seed_may_move_all_topics():
    rng = np.random.default_rng(2)
    found = memory(LEAKS, runs([world(rng, pull=1.0)]), runs([world(rng)]))
    assert found.offset.low > 0
    assert not found.is_sign
    assert found.explain()[0].startswith("Leaked documents may be remembered, or seeds differ as much: ")
    assert "One seed a side: whether another seed would do as much is not known; train two or more." in found.explain()


def test_a_planted_pull_is_seen():
    """Planted: training lifts the leaked relevant documents by half a standard deviation and lowers the others."""
    rng = np.random.default_rng(2)
    found = memory(LEAKS, runs([world(rng, pull=0.5) for _ in range(4)]), runs([world(rng) for _ in range(4)]))
    assert found.is_sign
    assert found.relevant.change < 0 < found.other.change


def one_model(rng, topics, boost):
    """A model's lists where the documents trained on gain, and a system's that saw neither; d00 to d02 are trained."""
    easy = {t: dict(zip(DOCS, rng.normal(size=20).tolist())) for t in topics}
    noise = {t: {d: s + 0.3 * rng.normal() for d, s in docs.items()} for t, docs in easy.items()}
    model = {t: {d: s + boost * (d in DOCS[:3]) for d, s in docs.items()} for t, docs in noise.items()}
    return runs([model]), runs([easy], "o")


@pytest.mark.parametrize(("boost", "sign"), [(1.0, True), (0.0, False)])
def test_of_one_model_documents_trained_on_are_held_against_others_within_topics(boost, sign):
    """Planted: relevant documents that were trained on gain `boost` in the model alone. Oracle: ranks by hand."""
    model, others = one_model(np.random.default_rng(3), TOPICS, boost)
    leaks = Instances(pair(t, d, "d19") for t in TOPICS for d in DOCS[:3])
    qrels = Qrels.from_dict({t: dict.fromkeys(DOCS[:8], 1) for t in TOPICS})
    found = memory(leaks, model, qrels=qrels, others=others)
    places = [
        [one.ranking(one.systems[0], t).index(d) + 1 for d in DOCS[:8]] for one in (model, others) for t in TOPICS
    ]
    ranks = np.array(places).reshape(2, 30, 8)
    gaps = ranks[:, :, 3:].mean(axis=2) - ranks[:, :, :3].mean(axis=2)
    assert found.offset.change == pytest.approx((gaps[0] - gaps[1]).mean())
    assert found.is_sign is sign
    assert found.explain()[0].startswith("Leaked documents are remembered: against" if sign else "No sign of memori")
    alone = memory(leaks, model, qrels=qrels)
    assert not alone.is_sign
    assert "give systems that saw neither with --others" in alone.explain()[1]


def test_over_systems_that_saw_neither_the_interval_is_welchs():
    """Oracle: scipy's two-sample interval with unequal variances, of two seeds and three other systems."""
    rng = np.random.default_rng(8)
    model, others = [world(rng) for _ in range(2)], [world(rng) for _ in range(3)]
    qrels = Qrels.from_dict({t: {"d03": 1, "d07": 1} for t in TOPICS})
    found = memory(LEAKS, runs(model), qrels=qrels, others=runs(others, "o"))

    def offsets(side):
        orders = [[sorted(DOCS, key=lambda doc: -one[t][doc]) for t in TOPICS] for one in side]
        return [np.mean([docs.index("d07") - docs.index("d03") for docs in one]) for one in orders]

    expected = stats.ttest_ind(offsets(model), offsets(others), equal_var=False).confidence_interval()
    assert (found.offset.seeds_low, found.offset.seeds_high) == pytest.approx(tuple(expected))
    assert any(text.startswith("Over runs, 2 of the model and 3 others, the same interval") for text in found.explain())


def test_others_with_longer_lists_of_the_same_candidates_are_no_caution():
    """By hand: the model reranks the first two of a list of four, so that at depth 2 both lack the two others."""
    qrels = Qrels.from_dict({t: dict.fromkeys(["d0", "d1", "d2", "d3"], 1) for t in TOPICS})
    leaks = Instances(pair(t, "d0", "d9") for t in TOPICS)
    model, others = (
        runs([dict.fromkeys(TOPICS, ranked(*docs))], docs[0]) for docs in (["d0", "d1"], ["d1", "d0", "d2", "d3"])
    )
    found = memory(leaks, model, qrels=qrels, others=others, depth=2)
    assert found.n_unscored == (60, 60)
    assert (
        "Documents below the first 2 have rank 3: 60 of 120 in the model and 60 of 120 in the others."
        in found.explain()
    )
    assert not any("candidates" in text for text in found.explain())


def test_a_document_trained_on_as_not_relevant_is_on_neither_side():
    """By hand: d0 trained on as relevant, d1 as not relevant though it is labelled so, d2 not trained on."""
    qrels = Qrels.from_dict({"t": {"d0": 1, "d1": 1, "d2": 1}})
    found = memory(Instances([pair("t", "d0", "d1")]), runs([{"t": ranked("d0", "d1", "d2")}]), qrels=qrels)
    assert (found.relevant.with_, found.other.with_, found.n_documents) == (1, 3, (1, 1))
    assert np.isnan(found.offset.low)


def test_topics_without_a_list_are_left_out_and_named():
    lists = {t: ranked("d03", "d12") for t in TOPICS[1:]}
    found = memory(LEAKS, runs([lists]), runs([lists]))
    assert found.left_out == ["t0"]
    assert "1 leaked topic a run does not answer is left out." in found.explain()


def test_what_can_not_be_compared_is_refused_with_what_to_do():
    lists = runs([{t: ranked("d03", "d12") for t in TOPICS}])
    two = Instances([(LEAKS.pairs[0][0], LEAKS.pairs[1][1])])
    with pytest.raises(UsageError, match="give qrels, or runs without"):
        memory(LEAKS, lists)
    with pytest.raises(InputError, match="leaks no topic"):
        memory(Instances([(Instance("q", "", "a", "", True), Instance("q", "", "b", "", False))]), lists, lists)
    with pytest.raises(InputError, match='leaks "t0" and "t1", expected one topic'):
        memory(two, lists, lists)
    with pytest.raises(InputError, match="of one collection"):
        memory(LEAKS, runs([{"x": ranked("a")}]), lists)
    with pytest.raises(UsageError, match='"s0" has no scores of documents outside its lists'):
        memory(LEAKS, lists, runs([{"t0": ranked("a")}], "s"), also=lists)
    with pytest.raises(UsageError, match="has no scores, expected runs of read_runs"):
        memory(LEAKS, Runs.from_dict({"r": {t: ranked("d03") for t in TOPICS}}), lists)

"""What leaked queries did: figures by hand and by plain loops, both directions of measures, and what is not tested."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from statistics import mean

import numpy as np
import pytest
from scipy import stats

from irassay.errors import UsageError
from irassay.leakage import effect
from irassay.leakage.effect import probability_of_split, unanswered
from tests.scores_by_hand import hand_scores

EXPOSED = {"e0": True, "e1": True, "u0": False, "u1": False, "u2": False, "u3": False, "some": None}
SYSTEMS = ["e0", "e1", "u0", "u1", "u2", "u3", "some"]


def table(n=60, seed=1):
    rng = np.random.default_rng(seed)
    hard = rng.random(n)
    return 0.6 * hard + 0.4 * rng.random((len(SYSTEMS), n)) + np.arange(len(SYSTEMS))[:, None] / 200


def drop(scores, system):
    rest = [i for i, name in enumerate(scores.systems) if name != system]
    return replace(scores, systems=[scores.systems[i] for i in rest], values=scores.values[:, :, rest])


def queries(*numbers):
    return [f"q{i:05}" for i in numbers]


def test_means_and_did_by_hand():
    x = np.array([[0.9, 0.7, 0.3, 0.1], [0.4, 0.2, 0.3, 0.1], [0.2, 0.2, 0.1, 0.1], [1.0, 0.0, 0.0, 0.0]])
    scores = hand_scores(x, systems=["e", "u", "v", "w"])
    of = effect(scores, queries(0, 1), {"e": True, "u": False, "v": False})
    assert {s.system: (s.exposed, round(s.leaked, 12), round(s.clean, 12)) for s in of.systems} == {
        "e": (True, 0.8, 0.2),
        "u": (False, 0.3, 0.2),
        "v": (False, 0.2, 0.1),
        "w": (None, 0.5, 0.0),
    }
    assert (of.exposed.leaked, of.unexposed.leaked, of.unexposed.clean) == pytest.approx((0.8, 0.25, 0.15))
    assert of.did == pytest.approx((0.8 - 0.25) - (0.2 - 0.15))
    assert (of.n_leaked, of.n_clean, of.count(True), of.count(False), of.count(None)) == (2, 2, 1, 2, 1)


def test_did_and_order_are_those_of_plain_loops():
    x = table()
    of = effect(hand_scores(x, systems=SYSTEMS), queries(*range(20)), EXPOSED)
    rows = {name: list(row) for name, row in zip(SYSTEMS, x)}

    def over(names, part):
        return mean(mean(rows[name][part]) for name in names)

    leaked, clean = slice(0, 20), slice(20, 60)
    one, other = ["e0", "e1"], ["u0", "u1", "u2", "u3"]
    did = (over(one, leaked) - over(other, leaked)) - (over(one, clean) - over(other, clean))
    assert of.did == pytest.approx(did, abs=1e-12)
    before, after = x.mean(axis=1), x[:, 20:].mean(axis=1)
    swaps = sum((before[i] - before[j]) * (after[i] - after[j]) < 0 for i, j in combinations(range(7), 2))
    assert of.order.swaps == swaps
    assert of.order.tau == pytest.approx(stats.kendalltau(before, after).statistic)
    assert of.low < of.did < of.high


def test_swaps_by_chance_are_those_of_queries_drawn_in_plain_python():
    x = table()
    order = effect(hand_scores(x, systems=SYSTEMS), queries(*range(20)), EXPOSED).order
    rng, drawn = np.random.default_rng(8), []
    before = x.mean(axis=1)
    for _ in range(2000):
        after = np.delete(x, rng.choice(60, 20, replace=False), axis=1).mean(axis=1)
        drawn.append(sum((before[i] - before[j]) * (after[i] - after[j]) < 0 for i, j in combinations(range(7), 2)))
    error = 4 * np.std(drawn) * np.sqrt(2 / 2000)
    assert order.by_chance.mean == pytest.approx(np.mean(drawn), abs=error)
    assert order.p == pytest.approx(np.mean(np.array(drawn) >= order.swaps), abs=0.06)


def test_a_planted_effect_is_found_and_makes_the_order():
    x = table()
    x[:2, :20] += 0.3
    of = effect(hand_scores(x, systems=SYSTEMS), queries(*range(20)), EXPOSED)
    assert of.p < 0.001
    assert of.low < 0.3 < of.high
    assert of.adjusted.low < 0.3 < of.adjusted.high
    assert of.order.p < 0.05


def test_where_lower_is_better_the_numbers_are_mirrored_and_the_order_is_the_same():
    x = table()
    x[:2, :20] += 0.2
    higher = effect(hand_scores(x, systems=SYSTEMS), queries(*range(20)), EXPOSED)
    lower = effect(hand_scores(5 - x, systems=SYSTEMS, measure="MFR@10"), queries(*range(20)), EXPOSED)
    assert lower.lower_is_better
    assert not higher.lower_is_better
    assert [s.system for s in lower.systems] == [s.system for s in higher.systems]
    assert lower.did == pytest.approx(-higher.did)
    assert (lower.low, lower.high) == pytest.approx((-higher.high, -higher.low), abs=1e-9)
    assert lower.p == higher.p
    assert lower.adjusted.did == pytest.approx(-higher.adjusted.did)
    assert lower.order == higher.order


@pytest.mark.parametrize("n", [4, 56])
def test_with_fewer_than_five_leaked_or_clean_queries_there_are_scores_and_no_test(n):
    of = effect(hand_scores(table(), systems=SYSTEMS), queries(*range(n)), EXPOSED)
    assert of.systems[0].leaked is not None
    assert of.did is not None
    assert (of.low, of.high, of.p, of.adjusted, of.order.by_chance, of.order.p) == (None,) * 6
    assert "A test takes 5 leaked and 5 clean queries at least" in " ".join(of.explain())
    assert effect(hand_scores(table(), systems=SYSTEMS), queries(*range(5)), EXPOSED).p is not None


@pytest.mark.parametrize("n", [0, 60])
def test_no_leaked_or_no_clean_query_leaves_means_alone(n):
    of = effect(hand_scores(table(), systems=SYSTEMS), queries(*range(n)), EXPOSED)
    assert (of.did, of.order) == (None, None)
    assert (of.systems[0].leaked is None) is (n == 0)
    assert (of.systems[0].clean is None) is (n == 60)
    json.dumps(of.to_dict(), allow_nan=False)


@pytest.mark.parametrize(("value", "word"), [(True, "unexposed"), (False, "exposed"), (None, "exposed or unexposed")])
def test_one_value_of_exposed_leaves_did_out_and_says_so(value, word):
    of = effect(hand_scores(table(), systems=SYSTEMS), queries(*range(20)), dict.fromkeys(SYSTEMS, value))
    assert (of.did, of.low, of.high, of.p, of.adjusted) == (None,) * 5
    assert f"No system is known to be {word}:" in " ".join(of.explain())
    assert of.order.by_chance is not None


def test_unknown_training_is_in_neither_group():
    x, changed = table(), table()
    changed[-1] = 0.5
    one, other = (effect(hand_scores(of, systems=SYSTEMS), queries(*range(20)), EXPOSED) for of in (x, changed))
    assert (one.did, one.p, one.adjusted) == (other.did, other.p, other.adjusted)
    absent = effect(hand_scores(x, systems=SYSTEMS), queries(*range(20)), {k: v for k, v in EXPOSED.items() if v})
    assert absent.count(None) == 5
    assert "Of 1 system it is not known" in " ".join(one.explain())


def test_systems_with_the_same_documents_count_once_and_those_that_contradict_each_other_not_at_all():
    x = table()
    x[1], x[6] = x[0], x[2]
    scores = hand_scores(x, systems=SYSTEMS, same=[["e0", "e1"], ["u0", "some"]])
    of = effect(scores, queries(*range(20)), EXPOSED)
    assert (of.count(True), of.count(False), of.contradicted) == (1, 4, [])
    assert next(s.same for s in of.systems if s.system == "e0") == ("e1",)
    of = effect(scores, queries(*range(20)), {**EXPOSED, "e1": False})
    assert (of.count(True), of.contradicted, of.did) == (0, ["e0"], None)
    assert "e0: the same documents as a system of the other group, and in neither." in of.explain()


def test_a_system_without_the_leaked_queries_is_left_out_and_named_and_the_others_are_compared_as_without_it():
    x = table()
    scores = hand_scores(x, systems=SYSTEMS)
    x[1, :20] = 0.0
    lacking = replace(hand_scores(x, systems=SYSTEMS), missing={"e1": queries(*range(20)), "u1": queries(3, 50)})
    of = effect(lacking, queries(*range(20)), EXPOSED)
    rest = effect(drop(scores, "e1"), queries(*range(20)), EXPOSED)
    assert (of.did, of.low, of.high, of.p, of.adjusted, of.order) == (
        rest.did,
        rest.low,
        rest.high,
        rest.p,
        rest.adjusted,
        rest.order,
    )
    assert of.n_systems == 7
    assert "e1" not in {one.system for one in of.systems}
    assert [(one.system, one.leaked, one.clean, one.is_compared) for one in of.unanswered] == [
        ("e1", 20, 0, False),
        ("u1", 1, 1, True),
    ]
    assert "e1, without documents for 20 of 20 leaked and 0 of 40 clean queries" in of.explain()[0]
    assert of.to_dict()["unanswered"][0] == {"system": "e1", "leaked": 20, "clean": 0, "compared": False}


def test_without_an_exposed_system_that_can_be_compared_nothing_is_said_of_training():
    lacking = replace(hand_scores(table(), systems=SYSTEMS), missing=dict.fromkeys(("e0", "e1"), queries(*range(20))))
    of = effect(lacking, queries(*range(20)), EXPOSED)
    assert of.did is None
    assert "No system that can be compared is known to be exposed:" in " ".join(of.explain())


@pytest.mark.parametrize("split", [(3, 0, 6, 14), (1, 0, 5, 48), (2, 4, 12, 41), (0, 7, 12, 41), (5, 5, 5, 48)])
def test_how_unevenly_missing_queries_are_split_is_fisher_s_exact_test(split):
    leaked, clean, n_leaked, n_clean = split
    theirs = stats.fisher_exact([[leaked, n_leaked - leaked], [clean, n_clean - clean]]).pvalue
    assert probability_of_split(*split) == pytest.approx(theirs)


def test_a_single_leaked_query_that_a_system_lacks_is_all_of_its_part():
    flags = np.arange(20) < 1
    (of,) = unanswered({"a": ["q0"]}, ["a"], [f"q{i}" for i in range(20)], flags, alpha=0.001)
    assert not of.is_compared


def test_fewer_than_three_unexposed_systems_leave_the_adjusted_number_out_and_say_so():
    known = {name: value for name, value in EXPOSED.items() if name not in ("u2", "u3")}
    of = effect(hand_scores(table(), systems=SYSTEMS), queries(*range(20)), known)
    assert of.adjusted is None
    assert of.p is not None
    assert "takes 3 unexposed systems; there are 2" in " ".join(of.explain())


def test_json_has_the_keys_that_are_agreed():
    of = effect(hand_scores(table(), systems=SYSTEMS), queries(*range(20)), EXPOSED).to_dict()
    agreed = {"measure", "leaked", "clean", "exposed", "unexposed", "did", "low", "high", "p", "adjusted", "systems"}
    assert agreed | {"order"} <= set(of)
    assert (of["leaked"], of["clean"], of["exposed"], of["unexposed"]) == (20, 40, 2, 4)
    assert {"did", "low", "high"} <= set(of["adjusted"])
    assert {"tau", "swaps", "by_chance"} <= set(of["order"])
    assert json.loads(json.dumps(of, allow_nan=False)) == of


@pytest.mark.parametrize(
    ("leaked", "exposed", "message"),
    [
        (["q00001", "q9"], EXPOSED, '1 leaked query not among the 60 that were scored, such as "q9"'),
        (["a", "b"], EXPOSED, '2 leaked queries not among the 60 that were scored, such as "a"'),
        (["q00001"], {"e0": "yes"}, "exposed of \"e0\" must be True, False or None, but is 'yes'"),
        (["q00001"], {"bm25": True}, 'none of the 1 system of exposed has a score; there are "e0"'),
        (["q00001"], ["e0"], "expected exposed as a mapping"),
    ],
)
def test_what_fits_no_scores_is_refused(leaked, exposed, message):
    with pytest.raises(UsageError) as raised:
        effect(hand_scores(table(), systems=SYSTEMS), leaked, exposed)
    assert message in str(raised.value)


def test_scores_of_several_collections_and_no_scores_are_refused():
    with pytest.raises(UsageError, match="several collections"):
        effect(hand_scores(table(), systems=SYSTEMS, collections=["a"] * 30 + ["b"] * 30), queries(1), EXPOSED)
    with pytest.raises(UsageError, match="expected scores as Scores"):
        effect(table(), queries(1), EXPOSED)


def test_a_geometric_mean_is_compared_by_logarithms():
    x = table()
    of = effect(hand_scores(x, systems=SYSTEMS, measure="gmAP"), queries(*range(20)), EXPOSED)
    logs = effect(hand_scores(np.log(x), systems=SYSTEMS), queries(*range(20)), EXPOSED)
    assert of.did == pytest.approx(logs.did)
    assert of.p == logs.p
    assert of.systems[0].leaked == pytest.approx(np.exp(logs.systems[0].leaked))


def test_the_seed_decides_and_repeats():
    scores = hand_scores(table(), systems=SYSTEMS)
    one, again, other = (effect(scores, queries(*range(20)), EXPOSED, seed=seed) for seed in (3, 3, 4))
    assert one == again
    assert one.did == other.did
    assert one.order.by_chance != other.order.by_chance

"""The documents of the largest expected effect are next, nothing is bet on them, and proofs alone settle a question."""

import random
from itertools import combinations

import pytest

import irassay
from irassay.decisions import Decider
from irassay.errors import UsageError

QUERIES = tuple(f"q{i}" for i in range(12))


def world(seed: int, rate: float = 0.6) -> tuple[dict, dict]:  # type: ignore[type-arg]
    """Runs of "new" and "old", of which the first has more relevant documents, and all labels."""
    draw = random.Random(seed)
    runs, labels = {"new": {}, "old": {}}, {q: {} for q in QUERIES}  # type: ignore[var-annotated]
    for query in QUERIES:
        for system, of in runs.items():
            docs = draw.sample([f"{system}1", f"{system}2", f"{system}3", "both1", "both2"], 4)
            of[query] = {doc: float(-i) for i, doc in enumerate(docs)}
            labels[query] |= {doc: int(draw.random() < (rate if doc[:3] != "old" else 0.2)) for doc in docs}
    return runs, labels


def judge(labels: dict):  # type: ignore[type-arg, no-untyped-def]
    return lambda asked: {q: {d: labels[q][d] for one, d in asked if one == q} for q, _ in asked}


@pytest.mark.parametrize("measure", ["P@3", "RBP", "nDCG@3"])
@pytest.mark.parametrize("seed", range(3))
def test_a_verdict_by_effect_is_a_proof(measure: str, seed: int) -> None:
    runs, labels = world(seed)
    one = irassay.decide(runs, measure, choose="effect", scale=(0, 1))
    decision = one.run(judge(labels), batch=4)
    assert decision.verdict == "settled"
    assert {pair.by for pair in decision.pairs} == {"proof"}
    known = irassay.Qrels.from_dict(
        {q: {"nothing": 0} | {d: g for (o, d), g in one._labels.items() if o == q} for q in QUERIES}
    )
    top = {
        s: {q: dict(sorted(docs.items(), key=lambda d: -d[1])[:3]) for q, docs in of.items()} for s, of in runs.items()
    }
    lists = irassay.Runs.from_dict(runs if measure == "RBP" else top)
    bounds = irassay.bound(known, lists, measure, unseen=0, scale=(0, 1))
    assert bounds.state[0][1] == "settled"
    assert decision.labels["drawn"] == 0
    assert decision.labels["chosen"] == decision.labels["known"] < decision.labels["documents"]
    again = Decider.from_events(one.events, runs)
    assert again.look().better == decision.better


def test_the_largest_expected_effect_is_next() -> None:
    runs = {"new": {q: {"a": 3.0, "b": 2.0} for q in QUERIES}, "old": {q: {"c": 3.0, "b": 2.0} for q in QUERIES}}
    judged = {q: {"a": 1, "c": 0} for q in QUERIES[:3]}
    one = irassay.decide(runs, "DCG@2", judged=judged, choose="effect")
    asked = list(zip(*(column.values for column in one.next(6).columns), strict=True))
    gain = one._unit.predict().gain
    item = one._unit.item_of
    effects = {
        pair: gain[i] if pair[1] == "a" else 1 - gain[i] for pair, i in item.items() if not one._unit.answered[i]
    }
    least_asked, most_left = min(effects[pair] for pair in asked), max(effects[p] for p in effects if p not in asked)
    assert least_asked >= most_left - 1e-12
    assert not {doc for _, doc in asked} - {"a", "c"}  # "b" moves nothing


def test_the_forecast_of_a_proof_is_no_less_than_it_needs() -> None:
    runs, labels = world(5)
    one = irassay.decide(runs, "P@3", choose="effect")
    before = one.look().forecast
    decision = one.run(judge(labels), batch=1)
    assert before.low <= decision.labels["known"] <= before.high == decision.labels["documents"]
    assert (decision.forecast.low, decision.forecast.high) == (0, 0)
    assert "Only proofs count" in decision.scope


def test_another_choice_is_refused() -> None:
    with pytest.raises(UsageError, match="choose"):
        irassay.decide({"a": {"q": {"x": 1}}, "b": {"q": {"y": 1}}}, "P@1", choose="best")  # type: ignore[arg-type]


@pytest.mark.parametrize("measure", ["P@3", "DCG@3"])
@pytest.mark.parametrize("seed", [1, 3, 4])
def test_the_labels_that_void_a_proof_are_the_fewest(measure: str, seed: int) -> None:
    """Oracle: every set of labels turned around, from the smallest on."""
    runs, labels = world(seed)
    some = {s: {q: runs[s][q] for q in QUERIES[:3]} for s in runs}
    known = {q: {d: labels[q][d] for d in labels[q]} for q in QUERIES[:3]}
    one = irassay.decide(some, measure, judged=known)
    [settled] = one.look().pairs
    assert settled.by == "proof"
    places = [(q, d) for q, d in one.documents]

    def holds(chosen: tuple[tuple[str, str], ...]) -> bool:
        turned = {q: {d: 1 - g if (q, d) in chosen else g for d, g in docs.items()} for q, docs in known.items()}
        return irassay.decide(some, measure, judged=turned).look().better == (settled.better,)

    fewest = next(n for n in range(len(places) + 1) if not all(map(holds, combinations(places, n))))
    assert settled.overturned_by == fewest

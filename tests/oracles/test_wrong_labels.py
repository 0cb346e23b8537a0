"""Wrong labels that end an order: every set of changes of small worlds is tried, and every claim held against it."""

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay import Qrels, Runs, evaluate, settle
from irassay.errors import UsageError
from irassay.estimates import WrongLabels, wrong_labels
from irassay.verdict import Verdict
from tests.collections_at_hand import labels_and_runs

SUMS = ("P@2", "P(rel=2)@3", "DCG@3", "RBP(p=0.5)", "DCG(dcg='exp-log2')@2")
OTHERS = ("nDCG@2", "nDCG@3", "nDCG", "AP", "AP(rel=2)@3", "R@2", "NCG@2")
Grades = dict[str, dict[str, int]]


def difference(grades: Grades, runs: Runs, measure: str, pair: tuple[str, str]) -> float:
    """The first system's mean minus the second's."""
    scores = evaluate(Qrels.from_dict(grades), runs, [measure])
    first, second = (runs.systems.index(name) for name in pair)
    return float(scores.summary[0, 0, first] - scores.summary[0, 0, second])


def by_enumeration(grades: Grades, runs: Runs, measure: str, pair: tuple[str, str], top: int, one: bool) -> list[Any]:
    """The fewest labels that leave the first no longer ahead, and that put the second ahead; None where none do."""
    places = [(query, doc) for query, docs in grades.items() for doc in docs]
    fewest: list[int | None] = [None, None]
    for n in range(len(places) + 1):
        for chosen in combinations(places, n):
            others = [
                [g for g in range(top + 1) if g != grades[q][d] and (not one or abs(g - grades[q][d]) == 1)]
                for q, d in chosen
            ]
            for new in product(*others):
                changed = {query: dict(docs) for query, docs in grades.items()}
                for (query, doc), grade in zip(chosen, new, strict=True):
                    changed[query][doc] = grade
                lead = difference(changed, runs, measure, pair)
                for i, falls in enumerate((lead <= 1e-9, lead < -1e-9)):
                    if falls and fewest[i] is None:
                        fewest[i] = n
        if None not in fewest:
            break
    return fewest


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Grades, Runs]:
    """One or two queries with a few labels, on some of them two lists; one document is never judged."""
    grades, lists = {}, {"new": {}, "old": {}}  # type: ignore[var-annotated]
    for query in ("q1", "q2")[: draw(st.integers(1, 2))]:
        docs = ["a", "b", "c", "d"][: draw(st.integers(1, 3 if grades else 4))]
        grades[query] = {doc: draw(st.integers(0, 2)) for doc in docs}
        for of in lists.values():
            ranking = draw(st.permutations([*docs, "x"]))[: draw(st.integers(1, 4))]
            of[query] = {doc: float(-rank) for rank, doc in enumerate(ranking)}
    return grades, Runs.from_dict(lists)


@given(worlds(), st.sampled_from((*SUMS, *OTHERS)), st.booleans())
def test_no_fewer_labels_end_an_order_than_are_said_and_so_many_do(
    world: tuple[Grades, Runs], measure: str, one: bool
) -> None:
    grades, runs = world
    wrong = wrong_labels(Qrels.from_dict(grades), runs, measure, ("new", "old"), scale=(0, 1, 2))
    true = by_enumeration(grades, runs, measure, (wrong.ahead, wrong.other), 2, one)
    ranges = (wrong.equal_by_one, wrong.reverse_by_one) if one else (wrong.equal, wrong.reverse)
    for fewest, (least, most) in zip(true, ranges, strict=True):
        assert fewest is None or (least is not None and least <= fewest)
        assert most is None or (fewest is not None and fewest <= most)
        assert measure not in SUMS or (least, most) == (fewest, fewest)


def test_ranges_are_narrow_on_real_labels() -> None:
    qrels, runs = labels_and_runs("trec-dl-2021-passage")
    pair = ("pash_f1", "NLE_P_v1")
    assert wrong_labels(qrels, runs, "P@10", pair).equal == (17, 17)
    assert wrong_labels(qrels, runs, "nDCG@10", pair).equal == (3, 3)
    least, most = wrong_labels(qrels, runs, "nDCG@10", ("NLE_P_v1", "ielab-TILDEv2")).reverse
    assert least is not None
    assert most is not None
    assert least <= most <= 1.1 * least


def test_errors_at_a_rate_are_drawn() -> None:
    qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    runs = Runs.from_dict({"new": {"q": {"a": 1}}, "old": {"q": {"b": 1}}})
    wrong = wrong_labels(qrels, runs, "P@1", ("old", "new"), rate=0.3)
    assert (wrong.ahead, wrong.expected) == ("new", 0.6)
    assert wrong.chance == pytest.approx(0.51, abs=0.05)  # either label wrong, or both: 1 - .7 x .7
    assert wrong.sentence() == (
        "Wrong labels: 1 of 2 could end the lead of new; were 1 wrong at random, they would do so in 49.9% of draws."
    )


def test_a_verdict_keeps_them() -> None:
    qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"a": 1, "b": 0}})
    runs = Runs.from_dict({"new": {q: {"a": 1} for q in qrels.queries}, "old": {q: {"b": 1} for q in qrels.queries}})
    verdict = settle(qrels, runs, "nDCG@10")
    again = Verdict.from_json(verdict.to_json()).renamed({"new": "mine"})
    wrong = again.overturned_by("old", "mine")
    assert isinstance(wrong, WrongLabels)
    assert (wrong.ahead, wrong.equal, wrong.labels) == ("mine", (2, 2), 4)
    assert wrong.sentence() in again.pair("mine", "old").sentence()


def test_a_measure_without_them_says_so() -> None:
    qrels, runs = Qrels.from_dict({"q": {"a": 1}}), Runs.from_dict({"x": {"q": {"a": 1}}, "y": {"q": {"b": 1}}})
    with pytest.raises(UsageError, match="wrong labels are counted for"):
        wrong_labels(qrels, runs, "RR", ("x", "y"))
    assert settle(qrels, runs, "RR").overturned_by("x", "y") is None

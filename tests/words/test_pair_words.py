"""The sentence of a pair: the interval over queries first, raw and adjusted p together, then the labels."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from irassay import Qrels, Runs, evaluate, overview, settle, settle_over
from irassay.comparison.league.words import differs_alone, pair_headline
from irassay.messages import share
from irassay.reporting.pairs import pair_data
from irassay.result import Forest, PairMatrix, Table
from irassay.verdict import LabelsOfPair
from irassay.verdict.words.answers import title
from irassay.verdict.words.next_steps import action
from irassay.verdict.words.pairs import gap, headline, numbers
from tests.verdict_by_hand import pair_by_hand

PAIR = pair_by_hand(
    "a", "b", 0.0148, (26, 23, 4), -0.021, 0.051, 0.43, 1.0, False, "settled", 0.012, 0.016, family=1830
)


def of_queries(**changes):
    """The pair with other numbers over queries."""
    return replace(PAIR, queries=replace(PAIR.queries, **changes))


def test_a_pair_is_said_as_the_design_says_it(golden):
    golden(numbers(PAIR))


def test_the_interval_of_a_difference_shows_the_signs_of_its_ends():
    """A settled pair whose interval begins at 0.00021."""
    assert "0.0002 to 0.0213 (95%" in numbers(of_queries(low=0.00021, high=0.0213, p=0.048))
    assert "−0.0213 to −0.0002 (95%" in numbers(of_queries(low=-0.0213, high=-0.00021, p=0.048))
    assert "0 to 0.030 (95%" in numbers(of_queries(low=0.0, high=0.03, p=0.05))


def test_a_mean_with_sparse_labels_in_part_names_the_way_out_where_the_labels_leave_the_answer_open():
    """Oracle: `headline`, which says whether it is open."""
    pair = pair_by_hand("a", "b", 0.1, (9, 1, 0), 0.05, 0.2, 0.001, 0.001, True, unlikely="sparse in part")
    assert "which is better is open" in headline(pair)
    assert "--require taken" in gap(pair)
    assert "is open" not in headline(pair, require="taken")
    assert "--require taken" not in gap(pair, require="taken")


def test_a_family_of_one_has_no_adjusted_p():
    text = numbers(of_queries(family=1))
    assert "; p 0.43, for this pair alone. " in text
    assert "adjusted" not in text


@pytest.mark.parametrize("mean", [0.0, 0.5])
def test_a_pair_that_scores_the_same_on_every_query_is_said_to(mean):
    same = of_queries(difference=0.0, better=0, worse=0, equal=53, mean_a=mean, mean_b=mean, low=0.0, high=0.0, p=1.0)
    assert headline(same) == pair_headline(same.queries) == "a and b score the same on every query."
    assert "equal on 53. Interval over queries: 0 to 0 (95%, unadjusted); p 1.00, adjusted" in numbers(same)
    assert "1.00: no query differs. Missing labels" in numbers(same)
    differs = of_queries(difference=0.0, better=1, worse=1, equal=51)
    assert headline(differs) == "a and b can't be told apart."


def test_an_interval_without_zero_of_an_undecided_pair_is_explained():
    close = of_queries(low=0.001, high=0.03, p=0.03)
    assert "0.001 to 0.030 (95%, unadjusted); p 0.030, adjusted over 1,830" in numbers(close)
    at_once = numbers(replace(close, queries=replace(close.queries, interval="simultaneous")))
    assert "The interval excludes 0, but the test is not significant." in at_once


def test_students_interval_stands_beside_where_queries_are_few():
    few = of_queries(t_low=-0.025, t_high=0.055)
    said = "over queries: −0.021 to 0.051 (95%, unadjusted; Student's t: −0.025 to 0.055); p 0.43, adjusted"
    assert said in numbers(few)


def test_whether_a_pair_alone_would_differ_is_asked_at_the_leagues_alpha():
    close = of_queries(low=0.001, high=0.03, p=0.03, alpha=0.01)
    assert "The interval excludes 0, but the test is not significant." in numbers(close)
    loose = of_queries(low=0.001, high=0.03, p=0.08, alpha=0.1)
    assert "excludes 0" not in numbers(loose)


def test_small_p_is_an_inequality():
    clear = of_queries(p=0.00001, p_corrected=0.0004, significant=True)
    assert "p < 0.001, adjusted over 1,830 pairs < 0.001: they differ significantly." in numbers(clear)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("open", "they could make the two equal or reverse the sign"),
        ("not known", "whether they could reverse the sign is not known"),
        ("exactly tied", "the two are exactly tied"),
        ("", "not computed for this measure"),
    ],
)
def test_every_state_of_the_labels_has_its_words(state, words):
    assert words in numbers(replace(PAIR, labels=LabelsOfPair(state, 0.012, 0.016) if state else None))


def test_a_share_is_full_or_empty_only_when_it_is():
    assert share(1829, 1830) == "99.9%"
    assert share(9_999_999, 10_000_000) == "> 99.9%"
    assert share(1830, 1830) == "100%"
    assert share(1, 1_000_000) == "< 0.1%"


def test_the_pages_script_asks_at_the_same_alpha():
    one = {"low": [0.001], "high": [0.03], "p": [0.03], "p_corrected": [0.2], "wins": [(3, 1, 0)], "family": 3}
    figure = PairMatrix(
        "pairs", "", "", Table("pairs", "", []), ["a", "b"], [["", ""], ["open", ""]], [["", "open"]] * 2, **one
    )
    stands = [pair_data(SimpleNamespace(figures=[replace(figure, alpha=alpha)]))["queries"] for alpha in (0.05, 0.01)]
    assert stands == ["2", "6"], "2: alone it would differ; 6: the test doesn't decide"


@pytest.mark.parametrize(("low", "stand"), [(-0.004, "c"), (0.001, "1")])
def test_the_pages_script_knows_a_settled_pair_whose_interval_contains_zero(low, stand):
    one = {"low": [low], "high": [0.131], "p": [0.0496], "p_corrected": [0.0496], "wins": [(31, 6, 1)], "family": 1}
    figure = PairMatrix(
        "pairs", "", "", Table("pairs", "", []), ["a", "b"], [["", ""], ["settled", ""]], [["", "open"]] * 2, **one
    )
    assert pair_data(SimpleNamespace(figures=[figure]))["queries"] == stand


def test_the_pages_script_can_tell_zero_from_what_rounds_to_zero():
    table = Table("pairs", "", [])
    figure = PairMatrix(
        "pairs", "", "", table, ["a", "b"], [["", ""], ["", ""]], [["", ""]] * 2, low=[-0.0], high=[1e-5]
    )
    packed = pair_data(SimpleNamespace(figures=[figure]))
    assert packed["low"] == [0], "the script writes 0"
    assert packed["high"] == [0.01], "the script writes 0.00001"
    rounding = pair_data(SimpleNamespace(figures=[replace(figure, high=[1e-9], difference=[1e-5])]))
    assert rounding["high"] == [1e-9], "the script writes 0.000"
    assert rounding["difference"] == [0.1], "the script writes 0.0000"


def test_a_test_that_favours_the_lower_mean_is_said_instead_of_the_interval():
    against = of_queries(low=0.001, high=0.03, p=0.0004, p_corrected=0.001, against_means=-1, family=3)
    text = numbers(against)
    assert "equal on 4. The test favours b significantly, but the means don't. Interval over queries: 0.001 to" in text
    assert not differs_alone(against.queries), "nor is it told as a difference that counts alone"
    assert differs_alone(of_queries(low=0.001, high=0.03, p=0.0004, p_corrected=0.1, family=300).queries)


@pytest.mark.parametrize(("against", "stand"), [(1, "7"), (-1, "8"), (0, "2")])
def test_the_pages_script_knows_whom_the_test_favours(against, stand):
    one = {"low": [0.001], "high": [0.03], "p": [0.0004], "p_corrected": [0.001], "wins": [(3, 1, 0)], "family": 3}
    figure = PairMatrix(
        "pairs", "", "", Table("pairs", "", []), ["a", "b"], [["", ""], ["open", ""]], [["", "open"]] * 2,
        against_means=[against], **one,
    )  # fmt: skip
    assert pair_data(SimpleNamespace(figures=[figure]))["queries"] == stand


def test_one_pair_decided_against_the_means_asks_for_no_queries(case, golden):
    against = replace(of_queries(against_means=-1), labels=None)
    two = case(
        systems=["a", "b"], leaders=["a", "b"], pairs=1, pair=against, queries_settled=0, labels_settled=None,
        labels_open=0,
    )  # fmt: skip
    golden(action(two), title(two))


@pytest.mark.parametrize("over", [False, True])
def test_a_pair_that_no_baseline_is_in_says_that_neither_queries_nor_labels_were_asked(over, golden):
    """It said "can't be told apart", and that bounds were not computed for this measure."""
    queries = [f"q{i}" for i in range(8)]
    qrels = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    tops = {"new": "a", "old": "b", "base": "c"}
    runs = Runs.from_dict({name: {q: {doc: 1} for q in queries} for name, doc in tops.items()})
    if over:
        verdict = settle_over({"A": (qrels, runs), "B": (qrels, runs)}, "P@1", baseline="base").mean
    else:
        verdict = settle(qrels, runs, "P@1", baseline="base")
    pair = verdict.pair("new", "old")
    assert pair.answer() == pair.turned().answer() == pair.answer("taken") == "not tested"
    golden(pair.sentence())
    assert verdict.pair("new", "base").answer() != "not tested"


@pytest.mark.parametrize("measure", ["P@2", "MFR@3"], ids=["higher", "lower is better"])
@pytest.mark.parametrize("baseline", [["b"], ["b", "d"]])
def test_every_row_of_a_chart_against_baselines_is_a_system_minus_the_baseline(measure, baseline):
    """Oracle: the means of `evaluate`. Systems behind the baseline stood with their difference turned round."""
    docs = [f"d{i}" for i in range(6)]
    qrels = Qrels.from_dict({f"q{q}": {doc: int((i + q) % 3 == 0) for i, doc in enumerate(docs)} for q in range(9)})
    orders = {"a": (0, 3, 1), "b": (1, 0, 5), "c": (2, 4, 0), "d": (5, 1, 3)}
    runs = {s: {q: {docs[(d - k * (s != "c")) % 6]: -i for i, d in enumerate(of)} for k, q in enumerate(qrels.queries)}
            for s, of in orders.items()}  # fmt: skip
    scores = evaluate(qrels, Runs.from_dict(runs), [measure])
    means = dict(zip(scores.systems, scores.summary[0, 0].tolist()))
    (forest,) = (f for f in overview(qrels, Runs.from_dict(runs), measures=[measure], baseline=baseline).figures
                 if isinstance(f, Forest))  # fmt: skip
    columns = {column.name: column.values for column in forest.table.columns}
    bases = [base for base in baseline for _ in range(3)]
    for row, (pair, base) in enumerate(zip(columns["pair"], bases, strict=True)):
        system = pair.partition(", ")[0].removesuffix(f" – {base}")
        assert system in set(means) - {base}
        difference = columns["difference"][row]
        assert difference == pytest.approx(means[system] - means[base], abs=1e-12)
        assert columns["low"][row] - 1e-12 <= difference <= columns["high"][row] + 1e-12
        assert not columns["labels_low"][row] > difference + 1e-9
        better = int(columns["sentence"][row].partition("better on ")[2].split()[0])
        gains = [x - y for x, y in zip(*(scores.values[0, 0, scores.systems.index(s)] for s in (system, base)))]
        assert better == sum(gain < 0 if measure == "MFR@3" else gain > 0 for gain in gains)

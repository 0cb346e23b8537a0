"""Agreement of judges against published tables, exact arithmetic, and the labels of real judges."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from irassay import Qrels, read_qrels
from irassay.agreement import grades_of_positives, kappa_alpha, label_agreement, repeats
from irassay.agreement.kappa_alpha import WEIGHTS, alpha, coincidences, fleiss, fleiss_parts, kappa
from irassay.errors import InputError, UsageError
from irassay.formats import read_passes
from irassay.formats.reading.qrels import read_label_sets
from tests.collections_at_hand import collection

TABLES = st.integers(2, 4).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 6), min_size=n, max_size=n), min_size=n, max_size=n)
)


def exact_kappa(counts: list[list[int]], weights: str) -> Fraction | None:
    """Cohen 1960 and 1968, with fractions and no shortcut."""
    n = sum(map(sum, counts))
    places = range(len(counts))
    cost = {
        "plain": lambda i, j: int(i != j),
        "linear": lambda i, j: abs(i - j),
        "quadratic": lambda i, j: (i - j) ** 2,
    }
    observed = sum(Fraction(counts[i][j] * cost[weights](i, j), n) for i in places for j in places) if n else 0
    rows = [sum(row) for row in counts]
    columns = [sum(row[j] for row in counts) for j in places]
    by_chance = (
        sum(Fraction(rows[i] * columns[j] * cost[weights](i, j), n * n) for i in places for j in places) if n else 0
    )
    return 1 - observed / by_chance if by_chance else None


@given(TABLES, st.sampled_from(WEIGHTS))
def test_kappa_is_that_of_exact_arithmetic(counts, weights):
    found = float(kappa(np.array(counts, dtype=float), np.arange(len(counts), dtype=float), weights=weights))
    exact = exact_kappa(counts, weights)
    if exact is None:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(float(exact), abs=1e-12)


# Krippendorff 2011, example C: four observers, twelve units, -1 where one is missing.
EXAMPLE = (
    np.array(
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ]
    ).T
    - 1
)


@pytest.mark.parametrize(("metric", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_alpha_is_krippendorffs_printed_value(metric, printed):
    together = coincidences(EXAMPLE, 5)
    assert together.sum() == 40
    assert float(alpha(together, np.arange(1.0, 6.0), metric=metric)) == pytest.approx(printed, abs=0.0005)


@given(st.lists(st.lists(st.integers(-1, 2), min_size=3, max_size=3), min_size=1, max_size=6))
def test_coincidences_are_those_counted_pair_by_pair(rows):
    exact = [[Fraction(0)] * 3 for _ in range(3)]
    for row in rows:
        given_grades = [g for g in row if g >= 0]
        for i, one in enumerate(given_grades):
            for j, other in enumerate(given_grades):
                if i != j:
                    exact[one][other] += Fraction(1, len(given_grades) - 1)
    assert coincidences(np.array(rows), 3) == pytest.approx(np.array(exact, dtype=float), abs=1e-12)


def test_alpha_of_one_grade_is_no_number():
    assert np.isnan(alpha(coincidences(np.array([[0, 0]]), 1), np.array([0.0])))


@settings(max_examples=10)
@given(st.data())
def test_order_of_the_sets_changes_no_coefficient(data):
    grades = st.integers(0, 3)
    labels = [Qrels.from_dict({q: {d: data.draw(grades) for d in "abc"} for q in ("q1", "q2")}) for _ in range(2)]
    one, other = label_agreement(*labels), label_agreement(*reversed(labels))
    assert one.total.tolist() == other.total.T.tolist()
    for a, b in zip(one.coefficients, other.coefficients):
        assert a.value == pytest.approx(b.value, abs=1e-12, nan_ok=True)
        assert (a.low, a.high) == pytest.approx((b.low, b.high), abs=1e-12, nan_ok=True)


def test_intervals_hold_the_truth_where_queries_differ_and_those_over_labels_do_not():
    # Each query has its own share of agreement, between 50% and 90%; the truth is the value of very many queries.
    rng = np.random.default_rng(3)

    def world(n_queries: int) -> tuple[Qrels, Qrels]:
        first, second = {}, {}
        for q in range(n_queries):
            share = 0.5 + 0.4 * (rng.random() > 0.5)
            grades = rng.integers(0, 2, 40)
            other = np.where(rng.random(40) < share, grades, 1 - grades)
            first[f"q{q}"] = {f"d{i}": int(g) for i, g in enumerate(grades)}
            second[f"q{q}"] = {f"d{i}": int(g) for i, g in enumerate(other)}
        return Qrels.from_dict(first), Qrels.from_dict(second)

    truth = label_agreement(*world(4000)).coefficients[0].value
    held = narrow = 0
    for _ in range(60):
        found = label_agreement(*world(40)).coefficients[0]
        held += found.low <= truth <= found.high
        narrow += found.pairs_low <= truth <= found.pairs_high
    assert held >= 52
    assert narrow <= 45


# Cohen's kappa of the human labels with a model's, as it is published beside these labels; at a cut of 2 the second.
PUBLISHED = {"umbrela": (0.346, 0.473), "umbrela-gpt4o": (0.371, 0.500), "prompt-llama3.2-12": (0.243, 0.373)}


@pytest.mark.parametrize("model", PUBLISHED)
def test_kappa_with_models_is_the_published_one(model):
    folder = collection("trec-dl-2021-passage")
    people, labels = read_qrels(folder / "qrels"), read_qrels(folder / f"qrels.{model}.xz")
    graded, cut = PUBLISHED[model]
    found = label_agreement(people, labels).coefficients[0]
    assert found.value == pytest.approx(graded, abs=0.0005)
    binary = label_agreement(people, labels, rel=(2, 2)).coefficients[0]
    assert binary.value == pytest.approx(cut, abs=0.0005)
    assert 4 < binary.widening < 5.2  # labels of one query hang together: single labels look four to five times surer


def test_the_square_table_is_the_published_one():
    folder = collection("trec-dl-2021-passage")
    found = label_agreement(read_qrels(folder / "qrels"), read_qrels(folder / "qrels.umbrela.xz"))
    assert found.total.tolist() == [
        [2641, 1105, 469, 123],
        [315, 1223, 1037, 488],
        [46, 556, 1082, 657],
        [0, 38, 372, 676],
    ]
    assert (found.n_pairs, found.only_first, found.only_second) == (10_828, 0, 0)


def test_a_judge_that_disagrees_with_itself_is_seen_to():
    passes = read_passes(collection("trec-dl-2021-passage") / "qrels.umbrela-llama3.2.xz")
    found = repeats(passes)
    assert (found.n_passes, found.n_items, found.n_unlike) == (4, 10_828, 9_667)
    assert 0.165 < min(found.kappas) <= max(found.kappas) < 0.195
    assert found.low < found.alpha < found.high


def test_alpha_of_passes_is_that_of_all_items_at_once_and_its_interval_leaves_out_queries_one_by_one():
    rng = np.random.default_rng(9)
    grades = rng.integers(0, 3, (6, 5, 3))  # query, document, pass
    passes = [
        Qrels.from_dict({f"q{q}": {f"d{d}": int(grades[q, d, i]) for d in range(5)} for q in range(6)})
        for i in range(3)
    ]
    found = repeats(passes)
    scale = np.arange(3.0)
    by_query = np.stack([coincidences(rows, 3) for rows in grades])
    assert found.alpha == pytest.approx(float(alpha(coincidences(grades.reshape(-1, 3), 3), scale)))
    without = [
        math.log(1 - float(alpha(sum(part for i, part in enumerate(by_query) if i != q), scale))) for q in range(6)
    ]
    error = math.sqrt(5 / 6 * sum((value - np.mean(without)) ** 2 for value in without))
    whole, reach = math.log(1 - found.alpha), stats.t.ppf(0.975, 5) * error
    assert (found.low, found.high) == pytest.approx((1 - math.exp(whole + reach), 1 - math.exp(whole - reach)))


def test_large_queries_count_as_few_and_a_single_query_with_all_disagreement_has_no_interval():
    alike = np.tile(np.array([[8.0, 1.0], [1.0, 8.0]]), (12, 1, 1)) + np.arange(12)[:, None, None] % 3
    few = alike * np.where(np.arange(12) < 2, 40, 1)[:, None, None]

    def of(sums):
        return kappa(sums, np.array([0.0, 1.0]))

    widths = [high - low for low, high in (kappa_alpha.interval_over_queries(parts, of) for parts in (alike, few))]
    assert widths[1] > 3 * widths[0]
    single = np.tile(np.diag([5.0, 5.0]), (12, 1, 1))
    assert np.isnan(
        kappa_alpha.interval_over_queries(single, of)
    ).all()  # 1.0, of which nothing says how far it may be off
    single[3, 0, 1] = 2
    assert np.isnan(kappa_alpha.interval_over_queries(single, of)).all()
    single[4, 1, 0] = 2
    assert not np.isnan(kappa_alpha.interval_over_queries(single, of)).any()
    assert np.isnan(kappa_alpha.interval_over_queries(alike[:4], of)).all()


def test_a_file_has_passes_only_where_it_repeats_every_document_alike(tmp_path):
    path = tmp_path / "qrels"
    path.write_text("q 0 a 1\nq 0 b 0\nq 0 b 2\nq 0 a 1\n")
    assert [dict(one.grades("q")) for one in read_label_sets(path)] == [{"a": 1, "b": 0}, {"a": 1, "b": 2}]
    path.write_text("q 0 a 1\nq 0 b 0\n")
    assert [dict(one.grades("q")) for one in read_label_sets(path)] == [{"a": 1, "b": 0}]
    path.write_text("q 0 a 1\nq 0 b 0\nq 0 b 2\n")
    with pytest.raises(InputError, match="document b twice in query q"):
        read_label_sets(path)
    path.write_text("q 0 a 1\nq 0 a x\n")
    with pytest.raises(InputError, match="expected a whole number"):
        read_label_sets(path)
    assert dict(read_label_sets({"q": {"a": 1}})[0].grades("q")) == {"a": 1}


def test_the_table_of_coefficients_is_the_coefficients():
    people = Qrels.from_dict({f"q{i}": {"a": i % 3, "b": 0, "c": 2} for i in range(8)})
    model = Qrels.from_dict({f"q{i}": {"a": 2, "b": i % 2, "c": 2} for i in range(8)})
    found = label_agreement(people, model)
    rows = found.coefficient_table()
    assert rows.column("value").values == [c.value for c in found.coefficients]
    assert rows.column("low").values == [c.low for c in found.coefficients]
    assert [c.value for c in found.turned().coefficients] == pytest.approx(rows.column("value").values)


def test_what_one_set_says_of_the_others_positives():
    labels = Qrels.from_dict({"q1": {"a": 3, "b": 0, "c": 1}, "q2": {"a": 0}})
    sparse = Qrels.from_dict({"q1": {"a": 1, "z": 1, "b": 0}, "q2": {"a": 1}, "q3": {"a": 1}})
    assert dict(grades_of_positives(labels, sparse)) == {0: 1, 1: 0, 3: 1, None: 1}


def test_sets_without_a_document_in_common_are_refused():
    with pytest.raises(InputError, match="have no document of a query in common"):
        label_agreement(Qrels.from_dict({"q": {"a": 1}}), Qrels.from_dict({"q": {"b": 1}}))
    with pytest.raises(UsageError, match="two label sets or more"):
        repeats([Qrels.from_dict({"q": {"a": 1}})])


def test_a_bad_line_of_passes_is_found_at_its_number(tmp_path):
    path = tmp_path / "qrels"
    path.write_text("q 0 a 1\nq 0 a 0\nq 0 b\nq 0 c x\n")
    with pytest.raises(InputError) as caught:
        read_passes(path)
    told = str(caught.value)
    assert ":3" in told
    assert ":4" in told


# Ten subjects, fourteen raters, five grades: the example by which Fleiss' kappa is mostly explained; 0.210.
FOURTEEN_RATERS = """
0 0 0 0 14|0 2 6 4 2|0 0 3 5 6|0 3 9 2 0|2 2 8 1 1|7 7 0 0 0|3 2 6 3 0|2 5 3 2 2|6 5 2 1 0|0 2 2 3 7
"""


def labels_of(table):
    """(item, assessor), -1 where there is none, from how often each item got each grade."""
    rows = [[grade for grade, n in enumerate(row) for _ in range(n)] for row in table]
    most = max(map(len, rows))
    return np.array([row + [-1] * (most - len(row)) for row in rows])


def test_fleiss_kappa_of_the_printed_example():
    table = [list(map(int, row.split())) for row in FOURTEEN_RATERS.split("|")]
    assert round(float(fleiss(fleiss_parts(labels_of(table), 5))), 3) == 0.210


@given(TABLES)
@settings(max_examples=50, deadline=None)
def test_fleiss_kappa_by_pairs_of_labels(table):
    """Every pair of labels of an item, compared one by one, with fractions."""
    items = [[grade for grade, n in enumerate(row) for _ in range(n)] for row in table if sum(row) >= 2]
    parts = fleiss_parts(labels_of([*table, [2] * len(table)]), len(table))
    items.append([grade for grade in range(len(table)) for _ in range(2)])
    shares = [
        Fraction(sum(a == b for i, a in enumerate(row) for j, b in enumerate(row) if i != j), len(row) * (len(row) - 1))
        for row in items
    ]
    given = [grade for row in items for grade in row]
    by_chance = sum(Fraction(given.count(grade), len(given)) ** 2 for grade in range(len(table)))
    expected = (sum(shares) / len(shares) - by_chance) / (1 - by_chance)
    assert float(fleiss(parts)) == pytest.approx(float(expected), abs=1e-12)


def test_sums_for_fleiss_kappa_add_up_over_parts():
    labels = np.random.default_rng(0).integers(-1, 3, size=(40, 5))
    parts = fleiss_parts(labels[:15], 3) + fleiss_parts(labels[15:], 3)
    assert np.allclose(parts, fleiss_parts(labels, 3))

"""Agreement of models and people against hand-worked tables, Wilson's interval, and worlds whose truth is planted."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.agreement.kappa_alpha import ac1, agreeing, kappa, share_interval
from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.assessors import labels
from irassay.judging.assessors.asking import ask
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.assessors.quality import quality
from irassay.judging.store import Settings, make_campaign
from tests.judging_by_hand import person

NAMES = [point.name for point in scale("trec-passage").points]


def test_ac1_of_a_skewed_table_stays_near_agreement_where_kappa_falls_below_nothing():
    """Gwet, Inter-Rater Reliability Assessment 1, 2002, table 2: 118 and 0 alike, 5 and 2 unlike. By hand: agreement
    118/125; the shares of yes are 123/125 and 120/125, their mean 0.972, so that chance agrees by 2 x 0.972 x 0.028 =
    0.054432 for AC1, and by (123 x 120 + 2 x 5) / 125^2 = 0.94528 for kappa."""
    counts = np.array([[118.0, 5.0], [2.0, 0.0]])
    assert agreeing(counts) == pytest.approx(0.944)
    assert ac1(counts) == pytest.approx((0.944 - 0.054432) / (1 - 0.054432))
    assert ac1(counts) == pytest.approx(0.9408, abs=5e-5)  # as printed
    assert kappa(counts, np.arange(2.0)) == pytest.approx((0.944 - 0.94528) / (1 - 0.94528))


def test_ac1_counts_labels_that_nobody_gave():
    """By hand: three labels, the third never given, 8 of 10 alike, the others' mean shares 0.5: chance agrees by
    (0.25 + 0.25 + 0) / 2 = 0.25, and of two labels by 0.5."""
    counts = np.array([[4.0, 1.0, 0.0], [1.0, 4.0, 0.0], [0.0, 0.0, 0.0]])
    assert ac1(counts) == pytest.approx((0.8 - 0.25) / 0.75)
    assert ac1(counts[:2, :2]) == pytest.approx(0.6)


def test_a_share_of_queries_with_one_item_each_has_wilsons_interval_with_students_t():
    """By hand: 6 of 16 with one item a query vary as 15 independent ones; t with 15 degrees of freedom is 2.13145."""
    hits = np.array([1.0] * 6 + [0.0] * 10)
    t, n, p = 2.13145, 15.0, 6 / 16
    middle, reach = p + t**2 / (2 * n), t * np.sqrt(p * (1 - p) / n + t**2 / (4 * n**2))
    expected = (middle - reach) / (1 + t**2 / n), (middle + reach) / (1 + t**2 / n)
    assert share_interval(hits, np.ones(16)) == pytest.approx(expected, abs=1e-5)


def test_a_share_of_nothing_or_all_has_no_empty_interval():
    low, high = share_interval(np.zeros(10), np.full(10, 20.0))
    assert low == 0
    assert 0.1 < high < 0.4  # ten queries, not 200 items


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
def test_the_interval_of_a_share_holds_the_truth_in_most_worlds_whose_queries_differ(rate):
    rng = np.random.default_rng(7)
    n_worlds, n_queries = 500, 30
    items = rng.integers(1, 20, (n_worlds, n_queries)).astype(float)
    hits = rng.binomial(items.astype(int), rng.beta(4 * rate, 4 * (1 - rate), items.shape)).astype(float)
    ends = np.array([share_interval(*world) for world in zip(hits, items)])
    covered = ((ends[:, 0] <= rate) & (rate <= ends[:, 1])).mean()
    assert covered == pytest.approx(0.95, abs=0.03)


def judged(source, kind, n_queries, n_docs, by_people, by_model, *, passes=1, equal=True, n_people=None):
    """A campaign whose people and model answer as two functions of the shown documents say; document dN of a query has
    a text of N letters."""
    docs = {f"q{q}-{d}": "x" * (d + 1) for q in range(n_queries) for d in range(n_docs)}
    settings = Settings(scale=scale("trec-passage"), order="rank", seed=0, guideline="", kind=kind, equal=equal)
    made = make_campaign(source, settings)
    step = 1 if kind == "graded" else 2
    tasks = [
        Task(kind, f"q{q}", tuple(f"q{q}-{d + i}" for i in range(step)))
        for q in range(n_queries)
        for d in range(0, n_docs - step + 1, step)
    ]
    made.add(tasks, queries={f"q{q}": "a question" for q in range(n_queries)}, docs=docs)
    ann = person(made, "Ann").pseudonym
    for task in made.tasks()[:n_people]:
        [held] = made.hold(ann, [task])
        made.record(ann, held.key, held.task, {"answer": by_people(held.docs)})
    judge = FunctionJudge(lambda questions: [by_model(one.docs, one.judging_pass) for one in questions], "little")
    judge.passes = passes
    found = ask(made, judge)
    return made, found


def rows(made, who):
    return {one.name: one for one in quality(made).statistics if one.who == who}


def place(doc):
    return int(doc.rpartition("-")[2])


def test_a_model_is_held_against_people_task_by_task(tmp_path):
    """By hand: of each query's five documents people grade 0, 0, 1, 3, 2, the model 0, 1, 1, 3, 2. One is closed."""
    people, model = (0, 0, 1, 3), (0, 1, 1, 3)
    made, _ = judged(
        str(tmp_path / "a.campaign"), "graded", 6, 5,
        lambda docs: NAMES[(*people, 2)[place(docs[0])]], lambda docs, _: (*model, 2)[place(docs[0])],
    )  # fmt: skip
    with made:
        made.close_query(made.person(made.invite("Cai", "owner")).pseudonym, "q5")
        of = rows(made, "people m-little")
    assert (of["agreement"].tasks, of["agreement"].queries) == (25, 5)
    assert of["agreement"].value == pytest.approx(4 / 5)
    by_chance = (2 * 1 + 1 * 2 + 1 * 1 + 1 * 1) / 25
    assert of["kappa"].value == pytest.approx((4 / 5 - by_chance) / (1 - by_chance))
    shares = np.array([3, 3, 2, 2]) / 10
    by_chance = float((shares * (1 - shares)).sum()) / 3
    assert of["ac1"].value == pytest.approx((4 / 5 - by_chance) / (1 - by_chance))


def test_passes_that_differ_on_every_fourth_document_have_krippendorffs_alpha(tmp_path):
    """By hand, nominal distances of two grades that stand side by side are all 1, as ordinal ones of two values are up
    to a factor: of 20 documents, grades 0 and 1, 5 differ; alpha = 1 - (40 - 1) x 10 / (2 x 15 x 25)."""
    made, _ = judged(
        str(tmp_path / "a.campaign"), "graded", 5, 4, lambda docs: NAMES[0],
        lambda docs, n: {0: 0, 1: 0, 2: 1, 3: n - 1}[place(docs[0])], passes=2,
    )  # fmt: skip
    with made:
        own = rows(made, "m-little")["self_alpha"]
    n_zero, n_one = 2 * 10 + 5, 2 * 5 + 5
    assert own.value == pytest.approx(1 - (40 - 1) * 2 * 5 / (2 * n_zero * n_one))
    assert own.tasks == 20


def first(docs, _=1):
    return "Left"


def longer(docs, _=1):
    return "Left" if place(docs[0]) > place(docs[1]) else "Right"


def every_other(docs, _=1):
    """Half of the pairs by place, half by length."""
    return first(docs) if min(map(place, docs)) % 4 else longer(docs)


@pytest.mark.parametrize(
    ("model", "shares"),
    [
        (first, {"inconsistent_share": 1, "tie_share": 1, "first_share": 1, "longer_share": 1 / 2}),
        (longer, {"inconsistent_share": 0, "tie_share": 0, "first_share": 1 / 2, "longer_share": 1}),
        (every_other, {"inconsistent_share": 1 / 2, "tie_share": 1 / 2, "first_share": 3 / 4, "longer_share": 3 / 4}),
        (lambda docs, _: "Equal", {"inconsistent_share": 0, "tie_share": 1}),
    ],
    ids=["first", "longer", "both", "equal"],
)  # fmt: skip
def test_planted_habits_are_found_with_their_shares(tmp_path, model, shares):
    made, _ = judged(str(tmp_path / "a.campaign"), "pair", 6, 8, longer, model)
    with made:
        of, people = rows(made, "m-little"), rows(made, "people")
    assert {name: of[name].value for name in shares} == shares
    assert all(of[name].low <= share <= of[name].high for name, share in shares.items())
    assert (people["tie_share"].value, people["longer_share"].value) == (0, 1)


def test_a_pair_that_can_not_be_equal_is_inconsistent_and_has_no_label(tmp_path):
    made, found = judged(str(tmp_path / "a.campaign"), "pair", 6, 8, longer, every_other, equal=False)
    with made:
        assert found.states == {"answered": 12, "unparsable": 0, "failed": 0, "open": 0, "inconsistent": 12}
        assert {one.state for one in found.listed} == {"inconsistent"}
        judged_pairs = labels(made, to="preferences", source="little")
        assert judged_pairs.n_pairs == 12
        assert all(max(one.levels, key=one.levels.get) == max(one.levels) for one in judged_pairs.comparisons)
        of = rows(made, "m-little")
    assert of["inconsistent_share"].value == of["tie_share"].value == 1 / 2

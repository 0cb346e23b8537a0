"""Precision by threshold. Oracles: counts by hand, planted truth in simulated candidates, and brute force."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irassay.comparison.proportions import clustered_interval
from irassay.errors import InputError, UsageError
from irassay.leakage.calibration import Curve, ThresholdStep, calibrate
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.pair_labels import PairLabel
from irassay.leakage.review import sample


def found(query: str, train: str, similarity: float | None, overlap: float | None = None) -> Leak:
    return Leak(
        query, train, "review", "identical", "vectors", similarity, overlap, "title", "a b", f"text {train}", ""
    )


def said(pair: Leak, is_leak: bool) -> PairLabel:
    kind = "identical" if is_leak else "different"
    of = pair.query, pair.train, pair.text, pair.train_text, pair.field
    return PairLabel(*of, kind, is_leak, pair.similarity, "labels")  # type: ignore[arg-type]


def candidates(rng: np.random.Generator, n: int) -> tuple[Leaks, dict[Leak, bool]]:
    """Candidates of 50 queries, few of them similar, and whether each leaks: likelier the more similar it is."""
    scores = 0.6 + 0.4 * rng.beta(1, 3, n)
    pairs = [found(f"q{rng.integers(50)}", f"t{i}", float(score)) for i, score in enumerate(scores)]
    truth = {pair: bool(rng.random() < 2.5 * ((pair.similarity or 0) - 0.6)) for pair in pairs}
    return Leaks(sorted({pair.query for pair in pairs}), pairs), truth


def test_labels_drawn_from_bands_give_the_precision_of_all_candidates() -> None:
    """The mean over samples is the planted share, within four of its standard errors; unweighted it is not."""
    leaks, truth = candidates(np.random.default_rng(5), 3000)
    at = 0.72
    above = [is_leak for pair, is_leak in truth.items() if (pair.similarity or 0) >= at]
    weighted, plain, kept = [], [], []
    for seed in range(40):
        labels = [said(pair, truth[pair]) for pair in sample(leaks, 160, seed=seed).pairs]
        calibration = calibrate(leaks, labels)
        step, own = calibration.overall.at(at), calibrate(None, labels).overall.at(at)
        assert step is not None
        assert own is not None
        assert calibration.n_candidates == len(leaks)
        weighted.append(step.precision)
        kept.append(step.kept)
        plain.append(own.precision)
    error = 4 * np.std(weighted) / np.sqrt(len(weighted))
    assert np.mean(weighted) == pytest.approx(np.mean(above), abs=error)
    assert abs(np.mean(plain) - np.mean(above)) > 2 * error
    assert np.mean(kept) == pytest.approx(sum(above) / sum(truth.values()), abs=4 * np.std(kept) / np.sqrt(len(kept)))


LABELLED = st.lists(
    st.tuples(st.integers(0, 4), st.sampled_from([0.5, 0.7, 0.8, 0.9, 1.0]), st.booleans()), min_size=1, max_size=30
)


@settings(deadline=None, max_examples=50)
@given(LABELLED, st.sampled_from([0.5, 0.8, 0.9]))
def test_each_step_is_what_its_pairs_give_by_hand(rows: list[tuple[int, float, bool]], target: float) -> None:
    labels = [said(found(f"q{q}", f"t{i}", score), is_leak) for i, (q, score, is_leak) in enumerate(rows)]
    curve = calibrate(None, labels, precision=target).overall
    assert [step.threshold for step in curve.steps] == sorted({score for _, score, _ in rows})
    for step in curve.steps:
        above = [is_leak for _, score, is_leak in rows if score >= step.threshold]
        assert step.n_labelled == step.n_pairs == len(above)
        assert step.precision == pytest.approx(sum(above) / len(above))
        assert 0 <= step.low <= step.high <= 1
        if any(is_leak for _, _, is_leak in rows):
            assert step.kept == pytest.approx(sum(above) / sum(is_leak for _, _, is_leak in rows))
    if curve.stays_from is not None:
        enough = [
            step for step in curve.steps if step.threshold >= curve.stays_from and step.n_labelled >= 1 / (1 - target)
        ]
        assert all(step.precision >= target - 1e-12 for step in enough)


def steps_of(*values: tuple[float, int, float, float]) -> Curve:
    return Curve("", 0.9, tuple(ThresholdStep(t, n, n, precision, low, 1.0, 0.5) for t, n, precision, low in values))


def test_the_lowest_threshold_is_the_one_above_the_last_dip() -> None:
    curve = steps_of((0.7, 200, 0.92, 0.9), (0.8, 150, 0.89, 0.8), (0.9, 100, 0.95, 0.89), (0.95, 60, 0.99, 0.93))
    assert curve.stays_from == 0.9


def test_a_few_labels_at_the_top_decide_nothing() -> None:
    curve = steps_of((0.8, 100, 0.95, 0.91), (0.9, 36, 0.95, 0.9), (0.95, 20, 0.95, 0.7), (0.99, 1, 0.0, 0.0))
    assert curve.stays_from == 0.8
    assert steps_of((0.99, 9, 1.0, 1.0)).stays_from is None


def test_pairs_that_all_leak_have_no_certain_precision() -> None:
    labels = [said(found(f"q{i}", "t", 0.9), True) for i in range(10)]
    step = calibrate(None, labels).overall.steps[0]
    assert step.precision == step.high == 1.0
    assert 0.4 < step.low < 0.95


def test_a_single_query_says_nothing_of_others() -> None:
    labels = [said(found("q", f"t{i}", 0.9), i > 3) for i in range(10)]
    step = calibrate(None, labels).overall.steps[0]
    assert (step.precision, step.low, step.high) == (0.6, 0.0, 1.0)


def test_labels_of_pairs_that_were_not_found_are_counted() -> None:
    pairs = [found("q1", "t1", 0.8), found("q1", "t2", None)]
    labels = [said(pairs[0], True), said(pairs[1], True), said(found("q1", "t3", 0.9), False)]
    calibration = calibrate(Leaks(["q1"], pairs), labels)
    assert (calibration.n_labels, calibration.n_without_score, calibration.n_unknown) == (1, 1, 1)
    with pytest.raises(
        InputError, match=r'none of 1 labels is of a candidate pair with a cosine, such as query "q1" with "t3"'
    ):
        calibrate(Leaks(["q1"], pairs), labels[2:])
    with pytest.raises(InputError, match="none of 0 labels"):
        calibrate(None, [])
    with pytest.raises(UsageError, match="precision"):
        calibrate(None, labels, precision=1.5)


def test_bands_without_a_label_are_counted_and_left_out() -> None:
    pairs = [found("q1", "t1", 0.8), found("q2", "t2", 0.81), found("q1", "t3", 0.61), found("q1", "t4", 0.62)]
    calibration = calibrate(Leaks(["q1", "q2"], pairs), [said(pairs[0], True)])
    assert (calibration.n_candidates, calibration.n_uncovered) == (2, 2)


def test_two_labels_of_a_pair_share_its_weight() -> None:
    one, other = found("q1", "t1", 0.8), found("q2", "t2", 0.8)
    step = calibrate(
        Leaks(["q1", "q2"], [one, other]),
        [said(one, True), replace(said(one, False), source="another person"), said(other, True)],
    ).overall.at(0)
    assert step is not None
    assert (step.precision, step.n_pairs, step.n_labelled) == (0.75, 2, 2)


def test_a_second_person_who_says_the_same_is_no_more_evidence_about_queries() -> None:
    """Neither in the interval where all pairs leak, nor in the numbers of labels that a threshold needs."""
    pairs = [found(f"q{i}", f"t{j}", 0.8 + i / 1000) for i in range(40) for j in range(2)]
    leaks = Leaks(sorted({pair.query for pair in pairs}), pairs)
    some = [[said(pair, i != 70) for i, pair in enumerate(pairs)], [said(pair, True) for pair in pairs]]
    for labels in some:
        alone = calibrate(leaks, labels)
        both = calibrate(leaks, [*labels, *(replace(label, source="another person") for label in labels)])
        assert both == replace(alone, n_labels=2 * alone.n_labels)
        assert (both.n_labelled, both.n_labels) == (80, 160)


def test_pairs_on_which_two_people_differ_alike_have_no_certain_precision() -> None:
    pairs = [found(f"q{i}", "t", 0.9) for i in range(30)]
    labels = [said(pair, is_leak) for pair in pairs for is_leak in (True, False)]
    labels = [replace(label, source=str(label.is_leak)) for label in labels]
    step = calibrate(Leaks([pair.query for pair in pairs], pairs), labels).overall.steps[0]
    assert step.precision == 0.5
    assert step.low < 0.4
    assert step.high > 0.6


def test_a_pair_counts_once_by_its_best_field_and_in_each_field() -> None:
    title = found("q1", "t1", 0.8)
    of = title, replace(title, field="variant", similarity=0.9), found("q2", "t1", 0.7)
    calibration = calibrate(Leaks(["q1", "q2"], of), [said(title, True), said(of[2], False)])
    assert [step.threshold for step in calibration.overall.steps] == [0.7, 0.9]
    assert {field: [s.threshold for s in curve.steps] for field, curve in calibration.by_field.items()} == {
        "variant": [0.9],
        "title": [0.7, 0.8],
    }
    assert set(calibration.by_type) == {"identical"}


def test_texts_tell_pairs_apart_whose_ids_are_the_same() -> None:
    first = found("q1", "1", 0.8)
    second = replace(first, similarity=0.9, train_text="of another\tfile")
    label = replace(said(second, False), train_text="of another file")
    assert calibrate(Leaks(["q1"], [first, second]), [label]).overall.steps[0].threshold == 0.9
    by_text = replace(label, train="")
    assert calibrate(Leaks(["q1"], [first, second]), [by_text]).overall.steps[0].threshold == 0.9


def test_words_alone_are_calibrated_by_their_overlap() -> None:
    pairs = [found(f"q{i}", "t", None, x) for i, x in enumerate((0.5, 1.0))]
    calibration = calibrate(Leaks(["q0", "q1"], pairs), [said(pair, True) for pair in pairs])
    assert (calibration.score, [step.threshold for step in calibration.overall.steps]) == ("overlap", [0.5, 1.0])


def test_a_thousand_thresholds_at_most_have_an_interval() -> None:
    labels = [said(found(f"q{i % 7}", f"t{i}", i / 3000), i % 2 == 0) for i in range(3000)]
    steps = calibrate(None, labels).overall.steps
    assert len(steps) == 1000
    assert (steps[0].threshold, steps[-1].threshold) == (0.0, 2999 / 3000)


def test_the_order_of_labels_changes_nothing() -> None:
    leaks, truth = candidates(np.random.default_rng(2), 300)
    labels = [said(pair, truth[pair]) for pair in sample(leaks, 60).pairs]
    assert calibrate(leaks, labels) == calibrate(leaks, labels[::-1])


def test_a_pair_leaks_where_one_of_its_fields_does() -> None:
    title = found("q1", "t1", 0.9)
    description = replace(title, field="description", text="c d", similarity=0.8)
    leaks = Leaks(["q1"], [title, description])
    for labels in ([said(title, True), said(description, False)], [said(description, False), said(title, True)]):
        calibration = calibrate(leaks, labels)
        assert [(step.precision, step.n_labelled) for step in calibration.overall.steps] == [(1.0, 1)]


def test_labels_that_say_no_to_the_same_stems_count_and_are_counted() -> None:
    title = replace(found("q1", "t1", None, 1.0), verdict="leak", by="words")
    other = replace(title, field="description", text="c d", verdict="review", type="reformulation", overlap=0.6)
    leaks, no = Leaks(["q1"], [title, other]), said(title, False)
    for label, n in ((no, 1), (replace(no, field="", text=""), 1)):
        calibration = calibrate(leaks, [label])
        assert (calibration.n_same_stems, calibration.overall.steps[0].precision) == (n, 0.0)


def test_no_to_a_weaker_variant_alone_says_nothing_of_the_pair_and_is_counted() -> None:
    title = found("q1", "t1", 0.95)
    weaker = replace(title, field="variant", text="c d", similarity=0.7)
    other = found("q2", "t2", 0.8)
    leaks, no = Leaks(["q1", "q2"], [title, weaker, other]), said(weaker, False)
    calibration = calibrate(leaks, [no, said(other, True)])
    assert (calibration.n_labelled, calibration.n_of_weaker_fields) == (1, 1)
    assert [step.threshold for step in calibration.overall.steps] == [0.8]
    assert calibrate(leaks, [no, said(title, False)]).n_of_weaker_fields == 0
    with pytest.raises(InputError, match=r"1 say no to a variant while another text of the pair is more alike"):
        calibrate(leaks, [no])


def test_overlaps_below_the_floor_make_no_threshold() -> None:
    pairs = [found(f"q{i}", "t", None, 0.6 if i < 60 else 0.0) for i in range(90)]
    calibration = calibrate(Leaks([pair.query for pair in pairs], pairs), [said(pair, True) for pair in pairs])
    assert (calibration.threshold, calibration.n_labelled, calibration.n_without_score) == (0.6, 60, 30)


def test_labels_that_fit_pairs_of_two_files_are_counted_and_left_out() -> None:
    first = found("q1", "1", 0.8)
    second = replace(first, similarity=0.9, train_text="of another file", source="b")
    bare, clear = replace(said(first, True), train_text=""), said(second, True)
    calibration = calibrate(Leaks(["q1"], [first, second]), [bare, clear])
    assert (calibration.n_ambiguous, calibration.n_unknown, calibration.n_labels) == (1, 0, 1)
    with pytest.raises(InputError, match=r"1 fit several pairs: give the text or the source"):
        calibrate(Leaks(["q1"], [first, second]), [bare])


def test_few_labels_that_leak_are_too_few_and_do_not_say_that_no_threshold_does() -> None:
    few = steps_of((0.5, 20, 0.4, 0.2), (0.58, 8, 1.0, 0.6), (0.9, 3, 1.0, 0.3)).too_few
    assert few is not None
    assert (few.threshold, few.n_labelled) == (0.58, 8)
    above = steps_of((0.5, 9, 0.4, 0.2), (0.9, 3, 0.0, 0.0)).too_few  # 9 labels say nothing either way
    assert above is not None
    assert above.n_labelled == 9
    assert steps_of((0.5, 20, 0.4, 0.2), (0.9, 3, 0.0, 0.0)).too_few is None
    assert steps_of((0.5, 20, 0.95, 0.2)).too_few is None
    assert steps_of().too_few is None


@pytest.mark.parametrize("target", [0.5, 0.8, 0.9, 0.95, 0.99])
def test_the_least_labels_are_those_that_would_do(target: float) -> None:
    """With one that leaks not, of as many, the precision holds; the exact interval of all is above the target."""
    curve = Curve("", target, ())
    n, surely = curve.least, curve.least_surely
    assert (n - 1) / n >= target - 1e-12
    assert (n - 2) / (n - 1) < target if n > 1 else True
    ends = [clustered_interval(np.ones(n), np.zeros(n))[0] for n in (surely - 1, surely)]
    assert surely == 2 or ends[0] < target
    assert ends[1] >= target - 1e-12


def test_only_a_bound_that_counts_the_choice_names_a_threshold() -> None:
    """Of 400 labels the upper half leaks: tested are 400, 200, 100; 56 that leak, and no fewer, reach nine in ten."""
    labels = [said(found(f"q{i}", "t", 0.5 + i / 1000), i >= 200) for i in range(400)]
    curve = calibrate(None, labels).overall
    assert curve.surely_from == 0.7
    low = clustered_interval(np.ones(200), np.zeros(200), level=1 - 0.05 / 3)[0]
    assert low > 0.9 > clustered_interval(np.ones(55), np.zeros(55))[0]
    assert calibrate(None, labels[-55:]).threshold is None
    assert calibrate(None, labels[-56:]).threshold == 0.844

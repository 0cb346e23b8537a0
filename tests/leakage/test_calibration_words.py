"""What people's labels say, in words. Oracle: the numbers of the calibration, by hand."""

from __future__ import annotations

from dataclasses import replace

from irassay.leakage.calibration import Calibration, calibrate
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.pair_labels import PairLabel, PairLabels, people_agreement
from irassay.studies.leak.sections import calibrated, label_files, people_agree


def of_overlaps(*said: tuple[float, bool], unseen: int = 0) -> Calibration:
    """Each pair of its own query, with people's word; `unseen` more like the first are not labelled."""
    pairs = [
        Leak(f"q{i}", "t", "review", "reformulation", "words", None, x, "title", "a", "b", "")
        for i, (x, _) in enumerate([*said, *[said[0]] * unseen])
    ]
    labels = [PairLabel(f"q{i}", "t", "", "", "", None, leak, None, "labels") for i, (_, leak) in enumerate(said)]
    return calibrate(Leaks([pair.query for pair in pairs], pairs), labels)


def test_too_few_labels_are_said_with_how_many_would_do() -> None:
    few = calibrated(of_overlaps(*[(0.584, True)] * 8, *[(0.51, False)] * 6))
    assert few == ["People labelled 14 pairs.", "Too few labels to set a threshold: 56 that leak would do."]
    more = calibrated(of_overlaps(*[(0.584, True)] * 10, *[(0.51, False)] * 6))
    assert more[1] == (
        "An estimate: 90% of the pairs leak from 0.584 on; 56 labels that leak would do. "
        "Similarity alone makes no leak."
    )
    enough = calibrated(of_overlaps(*[(0.584, True)] * 75, *[(0.51, False)] * 75))
    assert enough[1] == "From an overlap of 0.584 on at least 90% of the pairs leak; the estimate is 100%."
    assert enough[2] == "That keeps 100% of all leaks among the candidates."


def test_enough_labels_that_do_not_leak_say_that_no_threshold_does() -> None:
    assert calibrated(of_overlaps(*[(0.6, False)] * 10))[1] == "No threshold has a precision of 90%."


def test_what_labels_stand_for_is_said() -> None:
    texts = calibrated(of_overlaps((0.6, True), (0.9, True), unseen=3))
    assert texts[:2] == [
        "People labelled 2 pairs.",
        "They stand for the 5 candidates above the floor in the same bands of overlap.",
    ]


def test_pairs_that_two_people_labelled_are_counted_once() -> None:
    assert calibrated(replace(of_overlaps((0.6, True), (0.9, True)), n_labels=3))[0] == (
        "People labelled 2 pairs, with 3 labels."
    )


def test_labels_of_weaker_fields_are_said() -> None:
    of = replace(of_overlaps((0.6, True)), n_of_weaker_fields=1)
    assert calibrated(of)[-1] == (
        "1 label says no to a variant of a pair that is more alike in another text: nothing is said of the pair."
    )
    assert calibrated(replace(of, n_of_weaker_fields=2))[-1] == (
        "2 labels say no to variants of pairs that are more alike in another text: nothing is said of the pairs."
    )


def test_labels_to_look_at_again_are_counted() -> None:
    of = replace(of_overlaps((0.6, True)), n_same_stems=2, n_ambiguous=1)
    assert calibrated(of)[-2:] == [
        "1 label fits pairs of two training texts or files: give the text or the source.",
        "2 labels say no to pairs with the same stems: people's word stands.",
    ]
    assert calibrated(replace(of, n_same_stems=1))[-1].startswith("1 label says no to a pair with the same stems")


def two(*said: tuple[str | None, str | None]) -> list[PairLabels]:
    """Two people's types of the same pairs, each of its own query; None: leak, without a type."""
    return [
        PairLabels(
            tuple(PairLabel(f"q{i}", "t", "", "", "", x, x != "different", None, name) for i, x in enumerate(types)),  # type: ignore[arg-type]
            name,
        )
        for name, types in zip(("a.csv", "b.csv"), zip(*said, strict=True), strict=True)
    ]


def test_agreement_is_said_with_the_pairs_that_it_is_of() -> None:
    typed = [("identical", "identical")] * 3 + [("reformulation", "identical"), ("different", "different")]
    said = people_agree(people_agreement(*two(*typed, (None, None))))
    assert said[0] == "Two people labelled 6 pairs."
    assert said[1] == "On leak or not they agree on 100%: kappa 1.00.", "where nobody disagrees there is no interval"
    assert said[2] == "On five types, of 5 pairs, they agree on 80%: kappa 0.58.", "one query has all disagreement"
    assert not any("–" in text for text in said)


def test_where_nobody_gave_types_that_is_said() -> None:
    said = people_agree(people_agreement(*two((None, None), (None, "different"), ("different", "different"))))
    assert said[2:] == ["Both gave types to no leak, so nothing is said of types."]


def test_kappa_of_people_who_say_one_thing_throughout_is_not_printed() -> None:
    said = people_agree(people_agreement(*two((None, None), (None, None))))
    assert said[1] == "On leak or not they agree on 100%; both say one thing of all pairs, and kappa needs two."


def test_copies_of_a_file_and_rows_of_machines_are_said() -> None:
    one, other = two((None, None), ("different", "different"))
    assert label_files([one, other]) == ["a.csv and b.csv have the same labels: if one is a copy, leave it out."]
    assert label_files([replace(one, n_by_machines=3)]) == [
        "3 rows of a.csv are a machine's and no labels; where somebody decided, the column by must say people."
    ]
    assert label_files(two((None, "different"))) == []

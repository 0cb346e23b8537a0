"""What people's labels say, in words. Oracle: the numbers of the calibration, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irassay.leakage import curves
from irassay.leakage.calibration import Calibration, calibrate
from irassay.leakage.leaks import Leak, Leaks
from irassay.leakage.pair_labels import PairLabel
from irassay.studies.leak.words import calibrated


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves, "RESAMPLES", 100)


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
    assert few == [
        "People labelled 14 pairs.",
        "Too few labels (8 at 0.584 or more) to set a threshold from which on 90% leak: 10 would do.",
    ]
    enough = calibrated(of_overlaps(*[(0.584, True)] * 10, *[(0.51, False)] * 6))
    assert enough[1].startswith("From an overlap of 0.584 on at least 90% of the pairs leak: 100% at this")
    assert enough[2] == "Too few labels for the lower end of the interval to reach that: 56 that leak would do."


def test_enough_labels_that_do_not_leak_say_that_no_threshold_does() -> None:
    assert calibrated(of_overlaps(*[(0.6, False)] * 10))[1] == "At no threshold do 90% of the pairs leak."


def test_what_labels_stand_for_is_said() -> None:
    texts = calibrated(of_overlaps((0.6, True), (0.9, True), unseen=3))
    assert texts[:2] == [
        "People labelled 2 pairs.",
        "They stand for the 5 candidates above the floor in the same bands of overlap.",
    ]


def test_labels_to_look_at_again_are_counted() -> None:
    of = replace(of_overlaps((0.6, True)), n_same_stems=2, n_ambiguous=1)
    assert calibrated(of)[-2:] == [
        "1 label fits pairs of two training texts or files: give the text or the source.",
        "2 labels say no to pairs with the same stems: people's word stands.",
    ]
    assert calibrated(replace(of, n_same_stems=1))[-1].startswith("1 label says no to a pair with the same stems")

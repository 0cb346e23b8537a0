"""A baseline that was chosen because it scored highest: the bias that the warning names, in planted worlds."""

from __future__ import annotations

import numpy as np

from irassay import compare
from irassay.comparison.league.words import cautions
from tests.scores_by_hand import hand_scores

WORLDS, SYSTEMS, QUERIES = 200, 20, 40


def test_the_best_of_equal_systems_as_baseline_makes_others_look_worse():
    """All systems are equal, so that each rejection is false: at 5%, families with one are 5% of all worlds."""
    rng = np.random.default_rng(3)
    chosen = every_pair = 0
    for _ in range(WORLDS):
        table = rng.random((SYSTEMS, QUERIES))
        scores = hand_scores(table, measure="nDCG@10")
        best = scores.systems[int(table.mean(axis=1).argmax())]
        league = compare(scores, baseline=best, test="t")
        chosen += bool(league.significant[0, 1:].any())
        whole = compare(scores, test="t")
        every_pair += bool(whole.significant.any())
        assert any("chosen as the baseline" in text for text in cautions(league))
        assert not any("chosen as the baseline" in text for text in cautions(whole))
    by_chance = 0.05 * WORLDS + 2 * np.sqrt(0.05 * 0.95 * WORLDS)
    assert chosen > by_chance
    assert every_pair <= by_chance


def test_a_baseline_that_does_not_lead_is_no_caution():
    table = np.random.default_rng(4).random((3, 20)) + np.array([[0.2], [0.1], [0.0]])
    scores = hand_scores(table, measure="nDCG@10")
    assert not any("chosen as the baseline" in text for text in cautions(compare(scores, baseline=scores.systems[2])))
    assert not any(
        "chosen as the baseline" in text
        for text in cautions(compare(hand_scores(table[:2], measure="nDCG@10"), baseline=scores.systems[0]))
    )

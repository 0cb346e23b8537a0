"""The level that a correction left the last pair it settled, against the corrections' own decisions."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.comparison import compare
from irassay.comparison.power import rejection_level
from tests.scores_by_hand import hand_scores


def league_of(correction, *, baseline=(), n=6, seed=3):
    rng = np.random.default_rng(seed)
    table = 0.4 + 0.06 * np.arange(n)[:, None] + rng.normal(0, 0.1, (n, 40))
    return compare(hand_scores(table), correction=correction, baseline=baseline, n_resamples=20_000)


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "benjamini-hochberg", "max-t", "tukey"])
def test_every_settled_pair_is_within_the_level_and_the_stepwise_next_one_is_not(correction):
    league = league_of(correction)
    upper = np.triu_indices(league.n, 1)
    settled, p = league.significant[upper], league.p[upper]
    level = rejection_level(league)[upper]
    assert 0 < settled.sum() < len(settled)
    assert (p[settled] <= level[settled] * (1 + 1e-9)).all()
    if correction in ("holm", "benjamini-hochberg"):
        next_p = p[~settled].min()
        k = int(settled.sum())
        next_level = {"holm": 0.05 / (len(p) - k), "benjamini-hochberg": 0.05 * (k + 1) / len(p)}[correction]
        assert next_p > next_level


def test_the_textbook_levels():
    league = league_of("holm")
    assert rejection_level(league)[0, 1] == pytest.approx(0.05 / (15 - league.n_settled + 1))
    assert rejection_level(league_of("bonferroni"))[0, 1] == pytest.approx(0.05 / 15)


def test_of_several_baselines_each_has_the_level_of_its_own_family():
    league = league_of("holm", baseline=("s000", "s003"))
    level = rejection_level(league)
    for name in league.baseline:
        base = league.systems.index(name)
        settled = int(league.significant[:, base].sum())
        other = next(i for i in range(league.n) if league.systems[i] not in league.baseline)
        assert level[other, base] == pytest.approx(0.05 / (5 - max(1, settled) + 1))
    free = [i for i in range(league.n) if league.systems[i] not in league.baseline]
    assert np.isnan(level[free[0], free[1]])

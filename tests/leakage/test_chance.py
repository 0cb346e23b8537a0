"""How many pairs chance puts above the floor: those of a plain loop, and an interval that covers it."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.leakage.nearest import Chance, QueryVectors, chance_of, clustered_share, ready_encoder
from tests.leakage.test_nearest_training import cosine, in_blocks, nearest_in, numbers

RANDOM = np.random.default_rng(3)
TEXTS = [" ".join(map(str, row)) for row in RANDOM.integers(-3, 4, size=(400, 4)) if row.any()]
TEST = [(f"q{i // 2}", ["title", "description"][i % 2], text) for i, text in enumerate([*TEXTS[:19], TEXTS[0]])]
ROWS = [(f"t{i}", text) for i, text in enumerate(TEXTS[19:])]


def chance(rows, *, sample, seed=0):
    encoder = ready_encoder(numbers)
    queries = QueryVectors.of(TEST, encoder)
    nearest = nearest_in(queries, "a.tsv", in_blocks(rows, 50), encoder=encoder, sample=sample, seed=seed, chunk=64)
    return chance_of(nearest, queries), nearest


def test_with_every_training_text_in_the_sample_the_share_is_that_of_all_pairs():
    near = sum(cosine(text, other) >= 0.7 for _, _, text in TEST for _, other in ROWS)
    of, _ = chance(ROWS, sample=1000)
    assert of.share == of.low == of.high == near / (len(TEST) * len(ROWS))
    assert of.expected == pytest.approx(near / 10)  # ten queries


def test_the_hits_of_a_sampled_training_text_are_the_test_texts_at_or_above_the_floor():
    _, nearest = chance(ROWS, sample=50)
    assert len(nearest.sample) == 50
    for one in nearest.sample:
        assert one.hits == sum(cosine(text, one.text) >= 0.7 for _, _, text in TEST)
        assert (one.train, one.text) in ROWS


def test_every_training_text_is_drawn_as_often_as_another():
    times = dict.fromkeys((train for train, _ in ROWS), 0)
    for seed in range(200):
        for one in chance(ROWS, sample=38, seed=seed)[1].sample:
            times[one.train] += 1
    expected = 200 * 38 / len(ROWS)
    squares = sum((n - expected) ** 2 / (expected * (1 - 38 / len(ROWS))) for n in times.values())
    assert abs(squares - len(ROWS)) < 4 * np.sqrt(2 * len(ROWS))  # chi square


def test_the_interval_of_a_sample_covers_the_share_of_all_pairs():
    of_all = chance(ROWS, sample=1000)[0].share
    covered = 0
    for seed in range(200):
        of, _ = chance(ROWS, sample=40, seed=seed)
        covered += of.low <= of_all <= of.high
    assert covered >= 184


@pytest.mark.parametrize("rate", [0.0005, 0.01])
def test_the_interval_covers_a_rare_share_that_goes_by_clusters(rate):
    """2,000 training texts against 250 test texts; some training texts come near to many."""
    random = np.random.default_rng(1)
    n = 400
    covered = 0
    for _ in range(n):
        rates = random.gamma(0.2, rate / 0.2, size=2000).clip(0, 1)
        _, low, high = clustered_share(random.binomial(250, rates), 250)
        covered += low <= rate <= high
    assert 0.92 <= covered / n <= 0.98


def test_without_a_hit_a_training_text_counts_once():
    share, low, high = clustered_share(np.zeros(2000, dtype=int), 250)
    assert (share, low) == (0, 0)
    assert 3 / 2000 < high < 4 / 2000


def test_chance_is_said_in_a_sentence():
    rare = Chance(0.8, 0.0000021, 0.000001, 0.000004, 2_000, 10_000_000, 6_000_000, 21.0, 100, 1.0)
    assert rare.explain().startswith(
        "2.1 in 1,000,000 pairs of a test text and a training text drawn at random have a "
    )
    assert "(1 to 4; 6,000,000 pairs with 2,000 of 10,000,000 training texts)" in rare.explain()
    often = Chance(0.0, 0.5, 0.5, 0.5, 10, 10, 20, 5.0, 100, 1.0)
    assert often.explain() == (
        "50.0% of the pairs of a test text and a training text drawn at random have a cosine of 0 or more (all 20 "
        "pairs): some 5 training texts for each test query, related or not."
    )
    never = Chance(0.7, 0.0, 0.0, 0.0019, 2_000, 6_980, 500_000, 0.0, 100, 1.0)
    assert never.explain() == (
        "None of 500,000 pairs of a test text and a training text drawn at random has a cosine of 0.7 or more: chance "
        "puts at most 13 of 6,980 training texts near a test query."
    )
    flood = Chance(0.3, 0.5, 0.4, 0.6, 10, 1000, 20, 500.0, 100, 2.0)
    assert flood.explain().endswith("That is more than the 100 that are kept for a text: raise the floor.")
    assert "not known" in chance(ROWS, sample=0)[0].explain()

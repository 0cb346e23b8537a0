"""A screen's lists are those of the dear encoder among what the cheap one keeps; its recall is that of all pairs.

The oracle of the lists is the plain loop of `test_nearest_training`, of the recall the exact search.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from irassay.errors import InputError, UsageError
from irassay.leakage import vectors
from irassay.leakage.nearest import QueryVectors, chance_of, ready_encoder
from irassay.leakage.vectors import ScreenRecall
from tests.leakage.test_nearest_training import (
    floors,
    in_blocks,
    nearest_in,
    nearest_training,
    numbers,
    plain,
    shown,
    tests,
    trains,
    with_terms,
)

rescored, screened_nearest = with_terms(vectors.rescored), with_terms(vectors.screened_nearest)


def cheap(texts):
    """The first number and the length of all."""
    vectors = numbers(texts)
    return np.stack([vectors[:, 0], np.sqrt((vectors[:, 1:] ** 2).sum(axis=1))], axis=1)


@given(tests, trains, trains, st.integers(1, 6), st.integers(1, 4), floors)
def test_lists_are_those_of_all_pairs_among_what_the_cheap_encoder_keeps(test, one, other, kept, neighbours, floor):
    train = {"a.tsv": one, "b.tsv": other}
    blocks = {source: in_blocks(rows, 7) for source, rows in train.items()}
    nearest, _ = screened_nearest(
        test, blocks, encoder=numbers, screen=cheap, kept=kept, neighbours=neighbours, floor=floor
    )
    by_screen = nearest_training(test, blocks, encoder=cheap, neighbours=kept, floor=-1)
    for i, text in enumerate(test):
        left = {source: [row for row in rows if row[0] in {n.train for n in by_screen.lists[i] if n.source == source}]
                for source, rows in train.items()}  # fmt: skip
        assert shown(nearest)[i] == plain([text], left, neighbours, floor)[0]


@given(tests, trains, trains, st.integers(1, 6), st.integers(1, 4), floors)
def test_with_every_training_text_drawn_the_recall_is_that_of_an_exact_search(test, one, other, kept, most, floor):
    blocks = {"a.tsv": in_blocks(one, 7), "b.tsv": in_blocks(other, 7)}
    options = {"neighbours": most, "floor": floor}
    nearest, recall = screened_nearest(test, blocks, encoder=numbers, screen=cheap, kept=kept, **options)
    exact = nearest_training(test, blocks, encoder=numbers, **options)
    n = sum(map(len, exact.lists))
    both = sum(len(set(a) & set(b)) for a, b in zip(exact.lists, nearest.lists))
    assert recall.n_pairs == n
    assert recall.value == (both / n if n else None)
    assert recall.low == recall.high == recall.value
    assert [one.hits for one in nearest.sample] == [one.hits for one in exact.sample]


def test_the_interval_of_a_sample_covers_the_recall_of_all_pairs():
    random = np.random.default_rng(2)
    texts = [" ".join(map(str, row)) for row in random.integers(-3, 4, size=(1500, 4)) if row.any()]
    test = [(f"q{i}", "title", text) for i, text in enumerate(texts[:100])]
    blocks = {"a": in_blocks([(f"t{i}", text) for i, text in enumerate(texts[100:])], 500)}
    options = {"encoder": numbers, "screen": cheap, "kept": 300, "neighbours": 2000}
    _, whole = screened_nearest(test, blocks, sample=2000, **options)
    covered = 0
    for seed in range(20):
        _, recall = screened_nearest(test, blocks, sample=100, seed=seed, **options)
        covered += recall.low <= whole.value <= recall.high
    assert 0.3 < whole.value < 0.99
    assert covered >= 16


def test_a_screen_that_keeps_everything_misses_nothing_and_tells_chance():
    texts = [" ".join(map(str, row)) for row in np.random.default_rng(4).integers(-3, 4, size=(200, 3)) if row.any()]
    test = [(f"q{i}", "title", text) for i, text in enumerate(texts[:20])]
    blocks = {"a": in_blocks([(f"t{i}", text) for i, text in enumerate(texts[20:])], 50)}
    nearest, recall = screened_nearest(test, blocks, encoder=numbers, screen=cheap, sample=60)
    exact = nearest_training(test, blocks, encoder=numbers, sample=60)
    assert nearest.to_bytes() == exact.to_bytes()
    assert recall.value == 1
    assert recall.low < recall.high == 1
    queries = QueryVectors.of(test, ready_encoder(numbers))
    assert chance_of(nearest, queries) == chance_of(exact, queries)


def test_other_test_texts_than_those_of_the_screen_are_refused():
    encoder = ready_encoder(numbers)
    queries = QueryVectors.of([("q", "title", "1 2")], encoder)
    screened = nearest_in(queries, "a", [], encoder=encoder)
    two = QueryVectors.of([("q", "title", "1 2"), ("r", "title", "1 2")], encoder)
    with pytest.raises(UsageError, match="the same texts"):
        rescored(screened, two, encoder=encoder)


def test_nan_of_the_dear_encoder_is_named_with_its_text():
    def dear(texts):
        return np.where(np.array([["odd" in text] for text in texts]), np.nan, [[1.0, 2.0]])

    with pytest.raises(InputError, match=r'a, t  "odd one": number 1'):
        screened_nearest(
            [("q", "title", "x")], {"a": [(["t"], ["odd one"])]}, encoder=dear, screen=lambda texts: [[1]] * len(texts)
        )


def test_the_recall_is_said_in_a_sentence():
    assert ScreenRecall(1.0, 1.0, 1.0, 12, 50, 50, 1000, 0.7).explain() == (
        "The screen kept 1,000 training texts for each test text. The screen found 100% of the pairs at 0.7 or more. "
        "An exact search among all 50 training texts has 12."
    )
    assert ScreenRecall(None, None, None, 0, 10, 500, 9, 0.7).explain() == (
        "The screen kept 9 training texts for each test text. What the screen misses is not known. An exact search "
        "among 10 of 500 training texts, drawn at random, has none."
    )

"""Pairs near alpha are decided as exact arithmetic decides them, and errors stay at alpha where nothing differs."""

import numpy as np
import pytest

from irassay.comparison.significance import randomization
from irassay.comparison.significance.paired_tests import rejected
from irassay.comparison.significance.randomization import Sharpener, lattice_step, randomize, snap, tolerance
from irassay.comparison.testing import Testing as Settings
from irassay.kernel import _core


def all_pairs(n):
    a, b = np.triu_indices(n, 1)
    return a.astype(np.uint32), b.astype(np.uint32)


def run(x, *, n_resamples=None, key=0, alpha=0.05):
    settings = Settings(alpha=alpha, n_resamples=n_resamples, seed=key)
    (result,) = randomize(x, [all_pairs(x.shape[1])], settings, threads=0)
    return result


@pytest.mark.parametrize(
    ("n_queries", "kind"), [(24, "continuous"), (40, "tenths"), (90, "continuous"), (200, "continuous")]
)
def test_few_draws_decide_as_exact_tails_do(n_queries, kind):
    rng = np.random.default_rng(n_queries)
    n_systems = 5 if n_queries == 200 else 9  # exact tails of many queries take long
    x = rng.random((n_queries, n_systems)) + np.linspace(0, 1.2, n_systems) / np.sqrt(n_queries)
    x = np.rint(x * 10) / 10 if kind == "tenths" else x
    a, b = all_pairs(n_systems)
    snapped, grid = snap(x)
    sums = snapped.sum(axis=0)
    threshold = np.maximum(0, np.abs(sums[a] - sums[b]) - tolerance(x, grid))
    sharp = Sharpener(snapped, a, b, threshold, threads=0)
    level = 0 if kind == "tenths" else 1
    low, high = np.array(sharp.tails(np.arange(len(a)), level)).T
    assert np.array_equal(rejected(low, alpha=0.05), rejected(high, alpha=0.05))
    decided = [run(x, n_resamples=2_000, key=key) for key in range(4)]
    for found in decided:
        assert np.array_equal(rejected(found.high, alpha=0.05), rejected(low, alpha=0.05))
        assert np.array_equal(rejected(found.low, alpha=0.05), rejected(low, alpha=0.05))
    assert any((found.n_resamples == 0).any() for found in decided)  # some pair was near enough to need it


def test_a_bracket_holds_the_drawn_share():
    n_queries = 300
    rng = np.random.default_rng(8)
    d = np.abs(rng.normal(size=n_queries))
    threshold = 2.0 * float(np.sqrt((d**2).sum()))
    count = _core.count_flips(
        *(np.ascontiguousarray(snap(np.stack([d, np.zeros(n_queries)], axis=1))[0]), *all_pairs(2)),
        np.array([threshold]), 4, 0, 1_000_000,
    )  # fmt: skip
    share = count[0] / 1_000_000
    for noise in (1e-2, 1e-3):
        low, high = _core.inverted_tails(d[None], np.array([threshold]), np.array([noise * threshold / 2]))[0]
        assert low <= high
        assert low - 4 * np.sqrt(share / 1e6) <= share <= high + 4 * np.sqrt(share / 1e6)


def test_with_nothing_to_find_a_family_is_wrong_at_most_alpha_of_the_time():
    rng = np.random.default_rng(9)
    wrong = 0
    for key in range(400):
        found = run(rng.random((15, 5)), n_resamples=1_000, key=key)
        wrong += rejected(found.high, alpha=0.05).any()
    assert wrong / 400 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 400)


def test_lattices_are_found_where_scores_are_on_one():
    assert lattice_step(np.array([[1 / 3, 0.5, 1.0], [0.1, 1 / 7, 0.0]])) == 1 / 2520
    assert lattice_step(np.random.default_rng(0).random((4, 4))) is None
    assert lattice_step(np.array([[3.0, 17.0]])) == 1.0


def test_an_interrupt_stops_between_pieces(monkeypatch):
    seen = []

    def stop_at_third(*args, **options):
        seen.append(options.get("n", args[-1]))
        if len(seen) == 3:
            raise KeyboardInterrupt
        return np.zeros(len(args[1]), dtype=np.uint32)

    monkeypatch.setattr(randomization, "PIECE", 10_000 * 30 * 4)
    monkeypatch.setattr(randomization._core, "count_flips", stop_at_third)
    with pytest.raises(KeyboardInterrupt):
        run(np.random.default_rng(1).random((30, 4)))
    assert seen == [10_000] * 3

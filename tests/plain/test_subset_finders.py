"""How many documents exactly k of a picked subset have: the kernel against sums over columns in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.kernel import _core


@pytest.mark.parametrize("n_groups", [1, 5, 64, 65, 130])
def test_documents_are_counted_by_how_many_of_the_picked_groups_have_them(n_groups):
    rng = np.random.default_rng(n_groups)
    ranks = rng.integers(0, 12, size=(80, n_groups), dtype=np.int32)
    query = np.sort(rng.integers(0, 6, size=80)).astype(np.int32)
    picked = rng.integers(0, 2, size=(7, n_groups)).astype(np.uint8)
    times = rng.integers(0, 4, size=(7, 6)).astype(np.uint32)
    found = _core.subset_finders(ranks, query, depth=5, picked=picked, times=times)
    have = (ranks > 0) & (ranks <= 5)
    for draw in range(7):
        counts = have[:, picked[draw] == 1].sum(axis=1)
        expected = np.bincount(counts, weights=times[draw][query], minlength=n_groups + 1)
        assert found[draw].tolist() == expected.tolist()


def test_arrays_that_do_not_fit_are_refused():
    ranks, query = np.zeros((3, 4), dtype=np.int32), np.zeros(3, dtype=np.int32)
    picked, times = np.ones((2, 4), dtype=np.uint8), np.ones((2, 1), dtype=np.uint32)
    for changed, message in (
        ({"query": query[:2]}, "one query a document"),
        ({"picked": picked[:, :3]}, "another number of groups"),
        ({"times": times[:1]}, "another number of draws"),
        ({"query": query + 1}, "out of range"),
    ):
        given = {"query": query, "picked": picked, "times": times} | changed
        with pytest.raises(ValueError, match=message):
            _core.subset_finders(ranks, given["query"], depth=1, picked=given["picked"], times=given["times"])

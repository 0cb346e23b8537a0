"""Sums over documents of weights: dense, and by rows where the matrix is large."""

from __future__ import annotations

import numpy as np
import pytest

from irassay.decisions import documents
from irassay.decisions.documents import Weights


@pytest.mark.parametrize("most", [0, 10**6], ids=["by rows", "dense"])
def test_sums_are_those_of_loops(most, monkeypatch):
    """Oracle: loops over documents and systems."""
    monkeypatch.setattr(documents, "_DENSE", most)
    random = np.random.default_rng(0)
    whole = random.random((7, 4)) * (random.random((7, 4)) < 0.6)
    rows, systems = np.nonzero(whole)
    found, of, form = Weights(rows, systems, whole[rows, systems], (7, 4)), random.random(7), random.random((4, 4))
    form += form.T
    docs, all_ = range(7), range(4)
    assert found.rows(np.array([5, 2])) == pytest.approx(whole[[5, 2]])
    assert found.sums(of) == pytest.approx([sum(whole[i, s] * of[i] for i in docs) for s in all_])
    assert found.differences(1, 3) == pytest.approx(whole[:, 1] - whole[:, 3])
    assert found.largest(of) == pytest.approx([max(whole[i, s] * of[i] for i in docs) for s in all_])
    gram = [[sum(of[i] * whole[i, s] * whole[i, t] for i in docs) for t in all_] for s in all_]
    assert found.gram(of) == pytest.approx(np.array(gram))
    falls = [[sum(max(whole[i, t] - whole[i, s], 0) for i in docs) for t in all_] for s in all_]
    assert found.falls() == pytest.approx(np.array(falls))
    quadratic = [sum(whole[i, s] * form[s, t] * whole[i, t] for s in all_ for t in all_) for i in docs]
    assert found.quadratic(form) == pytest.approx(quadratic)

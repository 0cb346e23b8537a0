"""Real files through every format: the same scores, and the counts that the collections' makers state."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from irassay import evaluate, read_qrels, read_runs
from irassay.formats import read_preferences, registry, write_preferences, write_qrels, write_runs
from irassay.formats.loss_warnings import LossWarning
from tests.collections_at_hand import collection

MEASURES = ("nDCG@10", "AP(rel=2)", "RR(rel=2)")
NEED_MORE = ("strata", "subtopics")  # columns that these labels don't have


@pytest.fixture(scope="module")
def dl21():
    folder = collection("trec-dl-2021-passage")
    names = ("p_bm25", "pash_f1")
    return folder / "qrels", [folder / "runs" / f"{name}.xz" for name in names]


@pytest.fixture(scope="module")
def scores(dl21):
    qrels, runs = dl21
    return evaluate(read_qrels(qrels), read_runs(runs), MEASURES).values


@pytest.mark.parametrize("family", [f for f in registry.writable("labels") if f not in NEED_MORE])
def test_labels_score_the_same_from_every_format(dl21, scores, family, tmp_path):
    qrels, runs = dl21
    write_qrels(read_qrels(qrels), tmp_path / "labels", output_format=family)
    found = evaluate(read_qrels(tmp_path / "labels"), read_runs(runs), MEASURES).values
    assert np.array_equal(found, scores)


@pytest.mark.parametrize("family", registry.writable("runs"))
def test_runs_score_the_same_from_every_format(dl21, scores, family, tmp_path):
    qrels, runs = dl21
    for path in runs:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LossWarning)
            write_runs(read_runs(path, keep="scores"), tmp_path / path.stem, output_format=family)
    found = evaluate(read_qrels(qrels), read_runs([tmp_path / path.stem for path in runs]), MEASURES).values
    assert np.array_equal(found, scores)


def test_human_preferences_have_the_counts_that_are_stated(tmp_path):
    folder = collection("trec-dl-2021-passage") / "preferences"
    prefs = read_preferences(next(folder.glob("human.human*")))
    assert (prefs.n_pairs, len(prefs.queries)) == (11_681, 50)
    pairs = {(c.query, frozenset(c.levels)) for c in prefs.comparisons}
    assert len(pairs) == 8_685
    write_preferences(prefs, tmp_path / "prefs", output_format="prefs")
    back = read_preferences(tmp_path / "prefs")
    assert [list(back.pairs(query)) for query in back.queries] == [list(prefs.pairs(query)) for query in prefs.queries]

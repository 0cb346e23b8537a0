"""What is said of queries by what all systems make of them."""

from __future__ import annotations

import statistics

import numpy as np

from irassay.studies.overview.sections import queries as words
from irassay.studies.overview.sections.queries import on_all_systems
from tests.verdict_by_hand import with_league


def test_queries_that_say_nothing_are_named(golden):
    golden(words.alike(["7"], 1.0, 53, "P@10"), words.alike(["1", "2", "3", "4"], None, 53, "RR"))
    of = [words.Spread("7", "radio free europe", 0.331, 0.0, 0.951), words.Spread("9", "", 0.3, 0.1, 1)]
    golden(words.spread(of, 53, "nDCG@10"))


def test_the_section_counts_queries_on_which_all_score_the_same(evidence):
    base = evidence(5, 30)
    values = base.verdict.league.values.copy()
    values[:, 3], values[:, 4], values[:, 5], values[:, 6] = 0.0, 1.0, 0.25, 1.0
    said = {item.code: item for item in on_all_systems(with_league(base, values=values))}
    assert list(said["queries-zero"].where) == ["103"]
    assert list(said["queries-perfect"].where) == ["104", "106"]
    assert list(said["queries-alike"].where) == ["105"]
    deviation = [statistics.stdev(values[:, q].tolist()) for q in range(30)]
    loudest = np.argsort(-np.array(deviation), kind="stable")[:3]
    assert list(said["queries-spread"].where) == [base.verdict.league.queries[q] for q in loudest]

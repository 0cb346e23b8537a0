"""Preference judgments of TREC Deep Learning: every figure counted from the judges' files by two ways, or published."""

from __future__ import annotations

import lzma
from collections import Counter
from functools import cache
from itertools import combinations

import numpy as np
import pytest

import irassay
from irassay.collection.preference_arrays import PairOutcomes
from irassay.comparison import win_ratios
from irassay.formats import read_preferences
from tests.collections_at_hand import collection, need

WITHOUT = ("uogTrPCP",)  # of the 63 files; the track's table has 62


def judged(year, name):
    return str(need(collection(f"trec-dl-{year}-passage") / "preferences") / name)


@cache
def of_model(year=2021):
    return read_preferences(judged(year, "judge.0?.xz"))


@cache
def dl21():
    folder = collection("trec-dl-2021-passage")
    return irassay.read_qrels(folder / "qrels"), irassay.read_runs(folder / "runs", leave_out=WITHOUT)


def upper(counts):
    return int(np.triu(counts, 1).sum())


def test_the_files_of_a_judge_are_rounds():
    preferences = of_model()
    assert preferences.n_pairs == 43_939
    assert preferences.arrays.names.rounds == tuple(f"judge.0{n}.xz" for n in range(6))
    assert np.bincount(preferences.arrays.round).tolist() == [22_731, 11_413, 5_656, 2_727, 1_171, 241]
    outcomes = PairOutcomes.of(preferences.arrays.pairs(), len(preferences.arrays.names.docs))
    assert len(outcomes) == 40_957


def test_pairs_that_were_not_judged_are_counted_and_are_no_tie():
    preferences = read_preferences(judged(2021, "judge.human.xz"))
    outcomes = preferences.arrays.pairs().outcome
    assert (preferences.n_unjudged, int((outcomes == 0).sum()), len(outcomes)) == (2_265, 2_423 + 0, 11_681 - 2_265)


@pytest.mark.parametrize(("file", "n_judged", "n_shown"), [("judge.0?.xz", 16_842, 7), ("human.human.xz", 9_763, 0)])
def test_first_documents_of_62_runs_are_59_systems_and_few_pairs_of_them_are_judged(file, n_judged, n_shown):
    qrels, runs = dl21()
    ratios = win_ratios(read_preferences(judged(2021, file)), runs, queries=qrels.queries)
    assert (len(ratios.systems), upper(ratios.differ), upper(ratios.judged)) == (59, 75_421, n_judged)
    assert (ratios.n_shown, ratios.n_cells) == (n_shown, 1_711)


def test_grades_fill_most_pairs_that_nobody_judged():
    qrels, runs = dl21()
    ratios = win_ratios(of_model(), runs, queries=qrels.queries, qrels=qrels, fill="grades")
    assert round(upper(ratios.outcomes) / upper(ratios.differ), 3) == 0.720
    assert upper(ratios.judged) == 16_842


def test_win_ratios_are_those_counted_line_by_line():
    """The oracle counts pairs of lists in dictionaries, query by query."""
    qrels, runs = dl21()
    said = {}
    for n in range(6):
        with lzma.open(judged(2021, f"judge.0{n}.xz"), "rt", encoding="utf-8") as lines:
            for line in lines:
                query, winner, loser = line.split()
                said.setdefault((query, frozenset((winner, loser))), Counter())[winner] += 1
    ratios = win_ratios(of_model(), runs, queries=qrels.queries)
    place = {name: i for i, name in enumerate(ratios.systems)}
    for row, column in combinations(["pash_f1", "yorku21_a", "NLE_P_v1", "p_tct1", "watprp"], 2):
        differ, won, lost, tied = 0, 0, 0, 0
        for query in qrels.queries:
            one, other = runs.ranking(row, query)[0], runs.ranking(column, query)[0]
            votes = said.get((query, frozenset((one, other))), Counter())
            differ += one != other
            won += votes[other] > votes[one]
            lost += votes[other] < votes[one]
            tied += bool(votes) and votes[other] == votes[one]
        at = place[row], place[column]
        counted = tuple(int(of[at]) for of in (ratios.differ, ratios.won, ratios.lost, ratios.tied))
        assert counted == (differ, won, lost, tied)


def test_the_saved_result_has_the_table_of_win_ratios():
    qrels, runs = dl21()
    result = irassay.prefer(of_model(), runs, qrels)
    [table] = [table for table in result.tables if table.name == "win-ratios"]
    assert len(table) == 59 * 58
    assert sum(table.column("differ").values) == 2 * 75_421
    assert sum(ratio is not None for ratio in table.column("ratio").values) == 2 * 7
    assert None not in table.column("judged").values

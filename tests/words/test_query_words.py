"""Sentences about the queries: which are hardest, each with its text."""

from __future__ import annotations

import random
import statistics
from dataclasses import replace

import numpy as np
import pytest

import irassay
from irassay.result import Finding, QueryChart
from irassay.studies.overview.sections.queries import queries_section
from irassay.studies.sections.captions import one_by_one
from tests.verdict_by_hand import with_league


def _hardest(of):
    findings = (item for item in queries_section(of).body if isinstance(item, Finding))
    return next((finding for finding in findings if finding.code == "queries-hardest"), None)


def test_the_hardest_queries_are_named_with_their_texts_and_medians(golden):
    named = [("7", "radio free europe", 0.243), ("9", "", 0.27)]
    golden(one_by_one(named, 53, 61, "RR"), one_by_one(named, 53, 2, "RR"), one_by_one(named, 53, 1, "RR"))


def test_they_are_those_with_the_lowest_median_and_with_the_highest_where_lower_is_better(evidence):
    base = evidence(5, 30)
    league = base.verdict.league
    medians = [statistics.median(league.values[:, q].tolist()) for q in range(30)]
    order = sorted(range(30), key=medians.__getitem__)
    texts = {league.queries[order[0]]: "why is this hard"}
    found = _hardest(replace(base, texts=texts))
    assert list(found.where) == [league.queries[q] for q in order[:3]]
    assert f'{league.queries[order[0]]} "why is this hard" (median nDCG@10 {medians[order[0]]:.2f})' in found.text
    assert found.numbers[f"median {league.queries[order[0]]}"] == medians[order[0]]
    turned = _hardest(with_league(base, lower_is_better=True))
    assert list(turned.where) == [league.queries[q] for q in order[:-4:-1]]


@pytest.mark.parametrize("kinds", [True, False])
def test_a_tracks_page_names_the_hardest_queries_as_the_report_does(kinds):
    """Oracle: the report's sentence on the same files; by hand, every run ranks the relevant document of q7 second."""
    draw, grades = random.Random(3), {f"q{i}": {"a": 2, "b": 0} for i in range(12)}
    lists = {
        f"s{s}": {q: {"a": 2.0, "b": draw.choice([1.0, 1.0, 3.0]) if q != "q7" else 3.0} for q in grades}
        for s in range(4)
    }
    qrels, runs = irassay.Qrels.from_dict(grades), irassay.Runs.from_dict(lists)
    if kinds:
        runs = runs.with_metadata(irassay.Metadata({"neural": {f"s{s}": "yes" if s < 2 else "no" for s in range(4)}}))
    texts = irassay.Texts(lambda: iter([("q7", "why is this hard")]))
    measures = ["nDCG@10"]
    pages = (
        irassay.track(qrels, runs, measures=measures, query_texts=texts),
        irassay.overview(qrels, runs, measures=measures, query_texts=texts),
    )
    told = [[f for f in page.findings if f.code == "queries-hardest"] for page in pages]
    assert [len(of) for of in told] == [1, 1]
    assert told[0][0].text == told[1][0].text
    assert 'q7 "why is this hard"' in told[0][0].text


def test_queries_that_are_equally_hard_are_counted(evidence, golden):
    base = evidence(5, 30)
    values = base.verdict.league.values.copy()
    values[:, 3:9] = 0.0
    golden(_hardest(with_league(base, values=values)).text)


def test_few_queries_or_all_alike_have_no_hardest(evidence):
    assert _hardest(evidence(5, 6)) is None
    base = evidence(5, 30)
    assert _hardest(with_league(base, values=np.full_like(base.verdict.league.values, 0.5))) is None


def test_the_table_of_queries_has_the_standard_deviation_over_systems(evidence):
    base = evidence(5, 30)
    chart = next(item for item in queries_section(base).body if isinstance(item, QueryChart))
    for query, deviation in zip(chart.table.column("query").values, chart.table.column("deviation").values):
        scores = base.verdict.league.values[:, base.verdict.league.queries.index(query)].tolist()
        assert abs(deviation - statistics.stdev(scores)) < 1e-12
    two = next(item for item in queries_section(evidence(2, 30)).body if isinstance(item, QueryChart))
    assert "deviation" not in [column.name for column in two.table.columns]

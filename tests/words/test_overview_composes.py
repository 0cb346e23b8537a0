"""The Result of an overview, composed from hand-made evidence: sections, and numbers that agree everywhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irassay.messages.names import CLOSE, OPEN
from irassay.provenance import Provenance
from irassay.reporting.page import page
from irassay.result import Forest, LeagueChart, PairMatrix, Strip, Text
from irassay.studies.overview.page_order import compose

PROVENANCE = Provenance({"qrels.txt": "0" * 64}, {"measures": ["nDCG@10"]}, 0, {"irassay": "0.1.0"}, ("nDCG@10",))
ALL = ["verdict", "league", "pairs", "labels", "stability", "queries", "files", "method", "provenance"]


def with_provenance(found):
    return replace(found, provenance=PROVENANCE)


def _unmatched(found):
    """The same where no labelled document is in any run."""
    reach = replace(found.verdict.reach, retrieved_labels=0)
    return replace(found, verdict=replace(found.verdict, reach=reach))


def _figures(result, kind):
    return [figure for figure in result.figures if isinstance(figure, kind)]


def test_sections_stand_in_reading_order(evidence):
    assert [section.name for section in compose(with_provenance(evidence(12))).sections] == ALL


def test_the_one_sentence_can_be_copied(evidence):
    text = page(compose(with_provenance(evidence(12))))
    head, _, rest = text.partition("<h2>In one sentence</h2>")
    assert head
    assert rest.startswith('<p class="text">By nDCG@10 over 30 queries, ')
    assert "data-copy>Copy</button></div>" in rest[:900], "beside the sentence, as the script expects it"


@pytest.mark.parametrize("n", [1, 2, 3, 7, 8, 25])
def test_every_number_of_systems_composes(evidence, n):
    result = compose(with_provenance(evidence(n)))
    assert result.title.endswith(".")
    assert len(_figures(result, LeagueChart)) == 1
    assert len(_figures(result, PairMatrix)) == (n >= 8)
    assert len(_figures(result, Forest)) == (2 <= n <= 7)
    assert len(_figures(result, Strip)) == (n >= 4)
    for figure in result.figures:
        lengths = {len(column.values) for column in figure.table.columns}
        assert len(lengths) == 1, figure.name
        assert figure.how_to_read.startswith("How to read it. ")
    assert not {OPEN, CLOSE} & {*page(result), *result.to_json()}, "marks of names stay inside"


def test_counts_agree_in_verdict_matrix_and_methods(evidence):
    result = compose(with_provenance(evidence(12)))
    said = {finding.code: finding for finding in result.findings}
    matrix = _figures(result, PairMatrix)[0]
    n = len(matrix.systems)
    queries = sum(matrix.queries[i][j] == "settled" for i in range(n) for j in range(i))
    labels = sum(matrix.labels[i][j] == "settled" for i in range(n) for j in range(i + 1, n))
    assert said["share-queries"].numbers["settled"] == queries
    assert said["share-labels"].numbers["settled"] == labels
    assert said["share-queries"].text.startswith(f"{queries} of 66 pairs")
    methods = next(
        item for s in result.sections for item in s.body if isinstance(item, Text) and item.name == "methods"
    )
    assert f"{queries} (" in methods.text
    assert f"{labels} of 66 pairs" in methods.text
    table = {(d, s): c for d, s, c in zip(*(matrix.table.column(k).values for k in ("doubt", "state", "pairs")))}
    assert table["queries", "settled"] == queries
    assert table["labels", "settled"] == labels


def test_a_measure_without_bounds_says_not_computed(evidence):
    result = compose(with_provenance(evidence(12, holes=False)))
    said = {finding.code: finding.text for finding in result.findings}
    assert said["share-labels"].startswith("Not computed")
    assert "%" not in said["share-labels"]


def test_of_many_queries_the_largest_are_shown(evidence):
    result = compose(with_provenance(evidence(10, 400)))
    rows = next(figure for figure in result.figures if figure.name == "queries")
    assert len(rows.table) == 20
    assert rows.title.startswith("20 of 400 queries account for ")


def test_two_systems_have_no_middle_half_by_query(evidence):
    result = compose(with_provenance(evidence(2)))
    rows = next(figure for figure in result.figures if figure.name == "queries")
    names = {column.name for column in rows.table.columns}
    assert "other" in names
    assert not names & {"q1", "median", "q3"}
    assert rows.how_to_read.endswith("The filled dot is sys-00, the ring sys-01.")
    assert "median" not in rows.title


def test_files_that_do_not_match_have_no_league(evidence):
    result = compose(with_provenance(_unmatched(evidence(5))))
    assert [section.name for section in result.sections] == ["verdict", "files", "method", "provenance"]


def test_names_cannot_command_latex(evidence):
    names = ["\\input{x}", "a_b%$#", "c\x07&d~^"]
    result = compose(with_provenance(evidence(3, systems=names, leaders=names[:1])))
    text = next(
        item.text for s in result.sections for item in s.body if isinstance(item, Text) and item.name == "latex"
    )
    assert "\\input{x}" not in text
    assert "a\\_b\\%\\$\\#" in text
    assert "c\\textbackslash{}x07\\&d" in text, "as every other table writes it"


def test_rings_are_drawn_only_where_the_labels_leave_pairs_open(evidence):
    """Planted: the same scores, once with nearly every pair settled by the labels and once with all of them open."""
    high = evidence(12)
    bounds = high.verdict.bounds
    thin = replace(bounds, state=[["open"] * 12 for _ in range(12)])
    low = replace(high, verdict=replace(high.verdict, bounds=thin))
    assert (high.verdict.labels_high, low.verdict.labels_high) == (True, False)
    drawn = {}
    for name, of in (("high", high), ("low", low)):
        (league,) = _figures(compose(with_provenance(of)), LeagueChart)
        drawn[name] = "estimate" in [column.name for column in league.table.columns]
        assert ("the ring the estimate if unjudged documents are like judged" in league.how_to_read) == drawn[name]
        assert ("missing labels allow, the ring the estimate" in league.how_to_read) == drawn[name]
    assert drawn == {"high": False, "low": True}

"""Sentences about where systems differ, query by query, and what the section holds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from irassay.comparison.disagreement import Disagreement, Document
from irassay.result import Differences
from irassay.studies.overview.comparison import OVERVIEW
from irassay.studies.overview.sections import queries
from irassay.studies.overview.sections.queries import Between, differences_section, pairs_that_matter


def _one(query, a, b, **changes):
    documents = [Document("d1", 1, 7, 3, a - b), Document("d2", None, 2, None, 0.0)]
    return Disagreement(query, a, b, documents, **{"others": 9, "others_add": 0.0, "unjudged": (0, 1), **changes})


def test_a_title_says_how_much_lies_in_few_queries_and_in_whose_favour(golden):
    said = {"n_queries": 53, "share": 0.614}
    golden(queries.differences_title("new", "old", shown=10, better=10, **said))
    golden(
        queries.differences_title("new", "old", shown=10, better=0, **said),
        queries.differences_title("new", "old", shown=1, better=0, **said),
    )
    golden(queries.differences_title("new", "old", shown=0, better=0, **said))


def test_what_is_not_shown_is_counted(golden):
    golden(queries.note(_one("q", 0.5, 0.2), "new", "old", 10))
    golden(queries.note(_one("q", 0.5, 0.2, others=1, others_add=-0.02, unjudged=(0, 0)), "new", "old", 10))
    no_sum = _one("q", 0.5, 0.2, others_add=float("nan"), unjudged=(2, 0))
    golden(queries.note(no_sum, "new", "old", None))


def test_how_to_read_says_whether_documents_add_up(golden):
    golden(OVERVIEW("differences.how", measure="nDCG@10", a="new", b="old", is_sum=True))
    assert "adds" not in OVERVIEW("differences.how", measure="AP", a="new", b="old", is_sum=False)


def test_without_documents_there_is_no_pair(evidence):
    assert differences_section(evidence(5)) is None
    assert differences_section(evidence(1)) is None


def test_a_pair_has_its_documents_first_and_then_all_queries(evidence):
    base = evidence(3, 30)
    values = base.verdict.league.values
    largest = int(np.argmax(np.abs(values[0] - values[1])))
    shown = [_one(base.verdict.league.queries[largest], float(values[0, largest]), float(values[1, largest]))]
    between = [Between(0, 1, shown, {"d1": "red shoes"}), Between(0, 2, shown)]
    first, second = (f for f in differences_section(base, between).body if isinstance(f, Differences))
    assert first.title.startswith("1 of 30 queries accounts for ")
    assert len(first.table) == 30
    assert len(second.table) == 1
    assert first.table.column("query").values[0] == base.verdict.league.queries[largest]
    gaps = np.abs(first.table.column("difference").values)
    assert (np.diff(gaps) <= 0).all()
    assert first.documents[0].column("grade").values == ["3", "unjudged"]
    assert first.documents[0].column("text").values == ["red shoes", ""]
    assert first.documents[0].note.startswith("9 other documents add nothing.")


def test_pairs_that_matter_are_of_the_leaders_and_no_near_copy_twice(evidence):
    order = evidence(12).verdict.league
    leaders = replace(order, leaders=order.systems[:5])
    assert pairs_that_matter(leaders) == [(0, 1), (0, 2), (0, 3)]
    assert pairs_that_matter(replace(order, leaders=order.systems[:1])) == [(0, 1)]
    values = order.values.copy()
    values[2] = values[1] + 1e-4
    assert pairs_that_matter(replace(leaders, values=values)) == [(0, 1), (0, 3), (0, 4)]
    assert pairs_that_matter(replace(order, baseline=[order.systems[4]])) == [(0, 4), (1, 4), (2, 4)]
    two = replace(order, baseline=[order.systems[0], order.systems[1]])
    assert pairs_that_matter(two) == [(2, 0), (2, 1)]
    assert pairs_that_matter(evidence(1).verdict.league) == []

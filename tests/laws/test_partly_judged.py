"""Labels that somebody is still working on: queries judged in part, marked as not judged, and what is made of them."""

from __future__ import annotations

import irassay
from irassay import Metadata, Qrels, Runs
from irassay.studies.track import track

QUERIES = [f"q{i}" for i in range(8)]
DOCS = [f"d{i}" for i in range(10)]
GRADES = {doc: i % 4 for i, doc in enumerate(DOCS)}


def runs():
    """Four runs with ten documents, which all have the same ones, and a fifth that has others from rank 2 on."""
    lists = {
        f"s{s}": {q: {doc: float((7 * i + 3 * s) % 11) for i, doc in enumerate(DOCS)} for q in QUERIES}
        for s in range(4)
    }
    late = {q: {"d0": 99.0, **{f"late{i}": float(i) for i in range(9)}} for q in QUERIES}
    return Runs.from_dict({**lists, "late": late})


def labels(**changed):
    """All ten documents of each query, or those that are named."""
    return Qrels.from_dict({q: changed.get(q, GRADES) for q in QUERIES if changed.get(q) != {}})


def found(qrels):
    return {one.code: one for one in irassay.check(qrels, runs(), measures=["nDCG@10"]).findings}


def test_queries_that_are_judged_in_part_are_named_with_their_shares():
    """By hand: four of five runs have the same ten documents; 2 of them are judged in one query, 4 in another."""
    one = found(labels(q2={"d0": 1, "d1": 0}, q5={"d0": 1, "d1": 0, "d2": 3, "d3": 0}))["partly-judged"]
    assert (one.level, one.text) == ("warning", "2 of 8 judged queries are judged in part: q2 (20.0%), q5 (40.0%)")


def test_labels_that_are_few_everywhere_and_finished_ones_are_no_finding():
    assert "partly-judged" not in found(labels())
    sparse = Qrels.from_dict({q: {"d0": 1} for q in QUERIES})
    assert "partly-judged" not in found(sparse)


def test_queries_whose_labels_are_all_below_0_are_not_judged_rather_than_without_relevant_documents():
    not_yet = dict.fromkeys(DOCS, -1)
    told = found(labels(q1=not_yet, q6=not_yet))
    assert told["queries-not-judged"].text == "2 queries have labels below 0 only, as if not judged yet: q1, q6"
    assert told["queries-not-judged"].action.endswith("means are then over the other 6")
    assert told["queries-not-judged"].level == "warning"
    assert "no-relevant" not in told
    assert "partly-judged" not in told


def test_queries_judged_in_part_do_not_draw_runs_into_the_pool_that_were_not_pooled():
    """s0 to s3 are judged to rank 10 and late to rank 1 on whole queries; two unfinished queries change nothing."""
    part = {"d0": 1}
    known = runs().with_metadata(Metadata({"group": {"s0": "A", "s1": "A", "s2": "B", "s3": "B", "late": "C"}}))
    for qrels in (labels(), labels(q2=part, q5=part)):
        made = track(qrels, known, measures=["nDCG@10"])
        (told,) = [f for f in made.findings if f.code == "outside-pool"]
        assert told.text.endswith("as less than 99% of its documents to rank 10 are judged.")
        (table,) = [t for t in made.tables if t.name == "outside-pool"]
        assert [list(column.values) for column in table.columns] == [["late"], [1]]

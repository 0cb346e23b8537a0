"""Texts of other queries than the labelled ones: a track says which are missing, and what that leaves out."""

from __future__ import annotations

from irassay import Qrels, Runs
from irassay.collection.texts import Texts
from irassay.studies.track import track

QRELS = Qrels.from_dict({f"q{i}": {"a": 2, "b": 0} for i in range(12)})
RUNS = Runs.from_dict({name: {f"q{i}": {"a": a, "b": 1.0} for i in range(12)} for name, a in (("s", 2.0), ("t", 0.5))})


def found(queries):
    texts = Texts(lambda: iter([(query, "why is that so" if i % 2 else "x " * 12) for i, query in enumerate(queries)]))
    return {one.code: one for one in track(QRELS, RUNS, query_texts=texts, measures=["nDCG@10"]).findings}


def test_labelled_queries_without_a_text_are_counted_and_named():
    one = found([f"q{i}" for i in range(10)])["queries-without-text"]
    assert (one.level, one.text) == ("warning", "2 of 12 labelled queries have no text: q10, q11")
    assert one.effect == "short and long queries are told apart among the other 10 only"


def test_queries_with_a_text_and_without_a_label_are_a_note():
    told = found([f"q{i}" for i in range(14)])
    assert (told["texts-without-label"].level, told["texts-without-label"].text) == (
        "note",
        "2 of 14 queries with a text have no label: q12, q13",
    )
    assert "queries-without-text" not in told


def test_the_texts_of_the_labelled_queries_alone_are_no_finding():
    assert not {"queries-without-text", "texts-without-label"} & set(found(QRELS.queries))

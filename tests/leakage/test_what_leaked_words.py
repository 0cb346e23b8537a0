"""Sentences about what leaked: one fact each, with its count and noun."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irassay.leakage.effect_words import findings_on_kinds, notes_on_kinds
from irassay.leakage.what_leaked import KindOfQuery, Kinds, SharedCorpus

NOTHING = Kinds({"q1": (), "q2": (), "q3": ()}, {}, 1200, 2400, 0, 40, 40, 0, 0, {"a.tsv": "same"}, 0, None)

TOLD = (
    "Documents count there by their id or their whole text, title and all; those relevant to a test query by runs of "
    "13 words too."
)


def of(kind, *docs):
    return KindOfQuery(kind, 1, docs, (), 0)


def test_each_kind_has_a_sentence_with_its_queries_and_documents():
    found = {
        "q1": (of("query"), of("contradicted", "d1"), of("document", "d1", "d2")),
        "q2": (of("query"), of("document", "d2")),
        "q3": (of("pair", "d3", "d4"),),
    }
    assert findings_on_kinds(replace(NOTHING, found=found, in_review={"q2": (of("pair", "d5"),)})) == [
        "2 of 3 test queries are asked in training with another document, or with none.",
        "1 of 3 test queries is asked in training with a relevant document as the positive: 2 documents.",
        "1 of 3 test queries is asked in training with a relevant document as the negative: 1 document.",
        "2 of 3 test queries have a relevant document that is the positive of another query: 2 documents.",
        "For 1 test query more may follow from the pairs that people have yet to review.",
    ]


def test_where_nothing_leaked_it_says_how_much_was_looked_at():
    assert findings_on_kinds(NOTHING) == [
        "None of 3 test queries is asked in 1,200 training rows, and none of their relevant documents is a positive "
        "there."
    ]
    assert notes_on_kinds(NOTHING) == []


@pytest.mark.parametrize(
    ("corpus", "says"),
    [
        (SharedCorpus(100, 100, 0, 0.0, 0.0), ["None of 100 documents of the corpus are positives in training.", TOLD]),
        (
            SharedCorpus(100, 100, 25, 0.25, 0.25),
            [
                "25 of 100 documents of the corpus are positives in training.",
                TOLD,
                "That alone is no leak: a document leaks where it is relevant to a test query.",
            ],
        ),
        (
            SharedCorpus(9000, 1000, 60, 0.0469, 0.0766),
            [
                "About 6.0% of 9,000 documents of the corpus are positives in training (4.7% to 7.7%, from 1,000 of "
                "them).",
                TOLD,
                "That alone is no leak: a document leaks where it is relevant to a test query.",
            ],
        ),
    ],
)
def test_a_shared_corpus_is_told_and_called_no_leak(corpus, says):
    assert findings_on_kinds(replace(NOTHING, corpus=corpus))[1:] == says


def test_what_can_not_be_told_is_told():
    unknown = replace(
        NOTHING, n_missing_pairs=2, n_without_relevant=1, n_with_text=39, n_short=1, n_unread=7,
        ids={"a.tsv": "other", "b.tsv": "unknown", "c.tsv": "none"},
    )  # fmt: skip
    assert notes_on_kinds(unknown) == [
        "2 leaks name training rows that aren't in the training files: what leaked there is not known.",
        "For 1 test query the qrels have no relevant document: there the question alone can leak.",
        "The ids of passages in a.tsv are of another collection: the texts under the same ids differ.",
        "The ids of passages in b.tsv are taken as those of the test collection: no id has a text in both.",
        "No passage in c.tsv has the id of a relevant document.",
        "1 of 40 relevant documents has no text in the corpus: only ids were compared there.",
        "1 relevant document has fewer than 13 words: only ids and whole texts were compared there.",
        "7 training passages could not be compared: without a text, or with an id of another collection.",
    ]
    assert (
        notes_on_kinds(replace(NOTHING, n_with_text=0))[0]
        == "Documents were compared by id alone: no corpus was given."
    )


def test_passages_that_can_not_be_compared_are_not_called_other_documents():
    untold = KindOfQuery("query", 2, (), (), 2)
    found = {"q1": (untold,), "q2": (KindOfQuery("query", 2, (), (), 1),), "q3": (untold,)}
    of_ids = replace(NOTHING, found=found, n_with_text=0, n_unread=17)
    assert findings_on_kinds(of_ids) == [
        "1 of 3 test queries is asked in training with another document, or with none.",
        "2 of 3 test queries are asked in training, with passages that could not be compared with the relevant "
        "documents.",
    ]
    assert notes_on_kinds(of_ids) == [
        "Documents were compared by id alone: no corpus was given. 17 training passages have no ids, so they could not "
        "be compared: give --corpus with the documents' texts."
    ]
    assert findings_on_kinds(replace(NOTHING, n_unread=3))[0].endswith(
        "a positive there as far as its passages were compared."
    )


def test_training_rows_that_are_queries_alone_say_nothing_of_documents():
    alone = replace(NOTHING, n_passages=0, corpus=SharedCorpus(100, 100, 0, 0.0, 0.0))
    assert findings_on_kinds(alone) == ["None of 3 test queries is asked in 1,200 training rows."]
    assert notes_on_kinds(alone) == ["The training rows are queries alone: no document in them can be told."]
    two = replace(alone, found={"q1": (of("query"),), "q2": (of("query"),), "q3": ()})
    assert findings_on_kinds(two) == ["2 of 3 test queries are asked in training."]

"""MS MARCO's dev queries as training rows, against TREC DL 2020 (the same passages) and DL 2021 (numbered anew).

Oracle: the qrels of both sides joined by hand, by id, by text and by runs of words; counts alone.
"""

from __future__ import annotations

from functools import cache

import pytest

from irassay import read_qrels
from irassay.collection.training import TrainedPassage, Training, TrainingRow
from irassay.formats.reading.texts import read_texts
from irassay.formats.reading.training import read_training
from irassay.leakage import find_leaks
from irassay.leakage.kinds import kinds_of
from tests.collections_at_hand import collection
from tests.plain import leak as plain

REL = 2  # of MS MARCO passages: "related" at 1 is not relevant


@cache
def dev():
    folder = collection("msmarco-dev")
    texts = dict(read_texts(folder / "topics.msmarco-passage.dev-subset.txt.xz"))
    return texts, read_qrels(folder / "qrels.msmarco-passage.dev-subset.txt.xz")


def rows(passage):
    texts, qrels = dev()
    return [
        TrainingRow(query, texts[query], tuple(passage(doc) for doc in qrels.grades(query)), (), place)
        for place, query in enumerate(qrels.queries, 1)
    ]


@cache
def track(year):
    folder = collection(f"trec-dl-{year}-passage")
    return dict(read_texts(folder / "queries.tsv")), read_qrels(folder / "qrels"), folder / "passages.tsv.xz"


@pytest.mark.parametrize("with_corpus", [True, False])
def test_dl20_shares_dev_passages_and_one_query(with_corpus):
    topics, qrels, passages = track(2020)
    training = Training.of(rows(lambda doc: TrainedPassage(doc, "")), source="dev")
    leaks = find_leaks(topics, training)
    kinds = kinds_of(leaks, training, qrels, corpus=passages if with_corpus else None, rel=REL)
    asked = {(pair.query, pair.train) for pair in leaks if pair.verdict == "leak"}
    maybe = {(pair.query, pair.train) for pair in leaks if pair.verdict == "review"}
    positives = {(query, doc) for query in dev()[1].queries for doc in dev()[1].grades(query)}
    by_hand = {query: set() for query in topics}
    for query in topics:
        relevant = {doc for doc, grade in qrels.grades(query).items() if grade >= REL}
        for train, doc in positives:
            if (query, train) in asked:
                by_hand[query].add("pair" if doc in relevant else "query")
            elif doc in relevant and (query, train) not in maybe:
                by_hand[query].add("document")
    assert {query: set(some) for query, some in kinds.by_query.items()} == by_hand
    assert [len(kinds.queries(kind)) for kind in ("query", "pair", "contradicted", "document")] == [0, 1, 0, 2]
    assert len(kinds.in_review) == 1
    if with_corpus:
        held = {doc for doc, _ in read_texts(passages)}
        assert kinds.corpus.n_trained == len(held & {doc for _, doc in positives}) == 19
        assert kinds.corpus.n_documents == len(held) == 11_224


def test_dl20_passages_under_other_ids_are_known_by_their_texts():
    topics, qrels, passages = track(2020)
    texts = dict(read_texts(passages))
    by_id = Training.of(rows(lambda doc: TrainedPassage(doc, "")), source="dev")
    # In capitals and numbered anew, so that every id is that of another passage.
    shifted = dict(zip(texts, [*list(texts)[1:], next(iter(texts))]))
    by_text = Training.of(
        rows(lambda doc: TrainedPassage(shifted.get(doc, doc), texts.get(doc, "another passage").upper())), source="dev"
    )
    leaks = find_leaks(topics, by_id)
    expected = kinds_of(leaks, by_id, qrels, rel=REL)
    kinds = kinds_of(leaks, by_text, qrels, corpus=passages, rel=REL)
    assert kinds.by_query == expected.by_query
    assert kinds.ids == {"dev": "other"}
    # Three relevant passages more are nearly the text of one of these: half of their runs of 13 words or more.
    positives = {doc for query in dev()[1].queries for doc in dev()[1].grades(query)} & texts.keys()
    relevant = {doc for query in topics for doc, grade in qrels.grades(query).items() if grade >= REL} - positives
    trained = [plain.runs(texts[doc]) for doc in positives]
    nearly = {doc for doc in relevant if _is_nearly(plain.runs(texts[doc]), trained)}
    assert (len(positives), len(nearly), kinds.corpus.n_trained) == (19, 3, 22)


def _is_nearly(own, trained):
    return bool(own) and any(2 * len(own & runs) >= len(own) for runs in trained)


def test_dl21_numbers_its_passages_anew_and_shares_no_document_with_dev():
    topics, qrels, passages = track(2021)
    training = Training.of(rows(lambda doc: TrainedPassage(doc, "")), source="dev")
    leaks = find_leaks(topics, training)
    kinds = kinds_of(leaks, training, qrels, corpus=passages, rel=REL)
    assert not any(kinds.by_query.values())
    assert [[one.kind for one in some] for some in kinds.in_review.values()] == [["query"], ["query"]]
    assert (kinds.corpus.n_trained, kinds.corpus.n_documents) == (0, 10_824)
    assert kinds.ids == {"dev": "none"}


def test_triples_of_ids_find_their_passages_in_the_corpus_beside_them(tmp_path):
    """The texts of training passages stand in another file, under ids of another collection than the test's."""
    topics, qrels, passages = track(2020)
    texts = dict(read_texts(passages))
    query, doc = next((q, d) for q in topics if q in qrels.queries for d, g in qrels.grades(q).items() if g >= REL)
    other = next(d for d in texts if d not in qrels.grades(query))
    (tmp_path / "triples.tsv").write_text("1\t10\t20\n2\t20\t10\n")
    (tmp_path / "queries.tsv").write_text(f"1\t{topics[query]}\n2\tsomething else entirely\n")
    (tmp_path / "collection.tsv").write_text(f"10\t{texts[doc]}\n20\t{texts[other]}\n")
    training = read_training(tmp_path / "triples.tsv", corpus=[tmp_path / "queries.tsv", tmp_path / "collection.tsv"])
    kinds = kinds_of(find_leaks(topics, training), training, qrels, corpus=passages, rel=REL)
    assert kinds.by_query[query] == ("pair",)
    assert kinds.documents()[query] == (doc,)
    assert kinds.corpus.n_trained == 2

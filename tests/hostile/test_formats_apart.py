"""A file of one format is taken for no other: a sample of each, held against all formats of its kind and the other."""

from __future__ import annotations

import json

import pytest

from irassay.errors import InputError
from irassay.formats import detection, read_qrels, read_runs, registry
from irassay.formats.format import Head

PAIR = {"query_text": "red", "doc_id": "d1", "judgements": [{"rating": 1.0}]}
HITS = {"hits": {"hits": [{"_index": "i", "_id": "d1", "_score": 1.5}]}}
RANK_EVAL = {"details": {"q": {"hits": [{"hit": {"_id": "d1", "_score": 1.5}, "rating": 1}]}}}
LABELS = {
    "trec": "q1 0 d1 1\n",
    "strata": "q1 0 d1 2 1\n",
    "beir": "query-id\tcorpus-id\tscore\nq1\td1\t1\n",
    "quepid": "query,docid,rating\nred,d1,1\n",
    "quepid-json": json.dumps({"queries": [{"query": "red", "ratings": {"d1": 1}}]}),
    "quepid-book": json.dumps({"name": "b", "query_doc_pairs": [PAIR]}),
    "quepid-book-csv": "query,docid,Ann\nred,d1,1.0\n",
    "quepid-case": json.dumps({"case_name": "c", "queries": [{"query_text": "q", "ratings": [{"doc_id": "d"}]}]}),
    "rre": json.dumps({"queries": [{"placeholders": {"$query": "q"}, "relevant_documents": {"d": {"gain": 1}}}]}),
    "ltr": "# qid:1: rambo*1\n1 qid:1 # d1 rambo\n",
    "solr": "red shoes|d1|0.5|CLICK_LOGS\n",
    "elasticsearch": json.dumps({"requests": [{"id": "q", "ratings": [{"_index": "i", "_id": "d", "rating": 1}]}]}),
    "elasticsearch-response": json.dumps(RANK_EVAL),
    "opensearch": json.dumps({"name": "j", "judgmentRatings": [{"query": "q", "ratings": []}]}),
    "csv": "query_id,doc_id,relevance\nq1,d1,1\n",
    "json": json.dumps({"q1": {"d1": 1}}),
    "lotte": json.dumps({"qid": 1, "query": "who?", "answer_pids": [7, 9]}),
    "jsonl": json.dumps({"query_id": "q1", "doc_id": "d1", "relevance": 1}),
}
RUNS = {
    "trec": "q1 Q0 d1 1 1.5 tag\n",
    "msmarco": "q1\td1\t1\n",
    "query-doc-score": "q1\td1\t1.5\n",
    "csv": "run,query_id,doc_id,score\na,q1,d1,1.5\n",
    "elasticsearch-response": json.dumps(RANK_EVAL),
    "search-response": json.dumps(HITS),
    "sentence-transformers": json.dumps(
        {"query_id": "q1", "query": "red", "results": [{"corpus_id": "d1", "score": 1.5}]}
    ),
    "result-lists": json.dumps({"query_id": "q1", "query": "red", "results": [{"doc_id": "d1", "text": "red shoes"}]}),
    "mteb-predictions": json.dumps({"mteb_model_meta": {"model_name": "m"}, "default": {"test": {"q": {"d": 1.5}}}}),
    "colbert": "q1\td1\t1\t1.5\nq1\td2\t2\t1.25\nq2\td1\t1\t9.5\n",
    "dpr": json.dumps([{"question": "who?", "answers": ["x"], "ctxs": [{"id": "d1", "text": "t", "score": "1.5"}]}]),
    "rank-llm": json.dumps(
        [{"query": {"text": "t", "qid": 1}, "candidates": [{"docid": "d", "score": 1.5, "doc": {"text": "t"}}]}]
    ),
    "trec-rag": json.dumps({"run_id": "r", "topic_id": 1, "topic": "t", "references": ["d1"], "answer": []}),
    "trec-ikat": json.dumps(
        {
            "run_name": "r",
            "run_type": "automatic",
            "turns": [
                {"turn_id": "9-1_1", "responses": [{"rank": 1, "passage_provenance": [{"id": "d", "score": 1.5}]}]}
            ],
        }
    ),
    "json": json.dumps({"a": {"q1": {"d1": 1.5}}}),
    "jsonl": json.dumps({"run": "a", "query_id": "q1", "doc_id": "d1", "score": 1.5}),
}
SAMPLES = {"labels": LABELS, "runs": RUNS}
# What the content leaves open, or may as well be read as a dict of dicts by who insists on it.
EITHER = {"elasticsearch-response", "json"}
BYTES = {"parquet"}  # told by its first bytes


@pytest.mark.parametrize("kind", SAMPLES)
def test_every_format_that_is_told_by_its_content_has_a_sample(kind):
    told = {one.name for one in registry.entries(kind) if one.looks_like is not None and one.reads}
    assert told - BYTES == set(SAMPLES[kind])


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, of in SAMPLES.items() for name in of])
def test_a_sample_is_its_own_format_and_no_other(kind, name):
    text = SAMPLES[kind][name]
    for shown in (text, "\ufeff" + text, text + "\n"):
        assert detection.surest(kind, Head(shown.encode()))[0] == name
    tell = detection.label_format if kind == "labels" else detection.run_format
    assert tell(text.encode(), source="f") == name


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, of in SAMPLES.items() for name in of])
def test_a_sample_is_of_its_own_kind(kind, name, tmp_path):
    path = tmp_path / "f"
    path.write_text(SAMPLES[kind][name])
    kinds = detection.kinds_in(str(path))
    assert kind in kinds
    assert len(kinds) == 1 or name in EITHER or name == "msmarco"


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind, of in SAMPLES.items() for name in of])
def test_in_the_place_of_the_other_kind_it_is_refused(kind, name, tmp_path):
    if name in EITHER:
        return
    other = "runs" if kind == "labels" else "labels"
    path = tmp_path / "f"
    path.write_text(SAMPLES[kind][name])
    with pytest.raises(InputError):
        (read_qrels if other == "labels" else read_runs)(path)


@pytest.mark.parametrize(
    "text",
    [
        "q1\t0\t3\t1.0\n",  # labels with a grade 1.0
        "q1\td1\t2\t1.5\n",  # the first rank is not 1
        "q1\td1\t1\t1.5\nq1\td2\t3\t1.25\nq1\td3\t4\t1.25\n",  # a rank is missing
        "q1\td1\t1\t2\n",  # whole
        "q1 d1 1 1.5\n",  # no tabs
    ],
)
def test_four_columns_are_no_ranking_of_colbert_unless_ranks_go_up_from_one(text):
    assert detection.surest("runs", Head(text.encode()))[0] != "colbert"

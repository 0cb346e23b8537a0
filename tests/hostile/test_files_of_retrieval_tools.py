"""What sentence-transformers, MTEB, DPR, rank_llm, ColBERT, Tevatron, TREC tracks, Solr, LoTTE and hello-ltr write.

The shapes are those of their sources or documentation; broken ones are located.
"""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.formats.reading.texts import read_result_texts


@pytest.fixture
def put(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, *records, indent=None):
        text = (
            records[0] if isinstance(records[0], str) else "".join(json.dumps(r, indent=indent) + "\n" for r in records)
        )
        (tmp_path / name).write_text(text)
        return name

    return write


def lists(path, **options):
    runs = read_runs(path, keep="scores", **options)
    return {s: {q: dict(zip(runs.ranking(s, q), runs.core.scores(s, q))) for q in runs.queries} for s in runs.systems}


def labels(path, **options):
    qrels = read_qrels(path, **options)
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def predictions(query, *hits):
    return {"query_id": query, "query": "a text", "results": [{"corpus_id": d, "score": s} for d, s in hits]}


def test_predictions_of_sentence_transformers_are_a_run(put):
    path = put("predictions_cosine.jsonl", predictions("q1", ("d1", 0.9), ("d2", 0.1)), predictions("q2", (7, 0.5)))
    assert lists(path) == {"predictions_cosine": {"q1": {"d1": 0.9, "d2": 0.1}, "q2": {"7": 0.5}}}


def result_list(query, *hits):
    return {"query_id": query, "query": f"about {query}", "results": [{"doc_id": d, "text": f"of {d}"} for d in hits]}


def test_result_lists_are_a_run_in_their_order_and_have_texts(put):
    path = put("mine.jsonl", result_list("q1", "d2", 1), result_list(7, "d2"), result_list("q3"))
    assert lists(path) == {"mine": {"q1": {"d2": -1.0, "1": -2.0}, "7": {"d2": -1.0}}}
    assert read_runs(path).readings[0].skipped == {"query without a hit": 1}
    other = put("old.jsonl", {**result_list("q1", "d3"), "query": "too late"})
    put("plain.run", "q1 Q0 d9 1 1.5 plain\n")
    queries, docs = read_result_texts([path, other, "plain.run"])
    assert queries == {"q1": "about q1", "7": "about 7", "q3": "about q3"}
    assert docs == {"d2": "of d2", "1": "of 1", "d3": "of d3"}


def mteb(**subsets):
    return {"mteb_model_meta": {"model_name": "org/model", "revision": "abc"}, **subsets}


def test_predictions_of_mteb_are_a_run_of_the_model(put):
    scores = {"q1": {"d1": 0.9, "d2": 0.1}, "q2": {}}
    path = put("Task_predictions.json", mteb(default={"test": scores, "train": {"q9": {"d": 1.0}}}))
    assert lists(path) == {"org/model": {"q1": {"d1": 0.9, "d2": 0.1}}}
    reading = read_runs(path).readings[0]
    assert (reading.skipped, reading.left_out) == ({"query without a hit": 1}, {"split other than test": 1})
    both = put("two.json", mteb(de={"dev": {"q1": {"d1": 1.0}}}, fr={"dev": {"q1": {"d2": 1.0}}}))
    assert lists(both) == {"org/model de": {"q1": {"d1": 1.0}}, "org/model fr": {"q1": {"d2": 1.0}}}


def retrieved(question, *passages):
    ctxs = [{"id": d, "title": "", "text": "text", "score": s, "has_answer": False} for d, s in passages]
    return {"question": question, "answers": ["x"], "ctxs": ctxs}


def test_what_dpr_retrieves_is_a_run_in_its_order(put):
    """Dot products fall down the list, and are scores; distances rise, and then the order counts."""
    flat, hnsw = retrieved("who?", ("d1", "2.5"), ("d2", "1.5")), retrieved("what?", ("d1", "1.5"), ("d2", "2.5"))
    path = put("out.json", json.dumps([flat, hnsw], indent=4))
    assert lists(path) == {"out": {"who?": {"d1": 2.5, "d2": 1.5}, "what?": {"d1": -1.0, "d2": -2.0}}}
    assert read_runs(path).readings[0].left_out == {"list of rising scores": 1}


def request(query, *candidates):
    found = [{"docid": d, "score": s, "doc": {"contents": "text"}} for d, s in candidates]
    return {"query": {"text": "t", "qid": query}, "candidates": found}


def test_results_of_rank_llm_are_a_run_as_a_list_and_as_lines(put):
    requests = [request("q1", ("d1", 0.5), ("d2", 0.25)), request(2, ("d1", 1.0))]
    expected = {"q1": {"d1": 0.5, "d2": 0.25}, "2": {"d1": 1.0}}
    assert lists(put("a.json", json.dumps(requests, indent=2))) == {"a": expected}
    assert lists(put("b.jsonl", *requests)) == {"b": expected}


def test_rankings_of_colbert_and_tevatron_are_runs(put, capsys):
    assert lists(put("colbert.tsv", "1\t7\t1\t25.5\n1\t9\t2\t24.25\n2\t7\t1\t3.5\n")) == {
        "colbert": {"1": {"7": 25.5, "9": 24.25}, "2": {"7": 3.5}}
    }
    assert lists(put("tevatron.tsv", "1\t7\t25.5\n1\t9\t24.25\n")) == {"tevatron": {"1": {"7": 25.5, "9": 24.25}}}
    put("qrels", "1 0 9 1\n2 0 7 1\n")
    assert main(["eval", "qrels", "colbert.tsv", "-m", "RR"]) == 0
    assert capsys.readouterr().out.split("\t")[3] == "0.75\n"
    assert main(["eval", "colbert.tsv", "qrels", "-m", "RR"]) == 3
    assert "give the qrels first" in capsys.readouterr().err


def test_references_of_rag_answers_are_runs_in_their_order(put):
    old = {"run_id": "r", "topic_id": 12, "topic": "t", "references": ["d2", "d1"], "answer": [{"citations": [0]}]}
    new = {"metadata": {"team_id": "x", "run_id": "s", "narrative_id": "3"}, "references": ["d3"], "answer": []}
    assert lists(put("a.jsonl", old, {**old, "topic_id": 13, "references": []})) == {
        "r": {"12": {"d2": -1.0, "d1": -2.0}}
    }
    assert read_runs("a.jsonl").readings[0].skipped == {"answer without a reference": 1}
    assert lists(put("b.jsonl", new)) == {"s": {"3": {"d3": -1.0}}}


def turn(name, *responses):
    return {
        "turn_id": name,
        "responses": [
            {"rank": r, "text": "t", "passage_provenance": [{"id": d, "score": s, "used": True} for d, s in of]}
            for r, of in responses
        ],
    }


def ikat(*turns):
    return {"run_name": "mine", "run_type": "automatic", "turns": list(turns)}


def test_passages_of_the_first_response_are_a_run_of_ikat(put):
    both = turn("9-1_1", (2, [("d9", 1.0)]), (1, [("d1", 0.75), ("d2", 0.5)]))
    path = put("run.json", ikat(both, turn("9-1_2", (1, [])), turn("9-1_3")))
    assert lists(path) == {"mine": {"9-1_1": {"d1": 0.75, "d2": 0.5}}}
    reading = read_runs(path).readings[0]
    assert (reading.skipped, reading.left_out) == ({"turn without a passage": 2}, {"response other than the first": 1})


def test_judged_queries_of_solr_take_a_scale(put):
    text = "# judged by hand\nhard drive|SP2514N |0.66|CROWDSOURCE\nhard drive|6H500F0|0.0|CLICK_LOGS\n\n"
    path = put("queries.txt", text)
    assert labels(path, grade_scale=3) == {"hard drive": {"SP2514N": 2, "6H500F0": 0}}
    assert read_qrels(path, grade_scale=3).readings[0].left_out == {"source of a label": 2}
    with pytest.raises(InputError, match=r'queries.txt:2  grade is "0.66".*--grade-scale'):
        labels(path)


def test_answers_of_lotte_are_labels_of_grade_one(put):
    path = put("qas.jsonl", {"qid": 0, "query": "who?", "answer_pids": [7, 9]}, {"qid": 1, "answer_pids": []})
    assert labels(path) == {"0": {"7": 1, "9": 1}}
    assert read_qrels(path).readings[0].skipped == {"query without an answer": 1}


def test_judgments_of_hello_ltr_are_told_behind_any_number_of_comments(put):
    heading = "".join(f"# qid:{i}: a query of some words*1\n" for i in range(2000))
    assert len(heading) > 40_000
    assert labels(put("judgments.txt", heading + "\n4\tqid:7\t # 7555\trambo\n")) == {"7": {"7555": 4}}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("sentence-transformers", '{"query_id": "q", "results": 3}', "f:1  expected"),
        ("sentence-transformers", json.dumps(predictions("q", (None, 1.0))), 'line 1: results[0]  no "corpus_id"'),
        ("sentence-transformers", json.dumps(predictions("q", ("d", "x"))), 'results[0]  score is "x"'),
        ("sentence-transformers", "nonsense", "f:1  not JSON"),
        ("result-lists", json.dumps(result_list("q", None)), 'line 1: results[0]  no "doc_id"'),
        ("result-lists", '{"query_id": "q", "results": 3}', "f:1  expected"),
        ("mteb-predictions", "{}", 'no object "mteb_model_meta"'),
        ("mteb-predictions", json.dumps(mteb(en={})), '["en"]  no split'),
        ("mteb-predictions", json.dumps(mteb(en={"a": {}, "b": {}})), 'splits "a", "b", expected test'),
        ("mteb-predictions", json.dumps(mteb(en={"test": {"q": 3}})), '["en"]["test"]["q"]  a whole number'),
        ("mteb-predictions", json.dumps(mteb(en={"test": {"q": {"d": "x"}}})), '["q"]["d"]  score is "x"'),
        ("dpr", '[{"question": "q"}]', "f: [0]  expected"),
        ("dpr", json.dumps([retrieved("q", ("d", "x"))]), '[0].ctxs[0]  score is "x"'),
        ("rank-llm", json.dumps(request(None)), "f:1  expected"),
        ("rank-llm", json.dumps([request("q", ("d", None), ("e", 1.0))]), "[0].candidates[0]  no score"),
        ("colbert", "q\td\t1\n", "f:1  3 columns, expected 4"),
        ("colbert", "q\td\tx\t1.5\n", 'f:1  rank is "x"'),
        ("colbert", "q\td\t1\tx\n", 'f:1  score is "x"'),
        ("colbert", "q\td\t1\t1.5\nq\td\t2\t1.5\n", 'f:2  document "d" twice'),
        ("trec-rag", '{"run_id": "r", "references": []}', "f:1  expected"),
        ("trec-rag", '{"run_id": "r", "topic_id": 1, "references": [3]}', "f:1  expected"),
        ("trec-ikat", '{"run_name": "r"}', 'no list "turns"'),
        ("trec-ikat", json.dumps(ikat({"turn_id": 3})), "turns[0]  expected"),
        ("trec-ikat", json.dumps(ikat(turn("t", (1, [(None, 1.0)])))), 'passage_provenance[0]  no "id"'),
        ("trec-ikat", json.dumps(ikat(turn("t", (1, [("d", "x")])))), "responses[0].passage_provenance[0]  score is"),
        ("trec-ikat", json.dumps(ikat({"turn_id": "t", "responses": [{"passage_provenance": 3}]})), "[0]  expected"),
        ("solr", "red|d1|1\n", "expected query|document|relevance|source"),
        ("solr", "red|d1|x|y\n", 'grade is "x"'),
        ("lotte", '{"qid": 1}', "f:1  expected"),
        ("lotte", '{"qid": 1, "answer_pids": [7, 7]}', 'line 1: answer_pids[1]  document "7" twice'),
    ],
)
def test_what_is_broken_is_located(put, name, content, says):
    read = read_qrels if name in ("solr", "lotte") else read_runs
    with pytest.raises(InputError) as caught:
        read(put("f", content), input_format=name)
    assert says in str(caught.value)

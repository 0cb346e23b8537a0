"""What search engines and their tools write: read as it is, counted where it holds more, refused where it is broken."""

from __future__ import annotations

import json

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.formats.sources.opening import name_of_id

RESPONSE = {
    "metric_score": 0.5,
    "details": {
        "red shoes": {
            "metric_score": 0.5,
            "unrated_docs": [{"_index": "shop", "_id": "d2"}],
            "hits": [
                {"hit": {"_index": "shop", "_id": "d1", "_score": 2.5}, "rating": 3},
                {"hit": {"_index": "shop", "_id": "d2", "_score": 1.5}, "rating": None},
            ],
            "metric_details": {"dcg": {"dcg": 7.0, "unrated_docs": 1}},
        },
        "hat": {"hits": [{"hit": {"_id": "d3", "_score": None}, "rating": 0}, {"hit": {"_id": "d9"}, "rating": 1}]},
    },
    "failures": {"sock": {"error": "all shards failed"}},
}
JUDGMENTS = {
    "name": "Imported",
    "type": "IMPORT_JUDGMENT",
    "judgmentRatings": [
        {"query": "red dress", "ratings": [{"docId": "B1", "rating": "3.000"}, {"docId": "B2", "rating": "0.000"}]},
        {"query": "jeans", "ratings": []},
    ],
}
RRE = {
    "id_field": "id",
    "index": "shop",
    "template": "template.json",
    "queries": [{"placeholders": {"$query": "red shoes"}, "relevant_documents": {"0": ["d2"], "3": ["d1", "d4"]}}],
}
QUEPID = {"queries": [{"query": "red shoes", "ratings": {"d1": 3, "d2": 0}}, {"query": "hat", "ratings": {}}]}
LTR = "\n3 qid:1 # d1 red shoes\n\n0 qid:1 1:2.5 2:0.1 # d2 red shoes\n\n4 qid:2 # d1\n"


@pytest.fixture
def put(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, content):
        (tmp_path / name).write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
        return name

    return write


def labels(path):
    qrels = read_qrels(path)
    return {query: dict(qrels.grades(query)) for query in qrels.queries}


def test_an_answer_of_rank_eval_is_labels_and_a_run(put):
    path = put("answer.json", RESPONSE)
    assert labels(path) == {"red shoes": {"d1": 3}, "hat": {"d3": 0, "d9": 1}}
    reading = read_qrels(path).readings[0]
    assert (reading.lines, reading.used, reading.skipped) == (4, 3, {"document without a rating": 1})
    assert reading.left_out == {"failed query": 1}
    runs = read_runs(path, keep="scores")
    assert runs.ranking("answer", "red shoes") == ["d1", "d2"]
    assert runs.core.scores("answer", "red shoes") == [2.5, 1.5]
    assert runs.core.scores("answer", "hat") == [-1.0, -2.0]


def test_an_answer_and_its_request_are_scored_on_the_command_line(put, capsys):
    path = put("answer.json", RESPONSE)
    assert main(["eval", path, path, "-m", "nDCG@2", "-q"]) == 0
    assert "answer\tred shoes\tnDCG@2\t1.0" in capsys.readouterr().out
    assert main(["convert", path, "--to", "json", "--kind", "labels"]) == 0
    told = capsys.readouterr().err
    assert "1 failed query left out" in told
    assert "1 line left out: document without a rating" in told


def response(*hits, **more):
    """As Elasticsearch's and OpenSearch's reference describes what _search answers."""
    found = [{"_index": "shop", "_id": doc, "_score": score, "_source": {"hits": 3}} for doc, score in hits]
    whole = {"took": 3, "timed_out": False, "_shards": {"total": 1, "failed": 0}}
    return whole | {"hits": {"total": {"value": len(found), "relation": "eq"}, "max_score": 1, "hits": found}} | more


def test_a_folder_of_responses_is_a_run_of_the_files_queries(tmp_path, put, capsys):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
    put("old/red shoes.json", response(("d2", 2.5), ("d1", 1.5)))
    put("old/hat.json", response())
    put("new/red shoes.json", response(("d1", 2.5), ("d2", 1.5)))
    put("new/hat.json", response(("d9", None), ("d3", None)))
    runs = read_runs(["old", "new"], keep="scores")
    assert runs.systems == ("old", "new")
    assert (runs.ranking("old", "red shoes"), runs.ranking("old", "hat")) == (["d2", "d1"], [])
    assert (runs.ranking("new", "red shoes"), runs.ranking("new", "hat")) == (["d1", "d2"], ["d9", "d3"])
    assert runs.core.scores("new", "hat") == [-1.0, -2.0]
    assert sum(reading.skipped.get("query without a hit", 0) for reading in runs.readings) == 1
    qrels = put("labels.json", {"red shoes": {"d1": 1}, "hat": {"d3": 1}})
    assert main(["check", qrels, "old", "new"]) == 0
    assert "repeated-tags" not in capsys.readouterr().out
    assert main(["eval", qrels, "old", "new", "-m", "RR"]) == 0
    assert capsys.readouterr().out == "old\tall\tRR\t0.25\nnew\tall\tRR\t0.75\n"


def test_a_query_that_no_name_of_a_file_can_hold_is_read_from_its_encoded_name(tmp_path, put):
    (tmp_path / "new").mkdir()
    queries = ["tv/audio", "100% cotton", "..", "a\\b", "red%20shoes"]
    for query in queries:
        put(f"new/{name_of_id(query)}.json", {"hits": {"hits": [{"_id": "d1", "_score": 1.0}]}})
    assert sorted(read_runs("new").queries) == sorted(queries)
    put("new/red%20hat.json", {"hits": {"hits": [{"_id": "d1", "_score": 1.0}]}})
    assert "red%20hat" in read_runs("new").queries, "a name with another code is what it is"


def test_hits_whose_scores_rise_rank_by_their_order(put):
    """A search that is sorted by date with ``track_scores``: by hand, d9 was served first."""
    runs = read_runs(put("hat.json", {"hat": response(("d9", 1.5), ("d3", 2.5)), "shoe": response(("a", 2), ("b", 2))}))
    assert runs.ranking("hat", "shoe") == ["a", "b"]
    assert runs.ranking("hat", "hat") == ["d9", "d3"]
    assert runs.readings[0].left_out == {"list that its scores do not order": 2}
    answer = {"details": {"hat": {"hits": [{"hit": {"_id": d, "_score": s}} for d, s in (("d9", 1.5), ("d3", 2.5))]}}}
    assert read_runs(put("rated.json", answer | {"metric_score": 0.5})).ranking("rated", "hat") == ["d9", "d3"]


@pytest.mark.parametrize("by", [{}, {"sort": ["2026-01-01", 7]}])
def test_hits_of_one_score_rank_by_their_order_and_not_by_the_names_of_documents(put, tmp_path, capsys, by):
    """Oracle: by hand, the relevant document was served first, third and second: (1 + 1/3 + 1/2) / 3 = 11/18."""
    (tmp_path / "new").mkdir()
    queries = {"hat": ("a", "b", "c"), "shoe": ("c", "b", "a"), "tie": ("b", "a", "c")}
    for i, (query, docs) in enumerate(queries.items()):
        answer = response(*((doc, 2.5 - i * (doc == "c")) for doc in docs))
        for hit in answer["hits"]["hits"]:
            hit.update(by)
        put(f"new/{query}.json", answer)
    put("labels.json", {query: {"a": 1} for query in queries})
    assert main(["eval", "labels.json", "new", "-m", "RR"]) == 0
    assert float(capsys.readouterr().out.split()[-1]) == pytest.approx(11 / 18, abs=1e-15)
    assert main(["check", "labels.json", "new", "--format", "tsv"]) == 0
    out = capsys.readouterr().out
    assert "note\torder-of-hits\tScores do not order the hits of 3 lists" in out
    assert not [line for line in out.splitlines() if "\tties\t" in line or "\tall-equal-scores\t" in line]
    assert main(["convert", "new", "--to", "trec", "-o", "new.run"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "Scores tie or rise down the hits of 3 lists; they are left out, and the order of the hits is kept" in told


def test_hits_of_one_score_in_an_answer_of_rank_eval_rank_by_their_order(put, capsys):
    """Oracle: by hand as above, 11/18; by the names of documents each query's relevant one was third."""
    queries = {"hat": ("a", "b", "c"), "shoe": ("c", "b", "a"), "tie": ("b", "a", "c")}
    details = {
        query: {"hits": [{"hit": {"_id": doc, "_score": 2.5}, "rating": int(doc == "a")} for doc in docs]}
        for query, docs in queries.items()
    }
    put("new.json", {"metric_score": 0.5, "details": details, "failures": {}})
    assert main(["eval", "new.json", "new.json", "-m", "RR"]) == 0
    assert float(capsys.readouterr().out.split()[-1]) == pytest.approx(11 / 18, abs=1e-15)
    assert main(["check", "new.json", "new.json", "--format", "tsv"]) == 0
    out = capsys.readouterr().out
    assert "note\torder-of-hits\tScores do not order the hits of 3 lists" in out
    assert not [line for line in out.splitlines() if "\tties\t" in line or "\tall-equal-scores\t" in line]


def test_scores_that_fall_down_the_hits_are_kept_and_nothing_is_said(put, capsys):
    put("new.json", {"hat": response(("d1", 2.5), ("d2", 1.5))})
    put("labels.json", {"hat": {"d1": 1}})
    assert read_runs("new.json", keep="scores").core.scores("new", "hat") == [2.5, 1.5]
    assert main(["check", "labels.json", "new.json"]) == 0
    assert "order-of-hits" not in capsys.readouterr().out


def test_answers_from_a_part_of_the_index_are_a_warning(put, capsys):
    part = {"timed_out": True}, {"_shards": {"total": 3, "failed": 1}}, {}
    put("new.json", {f"q{i}": response(("d1", 2.5), **more) for i, more in enumerate(part)})
    put("labels.json", {f"q{i}": {"d1": 1} for i in range(3)})
    assert main(["check", "labels.json", "new.json", "--format", "tsv"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "partial-answers" in line]
    assert line.startswith(
        'warning\tpartial-answers\t2 answers of a search engine come from a part of its index\tnew.json: ["q0"]'
    )
    assert main(["check", "labels.json", "new.json", "--fail-on", "partial-answers"]) == 1


def test_an_answer_without_a_hit_that_ran_out_of_time_is_a_warning_too(put, tmp_path, capsys):
    (tmp_path / "new").mkdir()
    put("new/hat.json", response(("d1", 2.5)))
    put("new/shoe.json", response(timed_out=True))
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d1": 1}})
    assert main(["check", "labels.json", "new", "--format", "tsv", "--fail-on", "partial-answers"]) == 1
    out = capsys.readouterr()
    assert 'new/shoe.json query "shoe": timed_out is true' in out.out
    assert "--fail-on partial-answers: 1 answer of a search engine comes from a part of its index" in out.err


def test_an_empty_file_among_answers_is_named(put, tmp_path, capsys):
    (tmp_path / "new").mkdir()
    put("new/hat.json", response(("d1", 2.5)))
    put("new/shoe.json", "")
    put("labels.json", {"hat": {"d1": 1}})
    assert main(["eval", "labels.json", "new"]) == 3
    assert "new/shoe.json is empty, expected a run" in capsys.readouterr().err
    put("new/shoe.json", "shoe Q0 d1 1 2.5 new\n")
    assert main(["eval", "labels.json", "new"]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert "files of search-response (new/hat.json) and trec (new/shoe.json) together; expected one kind" in told


def test_an_id_in_two_indices_is_an_error_with_a_way_out(put, capsys):
    answer = response(("d1", 2.5), ("d2", 1.5), ("d1", 0.5))
    answer["hits"]["hits"][2]["_index"] = "shop_v2"
    put("new.json", {"hat": answer})
    put("labels.json", {"hat": {"d1": 1}})
    assert main(["eval", "labels.json", "new.json"]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert '["hat"].hits.hits[2] document "d1" is in two indices, "shop" and "shop_v2"; expected each id once' in told
    assert "search one index, or write the index before the ids in runs and labels" in told


@pytest.mark.parametrize("verb", ["eval", "compare"])
def test_scores_of_answers_from_a_part_of_the_index_come_with_a_warning(put, tmp_path, capsys, verb):
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        for query in ("hat", "shoe"):
            put(f"{folder}/{query}.json", response(("d1", 2.5), ("d2", 1.5)))
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d2": 1}})
    assert main([verb, "labels.json", "old", "new"]) == 0
    assert "Part of the index" not in capsys.readouterr().err
    put("new/shoe.json", response(("d1", 2.5), _shards={"total": 5, "failed": 2}))
    assert main([verb, "labels.json", "old", "new"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert 'Part of the index did not answer 1 search; first: new/shoe.json query "shoe": shards failed: 2' in told


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"_shards": {"total": 5, "successful": 4, "skipped": 0, "failed": 0}}, "4 of 5 shards answered"),
        ({"_shards": {"total": 5, "successful": 4, "skipped": 1, "failed": 0}}, "4 of 5 shards answered"),
        ({"_shards": {"total": 5, "successful": 5, "skipped": 4, "failed": 0}}, ""),
        ({"_clusters": {"total": 2, "successful": 1, "skipped": 1}}, "1 of 2 clusters answered"),
        ({"_clusters": {"total": 2, "successful": 2, "skipped": 0}}, ""),
    ],
)
def test_shards_and_clusters_that_were_not_there_are_missing_although_none_failed(put, capsys, parts, said):
    """Oracle: OpenSearch's and Elasticsearch's own count, in which a shard that is skipped is among the successful."""
    put("labels.json", {"hat": {"d1": 1}})
    put("old.json", {"hat": response(("d1", 2.5))})
    put("new.json", {"hat": response(("d1", 2.5), **parts)})
    assert main(["check", "labels.json", "old.json", "new.json", "--fail-on", "partial-answers"]) == int(bool(said))
    told = " ".join(capsys.readouterr().out.split())
    assert ("partial-answers" in told) == bool(said)
    assert said in told


@pytest.mark.parametrize("form", ["folder", "file", "_rank_eval", "hits by query"])
def test_an_answer_with_0_hits_is_no_missing_query(put, tmp_path, capsys, form):
    """A gate on missing queries can't fail for ever, because production finds nothing for a query."""
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d1": 1, "d2": 1}})
    put("old.json", {"hat": {"d1": 1.5}, "shoe": {"d1": 1.5}})
    if form == "folder":
        (tmp_path / "new").mkdir()
        put("new/hat.json", response(("d1", 2.5)))
        put("new/shoe.json", response())
    elif form == "file":
        put("new", {"hat": response(("d1", 2.5)), "shoe": response()})
    elif form == "_rank_eval":
        hits = [{"hit": {"_index": "shop", "_id": "d1", "_score": 2.5}, "rating": 1}]
        put("new", RESPONSE | {"details": {"hat": {"hits": hits}, "shoe": {"hits": []}}, "failures": {}})
    else:
        lines = [{"qid": "hat", "docs": [{"docid": "d1", "score": 2.5}]}, {"qid": "shoe", "docs": []}]
        hits = [{"query": {"qid": of["qid"], "text": ""}, "candidates": of["docs"]} for of in lines]
        put("new", "".join(json.dumps(one) + "\n" for one in hits))
    files = ["labels.json", "old.json", "new"]
    assert main(["check", *files, "-m", "P@2", "--fail-on", "missing-queries", "--all"]) == 0
    out = capsys.readouterr().out
    (row,) = [line for line in out.splitlines() if "\tno-hits\t" in line]
    assert row.startswith("warning\tno-hits\tnew: 1 labelled query answered with 0 hits\tshoe\t")
    assert "it counts 0; there old has 0.5000 by P@2" in row
    assert main(["check", *files, "--fail-on", "no-hits", "--rename", "new=mine"]) == 1
    assert "mine: 1 labelled query answered with 0 hits" in capsys.readouterr().out
    for verb in ("eval", "compare"):
        assert main([verb, *files]) == 0
        assert "new: 1 labelled query answered with 0 hits; each counts 0" in capsys.readouterr().err


def test_a_folder_of_answers_stands_beside_a_run_of_another_format(put, tmp_path, capsys):
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d1": 1}})
    put("old.json", {"hat": {"d1": 1.5}, "shoe": {"d1": 1.5}})
    (tmp_path / "new").mkdir()
    for query in ("hat", "shoe"):
        put(f"new/{query}.json", response(("d1", 2.5)))
    assert main(["eval", "labels.json", "old.json", "new", "-m", "P@1"]) == 0
    assert capsys.readouterr().out == "old\tall\tP@1\t1.0\nnew\tall\tP@1\t1.0\n"
    put("new.json", {"hat": {"d1": 1.5}})
    assert main(["eval", "labels.json", "new.json", "new", "-m", "P@1"]) == 3
    assert "system new is in new.json and in new/hat.json, expected each once" in capsys.readouterr().err


def test_0_hits_and_missing_queries_of_a_run_are_counted_apart(put, capsys):
    put("labels.json", {query: {"d1": 1} for query in ("cap", "hat", "shoe", "sock")})
    put("old.json", {query: {"d1": 1.5} for query in ("cap", "hat", "shoe", "sock")})
    put("new.json", {"cap": response(("d1", 1.5)), "hat": response(), "shoe": response(("d9", 1.5))})
    assert main(["eval", "labels.json", "old.json", "new.json", "-m", "P@1"]) == 0
    said = "new: 1 labelled query unanswered and 1 labelled query answered with 0 hits; each counts 0"
    assert said in " ".join(capsys.readouterr().err.split())
    assert main(["check", "labels.json", "old.json", "new.json", "-m", "P@1"]) == 0
    out = capsys.readouterr().out
    # 1 of 4 queries scores; over cap and shoe it is 1/2, and old scores 1 on both
    assert "\tsock\teach counts 0: P@1 0.2500; over the 2 answered, 0.5000, and there old has 1.0000\t" in out
    assert "\tnew: 1 labelled query answered with 0 hits\that\tit counts 0; there old has 1.0000 by P@1\t" in out


def test_0_hits_where_no_other_run_scores_are_a_note(put, capsys):
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d2": 1}})
    put("old.json", {"hat": {"d1": 1.5}, "shoe": {"d9": 1.5}})
    put("new.json", {"hat": response(("d1", 2.5)), "shoe": response()})
    assert main(["check", "labels.json", "old.json", "new.json"]) == 0
    assert "note\tno-hits\tnew: 1 labelled query answered with 0 hits\tshoe\tit counts 0\t" in capsys.readouterr().out


@pytest.mark.parametrize("root", [{"root_cause": []}, {}])
def test_an_error_in_place_of_an_answer_says_its_status_and_its_type(put, tmp_path, capsys, root):
    """Alone, in a folder that is a run, and in place of labels; with or without its root cause."""
    error = {"error": root | {"type": "search_phase_execution_exception", "reason": "all shards failed"}, "status": 503}
    put("labels.json", {"q": {"d1": 1}})
    put("run.json", {"q": {"d1": 1.5}})
    put("new.json", error)
    (tmp_path / "new").mkdir()
    put("new/q.json", error)
    for files in (("labels.json", "new.json"), ("labels.json", "new"), ("new.json", "run.json")):
        assert main(["eval", *files]) == 3
        said = " ".join(capsys.readouterr().err.split())
        assert "a search engine's error (status 503, search_phase_execution_exception) in place of an answer" in said
        assert "expected a number" not in said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"error":"no such index [shop]","status":404}', "error (status 404, no such index [shop]) in place of"),
        ('{"error" : "IndexMissing[shop]", "status" : 404}\n', "error (status 404, IndexMissing[shop]) in place of"),
        ('{\n "error": "no handler",\n "status": 400\n}', "error (status 400, no handler) in place of an answer"),
        ('{"message":"Unauthorized"}', "error (status unknown, Unauthorized) in place of an answer"),
        ('{"statusCode":502,"error":"Bad Gateway","message":"x"}', "error (status 502, Bad Gateway) in place of"),
        ("<html><body>502 Bad Gateway</body></html>", "a web page in place of an answer"),
        ("no such index [shop]\n", 'begins with "no such index [shop]", no JSON as its name says'),
        ("Unauthorized", 'begins with "Unauthorized", no JSON as its name says'),
    ],
)
def test_an_error_in_a_line_of_text_is_no_table(put, tmp_path, capsys, body, said):
    """Alone, among the answers of a folder that is a run, and in place of labels."""
    (tmp_path / "new").mkdir()
    put("labels.json", {"q": {"d1": 1}})
    put("run.json", {"q": {"d1": 1.5}})
    put("error.json", body)
    put("new/hat.json", response(("d1", 2.5)))
    put("new/shoe.json", body)
    for files in (("labels.json", "error.json"), ("labels.json", "new"), ("error.json", "run.json")):
        assert main(["eval", *files]) == 3
        told = " ".join(capsys.readouterr().err.split())
        assert said in told
        assert ("new/shoe.json " if "new" in files else "error.json ") in told
        assert "column" not in told


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("503 Service Unavailable\n", 'begins with "503 Service Unavailable", a server\'s error in place of an answer'),
        ("HTTP/1.1 502 Bad Gateway\nServer: x\n", 'begins with "HTTP/1.1 502 Bad Gateway", a server\'s error in place'),
        ('{"error":{"root_cause":[{"type":"search_pha', "a search engine's error, cut off, in place of an answer"),
        ('{"error":"timeout","status":5', "a search engine's error, cut off, in place of an answer"),
        ("<!-- x -->\n<html>\n</html>\n", "a web page in place of an answer"),
        ('<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html/>', "a web page in place of an answer"),
        ("no healthy upstream", 'begins with "no healthy upstream", no line of data: perhaps an error in place of'),
        ("Unauthorized\n", 'begins with "Unauthorized", no line of data: perhaps an error in place of an answer'),
    ],
)
def test_an_error_in_a_file_of_any_name_is_named(put, capsys, body, said):
    put("labels.json", {"q": {"d1": 1}})
    put("new", body)
    for verb in ("eval", "compare"):
        assert main([verb, "labels.json", "new"]) == 3
        told = " ".join(capsys.readouterr().err.split())
        assert said in told
        assert "column" not in told


def test_a_run_of_words_and_a_run_of_a_query_named_like_a_status_are_runs(put):
    assert read_runs(put("a", "hat Q0 shoe 1 2.5 tag\n")).ranking("tag", "hat") == ["shoe"]
    assert read_runs(put("b", "503 Q0 Service 1 2.5 tag\n")).ranking("tag", "503") == ["Service"]
    assert read_runs(put("c", {"error": {"type": 2.5, "reason": 1.5}})).ranking("c", "error") == ["type", "reason"]


@pytest.mark.parametrize("name", ["run.json", "run.jsonl"])
def test_lines_of_records_and_trec_files_are_no_errors_by_their_name(put, name):
    assert read_runs(put(name, "q1 Q0 d1 1 2.5 tag\n")).ranking("tag", "q1") == ["d1"]
    record = '{"query_id": "q1", "doc_id": "d1", "score": 2.5, "message": "x", "status": 200}\n'
    assert read_runs(put(name, record)).ranking("run", "q1") == ["d1"]


def test_labels_of_a_query_named_error_are_labels(put, capsys):
    put("labels.json", {"error": {"type": 1, "status": 0}})
    put("run.json", {"error": {"type": 1.5}})
    assert main(["eval", "labels.json", "run.json", "-m", "P@1", "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split("\t")[3] == "1.0"


def test_responses_of_msearch_are_numbered_and_those_by_query_are_named(put):
    whole = {
        "took": 9,
        "responses": [response(("d1", 2.0)), {"error": {"type": "x"}, "status": 400}, response(("d3", 1))],
    }
    runs = read_runs(put("many.json", whole))
    assert (runs.systems, runs.queries) == (("many",), ("1", "3"))
    assert runs.readings[0].left_out == {"search that failed": 1}
    named = read_runs(put("named.json", {"hat": response(("d3", 1.0)), "shoe": response(("d1", 1.0))}))
    assert (named.systems, named.queries) == (("named",), ("hat", "shoe"))


@pytest.mark.parametrize(
    ("several", "place"),
    [
        (lambda answers: {"took": 9, "responses": list(answers.values())}, "responses[{i}]"),
        (lambda answers: answers, '["{query}"]'),
    ],
)
@pytest.mark.parametrize("error", [{"type": "x", "reason": "y"}, "no such index"])
def test_an_error_among_answers_is_said_with_its_place_and_is_an_error_where_no_other_answers(
    put, capsys, several, place, error
):
    failed = {"error": error, "status": 503}
    of = "status 503, x" if isinstance(error, dict) else "status 503, no such index"
    put("labels.json", {"1": {"d1": 1}, "2": {"d1": 1}})
    put("new.json", several({"1": response(("d1", 2.0)), "2": failed}))
    assert main(["check", "labels.json", "new.json", "--format", "tsv"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "partial-answers" in line]
    where = place.format(i=1, query="2")
    assert line.startswith(f"warning\tpartial-answers\t1 search has an error in place of an answer\tnew.json: {where}")
    assert main(["check", "labels.json", "new.json", "--fail-on", "partial-answers"]) == 1
    capsys.readouterr()
    assert main(["eval", "labels.json", "new.json", "-m", "RR"]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert f'an answer to 1 search; first: new.json: {where} query "2": {of}' in told
    put("new.json", several({"1": failed, "2": failed}))
    assert main(["eval", "labels.json", "new.json", "-m", "RR"]) == 3
    told = " ".join(capsys.readouterr().err.split())
    assert "new.json has 2 problems" in told
    for i, query in enumerate("12"):
        said = f"a search engine's error ({of}) in place of an answer: run the search again"
        assert f"new.json: {place.format(i=i, query=query)} {said}" in told


def test_a_system_and_a_query_named_error_are_a_run(put):
    """Of documents with scores, and not what an engine answers in place of hits."""
    assert read_runs(put("a.json", {"bm25": {"error": {"type": 1.5, "reason": 0.5}}})).systems == ("bm25",)
    assert read_runs(put("b.json", {"q1": {"error": 1.5, "type": 0.5}})).queries == ("q1",)


def test_a_response_without_ids_or_with_some_scores_is_a_located_error(put):
    for whole, says in (
        (response(("d1", 1.0), ("d2", None)), "hits.hits[1]  no score, but other hits of the query have one"),
        ({"hits": {"hits": [{"_score": 1.0}]}}, 'hits.hits[0]  no "_id", expected'),
        ({"responses": [{"hits": {"total": 3}}, {"hits": {}}]}, "responses[0]  no hits, expected"),
        (response(), "no document in any response"),
    ):
        with pytest.raises(InputError) as caught:
            read_runs(put("bad.json", whole))
        assert says in str(caught.value)


def test_a_table_of_labels_with_a_heading_is_read_whatever_separates_it(put):
    # columns as WANDS (label.csv, by tabs) and ESCI name them
    assert labels(put("wands.csv", "id\tquery_id\tproduct_id\tlabel\n0\t0\t25434\t2\n1\t0\t12088\t0\n")) == {
        "0": {"25434": 2, "12088": 0}
    }
    rows = "query;Query ID;product_id;esci_label\nred, blue;7;B0;3.0\nred, blue;7;B1;\n"
    assert labels(put("esci.csv", rows)) == {"7": {"B0": 3}}
    reading = read_qrels("esci.csv").readings[0]
    assert (reading.lines, reading.used) == (3, 1)
    assert reading.skipped == {"header": 1, "document without a grade": 1}
    assert reading.left_out == {"other column": 1}
    with pytest.raises(
        InputError, match=r'words.csv:2  grade is "Exact", expected a whole number; --label-map Exact=1'
    ):
        read_qrels(put("words.csv", "query_id,product_id,label\n0,25434,Exact\n"))


def test_words_for_grades_are_mapped_on_the_command_line_and_in_python(put, capsys):
    table = put("label.csv", "id\tquery_id\tproduct_id\tlabel\n0\t7\ta\tExact\n1\t7\tb\tPartial\n2\t7\tc\tIrrelevant\n")
    words = {"Exact": 2, "Partial": 1, "Irrelevant": 0}
    assert dict(read_qrels(table, label_map=words).grades("7")) == {"a": 2, "b": 1, "c": 0}
    run = put("mine.run", "7 Q0 c 1 3 mine\n7 Q0 a 2 2 mine\n7 Q0 b 3 1 mine\n")
    said = "Exact=2,Partial=1,Irrelevant=0"
    assert main(["eval", table, run, "-m", "RR(rel=2)", "--label-map", said]) == 0
    assert capsys.readouterr().out == "mine\tall\tRR(rel=2)\t0.5\n"
    assert main(["convert", table, "--to", "trec", "--label-map", said]) == 0
    assert capsys.readouterr().out == "7 0 a 2\n7 0 b 1\n7 0 c 0\n"
    assert main(["check", table, run, "--label-map", said]) == 0
    assert capsys.readouterr().out
    assert main(["eval", table, run, "--label-map", "Exact=2,Partial=1"]) == 3
    assert (
        'label.csv:4  grade is "Irrelevant", expected Exact or Partial; --label-map names others'
        in capsys.readouterr().err
    )
    assert main(["eval", table, run]) == 3
    assert (
        'grade is "Exact", expected a whole number; --label-map Exact=1 gives words grades' in capsys.readouterr().err
    )
    assert main(["eval", table, run, "--label-map", said, "--grade-scale", "2"]) == 2
    assert "grade_scale and label_map both say what grades are" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["", "Exact", "Exact=x", "Exact=2,Exact=1", "=2", "Exact=128", "Exact=1.5"])
def test_a_map_of_words_that_means_nothing_is_bad_usage(put, capsys, text):
    run = put("mine.run", "7 Q0 c 1 3 mine\n")
    assert main(["eval", put("q", "7 0 c 1\n"), run, "--label-map", text]) == 2
    assert "expected WORD=GRADE,..., each word once" in capsys.readouterr().err


def test_a_table_of_other_columns_is_told_which_headings_would_do(put, capsys):
    table, run = put("table.csv", "frage,dokument,note\n1,a,1\n"), put("mine.run", "1 Q0 a 1 2 mine\n")
    assert main(["eval", table, run]) == 3
    said = capsys.readouterr().err
    assert "table.csv has the columns frage, dokument, note, expected one for each of query: query_id, qid" in said
    assert "grade: relevance, label, grade, rating" in said
    assert main(["eval", put("labels", "1 0 a 1\n"), table]) == 3
    assert "score: score" in capsys.readouterr().err


def test_judgment_lists_are_read_as_imported_and_as_given_back(put):
    expected = {"red dress": {"B1": 3, "B2": 0}}
    assert labels(put("list.json", JUDGMENTS)) == expected
    given_back = {"took": 1, "hits": {"total": {"value": 1}, "hits": [{"_id": "x", "_source": JUDGMENTS}]}}
    assert labels(put("found.json", given_back)) == expected
    two = {"hits": {"hits": [{"_source": JUDGMENTS}, {"_source": JUDGMENTS}]}}
    with pytest.raises(InputError, match="2 judgment lists in one file"):
        labels(put("two.json", two))
    assert read_qrels("list.json").readings[0].skipped == {"query without a rating": 1}


def test_every_rated_export_of_quepid_is_read(put):
    assert labels(put("ratings.json", QUEPID)) == {"red shoes": {"d1": 3, "d2": 0}}
    assert labels(put("rre.json", RRE)) == {"red shoes": {"d2": 0, "d1": 3, "d4": 3}}
    assert labels(put("ratings.txt", LTR)) == {"1": {"d1": 3, "d2": 0}, "2": {"d1": 4}}
    assert labels(put("trec.txt", "\n1 0 d1 3\n\n1 0 d2 0\n\n")) == {"1": {"d1": 3, "d2": 0}}
    snapshot = "query,docid,rating\nlonely\nred shoes,d1,3\nred shoes,d2,\n"
    assert labels(put("snapshot.csv", snapshot)) == {"red shoes": {"d1": 3}}


def test_features_and_texts_of_queries_are_counted(put, capsys):
    assert main(["convert", put("ratings.txt", LTR), "--to", "trec"]) == 0
    told = capsys.readouterr()
    assert told.out == "1 0 d1 3\n1 0 d2 0\n2 0 d1 4\n"
    assert "2 features left out" in told.err
    assert "2 query texts left out" in told.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"metric_score": 1}, 'no object "details"'),
        ({"details": {"q": {"hits": 3}}}, 'details["q"]  no list "hits"'),
        ({"details": {"q": {"hits": [{"rating": 1}]}}}, 'details["q"].hits[0]  no "_id"'),
        ({"details": {"q": {"hits": [{"hit": {"_id": "d"}, "rating": 0.5}]}}}, 'grade is "0.5"'),
        ({"judgmentRatings": [{"query": "q"}]}, "judgmentRatings[0]  expected"),
        ({"judgmentRatings": [{"query": "q", "ratings": [{"docId": "d"}]}]}, "expected a docId and a rating"),
        ({"queries": [{"query": 3, "ratings": {"d": 1}}]}, "queries[0]  expected"),
        ({"queries": [{"placeholders": {}, "relevant_documents": {}}]}, "queries[0]  expected"),
        ("3 qid:1 # d1\nnonsense\n", 'f:2  "nonsense", expected grade qid:query # document'),
        ("x qid:1 # d1\n", 'f:1  grade is "x", expected a whole number'),
    ],
)
def test_what_is_broken_is_named(put, content, said):
    with pytest.raises(InputError) as caught:
        read_qrels(put("f", content))
    assert said in str(caught.value)


def test_hits_of_which_some_have_no_score_are_refused(put):
    hits = [{"hit": {"_id": "a", "_score": 1.0}}, {"hit": {"_id": "b"}}]
    with pytest.raises(InputError, match="no score, but other hits of the query have one"):
        read_runs(put("f", {"details": {"q": {"hits": hits}}}))


SNAPSHOT = "Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position\n"


def test_a_snapshot_of_quepid_is_a_run_in_the_order_of_its_positions(put, capsys):
    put("old.csv", SNAPSHOT + 'old,now,7,red shoes,d1,2\nold,now,7,red shoes,d2,1\nold,now,7,"hat, warm",d3,1\n')
    runs = read_runs("old.csv")
    assert runs.systems == ("old",)
    assert list(runs.ranking("old", "red shoes")) == ["d2", "d1"]
    assert list(runs.ranking("old", "hat, warm")) == ["d3"]
    assert runs.readings[0].left_out == {"other column": 2}
    put("ratings.csv", "query,docid,rating\nred shoes,d1,3\n")
    assert main(["eval", "ratings.csv", "old.csv", "-m", "RR"]) == 0
    assert capsys.readouterr().out == "old\tall\tRR\t0.5\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SNAPSHOT + "old,now,7,red shoes,d1,first\n", 'bad.csv:2  rank is "first", expected a number'),
        (SNAPSHOT + "old,now,7,red shoes,d1\n", "bad.csv:2  5 cells, expected 6 as in the heading"),
        (SNAPSHOT + "old,now,7,red shoes,d1,1\nold,now,7,red shoes,d1,2\n", "document"),
        (SNAPSHOT, "bad.csv has no line of data"),
        ("query,docid,rating\nred shoes,d1,3\n", "bad.csv looks like labels"),
    ],
)
def test_a_table_that_is_no_run_says_where_and_why(put, text, said):
    with pytest.raises(InputError, match=said.replace("(", "\\(")):
        read_runs(put("bad.csv", text))


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ({"q": {"d1": None}}, '["q"]["d1"] score is missing (empty, null or NaN), expected a number'),
        ({"q": {"d1": 1.0}, "status": 503}, '["status"] a whole number, expected document -> score'),
        ({"q": {"d1": 1.0}, "r": None}, '["r"] nothing, expected document -> score'),
        ({"q": {"d1": 1.0}, "r": []}, '["r"] a list, expected document -> score'),
    ],
)
def test_what_a_file_has_in_place_of_a_score_is_said_in_words(put, capsys, run, said):
    put("labels.json", {"q": {"d1": 1}})
    put("run.json", run)
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert said in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"hat":\n {"d1', "run.json:2 the file ends in the middle of a string, at column 5"),
        ('{"hat": {"d1": 1.5', "run.json:1 the file ends in the middle of an object or a list, at column 18"),
        ('{"hat": {"d1": 1.5},\n', "run.json:1 the file ends in the middle of an object or a list, at column 20"),
        ('{"hat": {"d1":', "run.json:1 the file ends in the middle of an object or a list, at column 14"),
        ('{"hat": {"d1": nul', "run.json:1 the file ends in the middle of a value, at column 18"),
    ],
)
def test_a_json_file_that_was_cut_is_said_to_end_early(put, capsys, text, said):
    put("labels.json", {"hat": {"d1": 1}})
    put("run.json", text)
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert f"{said}: fetch or write it again" in " ".join(capsys.readouterr().err.split())
    put("run.json", '{"hat": {"d1": 1.5}, wrong: 1}')
    assert main(["eval", "labels.json", "run.json"]) == 3
    assert "the file ends" not in capsys.readouterr().err


def test_labels_take_the_numbers_of_msearch_as_the_page_on_integration_says(put, capsys):
    """Oracle: the same answers under the queries themselves."""
    put("book.csv", "query,docid,rating\nhat,d1,1\nred shoe,d2,1\n")
    put("queries.tsv", "1\that\n2\tred shoe\n")
    answers = [response(("d1", 2.5)), response(("d9", 2.5), ("d2", 1.5))]
    put("new.json", {"took": 3, "responses": answers})
    put("named.json", dict(zip(["hat", "red shoe"], answers)))
    assert main(["check", "book.csv", "new.json"]) == 1
    assert "convert LABELS --query-texts FILE" in capsys.readouterr().out
    assert main(["convert", "book.csv", "--query-texts", "queries.tsv", "--to", "json", "-o", "labels.json"]) == 0
    capsys.readouterr()
    values = []
    for labels_of, run in (("labels.json", "new.json"), ("book.csv", "named.json")):
        assert main(["eval", labels_of, run, "-m", "RR"]) == 0
        values.append(capsys.readouterr().out.split("\t", 1)[1])
    assert values == ["all\tRR\t0.75\n"] * 2


def test_a_run_of_other_queries_is_refused_with_the_way_to_count_them_0(put, capsys):
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d1": 1}})
    put("old.json", {"hat": {"d1": 1.5}, "shoe": {"d1": 1.5}})
    put("new.json", {"hat": {"d1": 1.5}})
    files = ["labels.json", "old.json", "new.json", "-m", "P@1"]
    assert main(["compare", *files, "--queries", "shared", "--expect", "new > old"]) == 2
    assert "--queries qrels) counts 0 there" in " ".join(capsys.readouterr().err.split())
    assert main(["compare", *files, "--queries", "qrels", "--expect", "new > old"]) in (1, 4)

"""What search engines answer: hits in their order, parts that are missing, queries without a hit."""

import json

import pytest

from irassay.cli.main import main
from irassay.errors import InputError
from irassay.formats import read_qrels, read_runs
from irassay.formats.sources.opening import name_of_id
from tests.search_answers_by_hand import labels, response

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


def test_answers_of_searches_that_stopped_at_a_limit_are_from_a_part_of_the_index(put, capsys):
    stopped = {"terminated_early": True}, {"terminated_early": False}, {}
    put("new.json", {f"q{i}": response(("d1", 2.5), **more) for i, more in enumerate(stopped)})
    put("labels.json", {f"q{i}": {"d1": 1} for i in range(3)})
    assert main(["check", "labels.json", "new.json", "--fail-on", "partial-answers"]) == 1
    out = capsys.readouterr()
    assert 'query "q0": terminated_early is true' in out.out
    assert "--fail-on partial-answers: 1 answer of a search engine comes from a part of its index" in out.err


def test_two_folders_of_one_name_are_named_with_what_to_do(put, tmp_path, capsys):
    put("labels.json", {"hat": {"d1": 1}})
    for folder in ("old", "new"):
        (tmp_path / folder / "results").mkdir(parents=True)
        put(f"{folder}/results/hat.json", response(("d1", 2.5)))
    assert main(["eval", "labels.json", "old/results", "new/results"]) == 3
    said = " ".join(capsys.readouterr().err.split())
    assert (
        "of system results is in new/results/hat.json and in old/results/hat.json, expected each once: two fold" in said
    )
    assert "rename one, or copy it under another name" in said


def test_what_is_wrong_with_an_answer_is_said_in_the_words_of_the_engine(put):
    """Planted: an id that is a number, and the object around an answer that `_async_search` gives."""
    wrapped = {"id": "F3", "is_partial": False, "is_running": False, "response": response(("d1", 2.5))}
    for whole, says in (
        (
            {"hits": {"hits": [{"_id": 8347, "_score": 1.0}]}},
            'hits.hits[0]  "_id" is a whole number, not text, expected',
        ),
        (wrapped, 'an answer of _async_search, expected the object under its key "response" alone'),
    ):
        with pytest.raises(InputError) as caught:
            read_runs(put("bad.json", whole))
        assert says in str(caught.value)
        assert "1 problem" in str(caught.value)


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
    assert "new/shoe.json is a run by itself (trec), beside files of search-response, which are one run" in told


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
    # 1 of 4 queries scores; over cap, hat and shoe it is 1/3, and old scores 1 on all of them
    assert "\tsock\teach counts 0: P@1 0.2500; over the 3 answered, 0.3333, and there old has 1.0000\t" in out
    assert "\tnew: 1 labelled query answered with 0 hits\that\tit counts 0; there old has 1.0000 by P@1\t" in out


def test_a_run_is_flagged_for_queries_that_it_leaves_out_and_not_for_0_hits(put, capsys):
    """By hand: of four queries the run leaves out one, and answers one with 0 hits."""
    put("labels.json", {query: {"d1": 1} for query in ("cap", "hat", "shoe", "sock")})
    put("old.json", {query: {"d1": 1.5} for query in ("cap", "hat", "shoe", "sock")})
    answers = {"cap": response(("d1", 1.5)), "hat": response(), "shoe": response(("d1", 1.5))}
    put("new.json", answers)
    assert main(["check", "labels.json", "old.json", "new.json", "--format", "json"]) == 0
    sections = json.loads(capsys.readouterr().out)["sections"]
    tables = {item["name"]: item for section in sections for item in section["body"] if "columns" in item}
    columns = {name: {c["name"]: c["values"] for c in tables[name]["columns"]} for name in ("runs", "not-comparable")}
    assert columns["runs"]["answered"] == [4, 3]
    said = [why for why in columns["not-comparable"]["why"] if "queries" in why]
    assert said == ["leaves out 1 of 4 labelled queries: it counts 0"]
    put("new.json", {**answers, "sock": response()})
    assert main(["check", "labels.json", "old.json", "new.json"]) == 0
    assert "leaves out" not in capsys.readouterr().out


def test_0_hits_where_no_other_run_scores_are_a_note(put, capsys):
    put("labels.json", {"hat": {"d1": 1}, "shoe": {"d2": 1}})
    put("old.json", {"hat": {"d1": 1.5}, "shoe": {"d9": 1.5}})
    put("new.json", {"hat": response(("d1", 2.5)), "shoe": response()})
    assert main(["check", "labels.json", "old.json", "new.json"]) == 0
    assert "note\tno-hits\tnew: 1 labelled query answered with 0 hits\tshoe\tit counts 0\t" in capsys.readouterr().out


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


def test_hits_of_which_some_have_no_score_are_refused(put):
    hits = [{"hit": {"_id": "a", "_score": 1.0}}, {"hit": {"_id": "b"}}]
    with pytest.raises(InputError, match="no score, but other hits of the query have one"):
        read_runs(put("f", {"details": {"q": {"hits": hits}}}))


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
    assert "queries=qrels counts 0 there" in " ".join(capsys.readouterr().err.split())
    assert main(["compare", *files, "--queries", "qrels", "--expect", "new > old"]) in (1, 4)

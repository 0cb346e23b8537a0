"""What is written for Elasticsearch's and OpenSearch's _rank_eval is a body that it takes, and is read again."""

from __future__ import annotations

import json

import pytest

import irassay
from irassay.cli.main import main
from irassay.formats import read_qrels
from irassay.formats.loss_warnings import LossWarning

LABELS = {"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1}}


def accepted(text):
    """Index, id and grade by query, and what is searched for, as the reference of the ranking evaluation API asks.

    A spec has requests and a metric; a request has an id, ratings, and either a search or the id of a template with its
    parameters; a rating has an index, an id and a whole number; a template has an id and a script.
    """
    body = json.loads(text)
    assert set(body) == {"requests", "templates", "metric"}
    (metric,) = body["metric"]
    assert metric in {"precision", "recall", "mean_reciprocal_rank", "dcg", "expected_reciprocal_rank"}
    templates = {one["id"]: one["template"]["inline"] for one in body["templates"]}
    ratings, searches = {}, {}
    for request in body["requests"]:
        assert set(request) == {"id", "template_id", "params", "ratings"}
        search = json.dumps(templates[request["template_id"]])
        for name, value in request["params"].items():
            search = search.replace("{{" + name + "}}", json.dumps(value)[1:-1])
        searches[request["id"]] = json.loads(search)
        for rating in request["ratings"]:
            assert set(rating) == {"_index", "_id", "rating"}
            assert isinstance(rating["rating"], int)
            ratings.setdefault(request["id"], {})[rating["_index"], rating["_id"]] = rating["rating"]
    return ratings, searches


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    irassay.write_qrels(irassay.Qrels.from_dict(LABELS), "qrels.txt")
    (tmp_path / "queries.tsv").write_text('q1\tred "shoes"\nq2\ta hat\n')
    return tmp_path


def test_a_body_names_the_index_and_searches_for_the_texts(folder, capsys):
    words = ["convert", "qrels.txt", "--to", "elasticsearch", "--index", "shop", "--query-texts", "queries.tsv"]
    assert main([*words, "-o", "body.json"]) == 0
    ratings, searches = accepted((folder / "body.json").read_text())
    assert ratings == {q: {("shop", d): g for d, g in docs.items()} for q, docs in LABELS.items()}
    assert searches["q1"] == {"query": {"multi_match": {"query": 'red "shoes"'}}}
    again = read_qrels("body.json")
    assert {query: dict(again.grades(query)) for query in again.queries} == LABELS
    assert "warning" not in capsys.readouterr().err


def test_without_texts_the_ids_are_searched_for_as_quepid_has_them(folder):
    qrels = irassay.Qrels.from_dict({"red shoes": {"d1": 1}})
    irassay.write_qrels(qrels, "body.json", output_format="elasticsearch", index="shop")
    assert accepted((folder / "body.json").read_text())[1]["red shoes"]["query"]["multi_match"]["query"] == "red shoes"


def test_without_an_index_it_says_what_is_missing(folder, capsys):
    assert main(["convert", "qrels.txt", "--to", "elasticsearch", "-o", "body.json"]) == 0
    assert "--index NAME says which it is" in " ".join(capsys.readouterr().err.split())
    with pytest.warns(LossWarning, match="the ratings name no index"):
        irassay.write_qrels(irassay.Qrels.from_dict(LABELS), "b.json", output_format="elasticsearch")


@pytest.mark.parametrize("option", [["--index", "shop"], ["--query-texts", "queries.tsv"]])
def test_elsewhere_they_have_no_effect(folder, capsys, option):
    assert main(["convert", "qrels.txt", "--to", "json", *option]) == 2
    assert f"{option[0]} has no effect in json" in capsys.readouterr().err

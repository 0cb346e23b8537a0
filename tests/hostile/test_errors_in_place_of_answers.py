"""What stands in a file in place of an answer: the error of a search engine, or of a server in front of it."""

import pytest

from irassay.cli.main import main
from irassay.formats import read_runs
from tests.search_answers_by_hand import response


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

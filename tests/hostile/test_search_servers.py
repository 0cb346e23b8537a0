"""OpenSearch and Elasticsearch as engines: planted lists come whole, and a fault is an error, never a short list."""

from __future__ import annotations

import json
import time

import pytest

from irassay.cli.main import main
from irassay.errors import InputError, MissingLibrary, UsageError
from irassay.search import open_index
from irassay.search.engines import search_server
from tests.search_server_by_hand import Planted, serve

LONG = "word " * 3000
TEXTS = {"d1": "red fox", "d2": "blue\ndog", "d3": LONG.strip(), "d4": "red dog", "é5": "bird"}
SCORES = {
    "red": [("d1", 2.5), ("d4", 1.5), ("d2", 1.5)],
    "blue\ndog": [("d2", 7.25), ("d4", 1e-7)],
    LONG.strip(): [("d3", 9.0)],
    "bird": [("é5", 1.25)],
}
QUERIES = {"q1": "red", "q2": "bird", "q3": "nothing"}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(search_server, "FIRST_WAIT", 0.001)
    for kind in ("OPENSEARCH", "ELASTICSEARCH"):
        for name in ("USER", "PASSWORD", "API_KEY"):
            monkeypatch.delenv(f"{kind}_{name}", raising=False)
    with serve(Planted(TEXTS, SCORES)) as planted:
        yield planted


def at(server, kind="opensearch", name="passages", query="field=text"):
    return f"{kind}:{server.address}/{name}?{query}"


def lists(runs):
    name = runs.systems[0]
    return {query: (runs.ranking(name, query), list(runs.core.scores(name, query))) for query in runs.queries}


def test_lists_are_those_that_the_server_gives(server):
    index = open_index(at(server))
    runs = index.search(QUERIES, depth=10)
    assert runs.systems == ("passages",)
    assert lists(runs) == {"q1": (["d1", "d4", "d2"], [2.5, 1.5, 1.5]), "q2": (["é5"], [1.25])}
    assert lists(index.search({"q": "red"}, depth=2)) == {"q": (["d1", "d4"], [2.5, 1.5])}
    assert lists(index.search_passages({"a": "d2"})) == {"a": (["d2", "d4"], [7.25, 1e-7])}
    assert index.has(["d1", "d9"]) == {"d1"}


def test_a_whole_passage_is_a_match_query_however_long(server):
    open_index(at(server)).search_passages({"a": "d3"})
    (_, body) = server.requests[-1][2][0]
    assert body["query"] == {"match": {"text": {"query": LONG.strip()}}}
    assert "more_like_this" not in json.dumps([one for _, _, searches in server.requests for one in searches])


def test_queries_go_in_batches_and_no_part_of_a_list_is_asked_for(server):
    queries = {f"q{i}": "red" for i in range(100)}
    assert len(open_index(at(server)).search(queries).queries) == 100
    sizes = [len(searches) for path, _, searches in server.requests if path.endswith("_msearch")]
    assert sizes == [32, 32, 32, 4]
    headers = {json.dumps(header) for _, _, searches in server.requests for header, _ in searches}
    assert headers == {'{"allow_partial_search_results": false}'}


def test_ids_of_a_field_cut_equal_scores_as_everywhere(server):
    """At depth 2 the highest id of the two at 1.5 stays, which is not the one that the engine has first."""
    server.scores = {"red": [("d1", 2.5), ("d2", 1.5), ("d4", 1.5)]}
    index = open_index(at(server, query="field=text&id=docno"))
    assert lists(index.search({"q": "red"}, depth=2)) == {"q": (["d1", "d4"], [2.5, 1.5])}
    assert index.has(["d1", "internal-d1"]) == {"d1"}
    server.scores = SCORES
    assert lists(index.search_passages({"a": "é5"})) == {"a": (["é5"], [1.25])}


def test_the_engine_and_its_version_are_known_where_it_tells(server):
    origin = open_index(at(server)).origin
    assert origin.to_dict() == {
        "engine": "OpenSearch",
        "address": server.address,
        "index": "passages",
        "version": "2.19.1",
    }
    server.root = {"version": {"number": "8.17.0"}}
    assert str(open_index(at(server)).origin) == f"Elasticsearch 8.17.0, {server.address}"
    server.root = (403, {}, b"{}")
    assert str(open_index(at(server, kind="elasticsearch")).origin) == f"Elasticsearch, {server.address}"


def test_credentials_come_from_the_environment_and_stand_nowhere(server, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("OPENSEARCH_USER", "ann")
    monkeypatch.setenv("OPENSEARCH_PASSWORD", "s3cret-word")
    (tmp_path / "queries.tsv").write_text("q1\tred\n")
    (tmp_path / "qrels.txt").write_text("q1 0 d1 1\n")
    monkeypatch.setitem(SCORES, "red fox", [("d1", 3.0), ("d4", 1.0)])
    assert main(["search", at(server), str(tmp_path / "queries.tsv"), "-o", str(tmp_path / "run")]) == 0
    more = str(tmp_path / "more")
    assert main(["extrapolate", str(tmp_path / "qrels.txt"), at(server), "--deemed", "1", "-o", more]) == 0
    assert {headers.get("Authorization") for _, headers, _ in server.requests} == {"Basic YW5uOnMzY3JldC13b3Jk"}
    saved = json.loads((tmp_path / "more" / "provenance.json").read_text())
    assert saved["engines"]["passages"]["version"] == "2.19.1"
    server.fault = lambda n, answer: (401, {}, b'{"error": "unauthorised"}')
    assert main(["search", at(server), str(tmp_path / "queries.tsv")]) == 3
    told = capsys.readouterr()
    assert "set OPENSEARCH_USER and OPENSEARCH_PASSWORD" in told.err
    written = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert not any("s3cret" in text or "YW5u" in text for text in (*written, told.out, told.err))
    monkeypatch.setenv("ELASTICSEARCH_API_KEY", "k3y")
    open_index(at(server, kind="elasticsearch"))
    assert server.requests[-1][1]["Authorization"] == "ApiKey k3y"


def test_credentials_that_dont_belong_together_are_refused(server, monkeypatch):
    monkeypatch.setenv("OPENSEARCH_USER", "ann")
    with pytest.raises(UsageError, match="OPENSEARCH_USER and OPENSEARCH_PASSWORD belong together"):
        open_index(at(server))
    monkeypatch.setenv("OPENSEARCH_API_KEY", "k3y")
    with pytest.raises(UsageError, match="both set"):
        open_index(at(server))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("opensearch:http://ann:s3cret@127.0.0.1:1/p?field=text", "holds a password.*set OPENSEARCH_USER"),
        ("opensearch:http://ann@127.0.0.1:1/p?field=text", "names a user"),
        ("opensearch:http://127.0.0.1:1/p?field=text&password=s3cret", "holds a password"),
        ("opensearch:http://127.0.0.1:x/p?field=text", "is no URL"),
        ("opensearch:ftp://127.0.0.1/p?field=text", "expected opensearch:http or https"),
        ("opensearch:127.0.0.1/p?field=text", "expected opensearch:http or https"),
        ("opensearch:http://127.0.0.1:1/?field=text", "names no index"),
        ("opensearch:http://127.0.0.1:1/p", "names no field to search in"),
        ("opensearch:http://127.0.0.1:1/p?field=a&field=b", "has field= twice"),
        ("opensearch:http://127.0.0.1:1/p?text=a", "expected one of field, id"),
    ],
)
def test_an_address_that_cant_be_asked_is_refused_without_its_secrets(address, words):
    with pytest.raises(UsageError, match=words) as error:
        open_index(address)
    assert "s3cret" not in str(error.value)


def test_what_the_index_lacks_is_said_before_any_search(server):
    for where, words in (
        (at(server, name="absent"), 'there is no index "absent" .*index_not_found_exception'),
        (at(server, query="field=body"), 'index "passages" has no field "body"'),
        (at(server, query="field=title"), 'field "title" is of type keyword, expected text'),
        (at(server, query="field=text&id=label"), 'field "label" is of type text, expected a keyword'),
        (at(server, query="field=text&id=number"), 'has no field "number"'),
    ):
        with pytest.raises(InputError, match=words):
            open_index(where)
    with pytest.raises(InputError, match=r'1 of 2 passages is not in .*such as "d9"'):
        open_index(at(server)).search_passages({"a": "d9", "b": "d1"})
    assert server.n_searches == 1  # that for the texts


def altered(**changes):
    """A fault of the second response: these values in place of its own."""

    def fault(n, answer):
        second = answer["responses"][1]
        answer["responses"][1] = {name: value for name, value in (second | changes).items() if value is not Ellipsis}
        return answer

    return fault


def hits(*found, total=None):
    return {"hits": {"total": {"value": len(found) if total is None else total, "relation": "eq"}, "hits": list(found)}}


def failed(kind, reason, status):
    cause = {"type": kind, "reason": reason}
    error = {"root_cause": [cause], "type": "search_phase_execution_exception", "reason": "all shards failed"}
    return lambda n, answer: {
        "responses": [answer["responses"][0], {"error": error, "status": status}, *answer["responses"][2:]]
    }


def sent(status, data, **headers):
    return lambda n, answer: (status, {name.replace("_", "-"): value for name, value in headers.items()}, data)


HIT = {"_id": "d1", "_score": 1.0}
CLAUSES = "Query contains too many nested clauses; maxClauseCount is set to 1024"
SHARDS = {"total": 5, "successful": 3, "failed": 2, "failures": [{"reason": {"type": "oom", "reason": "no memory"}}]}
FAULTS = {
    "timed out": (altered(timed_out=True), r'query "q2": the search timed out in the engine.*raise its own time-out'),
    "ended early": (altered(terminated_early=True), 'query "q2": the search ended early'),
    "failed shards": (altered(_shards=SHARDS), r'query "q2": 2 of 5 shards failed \("oom: no memory"\)'),
    "silent shards": (altered(_shards={"total": 5, "successful": 4, "failed": 0}), "1 of 5 shards failed, and hits"),
    "no shards": (altered(_shards=...), 'query "q2": an answer that can\'t be read, it has no _shards'),
    "odd shards": (altered(_shards={"total": "2"}), "its _shards are no numbers"),
    "clause limit": (
        failed("too_many_nested_clauses", CLAUSES, 400),
        r'"q2" has more words than .*raise indices.query',
    ),
    "item error": (
        failed("parse_error", "bad", 400),
        r'"q2": a search engine\'s error .*\(status 400, "parse_error: bad"',
    ),
    "item without reason": (altered(error={}, status=500), r"status 500, without a reason"),
    "fewer hits than the total": (altered(**hits(HIT, total=4)), 'query "q2": 1 hits, expected 4'),
    "more hits than asked for": (
        altered(**hits(*[{"_id": f"d{i}", "_score": 1} for i in range(9)])),
        "9 hits, expected 5",
    ),
    "no hits": (altered(hits=...), "it has no list of hits"),
    "hits that are none": (altered(**hits("d1")), "it has no list of hits"),
    "no total": (altered(hits={"hits": [HIT]}), "it has no total"),
    "twice": (altered(**hits(HIT, HIT)), 'query "q2": document "d1" twice'),
    "no id": (altered(**hits({"_score": 1.0})), "has no single _id"),
    "no score": (altered(**hits(HIT | {"_score": None})), 'document "d1" has the score "None"'),
    "NaN": (altered(**hits(HIT | {"_score": float("nan")})), "the answer is no JSON .NaN is no number of JSON"),
    "huge": (
        sent(
            200,
            b'{"responses": [{"took": 1, "timed_out": false, "_shards": {"total": 1, "failed": 0}, "hits": '
            b'{"total": 1, "hits": [{"_id": "d1", "_score": 1e999}]}}, 1, 2]}',
        ),
        'has the score "inf"',
    ),
    "no object": (lambda n, answer: {"responses": [*answer["responses"][:1], None, 3]}, '"q2": .*it is nothing'),
    "fewer responses": (lambda n, answer: {"responses": answer["responses"][:2]}, "2 responses to 3 queries"),
    "no responses": (lambda n, answer: {"took": 1}, "no list of responses"),
    "a list": (lambda n, answer: [1], "no list of responses"),
    "no JSON": (sent(200, b"<html>hello"), "the answer is no JSON .*expected OpenSearch or Elasticsearch there"),
    "cut-off JSON": (sent(200, b'{"responses": [{"hi'), "the answer is no JSON"),
    "cut-off body": (sent(200, b'{"resp', Content_Length="5000"), "the answer was cut off"),
    "cut-off pieces": (
        sent(200, b"5\r\nabc", Transfer_Encoding="chunked", Content_Length=""),
        "cut off|can't be asked",
    ),
    "hung up": (lambda n, answer: None, 'query "q1" to query "q3": the answer was cut off'),
    "deep": (sent(200, b"[" * 200_000), "the answer is no JSON"),
    "status 500": (sent(500, b"oh"), r"refused \(status 500\)"),
    "status 413": (sent(413, b'{"error": {"type": "too_large", "reason": "x"}}'), r'status 413, "too_large: x"'),
    "status 403": (sent(403, b"{}"), "lets nobody in .*OPENSEARCH_API_KEY"),
    "elsewhere": (sent(302, b"", Location="http://127.0.0.1:1/"), r"refused \(status 302\)"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_an_error_that_says_which_and_never_a_short_list(server, name):
    index = open_index(at(server))
    server.fault, words = FAULTS[name]
    with pytest.raises(InputError, match=words):
        index.search(QUERIES, depth=5)
    assert server.n_searches == 1


def test_a_server_that_is_busy_is_asked_again_for_what_it_turned_away(server):
    def fault(n, answer):
        if n == 1:
            return 429, {"Retry-After": "0"}, b""
        if n == 2:
            return 503, {}, b"{}"
        if n == 3:
            answer["responses"][1] = {"error": {"type": "es_rejected_execution_exception"}, "status": 429}
        return answer

    index = open_index(at(server))
    server.fault = fault
    assert set(lists(index.search(QUERIES))) == {"q1", "q2"}
    assert [len(searches) for path, _, searches in server.requests if path.endswith("_msearch")] == [3, 3, 3, 1]


@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_stays_busy_is_an_error_after_a_bounded_number_of_tries(server, status):
    index = open_index(at(server))
    server.fault = sent(status, b'{"error": {"type": "rejected", "reason": "queue is full"}}')
    with pytest.raises(InputError, match=rf'no answer after 6 tries \(status {status}, "rejected: queue is full"\)'):
        index.search(QUERIES)
    assert server.n_searches == 6


def test_waits_grow_and_follow_the_server_within_bounds(monkeypatch):
    waits = []
    monkeypatch.setattr(search_server.time, "sleep", waits.append)
    patience = search_server.Patience()
    assert [patience.wait(asked) for asked in (0, 0, 7, 1e9, 0, 0)] == [True] * 5 + [False]
    assert waits == [0.5, 1.0, 7, 60.0, 8.0]


def test_a_server_that_is_late_or_drips_is_an_error_in_time(server):
    def late(n, answer):
        time.sleep(2.0)
        return answer

    index = open_index(at(server), timeout=0.3)
    server.fault = late
    start = time.monotonic()
    with pytest.raises(InputError, match=r"no whole answer within 0.3 seconds: raise --timeout"):
        index.search(QUERIES)
    server.fault = sent(200, [b" "] * 40, Content_Length="40")
    with pytest.raises(InputError, match=r"no whole answer within 0.3 seconds"):
        index.search(QUERIES)
    assert time.monotonic() - start < 1.9


def test_an_answer_without_end_is_cut_at_a_bound(server, monkeypatch):
    index = open_index(at(server))
    monkeypatch.setattr(search_server, "MOST_BYTES", 100_000)
    server.fault = sent(200, b" " * 1_000_000)
    with pytest.raises(InputError, match="more than 100,000 bytes"):
        index.search(QUERIES)


def test_two_documents_of_one_id_and_a_passage_without_text_are_errors(server):
    index = open_index(at(server))
    server.fault = lambda n, answer: {"responses": [answer["responses"][0] | hits(HIT, HIT)]}
    with pytest.raises(InputError, match="two documents have the id"):
        index.has(["d1", "d2"])
    server.fault = lambda n, answer: {"responses": [answer["responses"][0] | hits(HIT | {"_source": {}})]}
    with pytest.raises(InputError, match='passage "d1" has no text "text" in its _source'):
        index.search_passages({"a": "d1"})


def test_a_server_that_isnt_there_and_one_without_trusted_certificate_are_errors(server):
    with pytest.raises(InputError, match=r"can't be reached .*expected a server that runs at this address"):
        open_index("opensearch:http://127.0.0.1:9/p?field=text")
    with pytest.raises(InputError, match="no safe connection"):
        open_index(at(server).replace("http:", "https:"))


def test_the_client_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "urllib3", None)
    with pytest.raises(MissingLibrary, match=r'pip install "irassay\[engines\]"'):
        open_index("opensearch:http://127.0.0.1:9/p?field=text")

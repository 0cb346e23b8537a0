"""Nobody without a token gets data, nothing that is sent makes the server fail, and nobody shuts others out."""

from __future__ import annotations

import http.client
import json
import socket
import sqlite3
import sys
from pathlib import Path

import psutil
import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, run, serve

from irassay.judging.web.sessions import FAILED, SIGN_INS

SECRET = "the text that nobody may read without a token"
HOSTILE = {
    "markup": "<script>document.title='harm'</script><img src=x onerror=alert(1)>{{7*7}}",
    "direction": "safe \u202egnp.exe\u202c \u2067x",
    "long": "x" * 1_000_000,
    "quiet": SECRET,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    at = tmp_path_factory.mktemp("campaign")
    (at / "tasks.tsv").write_text("query\tdoc\n" + "".join(f"q\t{doc}\n" for doc in HOSTILE))
    (at / "queries.tsv").write_text("q\twhat is safe </title><script>\n")
    (at / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in HOSTILE.items()), encoding="utf-8")
    return at


@pytest.fixture(scope="module")
def served(folder):
    words = ("tasks.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "--order", "rank", "--overlap", 9)
    with serve("a.campaign", *words, cwd=folder) as server:
        yield server


def token_of(folder, name, role="assessor"):
    return run("invite", "a.campaign", name, "--role", role, cwd=folder).strip().split("/in/")[1]


def send(served, method, path, body=b"", **headers):
    """One request as it is given, path and headers untouched: the status, the headers, the body."""
    connection = http.client.HTTPConnection(served.origin.removeprefix("http://"), timeout=30)
    connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in {"Content-Length": str(len(body)), **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders(body)
    answer = connection.getresponse()
    out = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return out


def bearer(token):
    return {"Authorization": f"Bearer {token}", "Content_Type": "application/json"}


@pytest.mark.parametrize(
    "token", ["forged", "", "A" * 32, "a" * 5000, "%00", "' OR 1=1 --", "é".encode().decode("latin-1"), "x y"]
)
def test_a_forged_token_reads_nothing(served, token):
    for method, path in (
        ("POST", "/tasks"),
        ("GET", "/guideline/1"),
        ("GET", "/campaign"),
        ("PUT", "/answers/abcdefgh"),
    ):
        status, _, body = send(served, method, path, b"{}", **bearer(token))
        assert status in (401, 403, 422, 429)
        assert SECRET.encode() not in body
    assert send(served, "GET", "/in/" + token.replace(" ", "%20").encode("latin-1").hex())[0] in (404, 429)


def test_a_revoked_link_is_dead_at_once_and_says_the_same_as_a_forged_one(tmp_path, folder):
    with serve("b.campaign", "tasks.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", cwd=folder) as own:
        link = run("invite", "b.campaign", "Ann", cwd=folder).strip().split("\t")[2]
        token = link.split("/in/")[1]
        assert own.tasks(token=token)["state"] == "working"
        run("invite", "b.campaign", "--revoke", "Ann", cwd=folder)
        assert own.ask("POST", "/tasks", {}, token)[0] == 401
        assert send(own, "GET", f"/in/{token}")[2] == send(own, "GET", "/in/forged")[2]


def test_an_answer_under_another_persons_key_is_not_counted(served, folder):
    ann, ben = token_of(folder, "Ann"), token_of(folder, "Ben")
    task = served.tasks(token=ann)["tasks"][0]
    assert served.answer(task, "Related", token=ben)[0] == 410
    assert served.answer(task, "Related", token=ann)[0] == 201
    assert served.answer(task, "Related", token=ben)[0] == 409
    [other] = [one for one in served.tasks(n=20, token=ben)["tasks"] if one["task"] == task["task"]]
    assert served.answer(other, "Related", token=ben, replaces=task["key"])[0] == 422


def test_what_an_assessor_may_not_see_is_refused(served, folder):
    ann = token_of(folder, "Ann")
    assert served.ask("GET", "/campaign", token=ann)[0] == 403


TRICKS = (
    *("/pages/../app.py", "/pages/%2e%2e/app.py", "/pages/..%2fapp.py", "/pages/%2e%2e%2fapp.py", "/pages/..\\app.py"),
    *("/pages//etc/passwd", "/pages/judge.html", "/pages/judge.css%00.svg", "/../../etc/passwd", "/pages/.css"),
    *("/pages/", "/static/x", "/.git/config", "/docs", "/redoc", "/in/", "/in/../campaign", "//campaign"),
)


@pytest.mark.parametrize("path", TRICKS)
def test_path_tricks_find_nothing(served, path):
    status, _, body = send(served, "GET", path)
    assert status in (401, 403, 404)
    assert b"import" not in body
    assert b"root:" not in body


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "127.0.0.1", "", "127.0.0.1:8765@elsewhere.example", "é.example"]
)
def test_a_foreign_host_is_refused(served, host):
    status, _, body = send(served, "GET", "/", Host=host.encode("latin-1"))
    assert status in (400, 421)
    assert b"irassay" not in body


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "", "http://127.0.0.1", None])
def test_a_cookie_alone_changes_nothing(served, origin):
    headers = {"Cookie": f"irassay_judging={served.token}", "Content_Type": "application/json"}
    headers |= {} if origin is None else {"Origin": origin}
    assert send(served, "POST", "/tasks", b"{}", **headers)[0] == 403
    assert send(served, "POST", "/tasks", b"{}", **{**headers, "Origin": served.origin})[0] == 200


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "PROPFIND", "PUT", "get"])
@pytest.mark.parametrize("path", ["/tasks", "/answers/abcdefgh", "/campaign", "/", "/health"])
def test_odd_methods_are_refused_and_change_nothing(served, method, path):
    before = served.ask("GET", "/campaign")[1]
    status, _, _ = send(served, method, path, **bearer(served.token))
    assert status in (400, 405, 415, 422)
    assert served.ask("GET", "/campaign")[1] == before


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/xml", ""]
)
def test_a_body_of_another_type_is_no_answer(served, kind):
    headers = {**bearer(served.token), "Content_Type": kind}
    task = served.tasks()["tasks"][0]
    body = json.dumps({"task": task["task"], "answer": "Related"}).encode()
    assert send(served, "PUT", f"/answers/{task['key']}", body, **headers)[0] in (400, 415, 422)


ODD_BODIES = {
    "deep": b'{"layout":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep note": b'{"task":"abc","answer":"Related","layout":{"a":' + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}}",
    "NUL in an answer": b'{"task":"abc","answer":"Rel\\u0000ated"}',
    "NUL in a task": b'{"task":"a\\u0000bc","answer":"Related"}',
    "half a character": b'{"task":"abc","answer":"Related","note":"\\ud800"}',
    "half a character in a name": b'{"task":"abc","answer":"Related","layout":{"\\ud800":1}}',
    "half a character as a name": b'{"task":"abc","answer":"Related","\\ud800":1}',
    "not UTF-8": b'{"task":"abc","answer":"\xff"}',
    "no JSON": b"{",
    "empty": b"",
    "NaN": b'{"task":"abc","answer":"Related","share_seen":NaN}',
    "infinite": b'{"task":"abc","answer":"Related","layout":{"a":1e999}}',
    "a huge number": b'{"task":"abc","answer":"Related","ms_active":' + b"9" * 5000 + b"}",
    "a list": b"[]",
    "null": b"null",
}


@pytest.mark.parametrize("name", ODD_BODIES)
def test_an_odd_body_is_refused_without_harm(served, name):
    n = served.ask("GET", "/campaign")[1]["answered"]
    task = served.tasks(token=served.token)["tasks"][0]
    body = ODD_BODIES[name].replace(b'"abc"', json.dumps(task["task"]).encode())
    status, _, said = send(served, "PUT", f"/answers/{task['key']}", body, **bearer(served.token))
    assert status in (400, 422), said
    assert json.loads(said)["detail"]
    assert served.ask("GET", "/campaign")[1]["answered"] == n


def test_a_note_with_nul_is_kept_as_it_was_sent(served, folder):
    token = token_of(folder, "Cai")
    task = served.tasks(token=token)["tasks"][0]
    assert served.answer(task, "Related", token=token, note="a\x00b\u202e")[0] == 201
    log = run("labels", "a.campaign", "--to", "log", cwd=folder).splitlines()
    assert json.loads(log[-2])["body"]["note"] == "a\x00b\u202e"


def test_requests_without_a_length_or_too_large_are_refused(served):
    headers = bearer(served.token)
    for length, status in (("1048577", 413), ("9" * 5000, 413), ("0" * 30 + "9", 413), ("-1", 400), ("x", 400)):
        got = send(served, "POST", "/tasks", **{**headers, "Content_Length": length})[0]
        assert got in (status, 400)
    chunked = {key: value for key, value in headers.items() if key != "Content_Length"}
    with socket.create_connection(("127.0.0.1", int(served.origin.rsplit(":", 1)[1])), timeout=30) as raw:
        host = served.origin.removeprefix("http://")
        raw.sendall(f"POST /tasks HTTP/1.1\r\nHost: {host}\r\nAuthorization: {chunked['Authorization']}\r\n"
                    "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n".encode())  # fmt: skip
        assert raw.recv(100).startswith(b"HTTP/1.1 413")


def test_every_answer_has_a_policy_without_inline_script_and_no_page_has_any(served):
    for path in ("/", "/in/forged", "/pages/judge.js", "/health", "/campaign", "/nothing"):
        _, headers, body = send(served, "GET", path, Accept="text/html")
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        if headers["content-type"].startswith("text/html"):
            assert b" style=" not in body
            assert b" onclick" not in body
            assert body.count(b"<script") == body.count(b'<script type="module" src=')


def test_the_database_has_no_token_only_its_hash(served, folder):
    token = token_of(folder, "Dee")
    served.tasks(token=token)
    dump = "\n".join(sqlite3.connect(folder / "a.campaign").iterdump())
    bytes_of_files = b"".join(path.read_bytes() for path in folder.glob("a.campaign*"))
    for one in (token, served.token):
        assert one not in dump
        assert one.encode() not in bytes_of_files


def test_failed_tokens_are_limited_and_a_valid_one_never_is(folder):
    with serve("c.campaign", "tasks.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", cwd=folder) as own:
        statuses = [own.ask("POST", "/tasks", {}, f"forged{i}")[0] for i in range(FAILED + 5)]
        assert statuses == [401] * FAILED + [429] * 5
        status, headers, _ = send(own, "GET", "/in/forged")
        assert (status, 1 <= int(headers["retry-after"]) <= 60) == (429, True)
        assert {own.ask("POST", "/tasks", {})[0] for _ in range(100)} == {200}
        statuses = [send(own, "GET", f"/in/{own.token}")[0] for _ in range(SIGN_INS + 1)]
        assert statuses == [303] * SIGN_INS + [429], "one person's link, opened again and again"
        link = run("invite", "c.campaign", "Ann", cwd=folder).strip().split("/in/")[1]
        assert send(own, "GET", f"/in/{link}")[0] == 303, "another person's link opens all the same"
        assert own.ask("POST", "/tasks", {})[0] == 200


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--listen", "0.0.0.0:0"], "others reach"),
        (["--listen", "0.0.0.0:0", "--origin", "http://127.0.0.1:9"], "others reach"),
        (["--listen", "0.0.0.0:0", "--origin", "http://judge.example.org"], "expected --origin https://HOST"),
        (["--origin", "https://judge.example.org/path"], "expected --origin https://HOST"),
        (["--origin", "https://a:b@judge.example.org"], "expected --origin https://HOST"),
        (["--origin", "https://judge.example.org:x"], "expected --origin https://HOST"),
        (["--origin", "javascript:alert(1)"], "expected --origin https://HOST"),
    ],
)
def test_another_address_than_loopback_needs_an_origin_that_encrypts(folder, words, said):
    texts = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    done = ran("judge", "d.campaign", "tasks.tsv", *texts, *words, cwd=folder)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (folder / "d.campaign").exists()


def test_behind_a_proxy_the_cookie_is_secure_and_only_its_host_is_served(folder):
    words = (
        "tasks.tsv",
        "--query-texts",
        "queries.tsv",
        "--doc-texts",
        "docs.tsv",
        "--origin",
        "https://Judge.example",
    )
    with serve("e.campaign", *words, cwd=folder) as own:
        assert own.origin == "https://judge.example"
        [listening] = psutil.Process(own.process.pid).net_connections("tcp")
        here = f"127.0.0.1:{listening.laddr.port}"
        own.origin = f"http://{here}"
        assert send(own, "GET", "/health")[0] == 421, "the machine's own name is not served"
        status, headers, _ = send(own, "GET", f"/in/{own.token}", Host="judge.example")
        assert status == 303
        assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(headers["set-cookie"].split("; "))
        forged = {"Host": "judge.example", **bearer("forged")}
        for i in range(FAILED + 1):  # each from a place of its own, as the proxy says
            assert send(own, "POST", "/tasks", b"{}", **forged, X_Forwarded_For=f"192.0.2.{i}")[0] == 401

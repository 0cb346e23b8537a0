"""The whole way: runs -> pool -> judge -> labels -> report, on invented texts, with a server of its own."""

from __future__ import annotations

import json
import signal
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from people_in_chromium import press
from served_by_hand import ran, run, serve, started

from tests.judging_by_hand import DOCS, QUERIES


@pytest.fixture
def files(tmp_path):
    """Two runs and the texts, as files."""
    runs = {"alpha": [("q1", "d1 d2"), ("q2", "d3 d1")], "beta": [("q1", "d2 d3"), ("q2", "d1 d3")]}
    for name, lists in runs.items():
        lines = [
            f"{query} Q0 {doc} {i} {10 - i} {name}\n"
            for query, docs in lists
            for i, doc in enumerate(docs.split(), start=1)
        ]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    (tmp_path / "queries.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in QUERIES.items()))
    (tmp_path / "docs.tsv").write_text("".join(f"{key}\t{text}\n" for key, text in DOCS.items()))
    run("pool", "alpha.run", "beta.run", "--depth", "2", "-o", "pool.tsv", cwd=tmp_path)
    return tmp_path


TEXTS = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
PERFECT = {"d1": "Perfectly relevant", "d2": "Related", "d3": "Irrelevant"}


def answer_all(served, name_of):
    """Answer every task, three at a time; the tasks in the order in which they came."""
    seen = []
    while (turn := served.tasks())["state"] == "working":
        for task in turn["tasks"]:
            assert served.answer(task, name_of(task))[0] == 201
            seen.append(task)
    assert turn["state"] == "done"
    return seen


def doc_of(task):
    [shown] = task["docs"]
    return next(doc for doc, text in DOCS.items() if text == shown["text"])


def test_four_commands_lead_from_runs_to_a_report(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files, begin=started) as served:
        answer_all(served, lambda task: PERFECT[doc_of(task)])
    run("labels", "a.campaign", "-o", "qrels.txt", cwd=files, begin=started)
    lines = (files / "qrels.txt").read_text().splitlines()
    labels = {(query, doc): int(grade) for query, _, doc, grade in map(str.split, lines)}
    grade = {"d1": 3, "d2": 1, "d3": 0}
    assert labels == {(query, doc): grade[doc] for query, doc in labels}
    assert len(labels) == 5, "the pool of depth 2 has three documents of q1 and two of q2"
    run("report", "qrels.txt", "alpha.run", "beta.run", "-o", "report.html", cwd=files, begin=started)
    assert "alpha" in (files / "report.html").read_text()


def test_five_passages_are_judged_by_keys_in_a_browser(files, browser):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        page = browser.new_page()
        page.goto(served.link)
        page.goto(served.origin)
        page.get_by_text("1 of 5", exact=True).wait_for()
        assert page.url == f"{served.origin}/", "the token has left the address"
        for i, key in enumerate("12341", start=1):
            press(page, key)
            deadline = time.monotonic() + 30
            while served.ask("GET", "/campaign")[1]["answered"] < i:
                assert time.monotonic() < deadline, f"answer {i} never came"
                time.sleep(0.05)
        page.close()
    lines = run("labels", "a.campaign", cwd=files).splitlines()
    assert sorted(line.split()[3] for line in lines) == ["0", "0", "1", "2", "3"]


def test_ctrl_c_ends_the_server_with_exit_code_0_and_leaves_no_lock(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files, begin=started) as served:
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(30) == 0
    assert not (files / "a.campaign.server").exists()


def test_what_was_acknowledged_survives_kill_9_and_counts_once(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files, begin=started) as served:
        task = served.tasks()["tasks"][0]
        status, receipt = served.answer(task, "Related")
        served.process.kill()
        served.process.wait()
    assert status == 201
    with serve("a.campaign", cwd=files) as again:
        assert again.ask(
            "PUT", f"/answers/{task['key']}", {"task": task["task"], "answer": "Related"}, served.token
        ) == (200, receipt)
    log = [json.loads(line) for line in run("labels", "a.campaign", "--to", "log", cwd=files).splitlines()]
    assert [entry["key"] for entry in log if entry["kind"] == "answer"] == [task["key"]]


def test_a_second_server_is_refused_and_names_the_first(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        second = ran("judge", "a.campaign", "--listen", "127.0.0.1:0", cwd=files)
        assert second.returncode == 3
        assert f"is served already, by process {served.process.pid} at {served.origin}" in second.stderr


def test_links_work_after_a_restart_and_are_printed_without_a_server(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        origin = served.origin
    name, role, link = run("invite", "a.campaign", "Ann", cwd=files).strip().split("\t")
    assert (name, role, link.split("/in/")[0]) == ("Ann", "assessor", origin)
    with serve("a.campaign", cwd=files) as again:
        assert again.tasks(token=link.split("/in/")[1])["state"] == "working"


def test_a_missing_text_leaves_nothing_behind(files):
    (files / "docs.tsv").write_text("d1\tYeast eats sugar.\n")
    done = ran("judge", "a.campaign", "pool.tsv", *TEXTS, "--listen", "127.0.0.1:0", cwd=files)
    assert done.returncode == 3
    assert '2 documents to judge without a text: "d2", "d3"' in done.stderr
    assert not [path.name for path in files.iterdir() if path.name.startswith("a.campaign")]


def test_a_page_says_nothing_of_documents_systems_or_other_people(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        status, turn = served.ask("POST", "/tasks?n=20", {})
        assert status == 200
        words = json.dumps(turn)
        assert not [word for word in ("alpha", "beta", '"d1"', '"d2"', "q1", "pool", "rank") if word in words]


def test_queries_come_whole_and_in_an_order_of_each_persons_own(files):
    rows = "".join(f"q{i}\td{j}\n" for i in range(1, 3) for j in range(1, 4))
    (files / "all.tsv").write_text("query\tdoc\n" + rows)
    with serve("a.campaign", "all.tsv", *TEXTS, "--overlap", "9", cwd=files) as served:
        orders = set()
        for i in range(8):
            token = run("invite", "a.campaign", f"person {i}", cwd=files).strip().split("/in/")[1]
            tasks = served.tasks(n=6, token=token)["tasks"]
            queries = [task["query"] for task in tasks]
            assert len(set(queries[:3])) == len(set(queries[3:])) == 1, "a query's documents come together"
            assert [task["place"] for task in tasks] == [1, 2, 3, 4, 5, 6]
            orders.add(tuple(task["task"] for task in tasks))
        assert len(orders) > 4, "eight people have several orders"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "elsewhere.example"}, 421),
        ({"Authorization": "Bearer forged"}, 401),
        ({"Authorization": "", "Cookie": "irassay_judging={token}", "Origin": "https://elsewhere.example"}, 403),
        ({"Authorization": "", "Cookie": "irassay_judging={token}"}, 403),
    ],
)
def test_requests_of_others_are_refused(files, headers, status):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        with_token = {name: value.format(token=served.token) for name, value in headers.items()}
        assert served.ask("POST", "/tasks", {}, headers=with_token)[0] == status


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"task": "0" * 16, "answer": "Related"},
        {"task": 7, "answer": "Related"},
        {"answer": "Related", "task": "x", "system": "alpha"},
        {"task": "x" * 10_000, "answer": "Related"},
    ],
)
def test_a_body_that_is_no_answer_is_refused_with_422(files, body):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        assert served.ask("PUT", "/answers/some-key-1", body)[0] == 422


def test_a_larger_body_than_allowed_is_refused(files):
    with serve("a.campaign", "pool.tsv", *TEXTS, cwd=files) as served:
        assert served.ask("PUT", "/answers/some-key-1", {"task": "x", "note": "y" * (1 << 21)})[0] == 413


@pytest.mark.parametrize(
    ("library", "words"),
    [
        ("sqlalchemy", ["labels", "a.campaign"]),
        ("fastapi", ["judge", "a.campaign"]),
        ("sqlalchemy", ["invite", "a", "b"]),
    ],
)
def test_a_verb_without_its_extra_says_what_to_install(library, words):
    import subprocess

    code = f"import sys; sys.modules['{library}'] = None; from irassay.cli.main import main; sys.exit(main({words!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f'{library} is not installed: pip install {library}, or pip install "irassay[web]"' in done.stderr

"""The owner's page: what it says is what the commands say, only owners see it, and no answer waits for it."""

from __future__ import annotations

import json
import re
import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from databases_by_hand import KINDS
from served_by_hand import ran, run, serve
from test_judging_states import NEVER
from test_security import bearer, send

from irassay import read_qrels
from irassay.judging.assessors.asking import ask
from irassay.judging.assessors.model_judges.function import FunctionJudge
from irassay.judging.store import open_campaign
from irassay.studies.overview import overview
from tests.axe_at_hand import EVERY, look

N_QUERIES = 6
DOCS = {f"d{j}": f"text {j}" for j in range(4)}


@pytest.fixture
def served(request, tmp_path, new_database):
    """A campaign with two runs, on SQLite where a test doesn't say otherwise."""
    source = new_database(getattr(request, "param", "sqlite"))
    queries = [f"q{i}" for i in range(N_QUERIES)]
    (tmp_path / "tasks.tsv").write_text("query\tdoc\n" + "".join(f"{q}\td{j}\n" for q in queries for j in range(3)))
    (tmp_path / "queries.tsv").write_text("".join(f"{q}\tquery <b>{q}</b>\n" for q in queries))
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in DOCS.items()))
    for k, name in enumerate(("alpha", "beta")):
        rows = [f"{q} Q0 d{(j + k) % 4} {j + 1} {9 - j} {name}\n" for q in queries for j in range(4)]
        (tmp_path / f"{name}.run").write_text("".join(rows))
    texts = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    with serve(source, "tasks.tsv", *texts, "--runs", "alpha.run", "beta.run", cwd=tmp_path) as server:
        server.folder, server.source = tmp_path, source
        yield server


ON_BOTH = pytest.mark.parametrize("served", KINDS, indirect=True)
ON_SQLITE, ON_POSTGRESQL = (
    pytest.mark.parametrize("served", KINDS if EVERY else [kind], indirect=True) for kind in ("sqlite", "postgresql")
)


def invite(served, name, role="assessor"):
    status, made = served.ask("POST", "/campaign/people", {"name": name, "role": role})
    assert status == 201
    return made["link"].split("/in/")[1]


def judge(served, token, n):
    for _ in range(n):
        [task] = served.tasks(n=1, token=token)["tasks"]
        grade = {"text 0": "Perfectly relevant", "text 1": "Related", "text 2": "Irrelevant"}[task["docs"][0]["text"]]
        assert served.answer(task, grade, token=token, ms_active=5000)[0] == 201


def settled(served, entries=0):
    """What the page gets once the figures have caught up with the log."""
    deadline = time.monotonic() + 30
    while True:
        now = served.ask("GET", "/campaign/now")[1]
        if now["figures"] and not now["computing"] and now["figures"]["answers"] >= entries:
            return now
        assert time.monotonic() < deadline, json.dumps(now)
        time.sleep(0.2)


def test_the_verdict_is_that_of_overview_on_the_labels_so_far(served):
    judge(served, invite(served, "Ann"), 3 * N_QUERIES)
    now = settled(served, 3 * N_QUERIES)
    (served.folder / "qrels.txt").write_text(run("labels", served.source))
    runs = [str(served.folder / name) for name in ("alpha.run", "beta.run")]
    expected = overview(read_qrels(served.folder / "qrels.txt"), runs)
    verdict = now["figures"]["verdict"]
    assert (verdict["title"], verdict["standfirst"]) == (expected.title, expected.standfirst)
    assert verdict["pairs"][0]["pair"] == "alpha – beta"
    assert now["figures"]["seconds"] == 5.0
    next_step = next(one for one in expected.findings if one.code == "answer-next")
    assert " ".join(verdict["next"]) == next_step.text
    assert len(verdict["next"]) == max(1, len(next_step.items))


def test_a_pair_that_labels_hold_back_says_how_many_documents_matter_to_it(served):
    """Oracle: the list of `irassay compare --unjudged` on the labels so far."""
    token = invite(served, "Ann")
    for _ in range(10):
        [task] = served.tasks(n=1, token=token)["tasks"]
        assert served.answer(task, "Related", token=token)[0] == 201
    [pair] = settled(served, 10)["figures"]["verdict"]["pairs"]
    assert pair["labels"] != "settled"
    (served.folder / "qrels.txt").write_text(run("labels", served.source))
    words = ("qrels.txt", "alpha.run", "beta.run", "--expect", "alpha>beta", "--unjudged", "more.tsv")
    ran("compare", *words, cwd=served.folder)
    assert len((served.folder / "more.tsv").read_text().splitlines()) - 1 == pair["unlabelled"]


def test_no_answer_waits_while_the_figures_are_computed(served):
    ann = invite(served, "Ann")
    judge(served, ann, 2)
    assert served.ask("GET", "/campaign/now")[1]["computing"]
    times = []
    for _ in range(10):
        began = time.monotonic()
        judge(served, ann, 1)
        times.append(time.monotonic() - began)
    assert max(times) < 2, "two requests, on a busy machine"


@ON_POSTGRESQL
def test_figures_are_computed_again_only_when_the_log_has_grown(served):
    judge(served, invite(served, "Ann"), 2)
    before = settled(served, 2)
    time.sleep(0.5)
    again = served.ask("GET", "/campaign/now")[1]
    assert (again["computing"], again["figures"]) == (False, before["figures"])


@ON_BOTH
def test_a_person_whom_the_owner_stops_gets_nothing_and_can_not_go_on_alone(served):
    ann = invite(served, "Ann")
    [task] = served.tasks(n=1, token=ann)["tasks"]
    [who] = [one for one in served.ask("GET", "/campaign/now")[1]["people"] if one["name"] == "Ann"]
    assert served.ask("PUT", f"/campaign/people/{who['pseudonym']}/state", {"stopped": True})[0] == 204
    assert served.tasks(token=ann)["state"] == "paused"
    assert served.ask("POST", "/pause", {"paused": False}, ann)[0] == 204
    assert served.tasks(token=ann)["state"] == "paused"
    ben = invite(served, "Ben")
    assert task["task"] in [one["task"] for one in served.tasks(n=20, token=ben)["tasks"]], "it went to another"
    assert served.ask("PUT", f"/campaign/people/{who['pseudonym']}/state", {"stopped": False})[0] == 204
    assert served.tasks(token=ann)["state"] in ("working", "waiting")


@ON_BOTH
def test_a_paused_campaign_gives_nothing_and_takes_the_answers_on_the_screens(served):
    ann = invite(served, "Ann")
    [task] = served.tasks(n=1, token=ann)["tasks"]
    assert served.ask("PUT", "/campaign/state", {"stopped": True})[0] == 204
    assert served.tasks(token=ann)["state"] == "paused"
    assert served.answer(task, "Related", token=ann)[0] == 201
    assert served.ask("PUT", "/campaign/state", {"stopped": False})[0] == 204
    assert served.tasks(token=ann)["state"] == "working"
    log = [json.loads(line) for line in run("labels", served.source, "--to", "log").splitlines()]
    pauses = [(one["assessor"], one["body"]) for one in log if one["kind"] == "pause"]
    assert pauses == [(None, {"state": "paused"}), (None, {"state": "working"})]


@ON_POSTGRESQL
def test_an_owner_adjudicates_before_seeing_what_others_said(served, browser):
    rows = [f"q{i}\td3\n" for i in range(2)]
    (served.folder / "twice.tsv").write_text("query\tdoc\n" + "".join(rows))
    served.process.terminate()
    served.process.wait(30)
    texts = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    with serve(served.source, "twice.tsv", *texts, "--overlap", "2", cwd=served.folder) as again:
        for name, grade in (("Ann", "Related"), ("Ben", "Irrelevant")):
            token = invite(again, name)
            for task in again.tasks(n=20, token=token)["tasks"]:
                if task["docs"][0]["text"] == "text 3":
                    assert again.answer(task, grade, token=token)[0] == 201
        cases = again.ask("GET", "/campaign/cases")[1]
        assert cases["waiting"] == 2
        assert "Related" not in json.dumps({**cases["first"], "options": []})
        settled(again, 4)
        tab = browser.new_page()
        tab.goto(again.link)
        tab.goto(f"{again.origin}/campaign")
        tab.get_by_role("button", name="Judge these").click(timeout=90_000)
        tab.get_by_role("button", name="Perfectly relevant").click()
        tab.get_by_text(
            re.compile("Your answer: Perfectly relevant. The others: .*(Ann Related|Ben Irrelevant)")
        ).wait_for()
        tab.get_by_role("button", name="Highly relevant").click()
        tab.get_by_text("Nothing is left to adjudicate.", exact=True).wait_for()
        tab.close()
    lines = run("labels", served.source).splitlines()
    assert sorted(line.split()[3] for line in lines if " d3 " in line) == ["2", "3"]


@ON_BOTH
def test_an_owner_revokes_links_of_others_and_not_the_own(served):
    ann = invite(served, "Ann")
    people = {one["name"]: one["pseudonym"] for one in served.ask("GET", "/campaign/now")[1]["people"]}
    assert served.ask("DELETE", f"/campaign/people/{people['Ann']}/links")[0] == 204
    assert served.ask("POST", "/tasks", {}, ann)[0] == 401
    assert served.ask("DELETE", f"/campaign/people/{people['owner']}/links")[0] == 409
    assert served.ask("DELETE", "/campaign/people/p-000000/links")[0] == 404


def test_exports_are_what_the_command_writes(served):
    judge(served, invite(served, "Ann"), 4)
    for path, words in (
        ("/campaign/qrels.txt?combine=lowest", ("--combine", "lowest")),
        ("/campaign/log.jsonl", ("--to", "log")),
        ("/campaign/qrels.txt?as_of=26", ("--as-of", "26")),
        ("/campaign/log.jsonl?as_of=26", ("--to", "log", "--as-of", "26")),
    ):
        status, headers, body = send(served, "GET", path, **bearer(served.token))
        assert status == 200
        assert headers["content-disposition"].startswith("attachment")
        assert body.decode() == run("labels", served.source, *words)


def test_an_export_of_queries_that_are_texts_is_json_as_the_command_prints_it(tmp_path):
    (tmp_path / "t.tsv").write_text("query\tdoc\tquery_text\tdoc_text\nred shoes\td1\tred shoes\ttext 1\n")
    with serve("t.campaign", "t.tsv", cwd=tmp_path) as served:
        judge(served, invite(served, "Ann"), 1)
        status, headers, body = send(served, "GET", "/campaign/qrels.txt", **bearer(served.token))
    assert (status, headers["content-disposition"]) == (200, 'attachment; filename="qrels.json"')
    assert body.decode() == run("labels", str(tmp_path / "t.campaign"))
    assert list(json.loads(body)) == ["red shoes"]


@pytest.mark.parametrize("as_of", ["9999", "yesterday", "2020-01-01"])
def test_an_export_as_of_a_moment_that_the_log_has_not_is_refused_in_words(served, as_of):
    judge(served, invite(served, "Ann"), 1)
    status, said = served.ask("GET", f"/campaign/qrels.txt?as_of={as_of}")
    assert status == 409
    assert as_of in said["detail"].replace(",", "")


def test_without_an_answer_the_labels_are_refused_in_words(served):
    status, said = served.ask("GET", "/campaign/qrels.txt")
    assert status == 409
    assert "nobody has answered" in said["detail"]


def test_an_assessor_gets_nothing_of_the_owners(served):
    ann = invite(served, "Ann")
    for method, path, body in (
        ("GET", "/campaign", None),
        ("GET", "/campaign/now", None),
        ("GET", "/campaign/qrels.txt", None),
        ("GET", "/campaign/log.jsonl", None),
        ("POST", "/campaign/people", {"name": "Eve", "role": "owner"}),
        ("PUT", "/campaign/state", {"stopped": True}),
        ("DELETE", "/campaign/people/p-000000/links", None),
    ):
        for token, refused in ((ann, 403), ("forged", 401)):
            assert served.ask(method, path, body, token)[0] == refused, path


@pytest.fixture
def tab(served, browser):
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    tab = context.new_page()
    wrong = []
    tab.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(served.link)
    yield tab
    context.close()
    assert wrong == []


def test_who_is_barred_is_said_to_be_with_the_reason(served, tab):
    judge(served, invite(served, "Ann"), 2)
    with open_campaign(served.source) as campaign:
        campaign.entrance.bar(next(one.pseudonym for one in campaign.oversight.members() if one.name == "Ann"), "exam")
    tab.reload()
    row = tab.get_by_role("row", name="Ann")
    row.get_by_text("failed the exam").wait_for()
    assert "barred" in row.inner_text()
    assert row.get_by_role("button", name="Pause").count() == 0


def test_each_model_has_a_row_with_its_answers_and_the_calls_that_gave_none(served, tab):
    def some(questions):
        return [1 if one.doc_texts[0] != "text 2" else "no grade" for one in questions]

    with open_campaign(served.source) as campaign:
        ask(campaign, FunctionJudge(some, "words"))
    tab.reload()
    row = tab.get_by_role("row", name="words")
    row.get_by_text(f"{2 * N_QUERIES} calls without an answer").wait_for()  # each is tried once more
    assert row.get_by_role("cell").first.inner_text() == str(2 * N_QUERIES)


@ON_SQLITE
def test_the_page_shows_the_verdict_people_and_what_an_owner_presses(served, tab):
    n = 3 * N_QUERIES - 6  # the owner's own page has some
    judge(served, invite(served, "Ann <b>"), n)
    title = settled(served, n)["figures"]["verdict"]["title"]
    assert tab.url == f"{served.origin}/campaign"
    assert served.ask("GET", "/campaign/now")[1]["held"] == 0, "the owner's link holds nothing"
    tab.get_by_role("heading", level=1, name=title).wait_for()
    tab.get_by_role("heading", name=f"{n} of {n + 6} answers are in").wait_for()
    tab.get_by_role("rowheader", name="Ann <b>").wait_for()
    tab.get_by_role("button", name="Pause: Ann <b>").click()
    tab.get_by_role("button", name="Let go on: Ann <b>").wait_for()
    tab.get_by_role("button", name="Revoke links: Ann <b>").click()
    tab.get_by_role("button", name="Revoke Ann <b>’s links?").click()
    tab.get_by_role("row", name="Ann <b>").get_by_text("paused by you").wait_for()
    tab.get_by_label("Invite").fill("Ben")
    tab.get_by_role("button", name="Make a link").click()
    link = tab.get_by_label("Link of Ben").input_value()
    assert served.tasks(token=link.split("/in/")[1])["state"] == "working"
    tab.get_by_role("button", name="Pause campaign").click()
    tab.get_by_role("button", name="Let all go on").wait_for()
    assert served.ask("GET", "/campaign/now")[1]["paused"]


def test_a_held_page_asks_nothing_by_itself(served, tab):
    tab.clock.install()
    tab.goto(f"{served.origin}/campaign")
    tab.get_by_text(re.compile("^Updated")).wait_for()
    tab.get_by_role("button", name="Hold").click()
    tab.get_by_text(re.compile("^Held at")).wait_for()
    asked = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.clock.fast_forward(60_000)
    tab.wait_for_timeout(300)
    assert asked == []
    tab.get_by_role("button", name="Hold").click()
    for _ in range(50):
        tab.wait_for_timeout(100)
        tab.clock.fast_forward(1000)
        if len(asked) >= 2:
            return
    pytest.fail(f"asked in vain for: {asked}")


def test_axe_finds_nothing_on_the_owners_page_at_any_width(served, browser):
    judge(served, invite(served, "A long name of a person who judges"), 10)
    settled(served, 10)
    context = browser.new_context(bypass_csp=True)
    tab = context.new_page()
    tab.goto(served.link)
    tab.goto(f"{served.origin}/campaign")
    tab.get_by_role("heading", name=f"10 of {3 * N_QUERIES} answers are in").wait_for()
    wrong = [said for turn in (0, 1) for said in look(tab, (1600, 390), turn, narrow=(1100, 320))]
    own = " ".join(tab.inner_text(part) for part in ("header", "#progress", "#people", "#export"))
    assert not NEVER.search(own)  # the verdict has the words of the report
    context.close()
    assert wrong == []


def test_an_owner_reads_the_tests_of_batches_before_people_meet_them(tmp_path, browser):
    texts = {f"d{i}": f"Passage {i}." for i in range(4)}
    (tmp_path / "pairs.tsv").write_text("query\tdoc_a\tdoc_b\nq1\td0\td1\nq1\td0\td2\nq1\td1\td2\n")
    (tmp_path / "known.txt").write_text("q1 d0 d3 d0\nq1 d3 d1 d1\n")
    (tmp_path / "queries.tsv").write_text("q1\twhat is it\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in texts.items()))
    given = ("--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "--kind", "pair")
    batches = ("--batch", "2", "--tests", "1", "--test-pairs", "known.txt")
    with serve("p.campaign", "pairs.tsv", *given, *batches, cwd=tmp_path) as served:
        found = served.ask("GET", "/campaign/tests")[1]
        better = [one["docs"][("Left", "Right").index(one["agreed"])]["text"] for one in found]
        assert (better, {one["query"] for one in found}) == (["Passage 0.", "Passage 1."], {"what is it"})
        assert served.ask("GET", "/campaign/tests", token=invite(served, "Ann"))[0] == 403
        tab = browser.new_page(viewport={"width": 390, "height": 844})
        tab.goto(served.link)
        tab.get_by_text("2 tests with their agreed answers").click()
        tab.locator("#tests-list .by").nth(1).wait_for()
        assert tab.locator("#tests-list .by").all_text_contents()[0].startswith("Agreed answer: ")
        assert look(tab, (390, 1100), 0) == []
        tab.close()

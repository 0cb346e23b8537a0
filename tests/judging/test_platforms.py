"""People whom a platform sends by one link: told apart by its parameter, sent back at the end, on both databases."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import ran, run, serve
from test_security import send

from irassay.judging.store import open_campaign
from irassay.judging.store.people import PARTICIPANTS
from tests.judging_by_hand import campaign

END = "https://platform.example.org/done?code=C0FFEE"
OPTIONS = ("--participant-parameter", "PROLIFIC_PID", "--completion-url", END)


@pytest.fixture
def served(source):
    campaign(source, wanted=2).close()
    with serve(source, *OPTIONS) as server:
        server.source = source
        server.way_in = server.process.stdout.readline().strip()
        yield server


def token_of(served, link):
    """The token in the cookie that a link sets; None where it is refused."""
    parts = urlsplit(link)
    status, headers, _ = send(served, "GET", f"{parts.path}?{parts.query}")
    return headers["set-cookie"].split("=", 1)[1].split(";")[0] if status == 303 else None


def judge_all(served, token):
    while (turn := served.tasks(token=token))["state"] == "working":
        assert turn["completion"] is None, "nobody reads the address before the end"
        for task in turn["tasks"]:
            assert served.answer(task, "Related", token=token)[0] == 201
    return turn


def test_each_id_is_one_person_who_is_sent_back_at_the_end_and_not_before(served):
    assert served.way_in.startswith(f"{served.origin}/in/")
    assert served.way_in.endswith("?PROLIFIC_PID=")
    ann, again, ben = (token_of(served, served.way_in + one) for one in ("5f3z", "5f3z", "60b1"))
    people = [served.tasks(n=1, token=one)["person"] for one in (ann, again, ben)]
    assert people[0] == people[1] != people[2]
    for token in (ann, ben):
        turn = judge_all(served, token)
        assert (turn["state"], turn["completion"]) == ("done", END)
    names = {one["name"]: one for one in served.ask("GET", "/campaign/now")[1]["people"]}
    assert set(names) == {"owner", "participants", "PROLIFIC_PID 5f3z", "PROLIFIC_PID 60b1"}
    assert names["PROLIFIC_PID 5f3z"]["answered"] == 4
    assert "5f3z" not in run("labels", served.source, "--to", "log")
    assert [line.split("\t")[2] for line in run("labels", served.source, "--to", "payments").splitlines()[1:]] == [
        "4",
        "4",
    ]


def test_the_link_alone_lets_nobody_in_and_judges_nothing(served):
    token = served.way_in.split("/in/")[1].split("?")[0]
    for wrong in (
        "",
        "?PROLIFIC_PID=",
        "?PROLIFIC_PID=a b",
        f"?PROLIFIC_PID={'x' * 101}",
        "?pid=5f3z",
        "?PROLIFIC_PID=%00",
    ):
        assert send(served, "GET", f"/in/{token}{wrong.replace(' ', '%20')}")[0] == 404, wrong
    assert send(served, "GET", "/in/forged?PROLIFIC_PID=5f3z")[0] == 404
    assert served.ask("POST", "/tasks", {}, token)[0] == 401
    assert served.ask("GET", "/campaign/now", token=token)[0] == 401
    with open_campaign(served.source) as made:
        assert [one.name for one in made.oversight.members()] == ["owner", "participants"]


def test_a_person_of_another_link_is_nobody_whom_an_id_could_name(served):
    for name in ("Ann", "5f3z"):
        run("invite", served.source, name)
    for name in ("Ann", "owner", "5f3z"):
        token = token_of(served, served.way_in + name)
        assert served.tasks(n=1, token=token)["role"] == "assessor"
    assert served.ask("GET", "/campaign/now", token=token)[0] == 403
    with open_campaign(served.source) as made:
        assert sum(one.held for one in made.oversight.members() if one.name in ("Ann", "owner", "5f3z")) == 0


def test_who_is_revoked_stays_out_and_so_does_everybody_once_the_link_is(served):
    assert token_of(served, served.way_in + "5f3z")
    run("invite", served.source, "--revoke", "PROLIFIC_PID 5f3z")
    assert token_of(served, served.way_in + "5f3z") is None
    assert token_of(served, served.way_in + "60b1")
    run("invite", served.source, "--revoke", PARTICIPANTS)
    assert token_of(served, served.way_in + "71c2") is None


def test_while_the_campaign_is_paused_nobody_new_comes_in(served):
    served.ask("PUT", "/campaign/state", {"stopped": True})
    assert send(served, "GET", urlsplit(served.way_in).path + "?PROLIFIC_PID=5f3z")[0] == 403
    served.ask("PUT", "/campaign/state", {"stopped": False})
    assert token_of(served, served.way_in + "5f3z")


def test_people_from_one_address_come_in_no_faster_than_30_in_a_minute(tmp_path):
    file = str(tmp_path / "a.campaign")
    campaign(file).close()
    with serve(file, *OPTIONS) as server:
        way_in = server.process.stdout.readline().strip()
        path = urlsplit(way_in).path + "?PROLIFIC_PID="
        statuses = [send(server, "GET", f"{path}p{i}")[0] for i in range(31)]
    assert statuses == [303] * 30 + [429]


def test_the_page_and_the_forms_lead_back_to_the_platform(tmp_path, browser):
    file = str(tmp_path / "a.campaign")
    campaign(file, wanted=2).close()
    with serve(file, *OPTIONS) as server:
        way_in = server.process.stdout.readline().strip()
        for one, scripts in (("5f3z", True), ("60b1", False)):
            judge_all(server, token_of(server, way_in + one))
            context = browser.new_context(java_script_enabled=scripts)
            tab = context.new_page()
            tab.route("https://platform.example.org/**", lambda route: route.fulfill(body="Thank you."))
            tab.goto(way_in + one)
            if not scripts:
                tab.goto(f"{server.origin}/plain")
            if scripts:
                tab.get_by_role("button", name="Finish at platform.example.org").click()
            else:
                tab.get_by_role("link", name="Finish, and go back").click()
            tab.wait_for_url(END)
            context.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--participant-parameter", "a b"), "expected --participant-parameter of letters"),
        (("--completion-url", "http://platform.example.org"), "expected --completion-url https://"),
        (("--completion-url", "javascript:alert(1)"), "expected --completion-url https://"),
        (("--completion-url", "https://a b"), "expected --completion-url https://"),
        (("--completion-url", "https://[x"), "expected --completion-url https://"),
        (("--plan", "--completion-url", "https://a.example"), "with --plan"),
    ],
)
def test_what_describes_no_platform_is_refused_and_nothing_is_made(tmp_path, words, message):
    (tmp_path / "t.tsv").write_text("query\tdoc\nq1\td1\n")
    done = ran("judge", "a.campaign", "t.tsv", *words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert not (tmp_path / "a.campaign").exists()

"""Judging without script, in Chromium with scripts off: plain forms that keep what the page with script keeps."""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files as resources
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from served_by_hand import run, serve
from test_judging_states import NEVER
from test_security import send

DOCS = {
    "d1": "Yeast eats sugar. <script>document.title='harm'</script>",
    "d2": "safe \u202egnp.exe\u202c end",
    "d3": "كم يوما يبقى الأرز المطبوخ في الثلاجة؟",
    "d4": "x" * 100_000,
}
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def served(tmp_path):
    (tmp_path / "tasks.tsv").write_text("query\tdoc\n" + "".join(f"q\t{doc}\n" for doc in DOCS))
    (tmp_path / "queries.tsv").write_text("q\twhy does dough rise\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in DOCS.items()), encoding="utf-8")
    words = ("tasks.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "--order", "rank")
    with serve("a.campaign", *words, cwd=tmp_path) as server:
        server.folder = tmp_path
        yield server


@pytest.fixture
def tab(served, browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    tab = context.new_page()
    tab.goto(served.link)
    tab.get_by_role("link", name="judge by forms").click()
    yield tab
    context.close()


def entries(served):
    log = [json.loads(line) for line in run("labels", "a.campaign", "--to", "log", cwd=served.folder).splitlines()]
    return [one for one in log if one["kind"] in ("answer", "skip")]


def said(served):
    return [one["body"].get("answer", one["body"].get("skip")) for one in entries(served)]


def keep(tab, name):
    tab.get_by_label(re.compile(f"^{name}")).check()
    tab.get_by_role("button", name="Save and go on").click()


def test_a_person_without_script_answers_skips_takes_back_and_comes_to_the_end(served, tab):
    assert tab.get_by_role("heading", level=1).inner_text() == "why does dough rise"
    assert tab.get_by_role("radio", checked=True).count() == 0, "nothing is preselected"
    keep(tab, "Related")
    assert "Last: Related" in tab.inner_text("main")
    tab.get_by_label("I can’t decide").check()
    tab.get_by_role("button", name="Skip and go on").click()
    assert "skipped, I can’t decide" in tab.inner_text("main")
    tab.get_by_role("button", name="Take it back").click()
    tab.get_by_label("Note").fill("unclear\nat the end")
    keep(tab, "Irrelevant")
    keep(tab, "Perfectly relevant")
    tab.get_by_role("button", name="Take it back").click()
    assert "Your earlier answer: Perfectly relevant." in tab.inner_text("main")
    assert tab.get_by_role("radio", checked=True).count() == 0
    keep(tab, "Highly relevant")
    keep(tab, "Irrelevant")
    assert tab.get_by_role("heading", level=1).inner_text() == "There is nothing left to judge."
    chain = ["Related", "unsure", None, "Irrelevant", "Perfectly relevant", None, "Highly relevant", "Irrelevant"]
    assert said(served) == chain
    log = entries(served)
    assert [log[i]["replaces"] for i in (2, 3)] == [log[i]["key"] for i in (1, 2)], "the chain is kept"
    assert log[3]["body"]["note"] == "unclear\nat the end"
    lines = run("labels", "a.campaign", cwd=served.folder).splitlines()
    assert sorted(line.split()[2:] for line in lines) == [["d1", "1"], ["d2", "0"], ["d3", "2"], ["d4", "0"]]


def test_a_form_that_is_sent_twice_counts_once(served, tab):
    form = tab.locator("form", has=tab.get_by_role("button", name="Save and go on"))
    fields = {one.get_attribute("name"): one.get_attribute("value") for one in form.locator("[type=hidden]").all()}
    cookie = {"Cookie": f"irassay_judging={served.token}", "Content_Type": FORM, "Origin": served.origin}
    body = "&".join(f"{name}={value}" for name, value in {**fields, "answer": "Related"}.items())
    assert [send(served, "POST", "/plain/answer", body.encode(), **cookie)[0] for _ in range(3)] == [303] * 3
    assert said(served) == ["Related"]
    other = body.replace("Related", "Irrelevant").encode()
    assert send(served, "POST", "/plain/answer", other, **cookie)[0] == 409
    tab.goto(f"{served.origin}/plain")
    form = tab.locator("form", has=tab.get_by_role("button", name="Take it back"))
    fields = {one.get_attribute("name"): one.get_attribute("value") for one in form.locator("[type=hidden]").all()}
    body = "&".join(f"{name}={value}" for name, value in fields.items()).encode()
    assert [send(served, "POST", "/plain/undo", body, **cookie)[0] for _ in range(2)] == [303] * 2
    assert said(served) == ["Related", None]


def test_a_form_of_another_page_or_person_changes_nothing(served, tab):
    token = tab.locator("[name=form]").first.get_attribute("value")
    ben = run("invite", "a.campaign", "Ben", cwd=served.folder).strip().split("/in/")[1]
    own = {"Cookie": f"irassay_judging={served.token}", "Content_Type": FORM}
    task = served.tasks(n=1)["tasks"][0]
    fields = f"task={task['task']}&key={task['key']}&answer=Related"
    for body, headers, status in (
        (fields, own, 403),
        (f"{fields}&form=0", own, 403),
        (f"{fields}&form=%C3%A9%00", own, 403),
        (f"{fields}&form={token}", {**own, "Cookie": f"irassay_judging={ben}"}, 403),
        (f"{fields}&form={token}", {**own, "Origin": "https://elsewhere.example"}, 403),
        (f"{fields}&form={token}", {**own, "Content_Type": "text/plain"}, 415),
        (f"{fields}&form={token}", {**own, "Cookie": "irassay_judging=forged"}, 401),
        (f"{fields}&form={token}&skip=unsure", own, 422),
        (f"form={token}&task={task['task']}&key={task['key']}&skip=bored", own, 422),
        (f"form={token}&task=%00&key=%00&answer=Related", own, 422),
        (f"form={token}&task={task['task']}&key={task['key']}&answer=9", own, 422),
        ("&".join(f"a{i}=1" for i in range(1000)), own, 422),
        (f"{fields}&form={token}&note=\xff", own, 422),
    ):
        assert send(served, "POST", "/plain/answer", body.encode("latin-1"), **headers)[0] == status, body
    assert said(served) == []
    assert send(served, "POST", "/plain/answer", f"{fields}&form={token}".encode(), **own)[0] == 303


def test_without_a_link_the_forms_say_what_to_do(served, browser):
    tab = browser.new_page()
    assert tab.goto(f"{served.origin}/plain").status == 401
    assert "Open your link again" in tab.inner_text("main")
    tab.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_forms_and_nothing_lies_beside_the_window(served, browser, scheme):
    """With scripts on, which axe needs; the page has none of its own."""
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)
    tab = context.new_page()
    tab.goto(served.link)
    wrong = []

    def look(state):
        assert not NEVER.search(tab.inner_text("body")), state
        for width in (320, 390, 1100, 1600):
            tab.set_viewport_size({"width": width, "height": 844})
            tab.wait_for_timeout(50)  # the bars at the window's edge come and go after the new size
            if tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") > 0:
                wrong.append(f"{state}: {width} is too narrow")
        tab.evaluate((resources("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
        found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong.extend(f"{state}: {one['id']} {one['nodes'][0]['html'][:120]}" for one in found["violations"])

    tab.goto(f"{served.origin}/plain")
    look("first")
    assert tab.title() == "Judging by forms"
    keep(tab, "Related")
    look("direction marks")
    assert "[right-to-left override]gnp.exe[pop directional formatting]" in tab.inner_text("main")
    tab.get_by_role("button", name="Take it back").click()
    look("taken back")
    for _ in range(3):
        keep(tab, "Related")
    look("no space")
    tab.get_by_role("button", name="Pause").click()
    look("paused")
    tab.get_by_role("button", name="Go on").click()
    keep(tab, "Related")
    look("done")
    tab.goto(f"{served.origin}/in/forged")
    look("refused")
    context.close()
    assert wrong == []

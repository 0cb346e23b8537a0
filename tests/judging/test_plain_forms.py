"""Judging without script, in Chromium with scripts off: plain forms that keep what the page with script keeps."""

from __future__ import annotations

import itertools
import json
import re
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from databases_by_hand import KINDS
from served_by_hand import run, serve
from test_judging_states import NEVER
from test_security import send

from tests.axe_at_hand import in_turn, look

DOCS = {
    "d1": "Yeast eats sugar. <script>document.title='harm'</script>",
    "d2": "safe \u202egnp.exe\u202c end",
    "d3": "كم يوما يبقى الأرز المطبوخ في الثلاجة؟",
    "d4": "x" * 100_000,
}
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def served(request, tmp_path, new_database):
    """A campaign of four documents, on SQLite where a test doesn't say otherwise."""
    source = new_database(getattr(request, "param", "sqlite"))
    (tmp_path / "tasks.tsv").write_text("query\tdoc\n" + "".join(f"q\t{doc}\n" for doc in DOCS))
    (tmp_path / "queries.tsv").write_text("q\twhy does dough rise\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in DOCS.items()), encoding="utf-8")
    words = ("tasks.tsv", "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv", "--order", "rank")
    with serve(source, *words, cwd=tmp_path) as server:
        server.source = source
        yield server


ON_BOTH = pytest.mark.parametrize("served", KINDS, indirect=True)


@pytest.fixture
def tab(served, browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    tab = context.new_page()
    tab.goto(served.link)
    tab.goto(served.origin)
    with tab.expect_navigation():
        tab.get_by_role("link", name="judge by forms").click()
    yield tab
    context.close()


def entries(served):
    log = [json.loads(line) for line in run("labels", served.source, "--to", "log").splitlines()]
    return [one for one in log if one["kind"] in ("answer", "skip")]


def said(served):
    return [one["body"].get("answer", one["body"].get("skip")) for one in entries(served)]


def press(tab, name):
    """A button, and the page that it leads to."""
    with tab.expect_navigation():
        tab.get_by_role("button", name=name).click()


def keep(tab, name):
    tab.get_by_label(re.compile(f"^{name}")).check()
    press(tab, "Save and go on")


@ON_BOTH
def test_a_person_without_script_answers_skips_takes_back_and_comes_to_the_end(served, tab):
    assert tab.get_by_role("heading", level=1).inner_text() == "why does dough rise"
    assert tab.get_by_role("radio", checked=True).count() == 0, "nothing is preselected"
    keep(tab, "Related")
    assert "Last: Related" in tab.inner_text("main")
    tab.get_by_label("I can’t decide").check()
    press(tab, "Skip and go on")
    assert "skipped, I can’t decide" in tab.inner_text("main")
    press(tab, "Take it back")
    tab.get_by_label("Note").fill("unclear\nat the end")
    keep(tab, "Irrelevant")
    keep(tab, "Perfectly relevant")
    press(tab, "Take it back")
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
    lines = run("labels", served.source).splitlines()
    assert sorted(line.split()[2:] for line in lines) == [["d1", "1"], ["d2", "0"], ["d3", "2"], ["d4", "0"]]


@ON_BOTH
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
    ben = run("invite", served.source, "Ben").strip().split("/in/")[1]
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


COMPARED = {
    "pair": ("query\tdoc_a\tdoc_b\n", ["q\td1\td2\n", "q\td2\td3\n", "q\td1\td3\n"], ["Left", "Equal", "Right"]),
    "anchor": ("query\tdoc_a\tdoc_b\n", ["q\td1\td2\n", "q\td1\td3\n"], ["No", "Yes", "Neither answers"]),
    "best": ("query\tdoc\n", ["q\td1\n", "q\td2\n", "r\td1\n", "r\td3\n"], ["1", "2", "None"]),
}
NAMED = {
    "Left": "Upper is better",
    "Right": "Lower is better",
    "No": "No, the known is better",
    "Yes": "Yes, at least as good",
    "1": "Number 1 is best",
    "2": "Number 2 is best",
}
ASKED = {
    "pair": "Which passage best answers",
    "anchor": "at least as good as the known answer",
    "best": "answers best?",
}


@pytest.mark.parametrize(("kind", "database"), in_turn([*COMPARED], KINDS))
def test_passages_are_compared_without_script(new_database, tmp_path, browser, kind, database):
    """Answered, taken back, skipped, answered again; the log has the documents as they stood on the form."""
    heading, rows, choices = COMPARED[kind]
    source, texts = new_database(database), {"d1": "Yeast eats sugar.", "d2": "Bread is sold by weight.", "d3": "Gas."}
    (tmp_path / "tasks.tsv").write_text(heading + "".join(rows))
    (tmp_path / "queries.tsv").write_text("q\twhy does dough rise\nr\twhat is bread\n")
    (tmp_path / "docs.tsv").write_text("".join(f"{doc}\t{text}\n" for doc, text in texts.items()))
    words = ("tasks.tsv", "--kind", kind, "--query-texts", "queries.tsv", "--doc-texts", "docs.tsv")
    with serve(source, *words, cwd=tmp_path) as server:
        context = browser.new_context(java_script_enabled=False)
        tab = context.new_page()
        tab.goto(server.link)
        tab.goto(f"{server.origin}/plain")
        shown = []

        def give(name):
            shown.append(tab.locator(".document .text").all_inner_texts())
            assert ASKED[kind] in tab.locator("fieldset").first.inner_text()
            keep(tab, NAMED.get(name, name))
            if tab.get_by_text("Last: ").count():
                assert f"Last: {NAMED.get(name, name)}" in tab.inner_text("main")

        give(choices[0])
        shown.append(shown[0])
        press(tab, "Take it back")
        give(choices[1])
        shown.append(tab.locator(".document .text").all_inner_texts())
        tab.get_by_label("I can’t decide").check()
        press(tab, "Skip and go on")
        if kind == "pair":
            give(choices[2])
        assert tab.get_by_role("heading", level=1).inner_text() == "There is nothing left to judge."
        context.close()
    log = [json.loads(line).get("body", {}) for line in run("labels", source, "--to", "log").splitlines()]
    given = [body for body in log if "shown" in body]
    said = [body.get("answer", body.get("skip")) for body in given]
    assert said == [choices[0], None, choices[1], "unsure", *([choices[2]] if kind == "pair" else [])]
    assert [[texts[doc] for doc in body["shown"]] for body in given] == shown


def test_without_a_link_the_forms_say_what_to_do(served, browser):
    tab = browser.new_page()
    assert tab.goto(f"{served.origin}/plain").status == 401
    assert "Open your link again" in tab.inner_text("main")
    tab.close()


def test_axe_finds_nothing_in_the_forms_and_nothing_lies_beside_the_window(served, browser):
    """With scripts on, which axe needs; the page has none of its own."""
    context = browser.new_context(bypass_csp=True)
    tab = context.new_page()
    tab.goto(served.link)
    wrong = []

    def read(state):
        assert not NEVER.search(tab.inner_text("body")), state
        said = look(tab, (1600, 1100, 390), next(turns), narrow=(320,))
        wrong.extend(f"{state}: {one}" for one in said)

    turns = itertools.count()
    tab.goto(f"{served.origin}/plain")
    read("first")
    assert tab.title() == "Judging by forms"
    keep(tab, "Related")
    read("direction marks")
    assert "[right-to-left override]gnp.exe[pop directional formatting]" in tab.inner_text("main")
    press(tab, "Take it back")
    read("taken back")
    for _ in range(3):
        keep(tab, "Related")
    read("no space")
    press(tab, "Pause")
    read("paused")
    press(tab, "Go on")
    keep(tab, "Related")
    read("done")
    tab.goto(f"{served.origin}/in/forged")
    read("refused")
    context.close()
    assert wrong == []

"""Agreement, people and the work that is left on the owner's page: what the commands print, on both databases."""

from __future__ import annotations

import json
import math
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from databases_by_hand import KINDS
from served_by_hand import run, serve
from test_judging_states import NEVER
from test_owner_page import settled

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign
from tests.axe_at_hand import EVERY, in_turn, look

SCALE = scale("trec-passage")
DOCS = {f"d{i}": f"text {i}" for i in range(8)}
QUERIES = {f"q{i}": f"query {i}" for i in range(10)}
WIDTHS = (380, 900, 1600)
FIRST_ANSWER = {"graded": "Irrelevant", "pair": "Text 1 is better", "best": "Text 1 is best"}
SHOWN = ("alpha", "fleiss", "kappa", "kappa_linear", "kappa_quadratic")


def judged(source, kind, names=("Hazel", "Fern", "Maple"), *, overlap=2):
    """A campaign in which the first is severe, or takes the left unread, and everybody else mostly agrees."""
    rng = random.Random(26)
    docs = list(DOCS)
    sets = {"graded": [(doc,) for doc in docs[:6]], "best": [tuple(docs[:4]), tuple(docs[4:])]}
    shown = sets.get(kind, [(docs[i], docs[i + 1]) for i in range(0, 8, 2)])
    tasks = [Task(kind, query, some, wanted=overlap) for query in QUERIES for some in shown]
    settings = Settings(scale=SCALE, order="rank", seed=0, guideline="", kind=kind, pay="2.00", fee="0.40")
    with make_campaign(source, settings) as made:
        made.add(tasks, queries=QUERIES, docs=DOCS)
        people = {name: made.person(made.invite(name)).pseudonym for name in names}
        for i, task in enumerate(tasks[:-3]):
            true = {doc: rng.randrange(4) for doc in DOCS}
            for name in [*names, *names][i % len(names) :][: min(overlap, len(names))]:
                [held] = made.hold(people[name], [task.id])
                best = max(held.docs, key=lambda doc: true[doc])
                takes_first = name == "Hazel" or held.docs[0] == best
                answer = {
                    "graded": SCALE.names[max(0, true[held.docs[0]] - (name == "Hazel"))],
                    "pair": "Left" if takes_first else "Right",
                    "anchor": "No" if takes_first else "Yes",
                    "best": str(held.docs.index(best) + 1),
                }[kind]
                made.record(people[name], held.key, held.task, {"answer": answer, "ms_active": 4000 + 100 * i})
    return people


@pytest.mark.parametrize(("kind", "source"), in_turn(["graded", "pair"], KINDS), indirect=["source"])
def test_the_page_has_the_numbers_that_quality_prints_and_the_sentences_of_the_plan(source, tmp_path, kind):
    people = judged(source, kind)
    with serve(source) as served:
        figures = settled(served)["figures"]
    run("labels", source, "--to", "quality", "-o", tmp_path / "quality.json")
    rows = json.loads((tmp_path / "quality.json").read_text())["rows"]
    expected = {(row["who"], row["statistic"]): [row["value"], row["low"], row["high"], row["note"]] for row in rows}
    agreement, own = figures["quality"]["agreement"], figures["quality"]["people"]
    numbers = [*agreement["numbers"], *(one for some in own.values() for one in some)]
    found = {(one["who"], one["name"]): [one["value"], one["low"], one["high"], one["note"]] for one in numbers}
    assert found == expected
    assert sorted(own) == sorted(people.values())
    apart = {one["name"] for one in own[people["Hazel"]] if one["is_apart"]}
    assert apart == ({"severity"} if kind == "graded" else {"left_share"})
    plan = " ".join(run("judge", source, "--plan", "--format", "table").split())
    said = figures["plan"]["sentences"]
    assert plan.endswith(" ".join(said))
    assert said
    assert figures["plan"]["batches"] == math.ceil(6 / 10)
    assert figures["plan"]["n_timed"] == figures["answers"]


@pytest.mark.parametrize("source", KINDS if EVERY else KINDS[:1], indirect=True)
def test_the_plan_on_the_page_assumes_a_pace_until_twenty_answers_are_timed(source):
    judged(source, "pair", ("Ann",), overlap=1)
    with serve(source) as served:
        now = settled(served)
    assert now["minutes_left"] == pytest.approx(3 * now["figures"]["plan"]["seconds"] / 60)
    assert now["figures"]["plan"]["n_timed"] == 37


SENTENCES = [
    ({"people": 0}, "Nobody has answered yet", "people who judge the same tasks"),
    ({"people": 1}, "One person alone has answered", "--overlap 2"),
    ({"people": 3}, "No task has answers of two people", "--overlap-share 0.1"),
    (
        {"people": 2, "several": 4, "same": 4, "value": None, "note": "one answer alone occurs"},
        "Agreement on 4 tasks can’t be told: one answer alone occurs",
        "they gave the same answer everywhere",
    ),
    (
        {"people": 2, "several": 1, "same": 0, "value": -0.25, "queries": 1},
        "Agreement is −0.25 on 1 task of 1 query: too few for an interval",
        "Several people have answered 1 task; they gave the same answer to 0 of them.",
    ),
    (
        {"people": 2, "several": 65, "same": 46, "apart": "15 by 1 and 4 by more, at most 2", "value": 0.76}
        | {"low": 0.59, "high": 0.84, "queries": 20},
        "Agreement is 0.76, with other queries 0.59 to 0.84",
        "the same answer to 46 of them, and grades differ on 19, 15 by 1 and 4 by more, at most 2.",
    ),
]


def test_agreement_is_said_in_words_where_there_is_too_little_of_it(tmp_path, browser):
    number = {"name": "alpha", "who": "all", "low": None, "high": None, "note": "", "tasks": 0, "queries": 0}
    (tmp_path / "t.tsv").write_text("query\tdoc\nq1\td1\n")
    for name, key in (("q", "q1"), ("d", "d1")):
        (tmp_path / f"{name}.tsv").write_text(f"{key}\ttext\n")
    with serve("a.campaign", "t.tsv", "--query-texts", "q.tsv", "--doc-texts", "d.tsv", cwd=tmp_path) as served:
        tab = browser.new_page()
        tab.goto(f"{served.origin}/in/forged")
        script = "async facts => (await import('/pages/campaign_words.js')).agreement(facts, 'graded')"
        for facts, title, text in SENTENCES:
            numbers = [{**number, "value": None, **facts}]
            said = tab.evaluate(script, {"several": 0, "same": 0, "apart": "", **facts, "numbers": numbers})
            assert said["title"] == title
            assert text in said["text"]
            assert not NEVER.search(said["title"] + said["text"])
        tab.close()


def opened(browser, served, scheme="light"):
    context = browser.new_context(color_scheme=scheme, bypass_csp=True, viewport={"width": 1100, "height": 844})
    tab = context.new_page()
    wrong = []
    tab.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    tab.on("pageerror", lambda error: wrong.append(str(error)))
    tab.goto(served.link)
    tab.goto(f"{served.origin}/campaign")
    return tab, wrong


@pytest.mark.parametrize(("kind", "scheme"), [("graded", "light"), ("pair", "dark"), ("best", "light")])
def test_the_owner_reads_agreement_people_and_work_and_opens_a_case_with_nothing_for_axe(
    new_database, browser, kind, scheme
):
    source = new_database("postgresql" if kind == "pair" else "sqlite")
    judged(source, kind)
    with serve(source) as served:
        settled(served)
        tab, wrong = opened(browser, served, scheme)
        tab.get_by_role("heading", name="Agreement is").wait_for()
        assert tab.get_by_role("rowheader", name="Krippendorff’s alpha all people").count() == 1
        assert tab.get_by_role("rowheader", name="Cohen’s kappa").count() == (0 if kind == "best" else 3)
        people = tab.inner_text("#people")
        heads = tab.locator("#people thead th:visible").all_inner_texts()
        if kind == "graded":
            assert "Hazel stands out" in people
            assert "▲ −" in people
            assert "gives lower grades than others" in people
            assert "Grades higher (+) or lower (−)" in heads
        else:
            assert "Severity: only grades have one" in people
            assert "Grades higher (+) or lower (−)" not in heads
        assert ("Took the left" in heads) == (kind == "pair")
        if kind == "pair":
            assert tab.get_by_role("heading", level=1).inner_text().endswith("preferences so far.")
        work = tab.inner_text("#progress")
        assert "2.40 to pay: 2.00 and a fee of 0.40 for each batch." in work
        tab.get_by_text("How many documents the queries have").click()
        assert tab.locator("#size-rows th").all_inner_texts() == ["6" if kind == "graded" else "8"]
        turn = list(FIRST_ANSWER).index(kind)
        wrong += [f"agreement: {said}" for said in look(tab, WIDTHS, turn, schemes=(scheme,))]
        tab.get_by_role("button", name="Judge these").click(timeout=90_000)
        tab.locator("#case .option").first.wait_for()
        assert tab.locator("#case .option").first.inner_text() == FIRST_ANSWER[kind]
        wrong += [f"a case: {said}" for said in look(tab, WIDTHS, turn + 1)]
        tab.locator("#case .option").first.click()
        tab.get_by_text(f"Your answer: {FIRST_ANSWER[kind]}. The others: ").wait_for()
        wrong += [f"the next case, and what others said: {said}" for said in look(tab, WIDTHS, turn + 2)]
        assert not NEVER.search(" ".join(tab.inner_text(f"#{part}") for part in ("progress", "agreement", "people")))
        tab.context.close()
    assert wrong == []

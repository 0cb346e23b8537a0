"""Every state says what happened, what became of the answers, and what to do; and then it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any

from states_by_hand import STATES

NEVER = re.compile(r"\b(oops|success|correct|wrong|users?|submit|well done|great|thanks)\b", re.I)

# A hand in the page itself, for a busy machine brings keys from outside too late: "2" as soon as keys count.
QUICK_HAND = """
const hand = setInterval(() => {
  const body = document.body;
  if (body?.dataset.place !== "document" || body.classList.contains("resting")) return;
  clearInterval(hand);
  body.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
}, 10);
"""


def posts(page: Any, path: str) -> list[dict[str, Any]]:
    return [body for asked, body in page.campaign.asked if asked.startswith(path)]


def test_a_refused_answer_is_named_kept_until_decided_and_never_sent_again(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.refuse = lambda body: 422 if body["answer"] == "Related" else None
    page.judge("2").judge("3").saved()
    page.wait("1 answer needs you.", ".state").reload()
    page.tab.get_by_role("button", name="See it").click()
    page.wait("One answer was refused.").wait("The server can’t take it as it is (422).")
    assert "“how long does cooked rice keep in the fridge”, your answer “Related”" in page.read("failure-text")
    page.tab.get_by_role("button", name="Let it go").click()
    page.until("() => document.getElementById('failures').hidden")
    assert [entry["answer"] for entry in page.campaign.log] == ["Highly relevant"]
    assert not page.reload().tab.locator("#failures").is_visible()


def test_an_answer_with_a_key_that_has_other_content_is_refused(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.record(page.campaign.task(0)["key"], {"task": page.campaign.task_id(0), "answer": "Irrelevant"})
    page.judge("4").wait("1 answer needs you.", ".state")
    page.tab.get_by_role("button", name="See it").click()
    page.wait("The server has another answer under the same key.")


def test_a_task_taken_back_is_not_counted_and_the_next_one_comes(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.refuse = lambda body: 410 if body["task"] == page.campaign.task_id(0) else None
    page.judge("2").wait("1 answer needs you.", ".state").judge("3").saved()
    page.tab.get_by_role("button", name="See it").click()
    page.wait("An answer wasn’t counted.").wait("had gone to somebody else")
    page.tab.get_by_role("button", name="I’ve read it").click()
    assert list(page.campaign.labels().values()) == ["Highly relevant"]
    page.until("() => document.getElementById('failures').hidden").press("u")  # of what counted
    assert page.place == "Document 2 of 40"


def test_a_task_whose_undo_comes_too_late_leaves_the_screen(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").saved()
    page.campaign.refuse = lambda body: 410
    page.press("u").wait("This document went to somebody else.").press("Enter")
    page.until("() => document.body.dataset.place === 'document'")
    assert page.place == "Document 2 of 40"


def test_after_20_minutes_without_activity_the_document_is_given_up(judging: Callable[..., Any]) -> None:
    page = judging(clock=True)
    page.tab.clock.fast_forward("18:30")
    page.wait("Still reading? Any key keeps this document.", ".state")
    n = len(posts(page, "/tasks"))
    page.press("m")
    page.until("() => !document.getElementById('hint').textContent.includes('Still')")
    assert len(posts(page, "/tasks")) > n  # the hold is renewed
    page.tab.clock.fast_forward("10:00")
    assert page.kind == "document"
    page.tab.clock.fast_forward("11:00")
    page.wait("This document went to somebody else.").press("Enter")
    page.until("() => document.body.dataset.place === 'document'")


def test_signed_out_keeps_the_document_and_the_answers_and_goes_on(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.signed_in = False
    page.judge("2").wait("Signed out. 1 answer waits on this device.", ".state")
    page.judge("3")
    assert page.kind == "document"
    page.campaign.signed_in = True
    page.tab.locator("#retry").click()
    page.saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["Related", "Highly relevant"]


def test_a_changed_guideline_is_read_before_its_first_document(judging: Callable[..., Any]) -> None:
    page = judging()
    STATES["guideline changed"](page)
    page.wait("No answer, no grade above Related.").press("1")
    assert {entry["guideline"] for entry in page.campaign.log} == {1}
    page.tab.get_by_role("button", name="Read, go on with version 2").click()
    page.until("() => document.body.dataset.place === 'document'").rested().judge("3").saved()
    assert page.campaign.log[-1]["guideline"] == 2
    page.reload()
    assert page.kind == "document"  # read once


def test_pause_stops_the_clock_survives_a_reload_and_is_told_to_the_server(judging: Callable[..., Any]) -> None:
    page = judging()
    page.press("p").wait("You paused.").reload()
    assert page.kind == "paused"
    page.tab.wait_for_timeout(1200)
    page.press("p")
    page.until("() => document.body.dataset.place === 'document'")
    page.rested().judge("2").saved()
    assert posts(page, "/pause") == [{"paused": True}, {"paused": False}]
    (entry,) = page.campaign.log
    assert entry["ms_wall"] - entry["ms_active"] > 1000


def test_who_pauses_holds_nothing_and_goes_on_with_the_same_document_and_note(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").press("n")
    page.tab.keyboard.type("unsure")
    page.tab.keyboard.press("Control+Enter")
    page.campaign.delay = 0.4
    page.judge("3").press("u")
    page.press("p")  # the answers are on their way still
    page.until("() => document.getElementById('saving').textContent.startsWith('Saved ')")
    page.campaign.delay = 0
    page.press("p").reading()
    assert page.place == "Document 2 of 40"
    page.rested().judge("4").judge("1").saved()
    assert not page.tab.locator("#failures").is_visible()
    assert list(page.campaign.labels().values()) == ["Related", "Perfectly relevant", "Irrelevant"]
    assert [entry.get("note") for entry in page.campaign.log] == [None, "unsure", None, "unsure", None]


def test_who_goes_on_before_the_server_has_heard_of_the_pause_goes_on(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.pause_delay = 0.8
    page.press("p").wait("You paused.").press("p").reading()
    page.judge("2").saved()
    assert posts(page, "/pause") == [{"paused": True}, {"paused": False}]
    assert not page.tab.locator("#failures").is_visible()
    assert list(page.campaign.labels().values()) == ["Related"]


def test_without_a_connection_a_pause_is_told_when_it_is_back(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.down = True
    page.judge("2").press("p").wait("You paused.")
    page.campaign.down = False
    page.try_now()
    page.saved()
    for _ in range(100):
        if posts(page, "/pause"):
            break
        page.tab.wait_for_timeout(30)
    assert [entry["answer"] for entry in page.campaign.log] == ["Related"]
    page.campaign.down = True
    page.press("p").wait("No connection.", ".state")
    assert page.kind == "paused"  # what is in hand may be another's
    page.campaign.down = False
    page.try_now()
    page.until("() => document.body.dataset.place === 'document'")
    page.rested().judge("3").saved()
    assert list(page.campaign.labels().values()) == ["Related", "Highly relevant"]


def test_documents_of_yesterday_are_asked_for_again(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").saved()
    page.tab.add_init_script("localStorage.setItem('irassay-renewed', String(Date.now() - 3600000))")
    page.campaign.holds += 1
    page.reload().judge("3").saved()
    assert not page.tab.locator("#failures").is_visible()
    assert list(page.campaign.labels().values()) == ["Related", "Highly relevant"]


def test_nothing_is_taken_back_behind_a_message(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").saved().press("p").press("u")
    assert not page.tab.locator("#undo").is_enabled()
    page.press("p").reading().press("u").wait("your earlier answer")
    assert [entry["answer"] for entry in page.campaign.log][:1] == ["Related"]


def test_a_message_keeps_the_focus_of_its_button_while_it_changes(judging: Callable[..., Any]) -> None:
    page = judging()
    STATES["offline, nothing left"](page)
    button = page.tab.locator("#halt-acts button")
    button.focus()
    page.tab.wait_for_timeout(2500)  # tries, and counts of seconds
    assert button.evaluate("button => button === document.activeElement")


def test_leaving_sends_what_waits_first(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.down = True
    page.judge("2")
    page.press("p")
    page.tab.get_by_role("button", name="Leave for today").click()
    page.wait("Not left yet: answers wait on this device.", ".state")
    page.campaign.down = False
    page.tab.get_by_role("button", name="Leave for today").click()
    page.wait("That’s all for today.")
    assert len(page.campaign.log) == len(posts(page, "/leave")) == 1


def test_a_page_that_waits_looks_by_itself(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("q", "one")], clock=True)
    page.campaign.empty = "waiting"
    page.judge("1").wait("Nothing to judge right now.")
    page.campaign.tasks.append(("q", "two"))
    page.tab.clock.fast_forward("00:20")
    page.until("() => document.body.dataset.place === 'document'")
    assert page.text == "two"


def test_the_last_answer_can_be_taken_back_when_all_is_done(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("q", "one")])
    page.judge("1").wait("There is nothing left to judge.")
    page.saved().press("u")
    assert page.text == "one"
    page.judge("2").wait("There is nothing left to judge.").saved()
    assert list(page.campaign.labels().values()) == ["Related"]


def test_a_slow_server_is_said_in_the_state_line_only(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.delay = 60.0
    page.judge("2").wait("Being saved. The server is slow.", ".state")
    assert page.place == "Document 2 of 40"
    page.campaign.delay = 0.0
    page.saved()


def test_an_answer_after_a_second_for_a_long_text_gets_a_hint_that_blocks_nothing(judging: Callable[..., Any]) -> None:
    page = judging(before=QUICK_HAND)
    page.wait("Document 2 of 40").rested()
    assert re.match(r"That took \d\.\d s for 76 words\. Undo takes it back\.", page.read("hint"))
    page.judge("3").saved()
    assert len(page.campaign.puts) == 2


def test_the_page_never_says_what_it_must_not() -> None:
    pages = files("irassay.judging.web") / "pages"
    for name in ("words.js", "judge.html"):
        assert NEVER.findall((pages / name).read_text(encoding="utf-8")) == []


def test_no_script_or_style_stands_in_the_page_and_no_file_is_longer_than_400_lines() -> None:
    pages = files("irassay.judging.web") / "pages"
    shell = (pages / "judge.html").read_text(encoding="utf-8")
    assert re.findall(r"<style|style=|\son\w+=|<script(?![^>]* src=)", shell) == []
    assert [one.name for one in pages.iterdir() if one.read_text(encoding="utf-8").count("\n") > 400] == []

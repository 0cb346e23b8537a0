"""Answers on the page: by keyboard alone, saved and said, taken back, and none counted twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NAMES = ("Irrelevant", "Related", "Highly relevant", "Perfectly relevant")


def test_twenty_judgments_by_keyboard_alone(judging: Callable[..., Any]) -> None:
    page = judging()
    given = [str(1 + i % 4) for i in range(20)]
    for i, key in enumerate(given, 1):
        assert page.place == f"Document {i} of 40"
        page.judge(key)
    page.saved()
    log = page.campaign.log
    assert [entry["answer"] for entry in log] == [NAMES[int(key) - 1] for key in given]
    assert [entry["task"] for entry in log] == [page.campaign.task_id(i) for i in range(20)]


def test_saved_stands_only_after_the_server_has_committed(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.delay = 0.6
    page.judge("2")
    assert "Being saved" in page.state
    assert "Saved" not in page.state
    assert page.place == "Document 2 of 40"  # the next text doesn't wait
    page.saved()
    assert page.read("last") == "Last: Related."


def test_an_answer_is_in_the_store_of_the_browser_before_the_next_text_is_painted(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.down = True
    stored = page.tab.evaluate("""() => new Promise((resolve) => {
      new MutationObserver((_, watch) => {
        watch.disconnect();
        const opening = indexedDB.open('irassay-judging');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('answers').objectStore('answers').getAll();
          reading.onsuccess = () => resolve(reading.result.map((answer) => answer.body.answer));
        };
      }).observe(document.getElementById('text'), { childList: true });
      document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', code: 'Digit2', bubbles: true }));
    })""")
    assert stored == ["Related"]


def test_an_answer_whose_receipt_was_lost_is_sent_again_and_is_one_entry(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.loses = 1
    page.judge("3")
    page.saved()
    assert len(page.campaign.puts) == 2
    assert len(set(page.campaign.puts)) == 1
    assert [entry["answer"] for entry in page.campaign.log] == ["Highly relevant"]


def test_undo_takes_back_shows_the_earlier_answer_and_the_next_one_replaces_it(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").judge("4")
    page.press("u").wait("your earlier answer")
    assert page.place == "Document 2 of 40"
    assert page.read("last") == "Taken back. Answer again; the log keeps both."
    earlier = page.tab.locator(".option.earlier")
    assert earlier.get_attribute("data-answer") == "Perfectly relevant"
    assert not earlier.evaluate("button => button === document.activeElement || button.hasAttribute('aria-pressed')")
    page.judge("1").saved()
    second, back, again = page.campaign.log[1:]
    assert (second["answer"], back["answer"], again["answer"]) == ("Perfectly relevant", None, "Irrelevant")
    assert (back["replaces"], again["replaces"]) == (second["key"], back["key"])
    assert page.place == "Document 3 of 40"
    assert page.campaign.labels() == {page.campaign.task_id(0): "Related", page.campaign.task_id(1): "Irrelevant"}


def test_undo_works_across_a_reload(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").judge("4").saved()
    page.reload().press("u").wait("your earlier answer")
    assert page.place == "Document 2 of 40"
    page.reload()  # what was taken back is still there to be answered, with the earlier answer beside it
    assert page.place == "Document 2 of 40"
    page.judge("3").saved()
    assert [entry["answer"] for entry in page.campaign.log] == [
        "Related",
        "Perfectly relevant",
        None,
        "Highly relevant",
    ]
    assert page.campaign.labels()[page.campaign.task_id(1)] == "Highly relevant"


def test_several_answers_can_be_taken_back_one_after_the_other(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("1").judge("2").judge("3")
    page.press("u").press("u").press("u")
    assert page.place == "Document 1 of 40"
    for i, key in enumerate("444", 1):
        assert page.place == f"Document {i} of 40"
        page.judge(key)
    page.saved()
    assert list(page.campaign.labels().values()) == ["Perfectly relevant"] * 3


def test_a_skip_has_a_reason_and_is_no_grade(judging: Callable[..., Any]) -> None:
    page = judging()
    page.press("s").wait("Why do you skip it?")
    page.tab.keyboard.press("2")
    page.wait("A skip is no grade.", ".state").saved()
    (entry,) = page.campaign.log
    assert entry["skip"] == "broken"
    assert "answer" not in entry
    assert page.place == "Document 2 of 40"


def test_a_note_goes_with_its_answer_and_is_there_after_a_reload(judging: Callable[..., Any]) -> None:
    page = judging()
    page.press("n")
    page.tab.keyboard.type("1 of 4: is rice pudding rice?")
    page.tab.keyboard.press("Control+Enter")
    page.until("() => document.getElementById('note-button').classList.contains('on')")  # it is kept
    page.reload().press("n")
    assert page.tab.locator("#note-text").input_value() == "1 of 4: is rice pudding rice?"
    page.tab.keyboard.press("Escape")
    page.judge("2").judge("3").saved()
    assert [entry.get("note") for entry in page.campaign.log] == ["1 of 4: is rice pudding rice?", None]


def test_an_answer_says_how_the_document_was_read(judging: Callable[..., Any]) -> None:
    page = judging()
    page.press("m").judge("2").saved()
    (entry,) = page.campaign.log
    assert entry["marks"] is True
    assert entry["page"] == "0.0"
    assert entry["guideline"] == 1
    assert entry["share_seen"] == 1
    assert 0 < entry["ms_active"] <= entry["ms_wall"] < 60_000
    layout = entry["layout"]
    assert (layout["arrangement"], layout["columns"], layout["text_size"]) == ("columns", 2, 18)
    assert (layout["width"], layout["height"]) == (1100, 760)

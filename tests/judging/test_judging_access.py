"""Anybody can judge: axe finds nothing in any state, nothing lies beside the window, and little is said aloud."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from states_by_hand import STATES

from tests.axe_at_hand import EVERY, look

WIDTHS = (1600, 1100, 390)
NARROW = (320, 800, 550)  # the last two are the wider ones at 200%


@pytest.mark.parametrize("state", STATES)
def test_in_this_state_axe_finds_nothing_and_nothing_lies_beside_the_window(
    judging: Callable[..., Any], state: str
) -> None:
    page = judging(clock=state in ("task taken back", "break"))
    STATES[state](page)
    assert look(page.tab, WIDTHS, list(STATES).index(state), narrow=NARROW) == []


def test_in_a_low_window_nothing_sticks(judging: Callable[..., Any]) -> None:
    page = judging(height=500)
    for width in (390, 1100):
        page.tab.set_viewport_size({"width": width, "height": 500})
        positions = page.tab.evaluate(
            "['.query-head', '.answers'].map(one => getComputedStyle(document.querySelector(one)).position)"
        )
        assert positions == ["static", "static"]


def test_on_a_phone_the_answers_are_at_hand_and_60_px_high(judging: Callable[..., Any]) -> None:
    page = judging(width=390, height=844)
    page.judge("2")
    boxes = [button.bounding_box() for button in page.tab.locator("#options button").all()]
    assert len(boxes) == 4
    assert all(box["height"] >= 60 and box["y"] + box["height"] <= 844 for box in boxes)
    assert page.tab.locator("#undo").bounding_box()["y"] < boxes[0]["y"]
    assert page.tab.evaluate("parseFloat(getComputedStyle(document.getElementById('text')).fontSize)") == 17


@pytest.mark.parametrize("width", WIDTHS if EVERY else WIDTHS[-1:])
def test_buttons_never_move(judging: Callable[..., Any], width: int) -> None:
    page = judging(width=width, height=844)
    page.judge("3").saved()
    boxes = "[...document.querySelectorAll('#options button')].map(one => one.getBoundingClientRect().toJSON())"
    before = page.tab.evaluate(boxes)
    page.judge("4").saved()
    assert page.tab.evaluate(boxes) == before
    page.press("u").until("() => document.querySelector('.option.earlier')")
    assert page.tab.evaluate(boxes) == before


def test_the_guideline_is_beside_the_text_from_1400_px(judging: Callable[..., Any]) -> None:
    page = judging(width=1400)
    aside, text, answers = (page.tab.locator(one).bounding_box() for one in ("#beside", "#text", "#answers"))
    assert aside["x"] + aside["width"] <= text["x"]
    assert text["x"] + text["width"] <= answers["x"]
    page.tab.set_viewport_size({"width": 1399, "height": 760})
    assert not page.tab.locator("#beside").is_visible()


def test_four_sizes_of_text_and_lines_of_38_em_at_most(judging: Callable[..., Any]) -> None:
    page = judging(width=1600)
    sizes = []
    for key in "-+++":
        page.press(key)
        sizes.append(page.tab.evaluate("parseFloat(getComputedStyle(document.getElementById('text')).fontSize)"))
        width = page.tab.locator("#text").bounding_box()["width"]
        assert width <= 38 * sizes[-1] + 1
    assert sizes == sorted(set(sizes))
    page.press("+")
    page.reload()
    assert page.tab.evaluate("parseFloat(getComputedStyle(document.getElementById('text')).fontSize)") == sizes[-1]


def test_aloud_are_a_new_query_the_number_of_a_document_an_answer_trouble_and_nothing_else(
    judging: Callable[..., Any],
) -> None:
    page = judging()
    live = (
        "[...document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log]')].map(e => e.id).sort()"
    )
    assert page.tab.evaluate(live) == ["alarm", "aloud", "failure-hint"]  # the last one is in a dialog
    page.tab.evaluate(
        "() => { window.told = []; for (const id of ['aloud', 'alarm']) new MutationObserver(() => {"
        " const text = document.getElementById(id).textContent; if (text) told.push(text); })"
        ".observe(document.getElementById(id), { childList: true }); }"
    )
    for _ in range(10):
        page.judge("2")
    page.saved().press("m").press("m").press("u")
    page.tab.wait_for_timeout(100)
    assert page.tab.evaluate("told") == [
        *(f"Related. Document {i} of 40." for i in range(2, 11)),
        "Related. New query: why is my sourdough not rising. Document 11 of 40.",
        "Taken back. New query: how long does cooked rice keep in the fridge. Document 10 of 40. "
        "Your earlier answer: Related.",
    ]


def test_the_page_holds_no_hint_of_document_system_or_test(judging: Callable[..., Any]) -> None:
    page = judging()
    page.judge("2").saved()
    source = page.tab.content().lower()
    words = ("docid", "doc_id", "rank", "score", "grade-", "golden", "honeypot", page.campaign.task_id(1))
    assert [word for word in words if word in source] == []

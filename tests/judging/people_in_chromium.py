"""Simulated people who judge pairs in a browser, by keys alone: each reads the two texts and prefers by a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

READY = """() => document.body.dataset.place === 'done' ? 'done'
  : document.body.dataset.place === 'document' && !document.body.classList.contains('resting') ? 'pair' : ''"""
KEYS = {0: "ArrowLeft", 1: "ArrowRight", None: "t"}


def press(tab: Any, key: str) -> None:
    """A key, once keys count again after a change."""
    while tab.evaluate("document.body.classList.contains('resting')"):
        tab.wait_for_timeout(20)
    tab.keyboard.press(key)


def judge_pairs(context: Any, link: str, prefers: Callable[[str, str], int | None]) -> int:
    """Open a link and judge until nothing is left: how many pairs were judged. `prefers(text, text)` is the place of
    the better one, None where they are equal; a key that comes too soon is pressed again."""
    tab, n = context.new_page(), 0
    tab.goto(link)
    while (state := _ready(tab)) == "pair":
        before = tab.locator("#progress-text").text_content()
        texts = tab.locator(".passage .text").all_text_contents()
        tab.keyboard.press(KEYS[prefers(*texts)])
        n += _answered(tab, before)
    assert state == "done"
    tab.locator("#saving").get_by_text("Saved").or_(tab.get_by_text("All your answers are saved.")).first.wait_for()
    tab.close()
    return n


def _ready(tab: Any) -> str:
    for _ in range(1500):
        if state := tab.evaluate(READY):
            return str(state)
        tab.wait_for_timeout(20)
    raise AssertionError(f"nothing to judge: {tab.inner_text('body')}")


def _answered(tab: Any, before: str | None) -> bool:
    """Whether the key was taken: another pair came, or a message."""
    for _ in range(100):
        place = tab.evaluate("document.body.dataset.place")
        if place == "break":
            tab.keyboard.press("Enter")
        elif place != "document" or tab.locator("#progress-text").text_content() != before:
            return True
        tab.wait_for_timeout(20)
    return False

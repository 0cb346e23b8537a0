"""The words of the page: marked where they occur, all of them at the top, explained in place."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from page_example import example

from irassay.reporting.page import page, terms_in, terms_of, with_terms


def _marked(text: str) -> list[str]:
    return re.findall(r'popovertarget="word-([a-z0-9-]+)">', str(with_terms(text)))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Two runs of one system, and a run.", ["run", "system"]),
        ("Queries separate them; a query does not.", ["query"]),
        ("to depth 10, unjudged, pooled", ["depth", "judged", "pool"]),
        ("Kendall tau-a 0.77, tau 0.9", ["tau"]),
        ("the queries settle it, open by the labels", ["query", "settled", "label"]),
        ("It leads; the ideal ranking differs significantly", ["ideal-ranking", "significant"]),
        ("By a randomization test with Holm's correction", ["randomization-test", "correction"]),
        ("The corrected gap, with 80% power; Chao2; ranks by the bootstrap", ["power", "chao2", "bootstrap"]),
        ("my-pool, run_2, pool-x, overrun, systemic, @run", []),
    ],
)
def test_terms_are_marked_once_and_names_that_hold_them_are_not(text: str, terms: list[str]) -> None:
    assert _marked(text) == terms


def test_a_study_has_terms_of_its_own_that_no_other_page_lists() -> None:
    text = "At d=20 a passage near the gold is deemed relevant."
    assert _marked(text) == []
    found = re.findall(r'popovertarget="word-([a-z0-9-]+)">', str(with_terms(text, "sensitivity")))
    assert found == ["d", "gold", "deemed-relevant"]
    assert "word-gold" not in page(example(8))


def test_marked_text_is_escaped_and_otherwise_as_it_was() -> None:
    text = 'A <b>pool</b> & "runs" of 3 < 4 systems'
    marked = str(with_terms(text))
    assert "<b>" not in marked
    bare = re.sub(r"</?button[^>]*>", "", marked)
    assert unescape(bare) == text


def test_what_opens_is_on_the_page_once_and_in_the_list() -> None:
    html = page(example(8))
    wanted = set(re.findall(r'popovertarget="(word-[^"]+)"', html))
    assert wanted, "the page marks terms"
    terms = terms_in(example(8))
    assert wanted <= {term.key for term in terms} < {term.key for term in terms_of("overview")}
    for term in terms:
        assert html.count(f'id="{term.key}"') == 1


def test_the_fold_of_words_shows_every_meaning(browser: Any, written: Callable[..., Any]) -> None:
    tab = browser.new_page()
    tab.goto(written(8).as_uri())
    meanings = tab.locator(".word")
    assert not any(one.is_visible() for one in meanings.all())
    tab.locator(".words summary").click()
    assert all(one.is_visible() for one in meanings.all())
    assert meanings.count() == len(terms_in(example(8)))
    tab.close()


@pytest.mark.parametrize("script", [True, False])
def test_a_term_opens_and_closes_by_keyboard_with_and_without_script(
    browser: Any, written: Callable[..., Any], script: bool
) -> None:
    context = browser.new_context(java_script_enabled=script, viewport={"width": 380, "height": 800})
    tab = context.new_page()
    tab.goto(written(8).as_uri())
    term = tab.locator(".facts .term").first
    word = tab.locator(f"#{term.get_attribute('popovertarget')}")
    assert not word.is_visible()
    term.focus()
    tab.keyboard.press("Enter")
    assert word.is_visible()
    box = word.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 380
    if script:
        assert 0 <= box["y"] - term.bounding_box()["y"] < 60, "beside the term"
    tab.keyboard.press("Escape")
    assert not word.is_visible()
    context.close()

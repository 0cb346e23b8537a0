"""Passages that would harm a page are harmless and readable: markup, direction marks, no space, no text."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

MARKUP = (
    "<img src=x onerror=\"document.title='harm'\"><script>document.title='harm'</script></div></article>"
    "<style>body{display:none}</style>&amp;<a href=javascript:alert(1)>x</a>{{7*7}}${7*7}\x00\u2028end"
)
ARABIC = "كم يوما يبقى الأرز المطبوخ في الثلاجة؟ ثلاثة أيام إلى أربعة."
CHINESE = "煮好的米饭在冰箱里可以放三到四天。之后请扔掉。"


def test_markup_in_query_and_text_is_shown_as_characters(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[(MARKUP, MARKUP), ("plain", "plain")])
    assert page.text.startswith('<img src=x onerror="')
    assert page.read("query") == page.text
    page.press("m")
    assert page.tab.locator("#text").text_content().startswith('<img src=x onerror="')
    assert page.tab.evaluate("document.querySelectorAll('main img, main script, main style, main a').length") == 0
    assert page.tab.title() == "Judging"
    page.judge("1").saved()


def test_direction_marks_are_spelled_out_and_turn_nothing(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("a \u202eyreuq", "safe \u202egnp.exe\u202c end \u2067x"), ("q", "plain")])
    assert page.read("query") == "a [right-to-left override]yreuq"
    page.wait("This text holds 3 direction marks. They are spelled out and have no effect here.")
    assert "[right-to-left override]gnp.exe[end of embedding]" in page.text
    assert not any(sign in page.text for sign in "\u202e\u202c\u2067")


def test_arabic_runs_from_the_right_and_chinese_wraps(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[(ARABIC, ARABIC), (CHINESE, CHINESE * 20)], width=390, height=844)
    direction = "id => getComputedStyle(document.getElementById(id)).direction"
    assert [page.tab.evaluate(direction, one) for one in ("query", "text", "place")] == ["rtl", "rtl", "ltr"]
    page.press("m")
    assert page.tab.locator("mark").count() > 5
    page.judge("1")
    assert page.read("length").endswith("characters")
    assert page.beyond <= 0
    assert page.tab.locator("mark").count() > 20


def test_a_text_without_a_space_stays_in_the_window(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("q" * 300, "x" * 1_000_000), ("q", "plain")], width=390, height=844)
    page.wait("60,000 characters of 1,000,000 are shown.")
    assert page.beyond <= 0
    page.tab.get_by_role("button", name="Show more").click()
    page.wait("120,000 characters of 1,000,000 are shown.")
    page.judge("1").saved()
    assert page.campaign.log[0]["share_seen"] <= 0.12


def test_no_half_of_a_character_is_shown_at_the_end_of_a_piece(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("q", "x" + "🍚" * 40_000), ("q", "plain")])
    assert page.tab.evaluate("document.getElementById('text').textContent.isWellFormed()")
    assert len(page.text) == 30_001  # the 60,001st half was taken along


def test_a_document_without_text_can_only_be_skipped(judging: Callable[..., Any]) -> None:
    page = judging(tasks=[("q", " \n "), ("q", "plain")])
    page.wait("This document has no text, so it can’t be judged.")
    assert page.tab.locator("#options button:enabled").count() == 0
    page.press("1").press("s")
    page.tab.keyboard.press("2")
    page.saved()
    assert [entry.get("skip") for entry in page.campaign.log] == ["broken"]


def test_key_to_next_text_is_under_100_ms_at_p95_with_5000_words(judging: Callable[..., Any]) -> None:
    """The budget holds on a machine at rest; here a busy one may take five times as long."""
    words = [
        "the",
        "fridge",
        "keeps",
        "cooked",
        "rice",
        "for",
        "some",
        "days",
        "when",
        "it",
        "is",
        "cold",
        "enough",
        "and",
        "closed",
    ]
    text = " ".join(words[i % len(words)] for i in range(5000))
    page = judging(tasks=[("rice in the fridge", f"{i} {text}") for i in range(30)], width=390, height=844)
    times = []
    for _ in range(20):
        page.rested()
        times.append(
            page.tab.evaluate("""() => new Promise((painted) => {
              const start = performance.now();
              new MutationObserver((_, watch) => {
                watch.disconnect();
                requestAnimationFrame(() => setTimeout(() => painted(performance.now() - start), 0));
              }).observe(document.getElementById('text'), { childList: true });
              document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', code: 'Digit2', bubbles: true }));
            })""")
        )
    page.saved()
    print([round(time) for time in sorted(times)])
    assert statistics.quantiles(times, n=20)[-1] < 500

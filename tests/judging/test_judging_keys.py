"""Keys: they rest after a change, held ones count once, they can be off or need Alt, on any layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from campaign_by_hand import SCALE, plain_tasks

HEARD = """async ([mode, events]) => {
  const { Keys } = await import('/pages/keys.js');
  const keys = new Keys();
  keys.mode = mode;
  return events.map(([key, code, more]) => keys.heard(new KeyboardEvent('keydown', { key, code, ...more })));
}"""
RESTS = """async () => {
  const { Keys, REST, REST_AT_NEW_QUERY } = await import('/pages/keys.js');
  let now = 0;
  const keys = new Keys(() => now);
  const at = (after) => { now = after; const resting = keys.resting; now = 0; return resting; };
  const rests = (ms) => { keys.rest(ms); return [0, ms - 1, ms].map(at); };
  return [REST, REST_AT_NEW_QUERY, rests(REST), rests(REST_AT_NEW_QUERY)];
}"""


@pytest.fixture
def rests(served: Callable[..., Any]) -> Callable[..., Any]:
    """A server whose page lets keys rest as long as it lets people."""

    def serve(tasks: Any = None) -> Any:
        server = served(tasks)
        server.campaign.rest = 1
        return server

    return serve


def test_keys_rest_for_300_ms_after_a_change_and_600_after_a_new_query(
    judging: Callable[..., Any], rests: Callable[..., Any]
) -> None:
    assert judging(rests()).tab.evaluate(RESTS) == [300, 600, [True, True, False], [True, True, False]]


def test_keys_are_dead_after_a_change_and_that_is_said(judging: Callable[..., Any], rests: Callable[..., Any]) -> None:
    page = judging(rests())
    page.tab.evaluate(
        """() => new Promise((resolve) => {
          new MutationObserver((_, watch) => {
            watch.disconnect();
            setTimeout(() => {
              document.dispatchEvent(new KeyboardEvent('keydown', { key: '4', code: 'Digit4', bubbles: true }));
              resolve();
            }, 0);
          }).observe(document.getElementById('place'), { childList: true });
          document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', code: 'Digit2', bubbles: true }));
        })"""
    )
    page.wait("That key came too soon after the change and wasn’t taken.", ".state").saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["Related"]
    assert page.place == "Document 2 of 40"
    page.press("?").wait("Keys rest for 0.3 s after every change and for 0.6 s after a new query")


def test_a_new_query_is_said_and_keys_rest_longer(judging: Callable[..., Any], rests: Callable[..., Any]) -> None:
    page = judging(rests([("one query", "a text"), ("one query", "b text"), ("two queries", "c text")]))
    page.judge("1")
    assert not page.tab.locator("#fresh").is_visible()
    page.judge("1")
    assert page.tab.locator("#fresh").is_visible()
    assert page.read("aloud").endswith("New query: two queries. Document 3 of 3.")


def test_a_held_key_counts_once(judging: Callable[..., Any], rests: Callable[..., Any]) -> None:
    page = judging(rests())
    page.rested().tab.keyboard.down("1")
    for _ in range(30):
        page.tab.keyboard.down("1")  # Chromium makes these repeats
        page.tab.wait_for_timeout(25)
    page.tab.keyboard.up("1")
    page.saved()
    assert len(page.campaign.log) == 1


def test_single_keys_can_be_off_or_need_alt_and_it_stays_so(judging: Callable[..., Any]) -> None:
    page = judging()
    page.press("?")
    page.tab.get_by_label("Off").check()
    page.tab.keyboard.press("Escape")
    page.press("1").press("u").press("s")
    assert page.place == "Document 1 of 40"
    page.tab.get_by_role("button", name="Keys").click()
    page.tab.get_by_label("Only with Alt").check()
    page.tab.keyboard.press("Escape")
    page.press("1").reload().press("2")
    assert page.place == "Document 1 of 40"
    page.judge("Alt+3").saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["Highly relevant"]


def test_other_layouts_have_the_same_keys(judging: Callable[..., Any]) -> None:
    page = judging()
    events = [
        ["&", "Digit1", {}],  # French
        ["г", "KeyU", {}],  # Russian
        ["2", "Numpad2", {}],
        ["U", "KeyU", {"shiftKey": True}],
        ["?", "Slash", {"shiftKey": True}],
        ["+", "Equal", {"shiftKey": True}],
        ["1", "Digit1", {"ctrlKey": True}],
        ["1", "Digit1", {"repeat": True}],
        ["1", "Digit1", {"altKey": True}],
    ]
    assert page.tab.evaluate(HEARD, ["single", events]) == ["1", "u", "2", "u", "?", "+", None, None, None]
    assert page.tab.evaluate(HEARD, ["alt", [["¡", "Digit1", {"altKey": True}], ["1", "Digit1", {}]]]) == ["1", None]
    assert page.tab.evaluate(HEARD, ["off", [["1", "Digit1", {}]]]) == [None]


def test_keys_do_nothing_behind_a_dialog_nor_under_a_message(judging: Callable[..., Any]) -> None:
    page = judging()
    for key in "n?g":
        page.press(key)
        page.tab.keyboard.press("4")
        page.tab.keyboard.press("Escape")
    page.press("p").wait("You paused.")
    page.press("1", "s", "m", "n")
    assert page.campaign.log == []
    assert page.kind == "paused"
    page.press("p").reading()
    assert page.place == "Document 1 of 40"
    page.judge("1").saved()


def test_marks_are_off_at_first_and_j_goes_from_one_to_the_next(judging: Callable[..., Any]) -> None:
    page = judging()
    assert page.tab.locator("mark").count() == 0
    page.press("m")
    marks = page.tab.locator("mark").all_text_contents()
    assert [mark.lower() for mark in marks] == ["cooked", "rice", "keep", "fridge", "cooked"]
    page.press("j", "j")
    assert page.tab.locator("mark.here").all_text_contents() == ["rice"]
    page.press("m")
    assert page.tab.locator("mark").count() == 0
    page.judge("2").saved()
    assert page.campaign.log[0]["marks"] is True  # they were on while this text was read


def test_the_clock_stops_with_a_hidden_tab_a_dialog_and_a_minute_without_input(judging: Callable[..., Any]) -> None:
    times = judging().tab.evaluate("""async () => {
      const { Clock, IDLE } = await import('/pages/clock.js');
      let now = 0;
      const clock = new Clock(() => now);
      const after = (ms, step) => { now += ms; step?.(); return clock.read(); };
      return [
        IDLE,
        after(1000),
        after(1000, () => clock.stop('hidden')),
        after(5000, () => clock.stop('dialog')),
        after(5000, () => clock.resume('hidden')),
        after(5000, () => clock.resume('dialog')),
        after(59000),
        after(300000),
        after(1000, () => clock.touch()),
        after(1000),
      ];
    }""")
    assert times == [60_000, 1000, 2000, 2000, 2000, 2000, 61_000, 62_000, 62_000, 63_000]


def test_a_hundred_documents_are_judged_by_keyboard_alone_with_a_rest_after_sixty(judging: Callable[..., Any]) -> None:
    keys = [str(1 + i % 4) for i in range(100)]
    page = judging(tasks=plain_tasks(100))
    for i, key in enumerate(keys, 1):
        page.judge(key)
        if i == 60:
            page.wait("You have judged 60 documents in one go.").press("Enter").reading()
    page.wait("There is nothing left to judge.").saved()
    answers = [name for name, _ in SCALE]
    assert list(page.campaign.labels().values()) == [answers[int(key) - 1] for key in keys]
    assert [entry["ms_active"] >= 0 for entry in page.campaign.log] == [True] * 100


def test_a_button_says_the_grade_that_its_key_stores(judging: Callable[..., Any]) -> None:
    page = judging()
    said = page.tab.locator("#options .option").evaluate_all("all => all.map(one => one.dataset.key + one.innerText)")
    assert [(one[0], f"grade {grade}" in one) for grade, one in enumerate(said)] == [(key, True) for key in "1234"]


def test_the_last_answer_to_a_pair_is_named_as_the_window_shows_the_sides(judging: Callable[..., Any]) -> None:
    page = judging(kind="pair")
    page.judge("ArrowLeft").wait("Left is better", "#last")
    page.tab.set_viewport_size({"width": 390, "height": 780})
    page.wait("Upper is better", "#last")
    assert not page.tab.locator("#last").get_by_text("Left is better").is_visible()


def test_a_heading_that_breaks_is_underlined_in_each_of_its_lines(judging: Callable[..., Any]) -> None:
    page = judging(width=320)
    page.tab.evaluate("document.getElementById('place').textContent += ' and a word more'.repeat(6)")
    style = "one => [getComputedStyle(one).textDecorationLine, getComputedStyle(one).boxShadow]"
    page.press("m", "m").tab.locator("#document").focus()
    assert page.tab.locator("#place").evaluate(style) == ["underline", "none"]

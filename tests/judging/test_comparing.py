"""Passages that are compared on the page: pairs, known answers and lists, to the bar of the graded page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.axe_at_hand import in_turn, look

KINDS = ("pair", "anchor", "best")
KEYS = {"pair": ("ArrowLeft", "ArrowRight", "t"), "anchor": ("ArrowRight", "ArrowLeft", "0"), "best": ("2", "5", "0")}
NAMES = {"pair": ["Left", "Right", "Equal"], "anchor": ["Yes", "No", "Neither answers"], "best": ["2", "5", "None"]}
LAST = {
    "pair": ["Left is better", "Right is better", "Equal"],
    "anchor": ["Yes, at least as good", "No, the known is better", "Neither answers"],
    "best": ["Number 2 is best", "Number 5 is best", "None answers"],
}
WIDTHS = (390, 1100, 1600)
MARKUP = "<img src=x onerror=\"document.title='harm'\"><script>document.title='harm'</script>&amp;{{7*7}}"


def give(page: Any, key: str) -> Any:
    """An answer: a key, and of a list the one that confirms it."""
    if page.campaign.kind == "best" and key != "0":
        page.press(key)
        return page.judge("Enter")
    return page.judge(key)


def boxes(page: Any, what: str) -> list[dict[str, float]]:
    return [one.bounding_box() for one in page.tab.locator(what).all()]


@pytest.mark.parametrize("kind", KINDS)
def test_twelve_comparisons_are_judged_by_keyboard_alone(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind)
    unit = "List" if kind == "best" else "Comparison"
    for i in range(12):
        assert page.place == f"{unit} {i + 1} of 12"
        give(page, KEYS[kind][i % 3])
        page.until("text => document.getElementById('last').innerText === text", f"Last: {LAST[kind][i % 3]}.")
    page.saved().wait("There is nothing left to judge.")
    assert [entry["answer"] for entry in page.campaign.log] == 4 * NAMES[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_offline_three_answers_a_reload_and_undo_lose_nothing(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind, keeps=True).kept()
    page.campaign.down = True
    for key in KEYS[kind]:
        give(page, key)
    page.reload().wait("3 answers wait on this device.")
    page.press("u").wait("your earlier answer")
    give(page, KEYS[kind][0])
    page.campaign.down = False
    page.try_now()
    page.saved()
    first, second, _ = NAMES[kind]
    assert list(page.campaign.labels().values()) == [first, second, first]
    assert [entry["answer"] for entry in page.campaign.log] == [*NAMES[kind], None, first]


@pytest.mark.parametrize("kind", ["pair", "anchor"])
def test_two_passages_have_one_top_one_width_one_height_one_type_and_one_scroll(
    judging: Callable[..., Any], kind: str
) -> None:
    page = judging(kind=kind, tasks=[("q", ["short", "word " * 3000])])
    for width in (1000, 1100, 1600):
        page.tab.set_viewport_size({"width": width, "height": 760})
        left, right = boxes(page, ".passage")
        assert (left["y"], left["width"], left["height"]) == (right["y"], right["width"], right["height"])
        texts = boxes(page, ".passage .text")
        assert (texts[0]["y"], texts[0]["width"]) == (texts[1]["y"], texts[1]["width"])
        styles = page.tab.evaluate(
            "[...document.querySelectorAll('.passage .text')].map(one => { const s = getComputedStyle(one);"
            " return [s.fontSize, s.lineHeight, s.fontFamily, s.color, s.overflowY].join() })"
        )
        assert styles[0] == styles[1]
        assert styles[0].endswith("visible"), "the page scrolls, and no passage by itself"


def test_on_a_narrow_screen_passages_are_stacked_and_the_answers_say_so(judging: Callable[..., Any]) -> None:
    page = judging(kind="pair", width=390, height=844)
    upper, lower = boxes(page, ".passage")
    assert upper["x"] == lower["x"]
    assert upper["y"] < lower["y"]
    assert page.tab.locator(".side").all_inner_texts() == ["Upper", "Lower"]
    assert page.tab.locator("#options button").all_inner_texts() == ["Upper is better", "Equal", "Lower is better"]
    assert all(box["height"] >= 60 for box in boxes(page, "#options button"))
    page.judge("ArrowLeft").saved()
    assert page.tab.locator("#last").inner_text() == "Last: Upper is better."
    [entry] = page.campaign.log
    assert (entry["answer"], entry["layout"]["arrangement"]) == ("Left", "stacked")


@pytest.mark.parametrize(("kind", "width"), in_turn(KINDS, WIDTHS))
def test_buttons_never_move_and_none_is_chosen_beforehand(judging: Callable[..., Any], kind: str, width: int) -> None:
    page = judging(kind=kind, width=width, height=844)
    where = boxes(page, "#options button")
    assert page.tab.locator(".chosen, .earlier, [aria-pressed=true]").count() == 0
    give(page, KEYS[kind][0])
    assert boxes(page, "#options button") == where
    page.saved().press("u").wait("your earlier answer")
    assert boxes(page, "#options button") == where
    assert page.tab.evaluate("document.activeElement.id") == "document"
    assert page.tab.locator(".chosen, [aria-pressed=true]").count() == 0
    page.campaign.down = True
    give(page, KEYS[kind][0])
    page.wait("Not saved yet.", ".state")
    assert boxes(page, "#options button") == where


def test_where_a_pair_may_not_be_equal_its_key_does_nothing(judging: Callable[..., Any], served: Any) -> None:
    server = served(kind="pair")
    server.campaign.equal = False
    page = judging(server)
    page.press("t")
    assert page.place == "Comparison 1 of 12"
    page.judge("ArrowRight").saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["Right"]


@pytest.mark.parametrize("kind", ["pair", "anchor"])
def test_differences_are_off_at_first_and_recorded_when_on(judging: Callable[..., Any], kind: str) -> None:
    texts = ["Cool rice at once. Keep it three days. Throw it away.", "Cool rice at once. Freeze it. Throw it away."]
    page = judging(kind=kind, tasks=[("rice", texts), ("rice", texts)])
    assert page.tab.locator(".differs").count() == 0
    page.judge("ArrowLeft").press("d")
    assert page.tab.locator(".differs").all_inner_texts() == ["Keep it three days.", "Freeze it."]
    page.press("m")
    assert page.tab.locator(".text mark").count() == 2
    assert [one.replace("\n", "") for one in page.tab.locator(".text").all_inner_texts()] == ["", *texts]
    page.press("d")
    assert page.tab.locator(".differs").count() == 0
    page.judge("ArrowLeft").saved()
    assert [entry["differences"] for entry in page.campaign.log] == [False, True]


DIFFER = """async ([a, b]) => {
  const { differences } = await import('/pages/differences.js');
  return differences(a, b).map((ranges, i) => ranges.map(([from, to]) => [a, b][i].slice(from, to)));
}"""


def test_differences_are_the_words_that_the_other_text_has_not(judging: Callable[..., Any]) -> None:
    page = judging(kind="pair")
    for a, b, of_a, of_b in (
        ("one two three", "one two three", [], []),
        ("one two three", "", ["one two three"], []),
        ("a b c d e f g", "a x c d e f y", ["b", "g"], ["x", "y"]),
        ("a b c d", "a x c y", ["b c d"], ["x c y"]),  # a single common word between two differences is hard to see
        ("米饭三天", "米饭四天", ["三"], ["四"]),
        ("same " * 3000 + "Left here.", "same " * 3000 + "Right here.", ["Left"], ["Right"]),
    ):
        assert page.tab.evaluate(DIFFER, [a, b]) == [of_a, of_b]


def test_differences_of_very_long_texts_are_sentences_and_come_within_a_second(judging: Callable[..., Any]) -> None:
    a = " ".join(f"Sentence {i} of the first one." for i in range(3000))
    b = " ".join(f"Sentence {i} of the {'other' if i % 2 else 'first'} one." for i in range(3000))
    page = judging(kind="pair")
    ms, n = page.tab.evaluate(
        """async ([a, b]) => {
          const { differences } = await import('/pages/differences.js');
          const start = performance.now();
          const [of] = differences(a, b);
          return [performance.now() - start, of.length];
        }""",
        [a, b],
    )
    assert n == 1500
    assert ms < 1000


def test_a_list_is_chosen_from_then_confirmed_and_setting_aside_is_no_answer(judging: Callable[..., Any]) -> None:
    page = judging(kind="best")
    page.press("Enter").wait("Choose one first.", ".state")
    page.press("2", "x")
    assert page.tab.locator(".aside .choose").all_inner_texts() == ["2"]
    assert page.tab.locator(".chosen").count() == 0
    page.press("Enter", "3").reload()
    assert page.tab.locator(".passage.chosen .choose").all_inner_texts() == ["3"]
    assert page.tab.locator(".passage.aside .choose").all_inner_texts() == ["2"]
    page.press("1").wait("Number 1 is best", "#options")
    assert page.campaign.log == [], "nothing is an answer before it is confirmed"
    page.judge("Enter").saved()
    [entry] = page.campaign.log
    assert (entry["answer"], entry["aside"]) == ("1", ["2"])


def test_a_list_of_twelve_has_a_key_for_each(judging: Callable[..., Any]) -> None:
    tasks = [(f"q{i}", [f"text {i} {j}" for j in range(12)]) for i in range(3)]
    page = judging(kind="best", tasks=tasks)
    for key in ("9", "a", "c"):
        page.press(key)
        page.judge("Enter")
    page.saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["9", "10", "12"]


def test_a_list_is_judged_by_pointer_too(judging: Callable[..., Any]) -> None:
    page = judging(kind="best", width=390, height=844)
    page.tab.get_by_role("button", name="Set aside number 1").click()
    page.tab.get_by_role("button", name="Choose number 4").click()
    page.rested().tab.locator("#confirm").click()
    page.saved()
    assert [(entry["answer"], entry["aside"]) for entry in page.campaign.log] == [("4", ["1"])]


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_passages_are_shown_as_characters(judging: Callable[..., Any], kind: str) -> None:
    n = 3 if kind == "best" else 2
    texts = [MARKUP, "x" * 200_000, "safe \u202egnp.exe"][:n]
    page = judging(kind=kind, tasks=[(MARKUP, texts), (MARKUP, texts)], width=390, height=844)
    assert page.tab.locator(".passage .text").first.text_content() == MARKUP
    assert page.beyond <= 0
    page.press("m", "d")
    assert page.tab.evaluate("document.querySelectorAll('main img, main script, main a').length") == 0
    assert page.tab.title() == "Judging"
    if kind == "best":
        page.wait("This text holds 1 direction mark.")
    give(page, KEYS[kind][0])
    page.saved()


@pytest.mark.parametrize("kind", KINDS)
def test_passages_without_a_text_can_only_be_skipped(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind, tasks=[("q", ["a text", " "]), ("q", ["a text", "b text"])])
    page.wait("has no text, so")
    page.press("ArrowLeft", "0", "1", "Enter")
    assert page.tab.locator("#options button:enabled").count() == 0
    page.press("s").tab.keyboard.press("2")
    page.saved()
    assert [entry.get("skip") for entry in page.campaign.log] == ["broken"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_pause_a_note_and_the_keys_have_the_words_of_the_kind(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind)
    page.press("?")
    keys = page.tab.locator("#keys-list dt.own").all_inner_texts()
    expected = {"pair": ["←", "T", "→", "D"], "anchor": ["←", "0", "→", "D"], "best": ["1 – 5", "X", "Enter", "0"]}
    assert keys == expected[kind]
    page.tab.keyboard.press("Escape")
    page.press("n").tab.keyboard.type("both are old")
    page.tab.keyboard.press("Control+Enter")
    page.press("p").wait("after that the list may go" if kind == "best" else "after that the comparison may go")
    page.press("p")
    page.until("() => document.body.dataset.place === 'document'")
    give(page.rested(), KEYS[kind][1])
    page.saved()
    assert [entry["note"] for entry in page.campaign.log] == ["both are old"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_aloud_is_the_query_the_place_and_the_answer(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind)
    assert page.read("aloud").startswith("New query: how long does cooked rice keep in the fridge.")
    give(page, KEYS[kind][0])
    unit = "List" if kind == "best" else "Comparison"
    page.until("() => document.getElementById('aloud').textContent !== ''")
    assert page.read("aloud") == f"{LAST[kind][0]}. {unit} 2 of 12."


@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing_and_nothing_lies_beside_the_window(judging: Callable[..., Any], kind: str) -> None:
    page = judging(kind=kind)
    give(page, KEYS[kind][0])
    steps: list[Callable[[], Any]] = [
        lambda: page.saved(),
        lambda: page.press("m", "d"),
        lambda: page.press("1", "x", "2") if kind == "best" else None,
        lambda: page.press("u").wait("your earlier answer"),
        lambda: page.press("?"),
    ]
    wrong = []
    for i, step in enumerate(steps):
        step()
        wrong += [f"step {i}: {said}" for said in look(page.tab, WIDTHS, i + KINDS.index(kind), narrow=(320, 800, 550))]
    assert wrong == []

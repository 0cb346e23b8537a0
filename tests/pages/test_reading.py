"""What the page shows: to whom, at which width, in which theme, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from page_example import HOSTILE, example

from irassay.provenance import Provenance
from irassay.result import Result

Open = Callable[..., Any]


def overflow(page: Any) -> int:
    """Pixels that stand out sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize(
    ("n", "n_queries", "hostile"), [(2, 53, False), (3, 53, False), (63, 53, True), (126, 50, False), (63, 6980, False)]
)
def test_nothing_scrolls_sideways(opened: Open, n: int, n_queries: int, hostile: bool) -> None:
    page = opened(n, n_queries, hostile=hostile)
    out = {}
    for width in (320, 390, 900, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        out[width] = overflow(page)
    assert max(out.values()) <= 0, out


def test_text_at_twice_its_size_still_fits(opened: Open) -> None:
    page = opened(63, width=640)
    page.add_style_tag(content="html{zoom:2}")
    assert overflow(page) <= 0


def test_without_scripts_everything_is_there_but_the_tools(opened: Open) -> None:
    page = opened(63, scripts=False)
    assert page.locator("h1").is_visible()
    assert page.locator(".rows tbody tr").count() == 63
    assert page.locator("figure svg:visible").count() > 63
    assert page.locator(".tool:visible").count() == 0
    page.locator("#figure-strip summary").click()
    assert page.locator("#figure-strip table").is_visible()
    page.locator(".room:has(#figure-differences) > summary").click()
    page.locator("#figure-differences > details summary").first.click()
    assert page.locator("#figure-differences > details table").first.is_visible(), "documents open without scripts"


def test_the_verdict_stands_on_the_first_screen(opened: Open) -> None:
    page = opened(63, width=1600, height=900)
    for part in ("h1", ".standfirst", ".meter.queries .large", ".meter.labels .large", ".answers"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] <= 900


def test_two_systems_have_neither_meters_nor_letters_nor_ranks(opened: Open) -> None:
    page = opened(2)
    for part in (".meter", "th.group", "th.rank", "[data-matrix]", ".filters", "[data-kind=Strip]"):
        assert page.locator(part).count() == 0
    assert "can't be told apart" in page.locator(".sentences").inner_text()


def test_up_to_seven_systems_are_counted_not_given_as_shares(opened: Open) -> None:
    page = opened(3)
    for doubt in ("queries", "labels"):
        assert " of 3" in page.locator(f".meter.{doubt} .large").inner_text()
    row = page.locator(".rows tbody tr").first.bounding_box()
    assert row["height"] >= 40


def test_a_hostile_name_is_text_and_nothing_else(opened: Open, written: Callable[..., Any]) -> None:
    page = opened(63, hostile=True)
    assert page.locator("img").count() == 0
    assert page.locator("main script").count() == 0
    shown = page.locator(".rows .system bdi").first
    assert shown.inner_text() == HOSTILE[0]
    page.locator("button.pin").first.click()
    assert HOSTILE[0] in page.locator("#say").evaluate("e => new Promise(r => setTimeout(() => r(e.textContent), 80))")
    assert "<img" not in written(63, hostile=True).read_text(encoding="utf-8")


def test_charts_never_shrink_their_text(opened: Open) -> None:
    page = opened(63)
    for width in (360, 700, 900, 1100, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        sizes = page.evaluate(
            """() => [...document.querySelectorAll('.draw svg')].filter(s => s.getClientRects().length)
            .map(s => s.getBoundingClientRect().width / s.viewBox.baseVal.width)"""
        )
        assert sizes
        assert min(sizes) > 0.95


@pytest.mark.parametrize("width", [390, 1600])
def test_dark_is_worn_when_the_system_is_dark_or_the_reader_says_so(opened: Open, width: int) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    page = opened(8, dark=True, width=width)
    assert page.evaluate(background) == "rgb(18, 22, 27)"
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(background) == "rgb(255, 255, 255)"
    page.get_by_role("button", name="Auto").click()
    assert page.evaluate(background) == "rgb(18, 22, 27)"


def test_paper_is_light_and_has_no_tools(opened: Open) -> None:
    page = opened(63, dark=True)
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".tool:visible").count() == 0
    assert page.locator(".rail:visible").count() == 0


def test_paper_cuts_nothing_off(opened: Open) -> None:
    page = opened(63, width=720)
    page.emulate_media(media="print")
    cut = """e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1"""
    assert page.locator("pre.text").count() > 0
    assert not [box for box in page.locator("pre.text").all() if box.evaluate(cut)]
    assert page.locator(".sel:visible, .cross:visible, .behind:visible").count() == 0
    assert page.locator(".rows thead button.sort").first.evaluate("e => getComputedStyle(e).display") == "contents"


def test_names_are_whole_where_there_is_room_and_headings_stay_apart(opened: Open) -> None:
    page = opened(126)
    cut = [n for n in page.locator(".rows .system bdi").all() if n.evaluate("e => e.scrollWidth > e.clientWidth + 1")]
    assert cut == []
    last = page.locator(".axis i").last.bounding_box()
    head = page.locator(".rows thead .score").bounding_box()
    assert last["x"] + last["width"] <= head["x"] + 14


def test_a_small_matrix_has_its_legend_close_beside_it(opened: Open) -> None:
    page = opened(8)
    cells = page.locator("[data-matrix] svg:visible g.cells").bounding_box()
    legend = page.locator(".matrix .legend").bounding_box()
    assert 20 < legend["x"] - (cells["x"] + cells["width"]) < 120
    asked = page.locator(".ask").bounding_box()
    assert legend["y"] + legend["height"] <= asked["y"]


def test_a_study_without_a_verdict_has_its_title_and_all_its_sections(browser: Any, tmp_path: Any) -> None:
    labels = next(s for s in example(8).sections if s.name == "labels")
    Result("Three in five labels are relevant", "A study.", [labels], Provenance()).write(tmp_path / "p.html")
    page = browser.new_page()
    page.goto((tmp_path / "p.html").as_uri())
    assert page.locator("h1").inner_text() == "Three in five labels are relevant"
    assert page.locator("h2.name").all_inner_texts() == ["The labels", "Provenance"]
    page.close()


def test_hundreds_of_systems_stay_below_the_limit(written: Callable[..., Any]) -> None:
    assert written(300, 30).stat().st_size < 5_000_000


def test_what_stands_behind_the_pairs_is_folded_with_one_sentence(opened: Open) -> None:
    page = opened(63, scripts=False)
    names = page.evaluate("[...document.querySelectorAll('main > section')].map(s => s.id)")
    folded = page.evaluate("[...document.querySelectorAll('main > section:has(> .room)')].map(s => s.id)")
    assert folded == names[names.index("pairs") + 1 :]
    for one in page.locator(".room > summary").all():
        said = one.inner_text()
        assert said
        assert ". " not in said

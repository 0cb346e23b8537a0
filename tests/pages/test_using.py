"""What the script adds, by pointer and by keyboard alone."""

from __future__ import annotations

import csv
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from page_example import HOSTILE, example

from irassay.comparison.league import words as comparison
from irassay.result import PairMatrix
from irassay.verdict.words import pairs as pair_words
from tests.verdict_by_hand import pair_by_hand

Open = Callable[..., Any]

UNFOLD = "document.querySelectorAll('.room').forEach(room => room.open = true)"  # sections behind the pairs


def names(page: Any) -> list[str]:
    """The systems shown, in order."""
    rows = page.locator(".rows tbody tr:visible .system > span")
    return [row.locator("bdi").first.inner_text() for row in rows.all()]


def test_sorting_orders_the_rows_and_says_so(opened: Open) -> None:
    page = opened(8)
    best_first = names(page)
    head = page.locator("thead th.system")
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert names(page) == sorted(
        best_first, key=lambda s: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", s)]
    )
    assert page.locator(".rows.loose").count() == 1
    page.locator("th.score button").click()
    assert page.locator("th.score").get_attribute("aria-sort") == "descending"
    assert names(page) == best_first
    assert page.locator(".rows.loose").count() == 0
    page.locator("th.score button").click()
    assert names(page) == best_first[::-1]


def test_brackets_show_only_in_score_order_and_unfiltered(opened: Open) -> None:
    page = opened(63)
    assert page.locator(".group svg:visible").count() > 0
    page.locator("[data-find]").fill("alibaba")
    assert page.locator(".group svg:visible").count() == 0
    assert page.locator(".letters:visible").count() > 0


def test_filtering_counts_what_is_left(opened: Open) -> None:
    page = opened(63)
    page.locator("[data-find]").fill("PASH")
    shown = names(page)
    assert 0 < len(shown) < 63
    assert page.locator(".count").inner_text() == f"{len(shown)} of 63 systems"
    page.locator('[data-filter="1"]').select_option("trad")
    assert len(names(page)) < len(shown)
    page.get_by_role("button", name="Clear").click()
    assert len(names(page)) == 63


def test_filters_combine_and_count_what_each_value_would_leave(opened: Open) -> None:
    page = opened(63)
    task, stages = page.locator('[data-filter="2"]'), page.locator('[data-filter="3"]')
    page.locator("button.pin").first.click()
    page.locator("th.judged button").click()
    for option in (task, stages):
        counted = sum(int(text.rsplit("(", 1)[1][:-1]) for text in option.locator("option").all_inner_texts()[1:])
        assert counted == 63
    task.select_option("rerank")
    text = next(t for t in stages.locator("option").all_inner_texts() if t.startswith("single"))
    stages.select_option("single")
    assert text == f"single ({len(names(page))})"
    assert page.locator("tr.pinned").count() == 1
    assert page.locator("th.judged").get_attribute("aria-sort") == "descending"


def test_a_value_that_is_not_stated_can_be_asked_for(opened: Open) -> None:
    page = opened(63)
    retrieval = page.locator('[data-filter="4"]')
    assert retrieval.locator("option").all_inner_texts()[-1] == "not stated (1)"
    retrieval.select_option(index=retrieval.locator("option").count() - 1)
    assert len(names(page)) == 1


def test_a_filtered_table_says_that_nothing_is_computed_again(opened: Open) -> None:
    page = opened(63)
    said = page.locator(".filtered")
    assert not said.is_visible()
    page.locator("[data-find]").fill("pash")
    assert said.inner_text() == "A filter only hides rows: ranks, letters and p are those of all 63 systems."
    page.get_by_role("button", name="Clear").click()
    assert not said.is_visible()


def test_on_a_phone_filters_unfold(opened: Open) -> None:
    page = opened(63, width=380)
    assert not page.locator('[data-filter="1"]').is_visible()
    page.get_by_role("button", name="More filters").click()
    page.locator('[data-filter="1"]').select_option("trad")
    assert 0 < len(names(page)) < 63
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_a_marked_system_lights_up_in_all_charts(opened: Open) -> None:
    page = opened(63)
    page.locator("button.pin").nth(4).click()
    charts = page.evaluate("[...document.querySelectorAll('figure:has(.pin)')].map(f => f.id)")
    assert {"figure-strip", "figure-holes", "figure-places"} <= set(charts)
    page.locator("button.pin").nth(4).click()
    assert page.locator("svg .pin").count() == 0


def test_the_keyboard_alone_sorts_filters_marks_and_walks_the_matrix(opened: Open) -> None:
    page = opened(63)
    page.locator("[data-find]").focus()
    page.keyboard.type("pash")
    assert len(names(page)) < 63
    page.locator("[data-clear]").focus()
    page.keyboard.press("Enter")
    page.locator("th.judged button").focus()
    page.keyboard.press("Enter")
    assert page.locator("th.judged").get_attribute("aria-sort") == "descending"
    page.locator("button.pin").first.focus()
    page.keyboard.press("Space")
    assert page.locator("button.pin").first.get_attribute("aria-pressed") == "true"
    page.locator("[data-matrix]").focus()
    before = page.locator(".sentence").inner_text()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    after = page.locator(".sentence").inner_text()
    assert before != after
    shown = example(63).figures[2]
    assert isinstance(shown, PairMatrix)
    assert f"{shown.systems[1]} (2) against {shown.systems[3]} (4)." in after


def test_the_two_lists_ask_for_any_pair(opened: Open) -> None:
    page = opened(63)
    page.locator("[data-pair=a]").select_option(index=10)
    page.locator("[data-pair=b]").select_option(index=20)
    assert "(11) against" in page.locator(".sentence").inner_text()


def numbers_alone(pair: Any) -> str:
    """What the queries and the labels say of a pair, as the page's script says it."""
    return " ".join(
        [comparison.difference_sentence(pair.queries), comparison.by_queries(pair.queries), pair_words.by_labels(pair)]
    )


def test_the_page_says_a_pair_in_the_same_words_as_the_study(opened: Open) -> None:
    says_the_pairs(opened(8), next(f for f in example(8).figures if isinstance(f, PairMatrix)))


NEAR_0 = [
    (-0.00021, 0.0213),
    (0.00004, 0.0405),
    (-0.0305, -0.0004),
    (0.0, 0.0312),
    (1e-12, 0.02),
    (-0.000004, 0.000004),
]


def test_the_page_says_on_which_side_of_0_an_interval_begins_as_the_study_does(browser: Any, tmp_path: Path) -> None:
    result = example(8)
    (figure,) = [f for f in result.figures if isinstance(f, PairMatrix)]
    n = len(figure.low)
    ends = [NEAR_0[k % len(NEAR_0)] for k in range(n)]
    near = replace(
        figure,
        low=[low for low, _ in ends],
        high=[high for _, high in ends],
        labels_low=[low for low, _ in ends[::-1]],
        labels_high=[high for _, high in ends[::-1]],
    )
    sections = [
        replace(section, body=[near if part is figure else part for part in section.body])
        for section in result.sections
    ]
    replace(result, sections=sections).write(tmp_path / "page.html")
    page = browser.new_page(offline=True)
    page.goto((tmp_path / "page.html").as_uri())
    says_the_pairs(page, near)
    page.close()


def says_the_pairs(page: Any, figure: PairMatrix) -> None:
    """The sentence of every pair is the study's."""
    n = len(figure.systems)
    order = [(i, j) for i in range(n) for j in range(i + 1, n)]
    for k, (i, j) in enumerate(order):
        pair = pair_by_hand(
            *(
                figure.systems[i],
                figure.systems[j],
                figure.difference[k],
                figure.wins[k],
                figure.low[k],
                figure.high[k],
            ),
            *(figure.p[k], figure.p_corrected[k], figure.queries[j][i] == "settled", figure.labels[i][j]),
            *(figure.labels_low[k], figure.labels_high[k]),
            family=figure.family,
            agreeing=figure.agreeing[k],
            n_draws=100,
            n_queries=53,
        )
        if pair.strength == "exactly tied":  # made up to be tied; its difference is not 0
            continue
        page.locator("[data-pair=a]").select_option(index=i)
        page.locator("[data-pair=b]").select_option(index=j)
        said = page.locator(".sentence").inner_text().split("). ", 1)[1]
        assert said == f"{pair_words.headline(pair)} {numbers_alone(pair)}"


def test_the_pointer_asks_for_the_pair_under_it(opened: Open) -> None:
    page = opened(63)
    cells = page.locator("[data-matrix] svg:visible g.cells")
    cells.scroll_into_view_if_needed()
    box = cells.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 5.5 / 63, box["y"] + box["height"] * 30.5 / 63)
    assert "(6) against" in page.locator(".sentence").inner_text()
    assert "(31)." in page.locator(".sentence").inner_text()


@pytest.mark.parametrize("scripts", [True, False])
def test_where_pairs_are_too_many_the_page_says_the_command_that_asks_for_one(opened: Open, scripts: bool) -> None:
    page = opened(210, 30, hostile=True, scripts=scripts)
    command = page.locator("[data-ask]")
    assert command.inner_text().startswith("irassay compare qrels.txt runs/ -m nDCG@10 --pair ")
    words = shlex.split(command.inner_text())
    assert words[-2:] == list(HOSTILE[:2])
    if not scripts:
        return
    square = page.locator("[data-matrix]")
    square.focus()
    page.keyboard.press("ArrowDown")
    assert shlex.split(command.inner_text())[-2:] == [HOSTILE[0], HOSTILE[2]]
    page.emulate_media(reduced_motion="reduce")  # no scrolling under the pointer
    cells = square.locator("svg:visible g.cells")
    cells.scroll_into_view_if_needed()
    box = cells.bounding_box()
    page.mouse.click(box["x"] + 30, max(box["y"], 0) + 200)
    asked = shlex.split(command.inner_text())
    assert asked[-2:] != [HOSTILE[0], HOSTILE[2]]
    assert len(asked) == len(words)


def test_a_saved_chart_stands_alone_with_its_title(opened: Open, tmp_path: Path) -> None:
    page = opened(63, hostile=True, dark=True)
    page.evaluate(UNFOLD)
    for figure in ("strip", "league", "pairs", "holes", "places", "queries"):
        with page.expect_download() as waiting:
            page.locator(f"#figure-{figure} [data-save=svg]").click()
        target = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(target)
        root = ElementTree.parse(target).getroot()
        text = "".join(root.itertext())
        title = page.locator(f"#{page.locator(f'#figure-{figure}').get_attribute('aria-labelledby')}").inner_text()
        assert "".join(title.split()) in "".join(text.split())
        how = page.locator(f"#figure-{figure} p.how").inner_text()
        assert "".join(how.split()) in "".join(text.split())
        assert "var(--" not in target.read_text(encoding="utf-8")
        assert root.find("{http://www.w3.org/2000/svg}style") is not None


def test_every_chart_can_be_saved(opened: Open) -> None:
    for n in (2, 8, 63):
        page = opened(n)
        charts = page.locator("figure")
        assert charts.count() > 3
        for i in range(charts.count()):
            for kind in ("svg", "png"):
                assert charts.nth(i).locator(f"[data-save={kind}]").count() == 1


def test_a_saved_png_is_a_picture(opened: Open, tmp_path: Path) -> None:
    page = opened(8)
    with page.expect_download() as waiting:
        page.locator("#figure-strip [data-save=png]").click()
    waiting.value.save_as(tmp_path / "strip.png")
    data = (tmp_path / "strip.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 5000


def test_saved_pairs_are_all_pairs_and_run_no_formula(opened: Open, tmp_path: Path) -> None:
    page = opened(8, hostile=True)
    with page.expect_download() as waiting:
        page.locator("[data-save=pairs]").click()
    waiting.value.save_as(tmp_path / "pairs.csv")
    with (tmp_path / "pairs.csv").open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 28
    assert {row["a"] for row in rows} | {row["b"] for row in rows} >= {HOSTILE[0], "'" + HOSTILE[1]}
    assert [row["assumes"] for row in rows] == ["low, high: 95% over queries, unadjusted.", *[""] * (len(rows) - 1)]


def test_copy_takes_the_text_as_it_is(opened: Open) -> None:
    page = opened(8)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate(UNFOLD)
    page.locator("#figure-latex [data-copy]").click()
    page.get_by_text("Copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#figure-latex .text").inner_text()


def test_a_link_into_a_folded_section_opens_it(opened: Open) -> None:
    page = opened(63)
    chart = page.locator("#figure-holes .draw")
    assert not chart.is_visible()
    page.locator(".rail a", has_text="Labels").click()
    assert chart.is_visible()
    assert not page.locator("#figure-places .draw").is_visible(), "the others stay folded"

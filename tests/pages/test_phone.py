"""What a page says on a phone: ranks and named values in the rows of the league, a menu, queries with their texts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from irassay.provenance import Provenance
from irassay.result import Column, Result, Section, Table

Open = Callable[..., Any]
BEFORE = "getComputedStyle(document.querySelector('.rows tbody {}'), '::before').content"
PHONES = (390, 500)


@pytest.mark.parametrize("width", PHONES)
def test_a_phone_shows_the_range_of_ranks_of_each_system(opened: Open, width: int) -> None:
    page = opened(63, width=width)
    ranks = page.locator(".rows tbody td.rank:not(.second):visible")
    assert ranks.count() == 63
    assert "–" in ranks.first.inner_text()
    assert page.evaluate(BEFORE.format(".rank")) == '"rank "'
    assert page.evaluate(BEFORE.format(".letters")) == '"groups "'


@pytest.mark.parametrize("width", PHONES)
def test_a_phone_names_the_column_of_each_value_of_the_metadata(opened: Open, width: int) -> None:
    page = opened(63, width=width)
    cells = page.locator(".rows tbody tr").first.locator("td.meta:visible").all()
    assert [cell.get_attribute("data-name") for cell in cells] == ["Type", "Task", "Stages", "Retrieval"]
    assert page.evaluate(BEFORE.format(".meta:not(.wide)")) == '"Type: "'


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_reaches_every_section_from_wherever_its_reader_is(opened: Open, scripts: bool) -> None:
    page = opened(63, width=390, height=844, scripts=scripts)
    page.emulate_media(reduced_motion="reduce")
    assert page.locator(".menu a:visible").count() == 0
    page.locator(".matrix").scroll_into_view_if_needed()
    page.locator(".menu summary").click()
    assert page.locator(".menu a:visible").count() == page.locator(".rail a").count() > 5
    link = page.locator(".menu a").nth(3)
    link.click()
    section = page.locator(str(link.get_attribute("href"))).bounding_box()
    menu = page.locator(".menu ul" if link.is_visible() else ".menu").bounding_box()
    assert link.is_visible() is not scripts, "a script closes the menu"
    assert menu["y"] + menu["height"] <= section["y"] < 844, "the section begins below the menu, open or closed"


def test_a_wide_window_has_the_rail_and_no_menu(opened: Open) -> None:
    page = opened(63, width=1600)
    assert page.locator(".rail a:visible").count() > 5
    assert page.locator(".menu:visible").count() == 0


@pytest.mark.parametrize("width", [900, 1300])
def test_between_a_phone_and_a_wide_window_the_links_stay_at_the_top(opened: Open, width: int) -> None:
    page = opened(63, width=width)
    page.evaluate("document.querySelector('#files').scrollIntoView({behavior: 'instant'})")
    top = page.evaluate("document.querySelector('.rail').getBoundingClientRect().top")
    below = page.evaluate("document.querySelector('#files h2').getBoundingClientRect().top")
    height = page.evaluate("document.querySelector('.rail').getBoundingClientRect().height")
    assert top == 0
    assert below >= height, "the heading is not under the links"


def test_errors_and_warnings_stand_out_and_no_notes(opened: Open) -> None:
    weights = "all => all.map(one => [one.closest('li').className, getComputedStyle(one).fontWeight])"
    found = {tuple(one) for one in opened(63, width=1300).locator(".what").evaluate_all(weights)}
    assert found >= {("error", "600"), ("note", "400")}
    assert {weight for level, weight in found if level not in ("error", "warning")} == {"400"}


@pytest.mark.parametrize("width", [320, *PHONES])
def test_a_phone_cuts_no_column_of_a_wide_table_and_names_every_value(window: Any, tmp_path: Any, width: int) -> None:
    heads = ("kind", "runs", "relevant", "change", "low", "high", "places", "tau")
    columns = [Column(head, ["a", "b"] if head == "kind" else [0.25, 0.5], "nDCG@10", digits=4) for head in heads]
    Result("T.", "", [Section("s", "S", [Table("left", "Left out", columns)])], Provenance()).write(tmp_path / "t.html")
    tab = window.new_page()
    tab.set_viewport_size({"width": width, "height": 900})
    tab.goto((tmp_path / "t.html").as_uri())
    box = "document.querySelector('#figure-left .scroll')"
    assert tab.evaluate(f"{box}.scrollWidth <= {box}.clientWidth")
    cells = tab.locator("#figure-left tbody tr").first.locator("td")
    assert [cell.get_attribute("data-name") for cell in cells.all()] == list(heads[1:])
    assert all(cell.is_visible() for cell in cells.all())


def test_a_name_in_a_headline_breaks_only_where_no_line_of_a_phone_holds_it(window: Any, tmp_path: Path) -> None:
    short, long = "bm25-rm3-porter-v2", "-".join(["a-name-that-no-phone-holds"] * 3)
    title = f"This time {short} is better than {long}, & so on"
    Result(title, "", [], Provenance(options={}, seed=0, versions={})).write(tmp_path / "a.html")
    tab = window.new_page()
    tab.set_viewport_size({"width": 380, "height": 800})
    tab.goto((tmp_path / "a.html").as_uri())
    head = tab.locator("h1")
    assert head.text_content() == title
    line = head.evaluate("h => parseFloat(getComputedStyle(h).lineHeight)")
    assert [round(one.bounding_box()["height"] / line) > 1 for one in head.locator(".one").all()] == [False, True]
    assert tab.evaluate("document.documentElement.scrollWidth") == 380

"""A sensitivity analysis in a real browser: readable by anybody, its headline short and its axis named on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import irassay
from simulations.extrapolation_worlds import WORLDS, made
from tests.pages.walk import walk


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    of = made(WORLDS[0], 30, 6, draws=2, key=[0])
    page = tmp_path_factory.mktemp("page") / "sensitivity.html"
    irassay.sensitivity(of.given, of.runs, extrapolated=of.draws, full_qrels=of.truth).write(page)
    return page


def test_a_sensitivity_analysis_can_be_read_by_anybody_with_and_without_scripts(browser: Any, written: Path) -> None:
    assert walk(browser, written, widths=(390,), schemes=("dark",)) == []


def test_on_a_phone_the_headline_is_short_and_each_panel_names_its_axis(browser: Any, written: Path) -> None:
    context = browser.new_context(viewport={"width": 380, "height": 760})
    tab = context.new_page()
    tab.goto(written.as_uri())
    lines = tab.evaluate("() => { const h = document.querySelector('h1'), s = getComputedStyle(h);"
                         " return h.getBoundingClientRect().height / parseFloat(s.lineHeight) }")  # fmt: skip
    assert lines < 5.5
    chart = tab.locator("#answer figure").first
    chart.scroll_into_view_if_needed()
    shown = [text for text in chart.locator("svg:visible text").all_text_contents() if text.startswith("d: ")]
    assert shown == ["d: passages deemed relevant"] * 4
    context.close()

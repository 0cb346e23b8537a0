"""Anybody can read it: axe finds nothing, and text and marks stand out from the paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from irassay.drawing.charts.marks import DARK, LIGHT
from tests.axe_at_hand import axe

TEXT = ("ink", "ink2", "ink3", "q", "l", "err")
MARKS = ("q2", "l1", "ld", "n")


@pytest.mark.parametrize(("n", "width", "dark"), [(8, 1600, False), (8, 390, True)])
def test_axe_finds_no_violation(opened: Callable[..., Any], n: int, width: int, dark: bool) -> None:
    page = opened(n, width=width, dark=dark)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    # What isn't shown needn't be walked, and the contrast of marks is held by the palette's test.
    page.evaluate(
        "document.querySelectorAll('svg').forEach(s => s.getClientRects().length ? s.innerHTML = "
        "[...s.querySelectorAll('title,desc')].map(e => e.outerHTML).join('') : s.remove())"
    )
    assert axe(page) == []


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(a: str, b: str) -> float:
    """Contrast ratio (WCAG 2.2)."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_marks_stand_out_from_the_paper(tokens: dict[str, str]) -> None:
    assert {t: r for t in TEXT if (r := ratio(tokens[t], tokens["paper"])) < 4.5} == {}
    assert {t: r for t in MARKS if (r := ratio(tokens[t], tokens["paper"])) < 3} == {}


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_settled_and_open_differ_without_colour(tokens: dict[str, str]) -> None:
    assert ratio(tokens["q"], tokens["qp"]) > 3
    assert ratio(tokens["l1"], tokens["lp"]) > 2.5

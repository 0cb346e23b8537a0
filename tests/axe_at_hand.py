"""Whether anybody can read a page as it is: what axe finds, and what lies beside the window, at sizes by turns.

`IRASSAY_EVERY_SIZE=1` looks at every size, light and dark, and tries every combination; else these go by turns.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from typing import Any

SCHEMES = ("light", "dark")
EVERY = bool(os.environ.get("IRASSAY_EVERY_SIZE"))
BEYOND = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SETTLE_MS = 50  # the bars at the window's edge come and go after a new size


def in_turn(*parts: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Each item of the first part with the next item of the others; every combination with `IRASSAY_EVERY_SIZE=1`."""
    first, *others = parts
    if EVERY:
        return list(product(*parts))
    return [(one, *(other[i % len(other)] for other in others)) for i, one in enumerate(first)]


def axe(tab: Any) -> list[str]:
    """What axe finds on the page as it is: a line for each rule, with its first node."""
    if not tab.evaluate("'axe' in window"):
        tab.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]} ({len(one['nodes'])})" for one in found["violations"]]


def views(widths: Sequence[int], turn: int, schemes: Sequence[str] = SCHEMES) -> list[tuple[int, str]]:
    """The widths and schemes of look number `turn`."""
    all_of_them = list(product(widths, schemes))
    return all_of_them if EVERY else [(widths[turn % len(widths)], schemes[turn % len(schemes)])]


def look(
    tab: Any, widths: Sequence[int], turn: int, *, narrow: Sequence[int] = (), schemes: Sequence[str] = SCHEMES
) -> list[str]:
    """What is wrong: beside the window at each width, narrow ones too, and by axe in the turn's view."""
    wrong = []
    for width in (*widths, *narrow):
        tab.set_viewport_size({"width": width, "height": 844})
        tab.wait_for_timeout(SETTLE_MS)
        if (beyond := tab.evaluate(BEYOND)) > 0:
            wrong.append(f"{width}: {beyond} px lie beside the window")
    for width, scheme in views(widths, turn, schemes):
        tab.set_viewport_size({"width": width, "height": 844})
        tab.emulate_media(color_scheme=scheme)
        wrong += [f"{width}, {scheme}: {told}" for told in axe(tab)]
    return wrong

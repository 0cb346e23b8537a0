"""Walk through a written report in a real browser, as its readers do, and say what is wrong with it.

Wide and narrow, light and dark, every table open, and with scripts off: axe may find nothing, the console may have no
error, nothing may be asked of a network, and nothing may lie outside the window.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.axe_at_hand import BEYOND, axe

WIDTHS = (1600, 1100, 800, 390)
NARROWEST = 320
# What isn't shown needn't be walked, the contrast of marks is held by the palette's test, and axe would need minutes.
WITHOUT_MARKS = """document.querySelectorAll('svg').forEach(s => s.getClientRects().length ? s.innerHTML =
  [...s.querySelectorAll('title,desc')].map(e => e.outerHTML).join('') : s.remove())"""
# Long tables repeat one row: axe looks at the first twelve of each.
FEW_ROWS = "document.querySelectorAll('tbody').forEach(b => [...b.rows].slice(12).forEach(r => r.remove()))"
OPEN = "document.querySelectorAll('details').forEach(d => d.open = true)"


def walk(
    browser: Any, page: Path, *, widths: tuple[int, ...] = WIDTHS, schemes: tuple[str, ...] = ("light", "dark")
) -> list[str]:
    """What is wrong with the page; nothing where all is well."""
    wrong: list[str] = []
    context = browser.new_context(offline=True)
    for width in widths:
        for scheme in schemes:
            wrong += [f"{page.name} at {width}, {scheme}: {said}" for said in _look(context, page, width, scheme)]
    wrong += [f"{page.name} at {NARROWEST}: {said}" for said in _look(context, page, NARROWEST, "light", by_axe=False)]
    context.close()
    wrong += [f"{page.name}, scripts off: {said}" for said in _without_scripts(browser, page)]
    return wrong


def _look(context: Any, page: Path, width: int, scheme: str, *, by_axe: bool = True) -> list[str]:
    tab, wrong = _opened(context, page, width, scheme)
    if (beyond := tab.evaluate(BEYOND)) > 0:
        wrong.append(f"{beyond} px lie outside the window")
    tab.evaluate(OPEN)
    if (beyond := tab.evaluate(BEYOND)) > 0:
        wrong.append(f"{beyond} px lie outside the window with every table open")
    if by_axe:
        tab.evaluate(FEW_ROWS)
        tab.evaluate(WITHOUT_MARKS)
        wrong += axe(tab)
    tab.close()
    return wrong


def _without_scripts(browser: Any, page: Path) -> list[str]:
    """Headline, sections and their charts are there, in folds that open; nothing that needs a script is shown."""
    context = browser.new_context(java_script_enabled=False, offline=True)
    tab, wrong = _opened(context, page, 1100, "light")
    if not tab.locator("h1").first.is_visible():
        wrong.append("no headline")
    for section in tab.locator("main section[id]").all():
        if not section.is_visible():
            wrong.append(f"section {section.get_attribute('id')} is not shown")
    for fold in tab.locator("details.room > summary").all():
        fold.click()
    if not tab.locator("figure svg:visible").count():
        wrong.append("no chart is shown")
    dead = [one.inner_text() for one in tab.locator("button:not([popovertarget])").all() if one.is_visible()]
    if dead:
        wrong.append(f"{len(dead)} buttons that do nothing: {', '.join(dead[:5])}")
    context.close()
    return wrong


def _opened(context: Any, page: Path, width: int, scheme: str) -> tuple[Any, list[str]]:
    wrong: list[str] = []
    tab = context.new_page()
    tab.set_viewport_size({"width": width, "height": 1000})
    tab.emulate_media(color_scheme=scheme)
    address = page.resolve().as_uri()
    tab.on("pageerror", lambda error: wrong.append(f"script: {error}"))
    tab.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
    tab.on("request", lambda request: _asked(request.url, address, wrong))
    tab.goto(address)
    return tab, wrong


def _asked(url: str, address: str, wrong: list[str]) -> None:
    if url.split("#")[0] != address and not url.startswith(("data:", "blob:")):
        wrong.append(f"request: {url}")

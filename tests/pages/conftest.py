"""A real browser, one for all tests, and pages of made-up Results to look at in it. Nothing reaches the network."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # page_example

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NAMES = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, from IRASSAY_BROWSER or the path; without one, a skip that says so."""
    from playwright.sync_api import sync_playwright

    found = os.environ.get("IRASSAY_BROWSER") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        message = "no Chromium: apt-get install chromium, or set IRASSAY_BROWSER to one"
        if os.environ.get("IRASSAY_NO_SKIP") == "1":
            pytest.fail(message)
        pytest.skip(message)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of the example with these arguments, written once."""
    from page_example import example

    folder = tmp_path_factory.mktemp("pages")

    def page(n: int = 63, n_queries: int = 53, *, hostile: bool = False) -> Path:
        target = folder / f"{n}-{n_queries}-{hostile}.html"
        if not target.exists():
            example(n, n_queries, hostile=hostile).write(target)
        return target

    return page


@pytest.fixture
def opened(browser: Any, written: Callable[..., Path]) -> Iterator[Callable[..., Any]]:
    """Open a page; at the end, no script may have failed and no request may have left the file."""
    contexts, wrong = [], []

    def open_page(
        n: int = 63,
        n_queries: int = 53,
        *,
        hostile: bool = False,
        width: int = 1600,
        height: int = 1000,
        dark: bool = False,
        scripts: bool = True,
    ) -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            offline=True,
        )
        contexts.append(context)
        tab = context.new_page()
        address = written(n, n_queries, hostile=hostile).as_uri()
        tab.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        tab.on("console", lambda line: wrong.append(line.text) if line.type in ("error", "warning") else None)
        tab.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        tab.on(
            "request",
            lambda request: (
                None
                if request.url.split("#")[0] == address or request.url.startswith(("data:", "blob:"))
                else wrong.append(f"request: {request.url}")
            ),
        )
        tab.goto(address)
        return tab

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []

"""Pages of made-up Results to look at in the browser of all tests. Nothing reaches the network."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # page_example


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


@pytest.fixture(scope="session")
def windows(browser: Any) -> dict[bool, Any]:
    """A window with scripts and one without, for tabs of all tests."""
    return {scripts: browser.new_context(java_script_enabled=scripts, offline=True) for scripts in (True, False)}


@pytest.fixture
def window(windows: dict[bool, Any]) -> Iterator[Any]:
    """The window with scripts; its tabs are closed at the end, and forget which theme was chosen."""
    yield windows[True]
    for tab in windows[True].pages:
        tab.evaluate("localStorage.clear()")
        tab.close()


@pytest.fixture
def opened(windows: dict[bool, Any], window: Any, written: Callable[..., Path]) -> Iterator[Callable[..., Any]]:
    """Open a page; at the end, no script may have failed and no request may have left the file."""
    wrong = []

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
        tab = windows[scripts].new_page()
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="dark" if dark else "light")
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
    for tab in windows[False].pages:
        tab.close()
    assert wrong == []

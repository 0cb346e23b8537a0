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

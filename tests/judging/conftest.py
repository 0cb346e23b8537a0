"""The judging page in a real browser, against a campaign by hand on loopback. Nothing reaches another address."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # campaign_by_hand, databases_by_hand, page_by_hand

from campaign_by_hand import Campaign, Server
from databases_by_hand import KINDS, new_source
from page_by_hand import Page

NO_CONNECTION = "Failed to load resource"  # Chromium says so on the console whenever a request fails


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], str]:
    """The address of a new database without tables, of SQLite or PostgreSQL."""
    return lambda kind: new_source(kind, tmp_path, lambda: request.getfixturevalue("postgresql"))


@pytest.fixture(params=KINDS)
def source(request: pytest.FixtureRequest, new_database: Callable[[str], str]) -> str:
    """The address of a database without tables, on both."""
    return new_database(request.param)


@pytest.fixture
def served() -> Iterator[Callable[..., Server]]:
    """A server with a campaign of these tasks."""
    servers: list[Server] = []

    def serve(tasks: list[tuple[str, Any]] | None = None, kind: str = "graded") -> Server:
        servers.append(Server(Campaign(tasks, kind)))
        return servers[-1]

    yield serve
    for server in servers:
        server.close()


@pytest.fixture(scope="session")
def window(browser: Any) -> Any:
    """One window for all tests: what a page keeps is of its server's port, and goes with it."""
    return browser.new_context()


@pytest.fixture
def judging(browser: Any, window: Any, served: Callable[..., Server]) -> Iterator[Callable[..., Page]]:
    """Open the page of a campaign; at the end, no script may have failed and no request may have left its address."""
    contexts, wrong = [], []

    def note(line: Any) -> None:
        if line.type in ("error", "warning") and NO_CONNECTION not in line.text:
            wrong.append(line.text)

    def open_page(
        server: Server | None = None,
        *,
        tasks: list[tuple[str, Any]] | None = None,
        kind: str = "graded",
        beside: Page | None = None,
        width: int = 1100,
        height: int = 760,
        dark: bool = False,
        before: str = "",
        clock: bool = False,
        keeps: bool = False,  # itself, for the time without a connection: many requests, of which few tests are
    ) -> Page:
        server = server or (beside.server if beside else served(tasks, kind))
        if clock:  # a clock is of a whole window
            contexts.append(browser.new_context())
        tab = (contexts[-1] if clock else window).new_page()
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="dark" if dark else "light")
        if not keeps:
            tab.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })")
        if before:
            tab.add_init_script(before)
        tab.on("pageerror", lambda error: wrong.append(f"script: {error}"))
        tab.on("console", note)
        tab.on("dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        tab.on(
            "request",
            lambda request: None if request.url.startswith(server.address) else wrong.append(f"request: {request.url}"),
        )
        if clock:
            tab.clock.install()
        return Page(tab, server).open()

    yield open_page
    for context in contexts:
        context.close()
    for tab in window.pages:
        origin = {"origin": tab.evaluate("location.origin"), "storageTypes": "all"}
        window.new_cdp_session(tab).send("Storage.clearDataForOrigin", origin)
        tab.close()
    assert wrong == []

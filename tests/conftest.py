"""What holds for every test, and a real browser, one for all of them."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

# A busy machine must not fail a test: how long one example takes says nothing about the claim.
# `make laws` tries many more.
settings.register_profile("house", deadline=None, max_examples=50)
settings.load_profile("house")

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first opens no window


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where Chromium is, from IRASSAY_BROWSER or the path; without one, a skip that says so."""
    found = os.environ.get("IRASSAY_BROWSER") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        message = "no Chromium: apt-get install chromium-headless-shell, or set IRASSAY_BROWSER to one"
        if os.environ.get("IRASSAY_NO_SKIP") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return str(found)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """A browser, the only one of its process: Playwright starts no second one there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL on loopback, the only one of this process."""
    from tests import postgres_at_hand

    with postgres_at_hand.serve() as url:
        yield url


@pytest.hookimpl(wrapper=True)
def pytest_collect_file():
    """Examples stand in the package: no test file is searched for them."""
    return [file for file in (yield) if type(file).__name__ != "DoctestModule"]


def pytest_collection_modifyitems(config, items):
    """``IRASSAY_EXAMPLES=500`` tries so many examples of every property, and nothing else (``make laws``)."""
    n = int(os.environ.get("IRASSAY_EXAMPLES", "0"))
    held = "_hypothesis_internal_use_settings"  # where Hypothesis keeps what @settings said
    if not n:
        return
    laws = [item for item in items if hasattr(getattr(item, "obj", None), "hypothesis")]
    config.hook.pytest_deselected(
        items=[item for item in items if not hasattr(getattr(item, "obj", None), "hypothesis")]
    )
    items[:] = laws
    for item in laws:
        test = getattr(item.obj, "__func__", item.obj)
        setattr(test, held, settings(getattr(test, held, settings.default), max_examples=n))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With ``IRASSAY_NO_SKIP=1`` a test that can't run has failed: nothing may go unchecked unseen."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("IRASSAY_NO_SKIP") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"

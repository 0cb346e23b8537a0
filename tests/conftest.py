"""What holds for every test."""

import os

import pytest
from hypothesis import settings

# A busy machine must not fail a test: how long one example takes says nothing about the claim.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


def pytest_collection_modifyitems(items):
    """``IRASSAY_EXAMPLES=2000`` tries so many examples of every property, whatever its own number (``make laws``)."""
    n = int(os.environ.get("IRASSAY_EXAMPLES", "0"))
    held = "_hypothesis_internal_use_settings"  # where Hypothesis keeps what @settings said
    for item in items if n else ():
        test = getattr(item, "obj", None)
        if hasattr(test, "hypothesis"):
            test = getattr(test, "__func__", test)
            setattr(test, held, settings(getattr(test, held, settings.default), max_examples=n))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With ``IRASSAY_NO_SKIP=1`` a test that can't run has failed: nothing may go unchecked unseen."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("IRASSAY_NO_SKIP") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be: {report.longrepr}"

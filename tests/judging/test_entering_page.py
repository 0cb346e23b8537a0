"""The way to judging in a browser: consent, practice, an exam; and by forms without script."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # served_by_hand

from people_in_chromium import press
from served_by_hand import serve

from irassay.collection.judging_scales import scale
from irassay.collection.tasks import Task
from irassay.judging.store import Settings, make_campaign
from tests.judging_by_hand import DOCS, PAIRS, QUERIES

REASON = "It says how bread rises."
AGREED = {"practice": "Related", "exam": "Perfectly relevant"}


@pytest.fixture
def campaign(tmp_path):
    """The file of a campaign with consent, a task to practise on and an exam of one question."""
    file = tmp_path / "bread.campaign"
    settings = Settings(
        scale=scale("trec-passage"),
        order="rank",
        seed=0,
        guideline="",
        consent="Your answers are published.\n\nLeave any time.",
    )
    known = [
        Task("graded", "q1", ("d1",), wanted=0, purpose=purpose, expected=name, reason=REASON)
        for purpose, name in AGREED.items()
    ]
    labels = [Task("graded", query, (doc,)) for query, doc in PAIRS]
    with make_campaign(file, settings) as made:
        made.add([*known, *labels], queries=QUERIES, docs=DOCS)
    return file


def look(page, name):
    """A picture, where somebody wants to see it."""
    if folder := os.environ.get("IRASSAY_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.mark.parametrize("key", ["4", "2"])
def test_consent_practice_and_exam_come_before_the_judgments_that_count(browser, campaign, key):
    with serve(campaign) as served:
        page = browser.new_page(viewport={"width": 1100, "height": 760})
        page.goto(served.link)
        page.goto(served.origin)
        page.get_by_text("Your answers are published.").wait_for()
        look(page, "consent")
        page.get_by_role("button", name="I agree").click()
        page.get_by_text("Practice, 1 of 1").wait_for()
        press(page, "1")
        page.get_by_role("heading", name="The agreed answer is another one.").wait_for()
        page.locator("#told").get_by_text("The agreed answer: Related.").wait_for()
        assert page.locator("#text").inner_text() == DOCS["d1"], "the agreed answer stands beside the text"
        look(page, "told")
        press(page, "Enter")
        page.get_by_text("Practice, 1 of 1").wait_for()  # of one task none was agreed: once more
        press(page, "2")
        page.get_by_role("heading", name="Your answer is the agreed one.").wait_for()
        press(page, "Enter")
        page.get_by_role("heading", name="The practice is over.").wait_for()
        look(page, "practice-over")
        press(page, "Enter")
        page.get_by_text("Exam, 1 of 1").wait_for()
        press(page, key)
        if key == "4":
            page.get_by_role("heading", name="all your answers were the agreed ones").wait_for()
            press(page, "Enter")
            page.get_by_text("Document 1 of 2 for this query", exact=True).wait_for()
            assert page.get_by_role("button", name="Undo").is_disabled(), "nothing of the exam is taken back"
        else:
            page.get_by_role("heading", name="Judging is closed for you in this campaign.").wait_for()
            page.get_by_text(f"your answer Related, the agreed answer Perfectly relevant. {REASON}").wait_for()
        assert page.locator("#failures").is_hidden(), "no answer was refused"
        look(page, f"after-exam-{key}")
        page.close()


def test_consent_and_practice_work_by_forms(browser, campaign):
    with serve(campaign) as served:
        context = browser.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(served.link)
        page.goto(served.origin)
        page.goto(served.origin + "/plain")
        page.get_by_text("Your answers are published.").wait_for()
        page.get_by_role("button", name="I agree").click()
        page.get_by_label("Related", exact=False).first.check()
        page.get_by_role("button", name="Save and go on").click()
        page.get_by_text("The agreed answer:").wait_for()
        context.close()

"""Without a connection nothing is lost and nothing is sent twice: reloads, other people, other tabs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
from page_by_hand import Page


def test_offline_five_keys_reload_online_are_five_entries_and_undo_works(judging: Callable[..., Any]) -> None:
    page = judging(keeps=True).kept()
    page.until("() => performance.getEntriesByType('resource').filter(r => r.name.includes('/tasks')).length >= 2")
    page.campaign.down = True
    for i, key in enumerate("12341", 1):
        assert page.place == f"Document {i} of 40"
        page.judge(key)
    assert page.kind == "offline"
    page.wait("No more documents on this device.").wait("5 answers wait on this device.", ".state")
    page.reload()
    assert page.kind == "offline"
    page.wait("5 answers wait on this device. Not saved yet.", ".state")
    assert page.campaign.log == []
    page.campaign.down = False
    page.saved()
    names = ["Irrelevant", "Related", "Highly relevant", "Perfectly relevant", "Irrelevant"]
    assert [entry["answer"] for entry in page.campaign.log] == names
    assert len(set(page.campaign.puts)) == len(page.campaign.log) == 5
    page.until("() => document.body.dataset.place === 'document'").press("u").judge("4").saved()
    assert list(page.campaign.labels().values()) == [*names[:4], "Perfectly relevant"]


def test_undo_works_without_a_connection_and_across_a_reload(judging: Callable[..., Any]) -> None:
    page = judging(keeps=True).kept()
    page.judge("1").saved()
    page.campaign.down = True
    page.judge("2").press("u").reload()
    assert page.place == "Document 2 of 40"
    page.wait("your earlier answer").judge("3").press("u").press("u").reload()
    assert page.place == "Document 1 of 40"
    page.judge("4").judge("4")
    page.campaign.down = False
    page.try_now()
    page.saved()
    labels = page.campaign.labels()
    assert [labels[page.campaign.task_id(i)] for i in range(2)] == ["Perfectly relevant"] * 2
    assert len(page.campaign.log) == len(set(page.campaign.puts)) == 8


def test_a_lost_connection_changes_only_the_state_line(judging: Callable[..., Any]) -> None:
    page = judging()
    page.campaign.down = True
    page.judge("2")
    page.wait("1 answer waits on this device. Not saved yet.", ".state").wait("Try now", ".state")
    assert page.place == "Document 2 of 40"
    assert page.kind == "document"
    page.until("() => document.getElementById('alarm').textContent.startsWith('Connection lost.')")
    page.judge("3").wait("2 answers wait on this device. Not saved yet. Next try in", ".state")
    page.campaign.down = False
    page.saved()
    assert [entry["answer"] for entry in page.campaign.log] == ["Related", "Highly relevant"]


def test_tries_come_after_1_2_4_and_8_seconds_then_every_15_with_jitter(judging: Callable[..., Any]) -> None:
    page = judging()
    pauses = page.tab.evaluate("""async () => {
      const pauses = [];
      const real = { setTimeout: window.setTimeout, fetch: window.fetch };
      const { Queue } = await import("/pages/queue.js");
      window.fetch = () => Promise.reject(new TypeError("no connection"));
      window.setTimeout = (run, ms) => {
        if (ms === 2050) return;
        pauses.push(ms);
        if (pauses.length < 9) real.setTimeout.call(window, run, 0);
      };
      const queue = new Queue({ settled() {}, more: async () => "ok", changed() {} });
      queue.waiting.push({ key: "k", body: {} });
      queue.run();
      await new Promise((resolve) => real.setTimeout.call(window, resolve, 300));
      Object.assign(window, real);
      return pauses;
    }""")
    assert pauses[:4] == [1000, 2000, 4000, 8000]
    assert len(pauses) == 9
    assert all(12_000 <= pause <= 18_000 for pause in pauses[4:])
    assert len(set(pauses[4:])) > 1


def test_two_tabs_have_one_task_and_one_clock_and_the_newest_works(judging: Callable[..., Any]) -> None:
    first = judging()
    first.judge("2").saved()
    second = judging(beside=first)
    first.wait("You’re judging in another tab.")
    assert first.kind == "tab"
    assert second.kind == "document"
    assert second.place == "Document 2 of 40"
    first.press("1").press("u")  # dead
    second.judge("3").saved()
    first.tab.get_by_role("button", name="Judge here instead").click()
    first.until("() => document.body.dataset.place === 'document'")
    second.wait("You’re judging in another tab.")
    assert first.place == "Document 3 of 40"
    first.rested().judge("4").saved()
    assert [entry["answer"] for entry in first.campaign.log] == ["Related", "Highly relevant", "Perfectly relevant"]
    assert len({entry["task"] for entry in first.campaign.log}) == 3


def test_answers_of_one_person_never_go_out_under_another_name(judging: Callable[..., Any]) -> None:
    page = judging(keeps=True).kept()
    page.campaign.down = True
    page.judge("1").judge("2")
    page.campaign.person = "p-other"
    page.campaign.down = False
    page.reload().until("() => document.getElementById('place').textContent === 'Document 6 of 40'")
    page.rested().judge("4").saved()
    assert [(entry["person"], entry["answer"]) for entry in page.campaign.log] == [("p-other", "Perfectly relevant")]
    page.campaign.person = "p-7f3a"
    page.reload().until("() => !document.getElementById('saving').textContent.includes('wait')")
    for _ in range(100):
        if len(page.campaign.log) == 3:
            break
        page.tab.wait_for_timeout(50)
    assert [entry["person"] for entry in page.campaign.log] == ["p-other", "p-7f3a", "p-7f3a"]


def test_where_the_browser_keeps_nothing_documents_come_one_at_a_time(judging: Callable[..., Any]) -> None:
    page = judging(before="Object.defineProperty(window, 'indexedDB', { value: undefined });")
    page.wait("This browser keeps nothing.")
    page.tab.get_by_role("button", name="Go on like this").click()
    page.until("() => document.body.dataset.place === 'document'").rested()
    page.campaign.delay = 0.6
    page.tab.keyboard.press("2")
    page.wait("Being saved.", ".state")
    assert page.place == "Document 1 of 40"  # stays until it is saved
    assert page.tab.locator("#options button:enabled").count() == 0
    page.until("() => document.getElementById('place').textContent === 'Document 2 of 40'")
    assert len(page.campaign.log) == 1
    assert all(len(body.get("holding", [])) <= 1 for _, body in page.campaign.asked)


def test_answers_survive_a_killed_browser_and_are_sent_once(
    browser: Any, chromium: str, served: Callable[..., Any], tmp_path: Path
) -> None:
    server = served()

    def opened() -> tuple[Any, Page]:
        context = browser.browser_type.launch_persistent_context(
            tmp_path, executable_path=chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        return context, Page(context.pages[0], server).open()

    context, page = opened()
    page.kept().judge("1").saved()
    server.campaign.down = True
    page.judge("2").judge("3")
    kept_here = f"--user-data-dir={tmp_path}"
    for process in psutil.process_iter(["cmdline"]):
        if kept_here in (process.info["cmdline"] or []):
            process.kill()
    with suppress(Exception):  # Playwright finds it dead
        context.close()
    server.campaign.down = False
    context, page = opened()
    page.saved()
    context.close()
    assert [entry["answer"] for entry in server.campaign.log] == ["Irrelevant", "Related", "Highly relevant"]

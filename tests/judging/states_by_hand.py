"""How each state of the page comes about: what the server does, or what a person does."""

from __future__ import annotations

from collections.abc import Callable

from page_by_hand import Page

OTHER_GUIDELINE = "Grade this text for this query.\n\nNo answer, no grade above Related."


def _document(page: Page) -> None:
    page.judge("2").saved()


def _marks(page: Page) -> None:
    page.press("m")


def _earlier(page: Page) -> None:
    page.judge("3").press("u").wait("your earlier answer")


def _away(page: Page) -> None:
    page.campaign.down = True
    page.judge("2").wait("1 answer waits on this device. Not saved yet.")


def _offline(page: Page) -> None:
    page.campaign.down = True
    while page.kind == "document":
        page.judge("2")
    page.wait("No more documents on this device.")


def _refused(page: Page) -> None:
    page.campaign.refuse = lambda body: 422
    page.judge("2").wait("1 answer needs you.")


def _refused_seen(page: Page) -> None:
    _refused(page)
    page.tab.get_by_role("button", name="See it").click()


def _gone(page: Page) -> None:
    page.campaign.refuse = lambda body: 410
    page.judge("2").wait("1 answer needs you.")


def _taken(page: Page) -> None:
    page.tab.clock.fast_forward("21:00")
    page.wait("This document went to somebody else.")


def _signed_out(page: Page) -> None:
    page.campaign.signed_in = False
    page.judge("2").wait("Signed out.")


RENEWED = "() => Number(localStorage.getItem('irassay-renewed'))"  # when the server gave or renewed, in ms


def _expired(page: Page) -> None:
    page.campaign.signed_in = False
    while page.kind == "document":
        page.judge("2")
    page.wait("Open your invitation link again to go on.")


def _guideline(page: Page) -> None:
    page.campaign.version, page.campaign.guidelines = 2, {**page.campaign.guidelines, 2: OTHER_GUIDELINE}
    while page.kind == "document":
        page.judge("2")
    page.wait("The guideline changed.")


def _paused(page: Page) -> None:
    page.press("p").wait("You paused.")


def _left(page: Page) -> None:
    page.press("p")
    page.tab.get_by_role("button", name="Leave for today").click()
    page.wait("That’s all for today.")


def _empty(state: str) -> Callable[[Page], None]:
    def come(page: Page) -> None:
        page.campaign.tasks, page.campaign.empty = [], state
        while page.kind == "document":
            page.judge("2")
        page.until("state => document.body.dataset.place === state", {"paused": "closed"}.get(state, state))

    return come


def _break(page: Page) -> None:
    for _ in range(9):
        page.judge("2")
    before = page.saved().tab.evaluate(RENEWED)
    page.tab.clock.fast_forward("15:00")
    page.press("m").until(f"before => ({RENEWED})() > before", before)  # what is shown is held for another while
    page.saved().tab.clock.fast_forward("15:00")
    page.judge("2").wait("A good moment for a break.")


def _agreed(page: Page) -> None:
    page.campaign.agreed, page.campaign.person = "Perfectly relevant", "p-2"
    page.reload().press("2").wait("The agreed answer: Perfectly relevant.", "#told")


def _within(page: Page) -> None:
    page.campaign.of_queries, page.campaign.person = True, "p-2"
    page.reload().wait("Query 1 of 3").wait("of 20 for this query")


def _second_tab(page: Page) -> None:
    page.tab.context.new_page().goto(page.server.address)
    page.wait("You’re judging in another tab.")


def _storage_off(page: Page) -> None:
    page.tab.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined });")
    page.reload().wait("This browser keeps nothing.")


def _text(text: str) -> Callable[[Page], None]:
    def come(page: Page) -> None:
        page.campaign.tasks, page.campaign.person = [(text or "a query", text)], "p-2"
        page.reload().until("() => document.getElementById('place').textContent === 'Document 1 of 1'")

    return come


def _key(key: str) -> Callable[[Page], None]:
    return lambda page: (page.press(key), None)[1]


STATES: dict[str, Callable[[Page], None]] = {
    "document": _document,
    "query words": _marks,
    "earlier answer": _earlier,
    "connection lost": _away,
    "offline, nothing left": _offline,
    "refused answer": _refused,
    "refused answer, seen": _refused_seen,
    "answer not counted": _gone,
    "task taken back": _taken,
    "signed out": _signed_out,
    "session expired": _expired,
    "guideline changed": _guideline,
    "paused": _paused,
    "left": _left,
    "paused by the owner": _empty("paused"),
    "waiting": _empty("waiting"),
    "done": _empty("done"),
    "settled": _empty("settled"),
    "barred": _empty("barred"),
    "break": _break,
    "agreed answer": _agreed,
    "places within queries": _within,
    "second tab": _second_tab,
    "storage off": _storage_off,
    "no text": _text(""),
    "direction marks": _text("a \u202etext\u202c that turns"),
    "a text without a space": _text("x" * 100_000),
    "skip": _key("s"),
    "note": _key("n"),
    "guideline": _key("g"),
    "keys": _key("?"),
}

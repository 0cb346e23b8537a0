"""Hands on the judging page: keys with the rest that the page needs between them, and what can be read on it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from campaign_by_hand import Campaign, Server

from tests.axe_at_hand import BEYOND

RESTED = "() => !document.body.classList.contains('resting')"
ARRIVED = "() => ![undefined, 'loading'].includes(document.body.dataset.place)"
KEPT = "() => caches.open('irassay-judging-page').then(shelf => shelf.keys()).then(keys => keys.length > 8)"
ANOTHER = """before => document.body.dataset.place !== 'loading' && (document.body.dataset.place !== 'document' ||
  document.getElementById('place').textContent + document.getElementById('document').textContent !== before)"""


@dataclass
class Page:
    """One tab."""

    tab: Any
    server: Server

    @property
    def campaign(self) -> Campaign:
        return self.server.campaign

    def open(self) -> Page:
        self.tab.goto(self.server.address)
        return self.until(ARRIVED).rested()

    def reload(self) -> Page:
        self.tab.reload()
        return self.until(ARRIVED).rested()

    def rested(self) -> Page:
        return self.until(RESTED)

    def kept(self) -> Page:
        """Until the page can be opened without a connection."""
        return self.until(KEPT)

    def press(self, *keys: str) -> Page:
        """Keys one after another, each when keys count again."""
        for key in keys:
            self._press(key)
        return self.rested()

    def _press(self, key: str) -> None:
        """Press a key; a rest that begins just now (a dialog that closes) is waited for, as the page asks."""
        for _ in range(5):
            self.rested().tab.keyboard.press(key)
            self.tab.wait_for_timeout(30)
            if not self.read("hint").startswith("That key came too soon"):
                return

    def reading(self) -> Page:
        """Until a document is there: after a pause it comes from the server, and no key counts before."""
        return self.until("() => document.body.dataset.place === 'document'").rested()

    def judge(self, key: str) -> Page:
        """A key that answers, and the wait for what comes next."""
        before = self.reading().place + self.read("document")
        self._press(key)
        return self.until(ANOTHER, before).rested()

    def wait(self, text: str, where: str = "body") -> Page:
        """Until these words can be seen."""
        self.tab.locator(where).get_by_text(text).first.wait_for(state="visible")
        return self

    def until(self, claim: str, argument: Any = None, seconds: float = 20) -> Page:
        """Until a script says yes. (Playwright's own wait evaluates strings in the page, which its policy forbids.)"""
        end = time.monotonic() + seconds
        while not self.tab.evaluate(claim, argument):
            assert time.monotonic() < end, f"in vain: {claim}; the page shows {self.kind}: {self.state}"
            self.tab.wait_for_timeout(20)
        return self

    def try_now(self) -> Page:
        """Press the button that tries at once; the page may have tried by itself, and the button may be gone."""
        self.tab.locator("#retry").dispatch_event("click")
        return self

    def saved(self) -> Page:
        """Until nothing waits and the server's time stands there."""
        return self.until("() => document.getElementById('saving').textContent.startsWith('Saved ')")

    def read(self, id: str) -> str:
        return str(self.tab.locator(f"#{id}").text_content())

    @property
    def place(self) -> str:
        return self.read("place")

    @property
    def text(self) -> str:
        return self.read("text")

    @property
    def kind(self) -> str:
        """`document`, or which message stands in its place."""
        return str(self.tab.evaluate("document.body.dataset.place"))

    @property
    def state(self) -> str:
        return " ".join(self.tab.locator(".state").inner_text().split())

    @property
    def beyond(self) -> int:
        """Pixels that lie outside the window, sideways."""
        return int(self.tab.evaluate(BEYOND))

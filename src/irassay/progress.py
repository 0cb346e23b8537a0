"""Progress of long work. Work calls `step`; a display shows it from half a second on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextvars import ContextVar
    from typing import Protocol

    class Display(Protocol):
        """What shows progress: a line that is replaced, then cleared."""

        def show(self, title: str, share: float | None, seconds_left: float | None) -> None:
            """Show how much is done; the share and the time left are None while they can't be known."""

        def clear(self) -> None:
            """Take the line away."""


SHOWN_AFTER = 0.5  # seconds of work before anything appears
EVERY = 0.1  # seconds between two looks

# One variable, made when somebody watches for the first time: start-up loads nothing for it.
_watching: dict[str, ContextVar[Display | None]] = {}


def show_on(display: Display | None) -> None:
    """Show progress of work that begins in this context on `display`; None, the default, shows nothing. Each thread and
    each task of asyncio has a context of its own, so that requests don't see each other's work."""
    from contextvars import ContextVar

    _watching.setdefault("watcher", ContextVar("watcher", default=None)).set(display)


def watched() -> Display | None:
    """The display of this context; None where there is none."""
    return _watching["watcher"].get() if _watching else None


@contextmanager
def unwatched() -> Iterator[None]:
    """Work within shows no progress of its own: that of the work around it is shown."""
    before = watched()
    if before is not None:
        show_on(None)
    try:
        yield
    finally:
        if before is not None:
            show_on(before)


class Progress:
    """Counts the steps of one piece of work; a context manager that clears its line at the end. Any thread may call
    `step`; the total is None where nobody knows it."""

    __slots__ = ("_display", "_last_shown", "_n_steps", "_start", "title", "total")

    def __init__(self, title: str, total: int | None) -> None:
        self.title = title
        self.total = total
        self._display = watched()  # here, since threads have contexts of their own
        self._n_steps = 0
        self._start = time.monotonic()
        self._last_shown: float | None = None

    def step(self, n: int = 1) -> None:
        """Count `n` more steps."""
        self._n_steps += n
        if self._display is None:
            return
        now = time.monotonic()
        took = now - self._start
        if took < SHOWN_AFTER or (self._last_shown is not None and now - self._last_shown < EVERY):
            return
        self._last_shown = now
        if self.total is None:
            self._display.show(f"{self.title}: {self._n_steps:,}", None, None)
            return
        share = min(1.0, self._n_steps / self.total) if self.total else 1.0
        self._display.show(self.title, share, took * (1 - share) / share if share else None)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._last_shown is not None and self._display is not None:
            self._display.clear()

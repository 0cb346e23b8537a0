"""Progress of long work. Work calls `step`; whoever watches decides what is shown, and nothing before half a second."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Display(Protocol):
        """What shows progress: a line that is replaced, then cleared."""

        def show(self, title: str, share: float, seconds_left: float | None) -> None:
            """Show how much is done; the time left is None while it can't be known."""

        def clear(self) -> None:
            """Take the line away."""


SHOWN_AFTER = 0.5  # seconds of work before anything appears
EVERY = 0.1  # seconds between two looks

_display: Display | None = None


def show_on(display: Display | None) -> None:
    """Show progress on `display` (the command line passes its terminal); None, the default, shows nothing."""
    global _display
    _display = display


class Progress:
    """Counts the steps of one piece of work; a context manager that clears its line at the end.

    >>> with Progress("Reading runs", 3) as progress:
    ...     for _ in range(3):
    ...         progress.step()
    """

    __slots__ = ("_done", "_shown", "_start", "title", "total")

    def __init__(self, title: str, total: int) -> None:
        self.title = title
        self.total = total
        self._done = 0
        self._start = time.monotonic()
        self._shown: float | None = None  # when last

    def step(self, n: int = 1) -> None:
        """Say that `n` more steps are done."""
        self._done += n
        if _display is None:
            return
        now = time.monotonic()
        took = now - self._start
        if took < SHOWN_AFTER or (self._shown is not None and now - self._shown < EVERY):
            return
        self._shown = now
        share = min(1.0, self._done / self.total) if self.total else 1.0
        _display.show(self.title, share, took * (1 - share) / share if share else None)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._shown is not None and _display is not None:
            _display.clear()

"""Progress of long work. Work calls `step`; whoever watches decides what is shown, and nothing before half a second."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SHOWN_AFTER = 0.5  # seconds of work before a bar appears

_stream: Any = None


def show_on(stream: Any) -> None:
    """Show progress on `stream` (the command line passes its standard error); None, the default, shows nothing."""
    global _stream
    _stream = stream


class Progress:
    """Counts the steps of one piece of work; a context manager that clears its line at the end.

    >>> with Progress("Reading runs", 3) as progress:
    ...     for _ in range(3):
    ...         progress.step()
    """

    __slots__ = ("_bar", "_done", "_start", "title", "total")

    def __init__(self, title: str, total: int) -> None:
        self.title = title
        self.total = total
        self._done = 0
        self._start = time.monotonic()
        self._bar: Any = None

    def step(self, n: int = 1) -> None:
        """Say that `n` more steps are done."""
        self._done += n
        if _stream is None or time.monotonic() - self._start < SHOWN_AFTER:
            return
        if self._bar is None:
            from tqdm import tqdm

            self._bar = tqdm(
                total=self.total,
                initial=self._done - n,
                desc=self.title,
                file=_stream,
                leave=False,
                ascii=None,
                bar_format="{desc}  {bar:20}  {percentage:3.0f}%  {remaining} left",
            )
        self._bar.update(n)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._bar is not None:
            self._bar.close()

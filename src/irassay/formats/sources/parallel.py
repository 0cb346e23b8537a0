"""The same piece of work for each of many files, on a few threads: the kernel lets go of the interpreter."""

from __future__ import annotations

import os

from irassay.progress import Progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LEAVING = 1.0  # seconds to wait for a thread that was told to stop: it may be waiting for standard input


def n_threads(threads: int, pieces: int) -> int:
    """How many threads to use: 0 means one a processor, never more than there are pieces of work."""
    if threads < 0:
        from irassay.errors import UsageError

        raise UsageError(f"expected threads of at least 0, got threads={threads}")
    return max(1, min(threads or len(os.sched_getaffinity(0)), pieces))


def run_each(work: Callable[[int], None], pieces: int, *, threads: int, title: str, stop: Callable[[], None]) -> None:
    """Call ``work(0) .. work(pieces - 1)``, in order on one thread, in any order on several; the first error is raised
    once the pieces under way are done. At Ctrl-C ``stop()`` makes those on several threads leave: only the main thread
    hears it, and it is not at work then."""
    workers = n_threads(threads, pieces)
    with Progress(title, pieces) as progress:
        if workers == 1:
            for number in range(pieces):
                work(number)
                progress.step()
        else:
            _run_on(workers, work, pieces, progress, stop)


def _run_on(
    workers: int, work: Callable[[int], None], pieces: int, progress: Progress, stop: Callable[[], None]
) -> None:
    import threading

    numbers = iter(range(pieces))
    lock = threading.Lock()
    errors: list[tuple[int, BaseException]] = []

    def walk() -> None:
        while not errors:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            try:
                work(number)
            except BaseException as error:
                errors.append((number, error))
            with lock:
                progress.step()

    crew = [threading.Thread(target=walk, daemon=True) for _ in range(workers)]
    for thread in crew:
        thread.start()
    try:
        for thread in crew:
            thread.join()
    except BaseException as interrupt:  # KeyboardInterrupt, or what another signal's handler raises
        errors.append((-1, interrupt))
        stop()
        for thread in crew:
            thread.join(LEAVING)
    if errors:
        raise min(errors, key=lambda pair: pair[0])[1]

"""Orders to the process that computes what the owner's page shows: one at a time, kept until the log has grown."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Literal

from irassay.errors import InputError
from irassay.judging.web.dashboard_figures import Figures, Order

SECONDS = 10.0  # between two computations, at least
_CHUNK = 1 << 16


class FiguresProcess:
    """Computes figures beside the server, and keeps the last ones. Threads may share it. `source` may have the
    password, which goes over a pipe; without `runs` there is no verdict."""

    def __init__(self, source: str, runs: Sequence[str] = ()) -> None:
        self._source = source
        self.runs = list(runs)
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self.is_computing = False
        self._started = float("-inf")
        self._figures: Figures | None = None
        self.trouble = ""  # why the last computation failed

    def newest(self, entry: int) -> Figures | None:
        """The last figures; where the log has grown to this entry since, others are begun. It never waits."""
        with self._lock:
            is_old = self._figures is None or self._figures.entry < entry
            if is_old and not self.is_computing and time.monotonic() - self._started >= SECONDS:
                self.is_computing, self._started = True, time.monotonic()
                threading.Thread(target=self._compute, daemon=True).start()
            return self._figures

    def export(
        self, what: Literal["qrels", "preferences", "log"], combine: str, as_of: str | None = None
    ) -> Iterator[bytes]:
        """The labels or the log, of now or of a moment, piece by piece. InputError before the first where nobody has
        answered, the log was changed, or there is no such rule or moment."""
        process = self._start(Order(what=what, source=self._source, combine=combine, as_of=as_of))
        assert process.stdout is not None
        first = process.stdout.read(_CHUNK)
        if not first:
            raise InputError(self._end(process) or "there is nothing to write")
        return self._pieces(process, first)

    def close(self) -> None:
        """End what runs."""
        with self._lock:
            running = list(self._running)
        for process in running:
            process.kill()

    def _compute(self) -> None:
        process = self._start(Order(what="figures", source=self._source, runs=self.runs))
        assert process.stdout is not None
        out = process.stdout.read()
        trouble = self._end(process)
        figures = None
        try:
            figures = Figures.model_validate_json(out) if not trouble else None
        except ValueError as error:
            trouble = str(error).splitlines()[0]
        with self._lock:
            self.trouble, self._figures, self.is_computing = trouble, figures or self._figures, False

    def _pieces(self, process: subprocess.Popen[bytes], first: bytes) -> Iterator[bytes]:
        assert process.stdout is not None
        try:
            yield first
            while piece := process.stdout.read(_CHUNK):
                yield piece
        finally:
            process.kill()
            self._end(process)

    def _start(self, order: Order) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "irassay.judging.web.dashboard_figures"]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        with self._lock:
            self._running.add(process)
        assert process.stdin is not None
        process.stdin.write(order.model_dump_json().encode())
        process.stdin.close()
        return process

    def _end(self, process: subprocess.Popen[bytes]) -> str:
        """Wait for the end; what was said of it where it failed."""
        assert process.stdout is not None
        assert process.stderr is not None
        said = process.stderr.read().decode(errors="replace").strip()
        code = process.wait()
        process.stdout.close()
        process.stderr.close()
        with self._lock:
            self._running.discard(process)
        return "" if code == 0 else (said.splitlines() or ["it was ended"])[-1]

"""A program that is asked by lines and answers by lines: run within bounds of time and size, and ended."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import IO

from irassay.errors import InputError, cut
from irassay.messages import plural

LONGEST_LINE = 1 << 16  # bytes
_PIECE = 1 << 16  # bytes read at a time
_ERRORS_KEPT = 4096  # bytes of its standard error, the last ones
_ENDS_WITHIN = 10.0  # seconds from the end of its output to its own end


class Program:
    """A program with its arguments, which no shell reads, and the seconds in which it must take or give something."""

    __slots__ = ("timeout", "where", "words")

    def __init__(self, words: Sequence[str], *, where: str, timeout: float) -> None:
        self.words = list(words)
        self.where = where
        self.timeout = timeout

    def ask(self, lines: str, take: Callable[[int, str], None]) -> None:
        """Run it on these lines, and hand on each line that it prints, with its number; InputError where it can't
        start, fails, is silent too long, or prints what is no text, and it is ended then."""
        try:
            process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise InputError(f"{self.where} can't be started ({reason}): expected a program") from None
        errors = bytearray()
        try:
            self._exchange(process, lines.encode(), _Lines(self.where, take), errors)
            code = process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            raise InputError(f"{self.where} closed its output and didn't end: expected it to end then") from None
        finally:
            _end(process)
        if code:
            how = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
            raise InputError(f"{self.where} {how}{_last_words(errors)}: run it by itself on such lines")

    def _exchange(self, process: subprocess.Popen[bytes], asked: bytes, lines: _Lines, errors: bytearray) -> None:
        """Write what is asked and read what is printed, at the same time, until the output ends."""
        inward, outward, complaints = _pipes_of(process)
        left = memoryview(asked)
        with selectors.DefaultSelector() as selector:
            for pipe in (inward, outward, complaints):
                os.set_blocking(pipe.fileno(), False)
            selector.register(outward, selectors.EVENT_READ)
            selector.register(complaints, selectors.EVENT_READ)
            selector.register(inward, selectors.EVENT_WRITE)
            last = time.monotonic()
            while outward in _pipes(selector) or complaints in _pipes(selector):
                ready = selector.select(max(0.0, last + self.timeout - time.monotonic()))
                if time.monotonic() - last > self.timeout:
                    raise InputError(
                        f"{self.where} was silent for {self.timeout:g} seconds after {plural(lines.n, 'line')}"
                        f"{_last_words(errors)}: run it by itself on such lines, or raise --timeout"
                    )
                for key, _ in ready:
                    if key.fileobj is inward:
                        left, moved = _write(inward, left), True
                        if not left:
                            selector.unregister(inward)
                    else:
                        piece = os.read(key.fd, _PIECE)
                        moved = key.fileobj is outward
                        if not piece:
                            selector.unregister(key.fileobj)
                        elif moved:
                            lines.add(piece)
                        else:
                            errors += piece
                            del errors[:-_ERRORS_KEPT]
                    if moved:
                        last = time.monotonic()
        lines.end()


class _Lines:
    """Bytes as they come, handed on as lines."""

    __slots__ = ("_rest", "_take", "_where", "n")

    def __init__(self, where: str, take: Callable[[int, str], None]) -> None:
        self._where = where
        self._take = take
        self._rest = b""
        self.n = 0

    def add(self, piece: bytes) -> None:
        *whole, self._rest = (self._rest + piece).split(b"\n")
        for line in whole:
            self._one(line)
        if len(self._rest) > LONGEST_LINE:
            self._one(self._rest)

    def end(self) -> None:
        if self._rest:
            self._one(self._rest)

    def _one(self, line: bytes) -> None:
        self.n += 1
        if len(line) > LONGEST_LINE:
            raise InputError(f"{self._where}, line {self.n:,} has more than {LONGEST_LINE:,} bytes, expected fewer")
        try:
            text = line.decode()
        except UnicodeDecodeError:
            raise InputError(f"{self._where}, line {self.n:,}: {cut(line)}, expected text in UTF-8") from None
        self._take(self.n, text.removesuffix("\r"))


def _pipes_of(process: subprocess.Popen[bytes]) -> list[IO[bytes]]:
    return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe is not None]


def _pipes(selector: selectors.BaseSelector) -> set[object]:
    return {key.fileobj for key in selector.get_map().values()}


def _write(pipe: IO[bytes], left: memoryview) -> memoryview:
    """What is still to be written; nothing once the program reads no more, which its answer has to bear."""
    try:
        left = left[os.write(pipe.fileno(), left[:_PIECE]) :]
    except BlockingIOError:
        return left
    except BrokenPipeError:
        left = left[:0]
    if not left:
        pipe.close()
    return left


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its pipes; where it still runs, end it and what it has started, which are a group of their own."""
    for pipe in _pipes_of(process):
        pipe.close()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _last_words(errors: bytearray) -> str:
    """The last line of its standard error, as it stands in a message."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    return f" ({cut(lines[-1].strip())})" if lines else ""

"""An engine that is a program: JSON lines in, the lines of a run out."""

from __future__ import annotations

import json
import math
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import IO

from irassay.errors import InputError, UsageError, cut
from irassay.formats.id_rules import WORDS
from irassay.search.engines.engine_index import Address, Hits, Origin, no_texts_as_queries
from irassay.search.said import SEARCH

LONGEST_LINE = 1 << 16  # bytes
_PIECE = 1 << 16  # bytes read at a time
_ERRORS_KEPT = 4096  # bytes of its standard error, the last ones
_ENDS_WITHIN = 10.0  # seconds from the end of its output to its own end
_BLANK = re.compile("[ \t]+")
_COLUMNS = 6  # query Q0 document rank score tag
_EXPECTED = "expected `query Q0 document rank score tag`, or a query alone for which there is nothing"


class Command:
    """A program that searches, run once a call, until its input ends. Each line is an object with ``ask``: ``"search"``
    with ``query``, ``text``, ``depth``; ``"passage"`` with ``query``, the id ``passage``, ``depth``; or ``"has"`` with
    ``passage``. It prints lines of a run, a query alone where nothing is found; for ``"has"`` each id that it has."""

    def __init__(self, address: Address, *, timeout: float) -> None:
        try:
            self.words = shlex.split(address.rest)
        except ValueError:
            raise UsageError(f"{cut(address.text)} has a quotation mark without its other, expected both") from None
        if not self.words:
            raise UsageError("command: names no program, expected command:PROGRAM with its arguments")
        if shutil.which(self.words[0]) is None:
            raise InputError(SEARCH("command.none", program=self.words[0]))
        self._where = cut(address.text)
        self._timeout = timeout
        self.origin = Origin("program", address.rest, "", "")

    def by_texts(self, queries: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query by its text."""
        asked = [{"ask": "search", "query": query, "text": text, "depth": depth} for query, text in queries.items()]
        return self._lists(asked, queries, depth)

    def by_passages(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """The list of each query, which is the passage of that id."""
        asked = [{"ask": "passage", "query": query, "passage": doc, "depth": depth} for query, doc in passages.items()]
        return self._lists(asked, passages, depth)

    def by_passages_as_queries(self, passages: Mapping[str, str], depth: int) -> Iterator[tuple[str, Hits]]:
        """Always an error: how a program takes a passage is its own."""
        raise no_texts_as_queries(self._where)

    def among(self, ids: Sequence[str]) -> set[str]:
        """Those of the ids that it has a passage of."""
        wanted, there = set(ids), set()

        def take(number: int, line: str) -> None:
            if line not in wanted:
                raise InputError(f"{self._where}, line {number:,}: {cut(line)}, expected an id that was asked for")
            there.add(line)

        self._ask(_json_lines({"ask": "has", "passage": doc} for doc in ids), take)
        return there

    def _lists(
        self, asked: Iterable[Mapping[str, object]], queries: Mapping[str, str], depth: int
    ) -> Iterator[tuple[str, Hits]]:
        odd = next((query for query in queries if not WORDS.allows(query)), None)
        if odd is not None:
            raise InputError(SEARCH("command.query", query=odd, what=WORDS.what))
        lists: dict[str, Hits] = {}

        def take(number: int, line: str) -> None:
            cells = _BLANK.split(line.strip(" \t"))
            if cells == [""]:
                return
            where = f"{self._where}, line {number:,}"
            if len(cells) not in (1, _COLUMNS):
                raise InputError(f"{where}: {cut(line)}, {_EXPECTED}")
            query = cells[0]
            if query not in queries:
                raise InputError(f"{where}: query {cut(query)}, expected one that was asked for")
            hits = lists.setdefault(query, [])
            if len(cells) == _COLUMNS:
                hits.append((cells[2], _number(where, line, cells[4])))
            if len(hits) > depth:
                raise InputError(f"{where}: query {cut(query)} has more documents than {depth:,}, its depth")

        self._ask(_json_lines(asked), take)
        yield from lists.items()

    def _ask(self, lines: str, take: Callable[[int, str], None]) -> None:
        """Run it on these lines, and hand on each line that it prints, with its number; InputError where it can't
        start, fails, is silent too long, or prints what is no text, and it is ended then."""
        try:
            pipe = subprocess.PIPE
            process = subprocess.Popen(self.words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise InputError(SEARCH("command.start", where=self._where, reason=reason)) from None
        errors = bytearray()
        try:
            self._exchange(process, lines.encode(), _Lines(self._where, take), errors)
            code = process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            raise InputError(SEARCH("command.output", where=self._where)) from None
        finally:
            _end(process)
        if code:
            how = f"was ended by signal {-code}" if code < 0 else f"failed with exit code {code}"
            raise InputError(f"{self._where} {how}{_last_words(errors)}: run it by itself on such lines")

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
                ready = selector.select(max(0.0, last + self._timeout - time.monotonic()))
                if time.monotonic() - last > self._timeout:
                    after = {"timeout": self._timeout, "n": lines.n, "errors": _last_words(errors)}
                    raise InputError(SEARCH("command.silent", where=self._where, **after))
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


def _json_lines(objects: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def _number(where: str, line: str, cell: str) -> float:
    try:
        score = float(cell)
    except ValueError:
        score = math.nan
    if not math.isfinite(score):
        raise InputError(f"{where}: {cut(line)} has the score {cut(cell)}, expected a finite number")
    return score


class _Lines:
    """Bytes as they come, handed on as lines."""

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

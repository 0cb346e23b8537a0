"""An engine that is a program: JSON lines in, the lines of a run out."""

from __future__ import annotations

import json
import math
import re
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence

from irassay.errors import InputError, UsageError, cut
from irassay.formats.id_rules import WORDS
from irassay.search.engines.address import Address
from irassay.search.engines.engine_index import Hits, Origin, no_texts_as_queries
from irassay.search.engines.program import Program

_BLANK = re.compile("[ \t]+")
_COLUMNS = 6  # query Q0 document rank score tag
_EXPECTED = "expected `query Q0 document rank score tag`, or a query alone for which there is nothing"


class Command:
    """A program that searches, run once a call, until its input ends. Each line is an object with ``ask``: ``"search"``
    with ``query``, ``text``, ``depth``; ``"passage"`` with ``query``, the id ``passage``, ``depth``; or ``"has"`` with
    ``passage``. It prints lines of a run, a query alone where nothing is found; for ``"has"`` each id that it has."""

    __slots__ = ("_program", "_where", "origin", "words")

    def __init__(self, address: Address, *, timeout: float) -> None:
        try:
            self.words = shlex.split(address.rest)
        except ValueError:
            raise UsageError(f"{cut(address.text)} has a quotation mark without its other, expected both") from None
        if not self.words:
            raise UsageError("command: names no program, expected command:PROGRAM with its arguments")
        if shutil.which(self.words[0]) is None:
            raise InputError(f"there is no program {cut(self.words[0])}, expected one of PATH or the path of one")
        self._where = cut(address.text)
        self._program = Program(self.words, where=self._where, timeout=timeout)
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

        self._program.ask(_json_lines({"ask": "has", "passage": doc} for doc in ids), take)
        return there

    def _lists(
        self, asked: Iterable[Mapping[str, object]], queries: Mapping[str, str], depth: int
    ) -> Iterator[tuple[str, Hits]]:
        odd = next((query for query in queries if not WORDS.allows(query)), None)
        if odd is not None:
            raise InputError(f"query {cut(odd)} can't stand in the lines of a run, expected no {WORDS.what}")
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

        self._program.ask(_json_lines(asked), take)
        yield from lists.items()


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

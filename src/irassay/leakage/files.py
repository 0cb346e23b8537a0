"""Pairs as leaks.tsv, and back, test queries as by-query.tsv, and the training rows that the pairs are about."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from irassay.collection.training import TrainingRow
from irassay.errors import InputError
from irassay.files import WholeFiles
from irassay.formats.sources.lines import Problems, lines
from irassay.formats.tables.columns import NAMES
from irassay.formats.tables.separated import name_of
from irassay.leakage.decide import propose_type
from irassay.leakage.leaks import EVIDENCE, KINDS, LEAKAGE, SAYS, By, Kind, Leak, Leaks, Says
from irassay.messages.names import as_cell, of_cell

COLUMNS = ["query", "train", "verdict", "type", "by", "similarity", "overlap", "field", "text", "train_text", "source"]
BY_QUERY = ["query", "state", "kinds", "leaks", "best", "example"]
UNKNOWN = "pairs of other queries"
REPEATED = "repeated pairs"
# What str.splitlines parts, the tab, and NUL, which text files may not hold.
_BREAKS = re.compile("[\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029\0]")
_LARGEST = 1.001  # cosines of 32 bits reach a little above 1
_CHOICES: Mapping[str, Sequence[str]] = {"verdict": SAYS, "type": KINDS, "by": EVIDENCE}


def write_leaks(leaks: Leaks, to: str | os.PathLike[str]) -> None:
    """Write leaks.tsv: a row a pair, strongest first; ``-`` is standard output.

    Raises
    ------
    InputError
        It can't be written, or an id has a tab or a line end.
    """
    with WholeFiles() as files:
        files.write(os.fspath(to), leak_lines(leaks))


def leak_lines(leaks: Leaks) -> Iterator[str]:
    """The lines of leaks.tsv; numbers in full, nothing for one that is not known."""
    yield "\t".join(COLUMNS) + "\n"
    for pair in leaks:
        ids = id_as_cell(pair.query), id_as_cell(pair.train)
        said = pair.verdict, pair.type, pair.by, _shown(pair.similarity), _shown(pair.overlap)
        yield "\t".join((*ids, *said, *map(guarded, (pair.field, pair.text, pair.train_text, pair.source)))) + "\n"


def by_query_lines(leaks: Leaks, kinds: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The lines of by-query.tsv, one for every test query, clean ones too; *best* and *example* are the greatest
    strength and first training text among the leaks, else among pairs to review."""
    yield "\t".join(BY_QUERY) + "\n"
    for query in leaks.every_query:
        pairs = [pair for pair in leaks.of(query) if pair.verdict != "no"]
        sure = [pair for pair in pairs if pair.verdict == "leak"]
        count = len(sure)
        best = max((pair.strength for pair in sure or pairs), default=None)
        example = guarded(pairs[0].train_text) if pairs else ""
        row = id_as_cell(query), leaks.state(query), ",".join(kinds.get(query, ())), str(count), _shown(best), example
        yield "\t".join(row) + "\n"


def read_leaks(
    path: str | os.PathLike[str], queries: Sequence[str] | None = None, *, wordless: Sequence[str] = ()
) -> Leaks:
    """Pairs from leaks.tsv, or from any table parted by tabs that has a column `query`.

    Parameters
    ----------
    path : path
        May be compressed. Where a column lacks or a cell is empty: the verdict is leak (no, where the type is
        different), the type is proposed from both texts (reformulation where there are none), the evidence people's.
    queries : sequence of str, optional
        Every test query; pairs of others are left out and counted. Default: those of the file, in its order.
    wordless : sequence of str
        Those of them whose texts have no words.

    Returns
    -------
    Leaks

    Raises
    ------
    InputError
        The file can't be read, has no column of queries, holds a word or a number that can't be one, says two things
        of a pair, or has none of the queries.
    """
    source = os.fspath(path)
    problems, counts = Problems(source), {UNKNOWN: 0, REPEATED: 0}
    among = None if queries is None else set(queries)
    pairs: dict[tuple[str, ...], Leak] = {}
    for number, row in table_rows(source, problems):
        pair = _pair(row, number, problems)
        if pair is None:
            continue
        if among is not None and pair.query not in among:
            counts[UNKNOWN] += 1
            continue
        key = (pair.query, pair.train, pair.field, pair.text, pair.train_text, pair.source)
        before = pairs.setdefault(key, pair)
        counts[REPEATED] += before is not pair
        if before != pair:
            problems.add(number, LEAKAGE("table.pair-twice", query=pair.query, train=pair.train))
    problems.raise_if_any()
    if among is not None and counts[UNKNOWN] and not pairs:
        first = next(iter(queries or ()), "")
        raise InputError(LEAKAGE("table.others", source=source, n=counts[UNKNOWN], queries=len(among), first=first))
    shown = queries if queries is not None else dict.fromkeys(pair.query for pair in pairs.values())
    counts = {what: n for what, n in counts.items() if n}
    return Leaks(tuple(shown), pairs.values(), counts=counts, wordless=wordless)


def table_rows(source: str, problems: Problems) -> Iterator[tuple[int, dict[str, str]]]:
    """Numbered rows of a table parted by tabs, without quotes, by the names of its heading."""
    numbered = ((number, line) for number, line in lines(source, problems) if line)
    _, first = next(numbered, (0, ""))
    names = [name_of(name) for name in first.split("\t")]
    if "query" not in names:
        of_query = next((name for name in NAMES["query"] if name in names), None)
        names = ["query" if name == of_query else name for name in names]
    if "query" not in names:
        problems.raise_if_any()
        raise InputError(LEAKAGE("table.heading", source=source, heading=first))
    if len(set(names)) < len(names):
        raise InputError(LEAKAGE("table.twice", source=source, heading=first))
    for number, line in numbered:
        row = line.split("\t")
        if len(row) != len(names):
            problems.add_width(number, len(row), len(names))
        elif not row[names.index("query")]:
            problems.add(number, "no query, expected an id")
        else:
            yield number, dict(zip(names, map(of_cell, row)))


def guarded(text: str) -> str:
    """A text as a cell of a table that a spreadsheet may open; `of_cell` takes the guard off."""
    return as_cell(unbroken(text))


def unbroken(text: str) -> str:
    """A text in one line: spaces for its tabs and line ends."""
    return _BREAKS.sub(" ", text)


def id_as_cell(identifier: str) -> str:
    """An id as a guarded cell; InputError where it would not come back."""
    if _BREAKS.search(identifier):
        raise InputError(LEAKAGE("table.id", id=identifier))
    return as_cell(identifier)


def number_of(row: Mapping[str, str], name: str, line: int | str, problems: Problems) -> float | None:
    """A cosine or an overlap of a row, with a point or, as spreadsheets write it, a comma; None where there is none."""
    cell = row.get(name, "")
    if not cell:
        return None
    try:
        value = float(cell.replace(",", "."))
    except ValueError:
        value = math.nan
    if not -_LARGEST <= value <= _LARGEST:
        problems.add(line, LEAKAGE("table.number", name=name, cell=cell))
        return None
    return value


def word_of(row: Mapping[str, str], name: str, line: int | str, problems: Problems) -> str:
    """A verdict, type or evidence of a row; "" where there is none."""
    cell = row.get(name, "").strip().lower()
    if cell and cell not in _CHOICES[name]:
        problems.add(line, LEAKAGE("table.word", name=name, cell=cell, words=_CHOICES[name]))
        return ""
    return cell


def _pair(row: Mapping[str, str], line: int, problems: Problems) -> Leak | None:
    before = problems.total
    similarity, overlap = (number_of(row, name, line, problems) for name in ("similarity", "overlap"))
    verdict, kind, by = (word_of(row, name, line, problems) for name in ("verdict", "type", "by"))
    if problems.total > before:
        return None
    text, train_text = row.get("text", ""), row.get("train_text", "")
    if not kind and text and train_text:
        kind = propose_type(text, train_text, similarity=similarity)
        verdict = verdict or "leak"
    said: Says = verdict or ("no" if kind == "different" else "leak")  # type: ignore[assignment]
    evidence: By = by or "people"  # type: ignore[assignment]
    type_: Kind = kind or "reformulation"  # type: ignore[assignment]
    of = row["query"], row.get("train", ""), said, type_, evidence, similarity, overlap
    return Leak(*of, row.get("field", ""), text, train_text, row.get("source", ""))


def _shown(value: float | None) -> str:
    return "" if value is None else repr(float(value))


class LeakedRows:
    """Pairs by the training rows that they name, by id and text as far as a pair says them; without those of a no."""

    __slots__ = ("_by_id", "_by_text", "_missing")

    def __init__(self, pairs: Iterable[Leak]) -> None:
        self._by_id: dict[str, list[Leak]] = {}
        self._by_text: dict[str, list[Leak]] = {}
        self._missing = set()
        for pair in pairs:
            if pair.verdict == "no":
                continue
            if pair.verdict == "leak":
                self._missing.add(_name_of(pair))
            if pair.train:
                self._by_id.setdefault(pair.train, []).append(pair)
            elif pair.train_text:
                self._by_text.setdefault(unbroken(pair.train_text), []).append(pair)

    def of(self, row: TrainingRow, source: str) -> tuple[frozenset[str], frozenset[str]]:
        """The test queries that a row of a file leaks, and those of which that is to be reviewed."""
        pairs = self.pairs_of(row, source)
        if not pairs:
            return frozenset(), frozenset()
        leaked = frozenset(pair.query for pair in pairs if pair.verdict == "leak")
        self._missing.difference_update(_name_of(pair) for pair in pairs)
        return leaked, frozenset(pair.query for pair in pairs) - leaked

    def pairs_of(self, row: TrainingRow, source: str) -> list[Leak]:
        """The pairs that name a row of a file."""
        return [
            pair
            for pair in (
                *self._by_id.get(row.id, ()),
                *(self._by_text.get(unbroken(row.query), ()) if self._by_text else ()),
            )
            if (unbroken(pair.train_text) == unbroken(row.query) if pair.train_text else pair.source in ("", source))
        ]

    @property
    def n_missing(self) -> int:
        """Leaks of which no row came so far."""
        return len(self._missing)


def _name_of(pair: Leak) -> tuple[str, str, str]:
    return pair.query, pair.train, pair.train_text

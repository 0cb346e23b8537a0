"""Preferences as lines of text: pairs with a verdict or better and worse, and trec_eval's groups of documents.

Lines of pairs are read many at a time: columns to arrays, and what is wrong with a line. Of trec_eval's five columns
(query, assessor, group, document, level) the documents of one group of one assessor are compared by their levels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from irassay.arrays import I8, I32
from irassay.collection.preference_arrays import FIRST, SECOND, TIE, of_pairs
from irassay.collection.preferences import Comparison, Preferences
from irassay.collection.reading import Reading
from irassay.errors import InputError, cut
from irassay.formats import id_rules as ids
from irassay.formats.format import CERTAIN, LIKELY, NO, POSSIBLE, WEAK, Head, is_number, number_in
from irassay.formats.preferences import PreferenceFormat
from irassay.formats.sources.lines import MARK as BYTE_ORDER_MARK
from irassay.formats.sources.lines import Problems, blocks, lines_of, rows, rows_of

NOT_JUDGED = 2  # beside the outcomes of a pair
Cells: TypeAlias = Sequence[Sequence[bytes]]
# The cells of some lines -> query, first and second document, and outcome of each; None where a line has none.
TakePairs: TypeAlias = Callable[[Cells], tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], I8]]
WRONG = 3  # an outcome that is none: the line says nothing that the format knows


def read_pairs(path: str, *, columns: str, take: TakePairs, expected: Callable[[Sequence[bytes]], str]) -> Preferences:
    """The preferences of a file with a pair a line, whose `columns` are named and cells taken by `take`; `expected`
    says what is wrong with the cells of a `WRONG` outcome."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    queries, docs = Numbering(), Numbering()
    parts: list[tuple[I32, I32, I32, I8]] = []
    for numbers, cells in cell_columns(path, problems, skipped, columns=columns):
        query, one, other, outcome = take(cells)
        first, second = _numbers(docs, one), _numbers(docs, other)
        for i in np.flatnonzero((outcome == WRONG) | (first == second)).tolist():
            itself = f"document {shown(one[i])} compared with itself, expected two documents"
            problems.add(numbers[i], itself if first[i] == second[i] else expected([of[i] for of in cells]))
        parts.append((_numbers(queries, query), first, second, outcome))
    return _read(path, parts, queries, docs, problems, skipped)


def _numbers(known: Numbering, cells: Sequence[bytes]) -> I32:
    return np.fromiter(map(known.__getitem__, cells), dtype=np.int32, count=len(cells))


def _read(
    path: str, parts: Sequence[tuple[I32, I32, I32, I8]], queries: Numbering, docs: Numbering,
    problems: Problems, skipped: dict[str, int],
) -> Preferences:  # fmt: skip
    problems.raise_if_any()
    if not parts:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    query, first, second = (np.concatenate([part[i] for part in parts]) for i in range(3))
    outcome = np.concatenate([part[3] for part in parts])
    arrays = of_pairs(queries.names, docs.names, query, first, second, outcome, outcome == NOT_JUDGED)
    used = len(query)
    return Preferences.of_arrays(arrays, [Reading(path, used + sum(skipped.values()), used, skipped)])


def outcomes_of(verdicts: Sequence[bytes], outcomes: dict[bytes, int]) -> I8:
    """The outcome of each verdict; `WRONG` for one that is not known."""
    return np.fromiter((outcomes.get(verdict, WRONG) for verdict in verdicts), dtype=np.int8, count=len(verdicts))


class Numbering(dict[bytes, int]):
    """Number of each id, in the order of first sight."""

    def __missing__(self, cell: bytes) -> int:
        number = self[cell] = len(self)
        return number

    @property
    def names(self) -> tuple[str, ...]:
        """The ids as text, by number."""
        return tuple(cell.decode() for cell in self)


def cell_columns(
    path: str, problems: Problems, skipped: dict[str, int], *, columns: str
) -> Iterator[tuple[Sequence[int], Cells]]:
    """The numbers of some lines, and their cells, a sequence for each of `columns`; lines that can't be text or have
    another number of cells go to `problems`, `skipped` counts blank lines and comments."""
    width = len(columns.split())
    for number, raw in blocks(path):
        cells = list(map(bytes.split, raw.split(b"\n"))) if _is_plain(raw) else []
        if cells and set(map(len, cells)) == {width}:
            yield range(number, number + len(cells)), list(zip(*cells, strict=True))
            continue
        kept = list(rows_of(lines_of(raw, number, problems), problems, skipped, columns=columns))
        if kept:
            numbers, lines = zip(*kept, strict=True)
            yield numbers, [[cell.encode() for cell in column] for column in zip(*lines, strict=True)]


def _is_plain(raw: bytes) -> bool:
    """Whether the lines need no look at each: all are text, none is a comment."""
    if raw.startswith((b"#", BYTE_ORDER_MARK.encode())) or b"\n#" in raw or b"\0" in raw:
        return False
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def shown(cell: bytes) -> str:
    """A cell in a message."""
    return cut(cell.decode())


TIES = ("=", "tie", "tied")  # what stands for the preferred document where none is
COLUMNS = 4
_TIES = {word.encode(): TIE for word in TIES}
MARK = "@"
VERDICTS = {b"!": FIRST, b"=": TIE, b"?": NOT_JUDGED}


def looks_like(head: Head) -> int:
    """Four columns, the last one of the two before, or a tie; a number there is a grade."""
    cells = head.cells
    is_pair = len(cells) == COLUMNS and cells[1] != cells[2] and cells[3] in (cells[1], cells[2], *TIES)
    return LIKELY if is_pair and not cells[3].isdecimal() else NO


def _take(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], I8]:
    query, one, other, winner = cells
    rows = zip(one, other, winner, strict=True)
    outcome = np.fromiter(
        (FIRST if w == a else SECOND if w == b else _TIES.get(w, WRONG) for a, b, w in rows), np.int8, len(query)
    )
    return query, one, other, outcome


def _wrong(cells: Sequence[bytes]) -> str:
    return f"preferred is {shown(cells[3])}, expected one of the two documents, or = for a tie"


def write(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            tie = next(word for word in TIES if word not in (a, b))
            yield f"{comparison.query} {a} {b} {winner or tie}\n"


FORMAT = PreferenceFormat(
    name="pairs",
    line="`query docA docB preferred`: the last is one of the two, or `=` for a tie",
    holds="ids without white space; assessors are not kept",
    detected_by="four columns, the last one of the two before, or a tie",
    looks_like=looks_like,
    ids="words",
    read=partial(read_pairs, columns="query docA docB preferred", take=_take, expected=_wrong),
    write=write,
)


def looks_like_verdicts(head: Head) -> int:
    """Five columns, the first an @, the last a verdict."""
    cells = head.cells
    return CERTAIN if len(cells) == 5 and cells[0] == MARK and cells[4].encode() in VERDICTS else NO


def _take_verdicts(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], I8]:
    mark, query, one, other, verdict = cells
    outcome = outcomes_of(verdict, VERDICTS)
    if any(cell != b"@" for cell in mark):
        outcome[[cell != b"@" for cell in mark]] = WRONG
    return query, one, other, outcome


def _wrong_verdict(cells: Sequence[bytes]) -> str:
    if cells[0] != b"@":
        return f"the line begins with {shown(cells[0])}, expected @"
    return f"verdict is {shown(cells[4])}, expected ! (the first is better), = (a tie) or ? (not judged)"


def write_verdicts(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair, the preferred document first."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            first, second = (b, a) if winner == b else (a, b)
            yield f"{MARK} {comparison.query} {first} {second} {'=' if winner is None else '!'}\n"


WITH_VERDICTS = PreferenceFormat(
    name="verdicts",
    line="`@ query a b !` where a is better, `=` for a tie, `?` where the pair was not judged",
    holds="ids without white space; assessors are not kept",
    detected_by="five columns, the first an @, the last a verdict",
    looks_like=looks_like_verdicts,
    ids="words",
    read=partial(read_pairs, columns="@ query a b verdict", take=_take_verdicts, expected=_wrong_verdict),
    write=write_verdicts,
)


def _take_winners(cells: Cells) -> tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], I8]:
    query, winner, loser = cells
    return query, winner, loser, np.full(len(query), FIRST, dtype=np.int8)


def write_winners(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a pair; there is no place for ties."""
    for comparison in comparisons:
        for a, b, winner in comparison.pairs():
            if winner is None:
                raise InputError(
                    f"{path} was not written: {cut(a)} and {cut(b)} tie in query {cut(comparison.query)}, and winners "
                    "have no place for a tie; pairs, prefs and verdicts do"
                )
            yield f"{comparison.query} {winner} {b if winner == a else a}\n"


OF_WINNERS = PreferenceFormat(
    name="winners",
    line="`query better worse`",
    holds="ids without white space; neither ties nor assessors",
    detected_by="three columns where preferences are expected; else with numbers they are a run",
    # What three columns are is not in them, so they count only where preferences are expected.
    looks_like=lambda head: WEAK if len(head.cells) == 3 and head.is_bare else NO,
    ids="words",
    read=partial(read_pairs, columns="query better worse", take=_take_winners, expected=lambda cells: ""),
    write=write_winners,
)


GROUPED = "query assessor group doc level"


def read_prefs(path: str) -> Preferences:
    """A comparison a group of an assessor."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    groups: dict[tuple[str, str, str], dict[str, float]] = {}
    used = 0
    for number, (query, assessor, group, doc, text) in rows(path, problems, skipped, columns=GROUPED):
        level = number_in(text)
        docs = groups.setdefault((query, assessor, group), {})
        if not 0 <= level < math.inf:
            problems.add(number, f"level is {cut(text)}, expected a number of 0 or more")
        elif doc in docs:
            problems.add(
                number, f"document {cut(doc)} twice in group {cut(group)} of assessor {cut(assessor)}, expected once"
            )
        else:
            docs[doc] = level
            used += 1
    alone = [key for key, docs in groups.items() if len(docs) == 1]
    if alone:
        skipped["document alone in its group"] = len(alone)
    comparisons = [
        Comparison(query, docs, judge=assessor, group=group)
        for (query, assessor, group), docs in groups.items()
        if len(docs) > 1
    ]
    problems.raise_if_any()
    if not comparisons:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    used -= len(alone)
    return Preferences(comparisons, [Reading(path, used + sum(skipped.values()), used, skipped)])


def write_prefs(comparisons: Sequence[Comparison], path: str) -> Iterator[str]:
    """A line a document; comparisons without an assessor get one each: trec_eval refuses contradictions of one."""
    _check_names(comparisons, path)
    assessors = {c.judge for c in comparisons}
    groups: set[tuple[str, str, str]] = set()
    number = 0
    for comparison in comparisons:
        assessor, group, name = comparison.judge, comparison.group, 1
        while not assessor:
            number += 1
            assessor = "" if f"judge{number}" in assessors else f"judge{number}"
        while not group or (comparison.query, assessor, group) in groups:
            group, name = str(name), name + 1
        groups.add((comparison.query, assessor, group))
        for doc, level in comparison.levels.items():
            yield f"{comparison.query} {assessor} {group} {doc} {level!r}\n"


def _check_names(comparisons: Sequence[Comparison], path: str) -> None:
    """Names of assessors and groups must be words, and a group of one assessor one comparison."""
    ids.check_names({c.judge for c in comparisons if c.judge} | {c.group for c in comparisons if c.group}, path)
    keys = [(c.query, c.judge, c.group) for c in comparisons if c.judge and c.group]
    if len(set(keys)) < len(keys):
        _, assessor, group = next(key for key in keys if keys.count(key) > 1)
        raise InputError(f"{path} was not written: two comparisons of assessor {cut(assessor)} in group {cut(group)}")


PREFS = PreferenceFormat(
    name="prefs",
    line="trec_eval's `query assessor group document level`: documents of a group are compared by their levels",
    holds="ids without white space, assessors, groups",
    detected_by="five columns, the last a number",
    looks_like=lambda head: POSSIBLE if len(head.cells) == 5 and is_number(head.cells[4]) else NO,
    ids="words",
    keeps=("assessors", "levels"),
    read=read_prefs,
    write=write_prefs,
)
BY_NAME = {one.name: one for one in (FORMAT, PREFS, OF_WINNERS, WITH_VERDICTS)}

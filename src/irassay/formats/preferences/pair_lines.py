"""Files with a judged pair a line: columns to arrays, and what is wrong with a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import Numbers, of_pairs
from irassay.collection.preferences import Preferences
from irassay.errors import InputError
from irassay.formats.sources.cell_columns import Numbering, cell_columns, shown
from irassay.formats.sources.problems import Problems

NOT_JUDGED = 2  # beside the outcomes of a pair
Outcomes: TypeAlias = NDArray[np.int8]
Cells: TypeAlias = Sequence[Sequence[bytes]]
# The cells of some lines -> query, first and second document, and outcome of each; None where a line has none.
TakePairs: TypeAlias = Callable[[Cells], tuple[Sequence[bytes], Sequence[bytes], Sequence[bytes], Outcomes]]
WRONG = 3  # an outcome that is none: the line says nothing that the format knows


def read_pairs(path: str, *, columns: str, take: TakePairs, expected: Callable[[Sequence[bytes]], str]) -> Preferences:
    """The preferences of a file with a pair a line, whose `columns` are named and cells taken by `take`; `expected`
    says what is wrong with the cells of a `WRONG` outcome. InputError with every problem, located, or for no line of
    data."""
    problems = Problems(path)
    skipped: dict[str, int] = {}
    queries, docs = Numbering(), Numbering()
    parts: list[tuple[Numbers, Numbers, Numbers, Outcomes]] = []
    for numbers, cells in cell_columns(path, problems, skipped, columns=columns):
        query, one, other, outcome = take(cells)
        first, second = _numbers(docs, one), _numbers(docs, other)
        for i in np.flatnonzero((outcome == WRONG) | (first == second)).tolist():
            itself = f"document {shown(one[i])} compared with itself, expected two documents"
            problems.add(numbers[i], itself if first[i] == second[i] else expected([of[i] for of in cells]))
        parts.append((_numbers(queries, query), first, second, outcome))
    return _read(path, parts, queries, docs, problems, skipped)


def _numbers(known: Numbering, cells: Sequence[bytes]) -> Numbers:
    return np.fromiter(map(known.__getitem__, cells), dtype=np.int32, count=len(cells))


def _read(
    path: str, parts: Sequence[tuple[Numbers, Numbers, Numbers, Outcomes]], queries: Numbering, docs: Numbering,
    problems: Problems, skipped: dict[str, int],
) -> Preferences:  # fmt: skip
    from irassay.collection.reading import Reading

    problems.raise_if_any()
    if not parts:
        raise InputError(f"{path} has no preference, expected at least one line of data")
    query, first, second = (np.concatenate([part[i] for part in parts]) for i in range(3))
    outcome = np.concatenate([part[3] for part in parts])
    arrays = of_pairs(queries.names, docs.names, query, first, second, outcome, outcome == NOT_JUDGED)
    used = len(query)
    return Preferences.of_arrays(arrays, [Reading(path, used + sum(skipped.values()), used, skipped)])


def outcomes_of(verdicts: Sequence[bytes], outcomes: dict[bytes, int]) -> Outcomes:
    """The outcome of each verdict; `WRONG` for one that is not known."""
    return np.fromiter((outcomes.get(verdict, WRONG) for verdict in verdicts), dtype=np.int8, count=len(verdicts))

"""Rows of training files whose columns have names, from records that a format reads in blocks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from irassay.collection.training import EMPTY, ROWS, TrainingRow
from irassay.formats.training.line_blocks import LONGEST_QUERY, check_query, count
from irassay.formats.training.roles import Roles, id_of, passages, query_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from irassay.formats.sources.problems import Problems
    from irassay.formats.training import Counts, TextBlock

    # The number of the first, and the records; None in the place of what is no record and was noted.
    Block: TypeAlias = tuple[int, Sequence[dict[str, Any] | None]]
    Place: TypeAlias = Callable[[int], int | str]  # the number of a record -> where it stands, for messages


def rows_of(
    blocks: Iterator[Block], of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[TrainingRow]:
    """A row a record."""
    for block in blocks:
        for number, key, query, record in _checked(block, of, place, problems, counts):
            where = place(number)
            positives = passages(record, of.positives, where, problems)
            yield TrainingRow(key, query, positives, passages(record, of.negatives, where, problems), number)


def texts_of(
    blocks: Iterator[Block], of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[TextBlock]:
    """Ids and texts of the records that have a text."""
    for block in blocks:
        plain = _plain(block, of)
        if plain is not None:
            counts[ROWS] += len(plain[0])
            yield plain
            continue
        with_text = [(key, query) for _, key, query, _ in _checked(block, of, place, problems, counts) if query]
        yield [key for key, _ in with_text], [query for _, query in with_text]


def _plain(block: Block, of: Roles) -> TextBlock | None:
    """Ids and texts of records of which none is unusual, checked all at once; None for others."""
    first, records = block
    if None in records:
        return None
    queries: list[Any] = [record.get(of.query) for record in records]  # type: ignore[union-attr]
    if set(map(type, queries)) != {str} or not all(map(str.strip, queries)) or max(map(len, queries)) > LONGEST_QUERY:
        return None
    keys: list[Any] = list(map(str, range(first, first + len(records))))
    if of.id is not None:
        keys = [record.get(of.id) for record in records]  # type: ignore[union-attr]
        if not set(map(type, keys)) <= {str, int} or "" in keys:
            return None
        keys = list(map(str, keys))
    try:
        whole = "".join((*keys, *queries)).encode()
    except UnicodeEncodeError:
        return None
    return None if b"\0" in whole else (keys, queries)


def _checked(
    block: Block, of: Roles, place: Place, problems: Problems, counts: Counts
) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """Number, id, query and record of each row."""
    for number, record in enumerate(block[1], block[0]):
        if record is None:
            continue
        where = place(number)
        query = query_of(record.get(of.query), of.query, where, problems)
        key = str(number) if of.id is None else id_of(record.get(of.id), of.id, where, problems)
        if check_query(query, where, problems):
            counts[ROWS] += 1
            count(counts, EMPTY, not query)
            yield number, key, query, record

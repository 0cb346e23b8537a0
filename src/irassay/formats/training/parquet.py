"""Training rows as Parquet, over pyarrow: the number of the row is the id where no column has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from irassay.collection.training import BLOCK, EMPTY, ROWS, TrainingRow
from irassay.formats.format import CERTAIN, NO
from irassay.formats.tables import parquet_file
from irassay.formats.training import TrainingFormat
from irassay.formats.training.line_blocks import check_query, count
from irassay.formats.training.roles import Roles, id_of, passages, query_of, roles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.sources.problems import Problems
    from irassay.formats.training import Counts, TextBlock, TrainingFile


def looks_like(head: Head) -> int:
    """The format's own mark."""
    return CERTAIN if head.is_parquet else NO


def own_ids(file: TrainingFile) -> bool:
    """Whether one of the columns is of ids."""
    return _roles(file).id is not None


def _roles(file: TrainingFile) -> Roles:
    return roles(parquet_file.keys_of(file.path), file)


def _batches(
    file: TrainingFile, names: Sequence[str], problems: Problems
) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """The rows of these columns, some at a time, and the number of the first of them."""
    opened = parquet_file.open_file(file.path)
    number = 1
    batches = opened.iter_batches(batch_size=BLOCK, columns=list(dict.fromkeys(names)))
    while True:
        try:
            batch = next(batches, None)
        except Exception as error:  # pyarrow's errors share no parent but this one
            raise parquet_file.broken(file.source, error) from None
        if batch is None:
            return
        try:
            rows = batch.to_pylist()
        except UnicodeDecodeError:
            rows = [_row(batch.slice(i, 1), number + i, problems) for i in range(batch.num_rows)]
        yield number, rows
        number += batch.num_rows


def _row(one: Any, number: int, problems: Problems) -> dict[str, Any]:
    try:
        row: dict[str, Any] = one.to_pylist()[0]
    except UnicodeDecodeError as error:
        problems.add(_place(number), f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected UTF-8 text")
        return {}
    return row


def _place(number: int) -> str:
    return f"row {number:,}"


def _queries(
    file: TrainingFile, of: Roles, names: Sequence[str], problems: Problems, counts: Counts
) -> Iterator[list[tuple[int, str, str, dict[str, Any]]]]:
    """Number, id, query and columns of each row, some at a time."""
    ids = () if of.id is None else (of.id,)
    for first, rows in _batches(file, (*ids, of.query, *names), problems):
        block = []
        for number, row in enumerate(rows, first):
            if not row:  # noted already
                continue
            query = query_of(row[of.query], of.query, _place(number), problems)
            key = str(number) if of.id is None else id_of(row[of.id], of.id, _place(number), problems)
            if check_query(query, _place(number), problems):
                block.append((number, key, query, row))
        counts[ROWS] += len(block)
        count(counts, EMPTY, sum(not query for _, _, query, _ in block))
        yield block


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a row."""
    of = _roles(file)
    for block in _queries(file, of, (*of.positives, *of.negatives), problems, counts):
        for number, key, query, row in block:
            positives, negatives = (
                passages(row, part, _place(number), problems) for part in (of.positives, of.negatives)
            )
            yield TrainingRow(key, query, positives, negatives, number)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and queries of the rows that have one."""
    for block in _queries(file, _roles(file), (), problems, counts):
        with_text = [(key, query) for _, key, query, _ in block if query]
        yield [key for key, _ in with_text], [query for _, query in with_text]


FORMAT = TrainingFormat(
    name="parquet",
    line="columns as those of JSON lines",
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="the format's own mark",
    looks_like=looks_like,
    suffixes=(".parquet",),
    content="bytes",
    own_ids=own_ids,
    read=read,
    texts=texts,
    write=None,
)

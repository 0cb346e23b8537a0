"""Training rows as Parquet, over pyarrow: the number of the row is the id where no column has one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from irassay.collection.training import BLOCK
from irassay.formats.tables import parquet_file
from irassay.formats.training import TrainingFormat
from irassay.formats.training.records import Roles, roles, rows_of, texts_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.training import TrainingRow
    from irassay.formats.sources.lines import Problems
    from irassay.formats.training import Counts, TextBlock, TrainingFile
    from irassay.formats.training.records import Block


def own_ids(file: TrainingFile) -> bool:
    """Whether one of the columns is of ids."""
    return _roles(file).id is not None


def query(file: TrainingFile) -> str:
    """The column of the queries."""
    return _roles(file).query


def _roles(file: TrainingFile) -> Roles:
    return roles(parquet_file.keys_of(file.path), file)


def _blocks(file: TrainingFile, names: Sequence[str], problems: Problems) -> Iterator[Block]:
    """The rows of these columns, some at a time, and the number of the first of them."""
    opened = parquet_file.open_file(file.path)
    number = 1
    rows: list[dict[str, Any] | None]
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


def _row(one: Any, number: int, problems: Problems) -> dict[str, Any] | None:
    try:
        row: dict[str, Any] = one.to_pylist()[0]
    except UnicodeDecodeError as error:
        problems.add(_place(number), f"byte 0x{error.object[error.start]:02x} is not UTF-8; expected UTF-8 text")
        return None
    return row


def _place(number: int) -> str:
    return f"row {number:,}"


def read(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TrainingRow]:
    """A row a row."""
    of = _roles(file)
    blocks = _blocks(file, (*_texts(of), *of.positives, *of.negatives), problems)
    return rows_of(blocks, of, _place, problems, counts)


def texts(file: TrainingFile, problems: Problems, counts: Counts) -> Iterator[TextBlock]:
    """Ids and queries of the rows that have one."""
    of = _roles(file)
    return texts_of(_blocks(file, _texts(of), problems), of, _place, problems, counts)


def _texts(of: Roles) -> tuple[str, ...]:
    return (of.query,) if of.id is None else (of.id, of.query)


FORMAT = TrainingFormat(
    name="parquet",
    line="columns as those of JSON lines",
    holds="ids, texts of queries, and passages as texts, ids or objects of both, one or lists of them",
    detected_by="the format's own mark",
    looks_like=parquet_file.looks_like,
    suffixes=(".parquet",),
    content="bytes",
    own_ids=own_ids,
    query=query,
    read=read,
    texts=texts,
)

"""Parquet files of labels or ranked documents, over pyarrow: the columns of `columns`, in any spelling."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from irassay.collection.qrels import Qrels
from irassay.errors import InputError, UsageError, cut
from irassay.formats.format import CERTAIN, NO, Head
from irassay.formats.row_checks import Scale, SystemLists
from irassay.formats.sources import opening
from irassay.formats.tables import columns, from_columns

EXTRA = 'Parquet needs pyarrow: pip install "irassay[data]"'


def library() -> Any:
    """pyarrow.parquet, or a UsageError that says how to have it."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise UsageError(EXTRA) from None
    return pyarrow.parquet


def looks_like(head: Head) -> int:
    """The bytes that Parquet begins with."""
    return CERTAIN if head.is_parquet else NO


def keys_of(path: str) -> tuple[str, ...]:
    """The names of a file's columns."""
    return tuple(open_file(path).schema_arrow.names)


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels from a Parquet file."""
    by_role, left_out = read_columns(path, "labels")
    return from_columns.labels(by_role, source=path, scale=scale, left_out=left_out)


def read_lists(path: str, *, system: str) -> list[SystemLists]:
    """Rankings from a Parquet file, of one system or of those that a column names."""
    by_role, left_out = read_columns(path, "runs")
    return from_columns.runs(by_role, source=path, system=system, left_out=left_out)


def bytes_of(columns_by_name: Mapping[str, list[Any]]) -> bytes:
    """A Parquet file of these columns."""
    parquet = library()
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(dict(columns_by_name)), sink)
    return bytes(sink.getvalue())


def read_columns(path: str, kind: str) -> tuple[dict[str, list[Any]], dict[str, int]]:
    """The columns that have a role in a table of that kind, and how often others are there."""
    file = open_file(path)
    names = file.schema_arrow.names
    place = columns.with_ranks(columns.places(names, kind, source=path), names, kind)
    try:
        table = file.read(columns=list(place.values()))
        return {role: table.column(name).to_pylist() for role, name in place.items()}, columns.others(names, place)
    except Exception as error:  # pyarrow's errors share no parent but this one
        raise broken(path, error) from None


def open_file(path: str) -> Any:
    """A file as pyarrow reads it, decompressed where it is compressed as a whole."""
    parquet = library()
    import pyarrow

    source = path if os.path.isfile(path) and opening.is_plain(path) else None
    try:
        return parquet.ParquetFile(source or pyarrow.BufferReader(opening.read_bytes(path)))
    except InputError:
        raise
    except Exception as error:
        raise broken(path, error) from None


def broken(path: str, error: Exception) -> InputError:
    """What is said of a file that pyarrow can't read."""
    return InputError(f"{path} can't be read as Parquet ({cut(str(error).splitlines()[0] if str(error) else error)})")

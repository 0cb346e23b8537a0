"""Labels in Parquet: columns in any of the common spellings."""

from __future__ import annotations

from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet


def looks_like(head: Head) -> int:
    """The bytes that Parquet begins with."""
    return CERTAIN if head.is_parquet else NO


def read(path: str, *, scale: float | None = None) -> Qrels:
    """Labels from a file's columns."""
    from irassay.formats.tables import parquet_file

    return parquet_file.read_labels(path, scale=scale)


def write(labels: LabelSheet) -> Iterator[bytes]:
    """One file in one piece."""
    from irassay.formats.tables import frames, parquet_file

    yield parquet_file.written(frames.columns_of_labels(labels.tree, labels.strata, spelling="query_id"))


FORMAT = LabelFormat(
    name="parquet",
    line="the same columns in Parquet; needs `irassay[data]`",
    holds="any id, strata",
    told_by="the bytes `PAR1`",
    looks_like=looks_like,
    suffixes=(".parquet",),
    content="bytes",
    misplaced="",
    ids="any",
    keeps=("strata",),
    read=read,
    write=write,
)

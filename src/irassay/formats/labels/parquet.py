"""Labels in Parquet: columns in any of the common spellings."""

from __future__ import annotations

from functools import partial

from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.tables import frames, parquet_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet


def looks_like(head: Head) -> int:
    """The bytes that Parquet begins with."""
    return CERTAIN if head.is_parquet else NO


def write(labels: LabelSheet, *, spelling: str = "query_id") -> Iterator[bytes]:
    """One file in one piece."""
    yield parquet_file.bytes_of(frames.columns_of_labels(labels.tree, labels.strata, spelling=spelling))


FORMAT = LabelFormat(
    name="parquet",
    line="the same columns in Parquet; needs `irassay[data]`",
    holds="any id, strata",
    detected_by="the bytes `PAR1`",
    looks_like=looks_like,
    suffixes=(".parquet",),
    content="bytes",
    ids="any",
    keeps=("strata",),
    read=parquet_file.read_labels,
    write=write,
)
# ranx has columns of its own.
BY_NAME = {
    "ranx-parquet": LabelFormat(
        name="ranx-parquet",
        line="columns `q_id, doc_id, score` as ranx has them",
        holds="any id",
        detected_by="read as `parquet`",
        content="bytes",
        ids="any",
        read=FORMAT.read,
        write=partial(write, spelling="q_id"),
    )
}

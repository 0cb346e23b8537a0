"""Labels in Parquet as ranx has them: its columns, otherwise as `parquet`."""

from __future__ import annotations

from irassay.formats.labels import LabelFormat, parquet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.formats.labels import LabelSheet


def write(labels: LabelSheet) -> Iterator[bytes]:
    """One file in one piece."""
    from irassay.formats.tables import frames, parquet_file

    yield parquet_file.written(frames.columns_of_labels(labels.tree, {}, spelling="q_id"))


FORMAT = LabelFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them",
    holds="any id",
    told_by="read as `parquet`",
    looks_like=None,
    suffixes=(),
    content="bytes",
    misplaced="",
    ids="any",
    keeps=(),
    read=parquet.read,
    write=write,
)

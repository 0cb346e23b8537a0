"""Labels in Parquet as ranx has them: its columns, otherwise as `parquet`."""

from __future__ import annotations

from functools import partial

from irassay.formats.labels import LabelFormat, parquet

FORMAT = LabelFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them",
    holds="any id",
    detected_by="read as `parquet`",
    looks_like=None,
    suffixes=(),
    content="bytes",
    misplaced="",
    ids="any",
    keeps=(),
    read=parquet.FORMAT.read,
    write=partial(parquet.write, spelling="q_id"),
)

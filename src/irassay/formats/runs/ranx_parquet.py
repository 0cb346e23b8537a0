"""Runs in Parquet as ranx has them: its columns, otherwise as `parquet`."""

from __future__ import annotations

from functools import partial

from irassay.formats.runs import RunFormat, parquet

FORMAT = RunFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them, one run a file",
    holds="any id, no run name",
    detected_by="read as `parquet`",
    looks_like=None,
    suffixes=(),
    content="bytes",
    misplaced="",
    ids="any",
    keeps=("scores", "infinity"),
    runs_a_file="one",
    ending=".parquet",
    kernel_columns="",
    read=parquet.FORMAT.read,
    write=partial(parquet.write, spelling="q_id"),
)

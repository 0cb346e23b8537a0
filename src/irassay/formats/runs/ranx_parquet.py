"""Runs in Parquet as ranx has them: its columns, otherwise as `parquet`."""

from __future__ import annotations

from irassay.formats.runs import RunFormat, parquet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[bytes]:
    """One file in one piece."""
    from irassay.formats.tables import frames, parquet_file

    yield parquet_file.written(frames.columns_of_runs(runs, systems, renamed, spelling="q_id"))


FORMAT = RunFormat(
    name="ranx-parquet",
    line="columns `q_id, doc_id, score` as ranx has them, one run a file",
    holds="any id, no run name",
    told_by="read as `parquet`",
    looks_like=None,
    suffixes=(),
    content="bytes",
    misplaced="",
    ids="any",
    keeps=("scores", "infinity"),
    runs_a_file="one",
    ending=".parquet",
    kernel_columns="",
    read=parquet.read,
    write=write,
)

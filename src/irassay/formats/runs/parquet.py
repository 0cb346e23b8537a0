"""Runs in Parquet: columns in any of the common spellings."""

from __future__ import annotations

from functools import partial

from irassay.formats.format import CERTAIN, NO
from irassay.formats.runs import RunFormat
from irassay.formats.tables import frames, parquet_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs
    from irassay.formats.format import Head


def looks_like(head: Head) -> int:
    """The bytes that Parquet begins with."""
    return CERTAIN if head.is_parquet else NO


def write(
    runs: Runs, systems: Sequence[str], renamed: Mapping[str, str], *, spelling: str = "query_id"
) -> Iterator[bytes]:
    """One file in one piece."""
    yield parquet_file.bytes_of(frames.columns_of_runs(runs, systems, renamed, spelling=spelling))


FORMAT = RunFormat(
    name="parquet",
    line="the same columns in Parquet; needs `irassay[data]`",
    holds="any id, any number of runs",
    detected_by="the bytes `PAR1`",
    looks_like=looks_like,
    suffixes=(".parquet",),
    content="bytes",
    ids="any",
    keeps=("scores", "infinity", "names"),
    runs_a_file="any",
    read=parquet_file.read_lists,
    write=write,
)
# ranx has columns of its own, and no names.
BY_NAME = {
    "ranx-parquet": RunFormat(
        name="ranx-parquet",
        line="columns `q_id, doc_id, score` as ranx has them, one run a file",
        holds="any id, no run name",
        detected_by="read as `parquet`",
        content="bytes",
        ids="any",
        keeps=("scores", "infinity"),
        runs_a_file="one",
        ending=".parquet",
        read=FORMAT.read,
        write=partial(write, spelling="q_id"),
    )
}

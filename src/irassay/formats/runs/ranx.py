"""What ranx saves of a run: dicts of dicts, as `json` without names."""

from __future__ import annotations

from irassay.formats.runs import RunFormat, json
from irassay.formats.tables.rankings import lists

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from irassay.collection.runs import Runs


def write(runs: Runs, systems: Sequence[str], renamed: Mapping[str, str]) -> Iterator[str]:
    """One system's lists."""
    for system in systems:
        yield from json.one_object(lists(runs, system, renamed), " ")
        yield "\n"


FORMAT = RunFormat(
    name="ranx",
    line='`{"query": {"document": score}}`: what ranx saves, one run a file',
    holds="any id, no run name",
    detected_by="read as `json`",
    looks_like=None,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=("scores",),
    runs_a_file="one",
    ending=".json",
    kernel_columns="",
    read=json.read_lists,
    write=write,
)

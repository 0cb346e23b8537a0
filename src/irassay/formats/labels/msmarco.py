"""MS MARCO's labels: TREC's four columns with tabs."""

from __future__ import annotations

from irassay.formats.labels import LabelFormat, trec
from irassay.formats.labels.trec import read_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.formats.labels import LabelSheet

__all__ = ["FORMAT", "read_labels"]


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for line in trec.write(labels):
        yield line.replace(" ", "\t")


FORMAT = LabelFormat(
    name="msmarco",
    line="the same with tabs, as MS MARCO distributes it",
    holds="as `trec`",
    detected_by="read as `trec`",
    ids="words",
    read=trec.read,
    write=write,
)

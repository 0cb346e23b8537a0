"""Labels as JSON lines: one flat object a label, its keys in any of the common spellings."""

from __future__ import annotations

from json.encoder import encode_basestring as quoted

from irassay.formats.format import CERTAIN, NO
from irassay.formats.labels import LabelFormat
from irassay.formats.tables import json_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from irassay.formats.format import Head
    from irassay.formats.labels import LabelSheet


def looks_like(head: Head) -> int:
    """A flat object on the first line, or first in a list."""
    return CERTAIN if head.keys else NO


def write(labels: LabelSheet) -> Iterator[str]:
    """A line a label."""
    for query, docs in labels.tree.items():
        start, of = f'{{"query_id": {quoted(query)}, "doc_id": ', labels.strata.get(query, {})
        for doc, grade in docs.items():
            stratum = f', "stratum": {quoted(of[doc])}' if doc in of else ""
            yield f'{start}{quoted(doc)}, "relevance": {grade}{stratum}}}\n'


FORMAT = LabelFormat(
    name="jsonl",
    line='`{"query_id": ..., "doc_id": ..., "relevance": ...}` a line, or a list of them, or '
    "the other spellings of columns",
    holds="any id, strata (`stratum`)",
    detected_by="a flat object on the first line, or first in a list",
    looks_like=looks_like,
    suffixes=(".jsonl",),
    ids="any",
    keeps=("strata",),
    read=json_lines.read_labels,
    write=write,
)

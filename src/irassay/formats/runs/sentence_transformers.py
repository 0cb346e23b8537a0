"""Predictions of sentence-transformers: what its InformationRetrievalEvaluator writes with ``write_predictions``."""

from __future__ import annotations

from irassay.formats.runs import RunFormat
from irassay.formats.trees import hit_lists, json_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

EXPECTED = '{"query_id": ..., "query": ..., "results": [{"corpus_id": ..., "score": ...}]}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_head.claim(head, "query_id", "results", "corpus_id")


def read_lists(path: str, *, system: str) -> list[Part]:
    """One run."""
    return hit_lists.read(
        path,
        system=system,
        query_of=lambda entry: entry.get("query_id"),
        hits="results",
        doc="corpus_id",
        expected=EXPECTED,
    )


FORMAT = RunFormat(
    name="sentence-transformers",
    line='predictions of sentence-transformers: `{"query_id", "query", "results": [{"corpus_id", "score"}]}` a line',
    holds="any id, no run name; texts of queries are not kept",
    detected_by="the keys `query_id`, `results` and `corpus_id`",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=("scores",),
    runs_a_file="one",
    ending="",
    kernel_columns="",
    read=read_lists,
    write=None,
)

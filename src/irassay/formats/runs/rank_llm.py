"""What rank_llm writes and reads: requests and results as JSON or JSON lines, a query with its candidates."""

from __future__ import annotations

from typing import Any

from irassay.formats.runs import RunFormat
from irassay.formats.trees import hit_lists, json_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

EXPECTED = '{"query": {"qid": ..., "text": ...}, "candidates": [{"docid": ..., "score": ...}]}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_head.claim(head, "query", "qid", "candidates", "docid")


def read_lists(path: str, *, system: str) -> list[Part]:
    """One run."""
    return hit_lists.read(path, system=system, query_of=_query, hits="candidates", doc="docid", expected=EXPECTED)


def _query(entry: dict[str, Any]) -> Any:
    query = entry.get("query")
    return query.get("qid") if isinstance(query, dict) else None


FORMAT = RunFormat(
    name="rank-llm",
    line='requests and results of rank_llm: `{"query": {"qid", "text"}, "candidates": [{"docid", "score", "doc"}]}` a '
    "line, or a list of them",
    holds="any id, no run name; texts are not kept",
    detected_by="the keys `query`, `qid`, `candidates` and `docid`",
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

"""Answers of TREC's RAG track as runs: the references of each topic, in their order.

In 2024 an object names its ``run_id`` and ``topic_id`` itself, from 2025 on its ``metadata`` has ``run_id`` and
``narrative_id``. What an answer says, and which sentence cites what, is not kept.
"""

from __future__ import annotations

from irassay.formats.row_checks import RankRows
from irassay.formats.runs import RunFormat
from irassay.formats.trees import json_head
from irassay.formats.trees.json_tree import records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

EXPECTED = '{"run_id": ..., "topic_id": ..., "references": [...], "answer": [...]}'
QUERIES = ("topic_id", "narrative_id")


def looks_like(head: Head) -> int:
    """Such keys near the beginning; the answer may come late."""
    return max(json_head.claim(head, "run_id", query, "references") for query in QUERIES)


def read_lists(path: str, *, system: str) -> list[Part]:
    """The runs that the answers name; minus the place of a reference is its score."""
    rows = RankRows(path)
    for place, entry in records_of(path, rows.problems):
        about = entry["metadata"] if isinstance(entry.get("metadata"), dict) else entry
        query = next((about[key] for key in QUERIES if isinstance(about.get(key), (str, int))), None)
        references = entry.get("references")
        if query is None or not isinstance(references, list) or not all(isinstance(one, str) for one in references):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not references:
            rows.skip("answer without a reference")
        run = about.get("run_id")
        named = run if isinstance(run, str) and run else system
        for i, doc in enumerate(references):
            rows.add(place, named, str(query), doc, -float(i + 1))
    return rows.finish()


FORMAT = RunFormat(
    name="trec-rag",
    line='answers of the TREC RAG track: `{"run_id", "topic_id", "references", "answer"}` a line, or with a '
    "`metadata` that has `run_id` and `narrative_id`",
    holds="any id; the references of each answer in their order, without the answer",
    detected_by="the keys `run_id`, `topic_id` or `narrative_id`, and `references`",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=("names",),
    runs_a_file="any",
    ending="",
    kernel_columns="",
    read=read_lists,
    write=None,
)

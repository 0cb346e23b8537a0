"""What DPR's dense_retriever writes: questions with their passages, best first; the question's text is its id.

Scores are texts there. An index of the kind HNSW gives distances, which rise down the list: there the order counts.
"""

from __future__ import annotations

from irassay.formats.runs import RunFormat
from irassay.formats.trees import hit_lists, json_head

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

EXPECTED = '{"question": ..., "answers": [...], "ctxs": [{"id": ..., "score": ...}]}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_head.claim(head, "question", "answers", "ctxs")


def read_lists(path: str, *, system: str) -> list[Part]:
    """One run."""
    return hit_lists.read(
        path,
        system=system,
        query_of=lambda entry: entry.get("question"),
        hits="ctxs",
        doc="id",
        expected=EXPECTED,
    )


FORMAT = RunFormat(
    name="dpr",
    line='what DPR retrieves: `[{"question", "answers", "ctxs": [{"id", "title", "text", "score", "has_answer"}]}]`',
    holds="any id, no run name; the question is its id, texts and answers are not kept; where scores rise down a list, "
    "its order counts",
    detected_by="the keys `question`, `answers` and `ctxs`",
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

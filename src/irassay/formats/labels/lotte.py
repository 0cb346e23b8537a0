"""Questions of LoTTE with the passages that answer them: JSON lines of ``qid``, ``query`` and ``answer_pids``."""

from __future__ import annotations

from irassay.formats.labels import LabelFormat
from irassay.formats.row_checks import LabelRows
from irassay.formats.trees import json_tree
from irassay.formats.trees.json_tree import records_of, within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Scale

EXPECTED = '{"qid": ..., "query": ..., "answer_pids": [...]}'
ANSWER = 1  # the grade of a passage that answers; nobody judged the others


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_tree.claim(head, "qid", "answer_pids")


def read_labels(path: str, *, scale: Scale | None = None) -> Qrels:
    """Labels of grade 1; texts of queries are counted and left out."""
    rows = LabelRows(path)  # no grade is written there, so none is scaled
    for place, entry in records_of(path, rows.problems):
        query, passages = entry.get("qid"), entry.get("answer_pids")
        if not isinstance(query, (str, int)) or not isinstance(passages, list):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        if not passages:
            rows.skip("query without an answer")
        rows.leave_out("query text", int("query" in entry))
        for i, passage in enumerate(passages):
            rows.add(f"{within(place)}answer_pids[{i}]", str(query), str(passage), ANSWER)
    return rows.finish()


FORMAT = LabelFormat(
    name="lotte",
    line='questions of LoTTE: `{"qid", "query", "answer_pids": [passages]}` a line; each passage has grade 1',
    holds="any id; texts of questions are not kept",
    detected_by="the keys `qid` and `answer_pids`",
    looks_like=looks_like,
    ids="any",
    read=read_labels,
)

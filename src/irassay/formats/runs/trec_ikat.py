"""Runs of TREC's iKAT track: for each turn of a conversation the passages that a response rests on, with their scores.

The track's validator asks for ``run_name``, ``run_type`` and ``turns``, of ``turn_id`` and ``responses``, each with
``passage_provenance``. The response of the best rank is the run's; others, and what they say, are not kept.
"""

from __future__ import annotations

from typing import Any

from irassay.formats.row_checks import RankRows
from irassay.formats.runs import RunFormat
from irassay.formats.trees import json_head
from irassay.formats.trees.json_tree import objects_in, read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from irassay.formats.format import Head
    from irassay.formats.row_checks import Part

EXPECTED = '{"turn_id": ..., "responses": [{"rank": 1, "passage_provenance": [{"id": ..., "score": ...}]}]}'


def looks_like(head: Head) -> int:
    """Such keys near the beginning."""
    return json_head.claim(head, "run_name", "turns", "turn_id")


def read_lists(path: str, *, system: str) -> list[Part]:
    """The run, by the scores of its passages."""
    rows = RankRows(path)
    whole = read_json(path, rows.problems)
    name = whole.get("run_name") if isinstance(whole, dict) else None
    run = name if isinstance(name, str) and name else system
    for place, turn in objects_in(whole, "turns", rows.problems, expected=EXPECTED):
        query, responses = turn.get("turn_id"), turn.get("responses")
        listed = [one for one in responses if isinstance(one, dict)] if isinstance(responses, list) else []
        if not isinstance(query, str) or not isinstance(responses, list) or len(listed) < len(responses):
            rows.problems.add(place, f"expected {EXPECTED}")
            continue
        best = min(range(len(listed)), key=lambda i: _rank(listed[i], i), default=None)
        passages = [] if best is None else listed[best].get("passage_provenance") or []
        if not passages:
            rows.skip("turn without a passage")
            continue
        rows.leave_out("response other than the first", len(listed) - 1)
        at = f"{place}.responses[{best}].passage_provenance"
        rows.add_hits(run, query, [_passage(rows, f"{at}[{i}]", one) for i, one in enumerate(passages)])
    return rows.finish()


def _rank(response: dict[str, Any], place: int) -> tuple[float, int]:
    rank = response.get("rank")
    return (rank if isinstance(rank, int) else float("inf"), place)


def _passage(rows: RankRows, place: str, passage: Any) -> tuple[str, str | None, Any]:
    doc = passage.get("id") if isinstance(passage, dict) else None
    if isinstance(doc, str):
        return place, doc, passage.get("score")
    rows.problems.add(place, 'no "id", expected {"id": ..., "score": ...}')
    return place, None, 0.0


FORMAT = RunFormat(
    name="trec-ikat",
    line='runs of the TREC iKAT track: `{"run_name", "run_type", "turns": [{"turn_id", "responses"}]}`',
    holds="any id; the passages of each turn's first response, without what it says",
    detected_by="the keys `run_name`, `turns` and `turn_id`",
    looks_like=looks_like,
    suffixes=(),
    content="text",
    misplaced="",
    ids="any",
    keeps=("scores", "names"),
    runs_a_file="any",
    ending="",
    kernel_columns="",
    read=read_lists,
    write=None,
)

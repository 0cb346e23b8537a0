"""Texts of queries and documents that stand in the files of runs themselves: in result lists."""

from __future__ import annotations

from irassay.formats import detection
from irassay.formats.sources import opening
from irassay.formats.sources.lines import Problems
from irassay.formats.trees.json_tree import records_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from irassay.formats.sources.opening import Paths


def read_result_texts(source: Paths) -> tuple[dict[str, str], dict[str, str]]:
    """Query -> text and document -> text of all result lists among the files; the first text of each counts."""
    queries: dict[str, str] = {}
    docs: dict[str, str] = {}
    for path in opening.list_paths(source):
        if detection.run_format(opening.head_of(path), source=path) != "result-lists":
            continue
        problems = Problems(path)
        for _, record in records_of(path, problems):
            _keep(queries, record.get("query_id"), record.get("query"))
            for hit in record.get("results") or ():
                if isinstance(hit, dict):
                    _keep(docs, hit.get("doc_id"), hit.get("text"))
        problems.raise_if_any()
    return queries, docs


def _keep(texts: dict[str, str], name: Any, text: Any) -> None:
    if isinstance(name, str | int) and isinstance(text, str):
        texts.setdefault(str(name), text)

"""Judgments for learning to rank, as Quepid and the Elasticsearch plugin write them: ``grade qid:query # document``."""

from __future__ import annotations

import re

from irassay.errors import cut
from irassay.formats.lines import lines
from irassay.formats.rows import LabelRows

_LINE = re.compile(r"\s*(\S+)\s+qid:(\S+)((?:\s+[^\s#]\S*:\S+)*)\s+#\s*(\S+)\s*(.*?)\s*", re.ASCII)


def looks_like(line: str) -> bool:
    """A grade, a query and a document behind the #."""
    return _LINE.fullmatch(line) is not None


def read_labels(path: str, *, scale: float | None = None) -> LabelRows:
    """Labels from such lines. Features, and the query's text behind the document, are counted and left out."""
    rows = LabelRows(path, scale=scale)
    for number, line in lines(path, rows.problems):
        rows.lines += 1
        if not line.strip():
            rows.skip("blank")
            continue
        if line.startswith("#"):
            rows.skip("comment")
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            rows.problems.add(number, f"{cut(line)}, expected grade qid:query # document")
            continue
        grade, query, features, doc, text = found.groups()
        rows.leave_out("feature", len(features.split()))
        rows.leave_out("query text", 1 if text else 0)
        rows.add(number, query, doc, grade)
    return rows.finish()

"""Files to nouns and nouns to files, one family a module; formats are told by content."""

from __future__ import annotations

from irassay.formats.reading import load_qrels, load_runs, read_qrels, read_runs

__all__ = ["load_qrels", "load_runs", "read_qrels", "read_runs"]

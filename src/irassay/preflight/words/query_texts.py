"""Findings about queries without a text, and texts of queries without a label."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.preflight.words.phrases import SAID, finding
from irassay.result import Finding

BY_ID = "shown by the id alone"


def told_apart(n_with_text: int) -> str:
    """What becomes of a track's comparison of short and long queries where only so many have a text."""
    return SAID("queries-without-text.told-apart" if n_with_text else "queries-without-text.none", n=n_with_text)


def without_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries that the file of texts lacks, of so many."""
    numbers = {"queries": len(queries), "labelled": n_labelled}
    size = len(queries) / n_labelled
    return finding("queries-without-text", "warning", size=size, numbers=numbers, names=queries, so=effect)


def empty_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries whose text in the file is empty, of so many."""
    numbers = {"queries": len(queries), "labelled": n_labelled}
    size, action = len(queries) / n_labelled, "queries-without-text.action"
    return finding("empty-query-texts", "warning", size=size, numbers=numbers, action=action, names=queries, so=effect)


def without_label(queries: Sequence[str], n_texts: int) -> Finding:
    """Queries with a text that nobody labelled, of so many with a text."""
    numbers = {"queries": len(queries), "texts": n_texts}
    return finding("texts-without-label", "note", numbers=numbers, names=queries)

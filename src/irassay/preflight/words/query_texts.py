"""Sentences about queries without a text, and texts of queries without a label."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.messages import conjugate, count, plural
from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding

BY_ID = "shown by the id alone"
GIVE_ALL = "give a file with the texts of all labelled queries, under the ids that the labels have"


def told_apart(n_with_text: int) -> str:
    """What becomes of a track's comparison of short and long queries where only so many have a text."""
    if not n_with_text:
        return "no query is known as short or long"
    return f"short and long queries are told apart among the other {count(n_with_text)} only"


def without_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries that the file of texts lacks, of so many."""
    n = len(queries)
    return finding(
        "queries-without-text",
        "warning",
        f"{count(n)} of {plural(n_labelled, 'labelled query', 'labelled queries')} {conjugate(n, 'has')} no "
        f"text: {some(queries)}",
        size=n / n_labelled,
        numbers={"queries": n, "labelled": n_labelled},
        effect=effect,
        action=GIVE_ALL,
    )


def empty_text(queries: Sequence[str], n_labelled: int, effect: str) -> Finding:
    """Labelled queries whose text in the file is empty, of so many."""
    n = len(queries)
    return finding(
        "empty-query-texts",
        "warning",
        f"{count(n)} of {plural(n_labelled, 'labelled query', 'labelled queries')} {conjugate(n, 'has')} an "
        f"empty text: {some(queries)}",
        size=n / n_labelled,
        numbers={"queries": n, "labelled": n_labelled},
        effect=effect,
        action=GIVE_ALL,
    )


def without_label(queries: Sequence[str], n_texts: int) -> Finding:
    """Queries with a text that nobody labelled, of so many with a text."""
    n = len(queries)
    return finding(
        "texts-without-label",
        "note",
        f"{count(n)} of {plural(n_texts, 'query', 'queries')} with a text {conjugate(n, 'has')} no label: "
        f"{some(queries)}",
        size=0.0,
        numbers={"queries": n, "texts": n_texts},
        effect=f"{conjugate(n, 'it is')} in no mean",
    )

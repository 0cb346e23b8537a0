"""Sentences about queries without a text, and texts of queries without a label."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.preflight.words.phrases import finding, some
from irassay.result import Finding
from irassay.wording import count, plural


def without_text(queries: Sequence[str], n_labelled: int) -> Finding:
    """Labelled queries that the file of texts lacks, of so many."""
    n, rest = len(queries), n_labelled - len(queries)
    return finding(
        "queries-without-text",
        "warning",
        f"{count(n)} of {plural(n_labelled, 'labelled query', 'labelled queries')} {'has' if n == 1 else 'have'} no "
        f"text: {some(queries)}",
        size=n / n_labelled,
        numbers={"queries": n, "labelled": n_labelled},
        effect=f"short and long queries are told apart among the other {count(rest)} only"
        if rest
        else "no query is known as short or long",
        action="give a file with the texts of all labelled queries, under the ids that the labels have",
    )


def without_label(queries: Sequence[str], n_texts: int) -> Finding:
    """Queries with a text that nobody labelled, of so many with a text."""
    n = len(queries)
    return finding(
        "texts-without-label",
        "note",
        f"{count(n)} of {plural(n_texts, 'query', 'queries')} with a text {'has' if n == 1 else 'have'} no label: "
        f"{some(queries)}",
        size=0.0,
        numbers={"queries": n, "texts": n_texts},
        effect=f"{'it is' if n == 1 else 'they are'} in no mean",
    )

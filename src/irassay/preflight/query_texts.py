"""Whether the queries' texts are those of the labelled queries: a file of half the topics leaves half of them out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from irassay.preflight.words import query_texts as words
from irassay.result import Finding


def query_texts(labelled: Sequence[str], texts: Iterable[str]) -> list[Finding]:
    """Labelled queries without a text, and queries with a text that have no label; `texts` are the ids of the file.

    >>> [finding.text for finding in query_texts(["1", "2", "3"], ["1", "4"])]
    ['2 of 3 labelled queries have no text: 2, 3', '1 of 2 queries with a text has no label: 4']
    """
    there, known = set(texts), set(labelled)
    without = [query for query in labelled if query not in there]
    unlabelled = sorted(there - known, key=str.encode)
    findings = [words.without_text(without, len(labelled))] if without else []
    return findings + ([words.without_label(unlabelled, len(there))] if unlabelled else [])

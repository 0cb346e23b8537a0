"""Whether the queries' texts are those of the labelled queries: a file of half the topics leaves half of them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.preflight.words import metadata_values as words
from irassay.result import Finding


def query_texts(labelled: Sequence[str], texts: Mapping[str, str]) -> list[Finding]:
    """Labelled queries without a text or with an empty one, and queries of the file that have no label."""
    known = set(labelled)
    without = [query for query in labelled if query not in texts]
    unlabelled = sorted(set(texts) - known, key=str.encode)
    effect = words.told_apart(sum(bool(texts.get(query, "").strip()) for query in labelled))
    findings = [words.without_text(without, len(labelled), effect)] if without else []
    findings += empty_texts(labelled, texts, effect)
    return findings + ([words.without_label(unlabelled, len(texts))] if unlabelled else [])


def empty_texts(labelled: Sequence[str], texts: Mapping[str, str], effect: str = words.BY_ID) -> list[Finding]:
    """Labelled queries whose text has no character but white space; `effect` is what becomes of them."""
    empty = [query for query in labelled if query in texts and not texts[query].strip()]
    return [words.empty_text(empty, len(labelled), effect)] if empty else []

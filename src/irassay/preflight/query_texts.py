"""Whether the queries' texts are those of the labelled queries: a file of half the topics leaves half of them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irassay.preflight.phrases import SAID, finding
from irassay.result import Finding

BY_ID = "shown by the id alone"


def query_texts(labelled: Sequence[str], texts: Mapping[str, str]) -> list[Finding]:
    """Labelled queries without a text or with an empty one, and queries of the file that have no label."""
    known, findings = set(labelled), []
    n_told = sum(bool(texts.get(query, "").strip()) for query in labelled)
    effect = SAID("queries-without-text.told-apart" if n_told else "queries-without-text.none", n=n_told)
    if without := [query for query in labelled if query not in texts]:
        numbers, size = {"queries": len(without), "labelled": len(labelled)}, len(without) / len(labelled)
        findings.append(
            finding("queries-without-text", "warning", size=size, numbers=numbers, names=without, so=effect)
        )
    findings += empty_texts(labelled, texts, effect)
    if unlabelled := sorted(set(texts) - known, key=str.encode):
        numbers = {"queries": len(unlabelled), "texts": len(texts)}
        findings.append(finding("texts-without-label", "note", numbers=numbers, names=unlabelled))
    return findings


def empty_texts(labelled: Sequence[str], texts: Mapping[str, str], effect: str = BY_ID) -> list[Finding]:
    """Labelled queries whose text has no character but white space; `effect` is what becomes of them."""
    names = [query for query in labelled if query in texts and not texts[query].strip()]
    if not names:
        return []
    numbers, size = {"queries": len(names), "labelled": len(labelled)}, len(names) / len(labelled)
    action = "queries-without-text.action"
    return [finding("empty-query-texts", "warning", size=size, numbers=numbers, action=action, names=names, so=effect)]

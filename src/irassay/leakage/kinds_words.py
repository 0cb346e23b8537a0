"""Sentences about what leaked of the test queries, and about what can't be told."""

from __future__ import annotations

from irassay.leakage.what_leaked import PARTS, Kinds, SharedCorpus
from irassay.messages.said import Room

LEAKAGE = Room("leakage")
IDS = ("other", "unknown", "none")  # whether the ids of a file are the test collection's


def findings(kinds: Kinds) -> list[str]:
    """What leaked: a sentence for each kind, one for what can't be told, for what people decide, for the corpus."""
    sentences, n_queries = [], len(kinds.found)
    for kind in PARTS:
        queries = kinds.queries(kind)
        untold = set(kinds.untold) if kind == "query" else set()
        docs = {doc for of in kinds.documents([kind]).values() for doc in of}
        form = kind if kinds.n_passages else "asked"
        for n, what in ((len(queries) - len(untold), form), (len(untold), "untold")):
            if n:
                sentences.append(LEAKAGE(f"kinds.{what}", n=n, queries=n_queries, docs=len(docs)))
    if not sentences:
        slots = {"rows": kinds.n_rows, "passages": kinds.n_passages, "unread": kinds.n_unread}
        sentences.append(LEAKAGE("kinds.none", queries=n_queries, **slots))
    if kinds.in_review:
        sentences.append(LEAKAGE("kinds.review", n=len(kinds.in_review)))
    if kinds.corpus is not None and kinds.n_passages:
        sentences += shared(kinds.corpus)
    return sentences


def shared(corpus: SharedCorpus) -> list[str]:
    """How much of the corpus was trained on, and that this is no leak."""
    share = LEAKAGE(
        "corpus.all" if corpus.n_compared == corpus.n_documents else "corpus.sample",
        n=corpus.n_trained, documents=corpus.n_documents, share=corpus.share, low=corpus.low, high=corpus.high,
        compared=corpus.n_compared,
    )  # fmt: skip
    return [share, LEAKAGE("corpus"), *([LEAKAGE("corpus.no-leak")] if corpus.share else [])]


def notes(kinds: Kinds) -> list[str]:
    """What can't be told, and what is assumed: leaks without a row, documents without texts, ids without proof."""
    counts = {"rows": kinds.n_missing_pairs, "relevant": kinds.n_without_relevant}
    rows = _untold(kinds, counts)
    if not kinds.n_passages:
        return [*rows, LEAKAGE("untold.queries-alone")]
    ids = [
        LEAKAGE(f"ids.{what}", sources=sources)
        for what in IDS
        if (sources := [source for source, of in kinds.ids.items() if of == what])
    ]
    counts = {"text": kinds.n_relevant - kinds.n_with_text, "short": kinds.n_short, "passages": kinds.n_unread}
    if kinds.n_with_text:
        return [*rows, *ids, *_untold(kinds, counts)]
    return [*rows, *ids, LEAKAGE("untold.texts", unread=kinds.n_unread), *_untold(kinds, {"short": kinds.n_short})]


def _untold(kinds: Kinds, counts: dict[str, int]) -> list[str]:
    return [LEAKAGE(f"untold.{what}", n=n, relevant=kinds.n_relevant) for what, n in counts.items() if n]

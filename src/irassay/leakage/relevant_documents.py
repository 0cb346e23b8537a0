"""The test side of documents: those relevant to a test query, with their texts, and a sample of their whole corpus."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from heapq import heappush, heapreplace
from typing import TypeAlias

from irassay.collection.qrels import Qrels
from irassay.collection.texts import Texts
from irassay.errors import InputError
from irassay.formats.nouns import texts_given
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.words import plain

Corpus: TypeAlias = str | os.PathLike[str] | Mapping[str, str] | Texts

SAMPLE = 1 << 15  # documents of a corpus of which it is told whether they were trained on: its share within 0.6%
ENOUGH = 0.8  # of the words of the shorter of two texts in the longer: the same document, perhaps without its title
_BEGINNING = 300  # characters of a sampled document that are kept
_LOWER = bytes(range(256)).lower()
_WHITE = bytes(n for n in range(128) if chr(n).isspace())


def key_of_text(text: str) -> int:
    """A number, in this process, that is the same for texts that differ in case, compatible characters and white space
    alone, by chance once in 2^64 comparisons."""
    if text.isascii():
        return hash(text.encode().translate(_LOWER, _WHITE))
    return hash("".join(plain(text).split()).casefold().encode("utf-8", "surrogatepass"))


def is_same_document(a: str, b: str) -> bool | None:
    """Whether two texts under the same id are of one document; None where one has no words."""
    of = sorted((set(plain(text).casefold().split()) for text in (a, b)), key=len)
    return len(of[0] & of[1]) >= ENOUGH * len(of[0]) if of[0] else None


@dataclass(frozen=True, slots=True)
class SampledCorpus:
    """Documents drawn from a corpus, each as likely as any other."""

    n_documents: int  # of the whole corpus
    beginnings: Mapping[str, str]  # sampled document -> beginning of its text
    by_key: Mapping[int, tuple[str, ...]]  # key of a text -> the sampled documents that have it


@dataclass(frozen=True, slots=True)
class RelevantDocuments:
    """Documents that are relevant to test queries."""

    queries_of: Mapping[str, tuple[str, ...]]  # relevant document -> the test queries that it is relevant to
    texts: Mapping[str, str]  # as far as the corpus has them; empty without one
    by_key: Mapping[int, tuple[str, ...]]  # key of a text -> the relevant documents that have it
    corpus: SampledCorpus | None

    def known_text(self, doc: str) -> str:
        """The text of a relevant document, or the beginning of that of a sampled one; "" where it is neither."""
        return self.texts.get(doc) or (self.corpus.beginnings.get(doc, "") if self.corpus else "")


def documents_of(queries: Sequence[str], qrels: Qrels, corpus: Corpus | None, *, rel: int) -> RelevantDocuments:
    """The documents that these queries find relevant, in one walk of the corpus."""
    known = set(qrels.queries)
    queries_of: dict[str, tuple[str, ...]] = {}
    for query in queries:
        for doc, grade in qrels.grades(query).items() if query in known else ():
            if grade >= rel:
                queries_of[doc] = (*queries_of.get(doc, ()), query)
    if not queries_of:
        raise InputError(LEAKAGE("corpus.no-relevant", n=len(queries), first=queries[0] if queries else "", rel=rel))
    if corpus is None:
        return RelevantDocuments(queries_of, {}, {}, None)
    texts: dict[str, str] = {}
    sample = _sampled(_noting(texts_given(corpus, "corpus"), queries_of, texts))
    if not texts:
        raise InputError(LEAKAGE("corpus.no-text", n=len(queries_of), doc=next(iter(queries_of))))
    return RelevantDocuments(
        queries_of, texts, _by_key((doc, key_of_text(text)) for doc, text in texts.items()), sample
    )


def _noting(
    walk: Iterable[tuple[str, str]], wanted: Mapping[str, object], into: dict[str, str]
) -> Iterator[tuple[str, str]]:
    """The documents as they come; the texts of those that are wanted are kept on the way."""
    for doc, text in walk:
        if doc in wanted and text.strip():
            into.setdefault(doc, text)
        yield doc, text


def _sampled(walk: Iterable[tuple[str, str]]) -> SampledCorpus:
    """The documents whose ids have the lowest hashes: the same ones in any order of the corpus."""
    lowest: list[tuple[int, str, str, int]] = []  # a heap whose first is the highest hash, as a number below 0
    n = 0
    for doc, text in walk:
        n += 1
        number = -int.from_bytes(blake2b(doc.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
        if len(lowest) < SAMPLE:
            heappush(lowest, (number, doc, text[:_BEGINNING], key_of_text(text)))
        elif number > lowest[0][0]:
            heapreplace(lowest, (number, doc, text[:_BEGINNING], key_of_text(text)))
    by_key = _by_key((doc, key) for _, doc, text, key in lowest if text.strip())
    return SampledCorpus(n, {doc: text for _, doc, text, _ in lowest}, by_key)


def _by_key(keys: Iterable[tuple[str, int]]) -> dict[int, tuple[str, ...]]:
    by_key: dict[int, tuple[str, ...]] = {}
    for doc, key in keys:
        by_key[key] = (*by_key.get(key, ()), doc)
    return by_key

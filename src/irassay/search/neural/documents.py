"""Texts of the documents that are reranked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeAlias

from irassay.collection.texts import Texts
from irassay.errors import InputError
from irassay.formats.nouns import texts_given
from irassay.search.said import SEARCH

Corpus: TypeAlias = str | os.PathLike[str] | Mapping[str, str] | Texts


def texts_of(docs: set[str], corpus: Corpus) -> dict[str, str]:
    """The texts of these documents. InputError where one has none."""
    if isinstance(corpus, Mapping):
        texts = {doc: corpus[doc] for doc in docs if doc in corpus}
    else:
        texts = texts_given(corpus, "corpus").pick(docs)
    missing = sorted(doc for doc in docs if not texts.get(doc, "").strip())
    if missing:
        raise InputError(SEARCH("rerank.no-texts", n=len(missing), docs=len(docs), doc=missing[0]))
    return texts

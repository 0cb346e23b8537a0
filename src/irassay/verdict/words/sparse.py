"""Sentences about sparse labels: what they cover, and what can be done instead of bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import number
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.verdict.sparse import Sparse
    from irassay.verdict.verdict import Verdict


def covered(sparse: Sparse) -> str:
    """What the labels cover, as a phrase."""
    mean = number(sparse.per_query, 2).removesuffix(".00")
    return SAID("sparse.covered", mean=mean, first=sparse.judged_first)


def where_taken(verdict: Verdict) -> str:
    """The option for complete labels, where these are sparse; "" elsewhere."""
    return SAID("sparse.taken") if verdict.sparse is not None or verdict.unlikely == "sparse in part" else ""

"""Sentences about sparse labels: what they cover, what that leaves open, and what can be done instead of bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import number, percent

if TYPE_CHECKING:
    from irassay.verdict.sparse import Sparse
    from irassay.verdict.verdict import Verdict

IN_SHORT = (
    "Labels this sparse prove no order: make fuller ones with irassay pool, or try what they would change with irassay "
    "extrapolate and irassay sensitivity."
)
TAKEN = "Where documents without a label are known to be non-relevant, use irassay compare --require taken."
INSTEAD = (
    "These labels prove no order and make none likely. irassay pool lists documents for fuller ones. irassay "
    "extrapolate deems passages near the known answers relevant, and irassay sensitivity says whether the order "
    f"stands. {TAKEN}"
)


def covered(sparse: Sparse) -> str:
    """What the labels cover, as a phrase."""
    mean = number(sparse.per_query, 2).removesuffix(".00")
    first = percent(sparse.judged_first)
    ranked = f"{first} of the documents in first place have one" if sparse.judged_first else ""
    return f"{mean} a query, none of them non-relevant, and {ranked or 'no document in first place has one'}"


def where_taken(verdict: Verdict) -> str:
    """The option for complete labels, where these are sparse; "" elsewhere."""
    return TAKEN if verdict.sparse is not None or verdict.unlikely == "sparse in part" else ""

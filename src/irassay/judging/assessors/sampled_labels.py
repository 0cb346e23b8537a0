"""Labels of a stratified sample: with the stratum of each document, and a mark on those that nobody has judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from irassay.collection.qrels import Qrels

if TYPE_CHECKING:
    from irassay.judging.store.pool_facts import Stratum

NOT_JUDGED = -1  # the grade by which estimates know a document of the pool that nobody judged
WHOLE = "given"  # the stratum of documents that were not drawn from one: all of them count as themselves


def with_strata(grades: Mapping[str, Mapping[str, int]], strata: Mapping[str, Mapping[str, Stratum]]) -> Qrels:
    """The labels, query -> document -> grade, with their strata (query -> name -> stratum), and -1 for these documents'
    others, as xinfAP and infNDCG expect."""
    if not strata:
        return Qrels.from_dict(grades)
    tree: dict[str, dict[str, int]] = {}
    of_docs: dict[str, dict[str, str]] = {}
    for query, given in grades.items():
        name_of = {
            doc: name for name, of in strata.get(query, {}).items() for docs in (of.drawn, of.left) for doc in docs
        }
        tree[query] = {**given, **{doc: NOT_JUDGED for doc in name_of if doc not in given}}
        of_docs[query] = {doc: name_of.get(doc, WHOLE) for doc in tree[query]}
    return Qrels.from_dict(tree, strata=of_docs)


def n_not_judged(qrels: Qrels) -> int:
    """How many documents of its strata nobody has judged."""
    return sum(qrels.grades(query)[doc] == NOT_JUDGED for query, docs in qrels.strata.items() for doc in docs)

"""Outcomes of pairs that nobody judged: by grades, or by preferences that lead from one document to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import SECOND, TIE
from irassay.comparison.first_documents import FirstDocuments
from irassay.comparison.listed_documents import NONE

if TYPE_CHECKING:
    from irassay.collection.preferences import Preferences
    from irassay.collection.qrels import Qrels

Index = NDArray[np.int64]


def by_grades(firsts: FirstDocuments, qrels: Qrels) -> tuple[Index, Index]:
    """Pairs of first documents whose grades differ, the higher one first."""
    grades = np.full(len(firsts.item_doc), np.nan)
    judged = set(qrels.queries)
    for items in _by_query(firsts):
        name = firsts.queries[firsts.item_query[items[0]]]
        of_query = qrels.grades(name) if name in judged else {}
        grades[items] = [of_query.get(firsts.item_doc[i], np.nan) for i in items.tolist()]
    better, other = [], []
    for items in _by_query(firsts):
        higher = grades[items][:, None] > grades[items][None, :]
        i, j = np.nonzero(higher)
        better.append(items[i])
        other.append(items[j])
    return _all(better), _all(other)


def by_transitivity(firsts: FirstDocuments, preferences: Preferences) -> tuple[Index, Index]:
    """Pairs of first documents of which preferences lead from one to the other, and not back; the better one first."""
    names, pairs = preferences.arrays.names, preferences.outcomes
    decided = pairs.outcome != TIE
    query = pairs.query[decided].astype(np.int64)
    swapped = pairs.outcome[decided] == SECOND
    winner = np.where(swapped, pairs.second[decided], pairs.first[decided]).astype(np.int64)
    loser = np.where(swapped, pairs.first[decided], pairs.second[decided]).astype(np.int64)
    order = np.argsort(query, kind="stable")
    query, winner, loser = query[order], winner[order], loser[order]
    cuts = np.flatnonzero(np.diff(query)) + 1
    better, other = [], []
    for at in np.split(np.arange(len(query)), cuts) if len(query) else []:
        docs, places = np.unique(np.concatenate([winner[at], loser[at]]), return_inverse=True)
        reach = _closure(places[: len(at)], places[len(at) :], len(docs))
        items = firsts.places(names.queries, names.docs, np.full(len(docs), query[at[0]]), docs)
        there = np.flatnonzero(items != NONE)
        i, j = np.nonzero((reach & ~reach.T)[np.ix_(there, there)])
        better.append(items[there[i]])
        other.append(items[there[j]])
    return _all(better), _all(other)


def _closure(winner: Index, loser: Index, n: int) -> NDArray[np.bool_]:
    """Which document leads to which, over any number of preferences."""
    reach = np.zeros((n, n), dtype=bool)
    reach[winner, loser] = True
    for middle in range(n):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def _by_query(firsts: FirstDocuments) -> list[Index]:
    order = np.argsort(firsts.item_query, kind="stable")
    cuts = np.flatnonzero(np.diff(firsts.item_query[order])) + 1
    return np.split(order, cuts) if len(order) else []


def _all(parts: list[Index]) -> Index:
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)

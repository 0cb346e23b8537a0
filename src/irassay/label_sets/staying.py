"""Which documents stay after a round of pairs, and those of them that nobody has asked about since."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from irassay.collection.preference_arrays import JudgedPairs, PairOutcomes, PreferenceArrays

LEAST_PAIRS = 7  # that a document is in, each round
MOST_WINS_OUT = 3  # a document stays with more wins than these
SMALL = 9  # documents at most whose pairs are all judged: the last round


def not_judged_yet(arrays: PreferenceArrays) -> Mapping[int, set[int]]:
    """Documents of each query's last round of which no pair is judged, by number: those of pairs asked and not judged,
    and those that stay after a finished round where the last one asks about a part of them."""
    last, before = _last_two(arrays)
    out: dict[int, set[int]] = {}
    of_last = arrays.unjudged_round == last[arrays.unjudged_query]
    columns = (arrays.unjudged_query, arrays.unjudged_first, arrays.unjudged_second)
    for query, one, other in zip(*(some[of_last].tolist() for some in columns), strict=True):
        out.setdefault(query, set()).update((one, other))
    if (before >= 0).any():
        pairs = arrays.pairs()
        round_ = arrays.round[pairs.judgment]
        asked = _docs(pairs, round_ == last[pairs.query])
        for query, staying in _staying(pairs, round_ == before[pairs.query], len(arrays.names.docs)).items():
            there = asked.get(query, set()) | out.get(query, set())
            if there < staying:
                out[query] = out.get(query, set()) | (staying - there)
    return out


def _last_two(arrays: PreferenceArrays) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The last round of each query and the one before it; -1 where there is none."""
    asked = np.concatenate([arrays.query, arrays.unjudged_query])
    round_ = np.concatenate([arrays.round, arrays.unjudged_round]).astype(np.int64)
    last = np.full(len(arrays.names.queries), -1, dtype=np.int64)
    np.maximum.at(last, asked, round_)
    before = np.full_like(last, -1)
    earlier = round_ < last[asked]
    np.maximum.at(before, asked[earlier], round_[earlier])
    return last, before


def _docs(pairs: JudgedPairs, chosen: NDArray[np.bool_]) -> dict[int, set[int]]:
    out: dict[int, set[int]] = {}
    columns = (pairs.query, pairs.first, pairs.second)
    for query, one, other in zip(*(some[chosen].tolist() for some in columns), strict=True):
        out.setdefault(query, set()).update((one, other))
    return out


def _staying(pairs: JudgedPairs, chosen: NDArray[np.bool_], n_docs: int) -> dict[int, set[int]]:
    """The documents that stay after a round, of queries whose round is finished and leaves documents out."""
    part = JudgedPairs(
        pairs.judgment[chosen], pairs.query[chosen], pairs.first[chosen], pairs.second[chosen], pairs.outcome[chosen]
    )
    of = PairOutcomes.of(part, n_docs)
    share = (of.outcome.astype(np.float64) + 1) / 2
    keys, place = np.unique(
        np.tile(of.query.astype(np.int64), 2) * n_docs + np.concatenate([of.first, of.second]), return_inverse=True
    )
    wins = np.bincount(place, np.concatenate([share, 1 - share]), minlength=len(keys))
    n_pairs = np.bincount(place, minlength=len(keys))
    query = keys // max(1, n_docs)
    out = {}
    for begin, end in zip(*_runs_of(query), strict=True):
        if end - begin > SMALL and n_pairs[begin:end].min() >= LEAST_PAIRS:
            out[int(query[begin])] = set((keys[begin:end][wins[begin:end] > MOST_WINS_OUT] % n_docs).tolist())
    return out


def _runs_of(values: NDArray[np.int64]) -> tuple[list[int], list[int]]:
    """Where each run of equal values begins and ends."""
    cuts = (np.flatnonzero(np.diff(values)) + 1).tolist()
    return ([0, *cuts], [*cuts, len(values)]) if len(values) else ([], [])

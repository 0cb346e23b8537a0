"""Leaders, intervals of ranks, by significance or bootstrap, and letters of systems that don't differ significantly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from irassay.arrays import F64, U32, Flags
from irassay.comparison.intervals import Columns, columns_of_pairs, deviations
from irassay.comparison.paired_scores import PairedScores, all_pairs

FULL_DISPLAY = 20  # systems up to which letters show exactly which pairs differ
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξοπρστυφχψω"


def leaders(better: Flags) -> list[int]:
    """Systems to which no other is significantly superior; rows are better than columns."""
    return [int(i) for i in np.flatnonzero(~better.any(axis=0))]


def rank_intervals(better: Flags) -> list[tuple[int, int]]:
    """Ranks by significance: from 1 + the number of significantly better systems to n - that of worse ones; joint
    coverage where all pairs are corrected. Source: Mohamad, Goeman and van Zwet 2019."""
    n = len(better)
    return [(1 + int(over), n - int(under)) for over, under in zip(better.sum(axis=0), better.sum(axis=1), strict=True)]


def letter(index: int) -> str:
    """The name of a group: a to z, A to Z, Greek, then numbers in brackets."""
    return _LETTERS[index] if index < len(_LETTERS) else f"[{index + 1}]"


def letter_groups(significant: Flags) -> list[list[int]]:
    """Groups of systems without a significant pair, from a symmetric matrix, best first. Above 20 systems groups are
    maximal stretches of neighbours: two that share none may not differ either. Source: Piepho 2004."""
    return compact_display(significant) if len(significant) <= FULL_DISPLAY else stretches(significant)


def compact_display(significant: Flags) -> list[list[int]]:
    """Insert and absorb: split every group with a significant pair, drop groups inside others; then sweep."""
    n = len(significant)
    groups: list[frozenset[int]] = [frozenset(range(n))] if n else []
    for i in range(n):
        for j in range(i + 1, n):
            if not significant[i, j]:
                continue
            split = dict.fromkeys(part for g in groups for part in ((g - {i}, g - {j}) if {i, j} <= g else (g,)))
            groups = [g for g in split if not any(g < other for other in split)]
    return sorted((sorted(group) for group in _swept(groups)), key=lambda group: (group[0], group[-1], group))


def _swept(groups: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Remove from each group the members whose ties with the rest of the group are all in other groups too."""
    swept = [set(group) for group in groups]
    for group in swept:
        others = [other for other in swept if other is not group]
        for member in sorted(group):
            if all(any({member, mate} <= other for other in others) for mate in group):
                group.discard(member)
    return [frozenset(group) for group in swept if group]


def stretches(significant: Flags) -> list[list[int]]:
    """Maximal runs of neighbours without a significant pair."""
    n = len(significant)
    groups: list[list[int]] = []
    last_end = -1
    for start in range(n):
        end = start
        while end + 1 < n and not significant[end + 1, start : end + 1].any():
            end += 1
        if end > last_end:
            groups.append(list(range(start, end + 1)))
            last_end = end
    return groups


def letters(groups: Sequence[Sequence[int]], n: int) -> list[str]:
    """Each system's letters, from the groups it is in."""
    return ["".join(letter(k) for k, group in enumerate(groups) if i in set(group)) for i in range(n)]


def brackets(groups: Sequence[Sequence[int]]) -> list[tuple[str, int, int]]:
    """Letter, first and last row of every contiguous part of a group, for drawing."""
    parts = []
    for k, group in enumerate(groups):
        start = previous = group[0]
        for row in [*group[1:], None]:
            if row is None or row != previous + 1:
                parts.append((letter(k), start, previous))
                start = row if row is not None else start
            previous = row if row is not None else previous
    return parts


def open_without_letter(significant: Flags, groups: Sequence[Sequence[int]]) -> int:
    """Pairs that don't differ significantly and share no letter."""
    n = len(significant)
    shared = np.zeros((n, n), dtype=bool)
    for group in groups:
        shared[np.ix_(group, group)] = True
    return int(np.triu(~significant & ~shared, 1).sum())


def rank_sets(paired: PairedScores, *, alpha: float, key: int, n_bootstrap: int) -> list[tuple[int, int]]:
    """Simultaneous intervals of ranks, 1-based and closed, from the numbers of systems surely better and worse: |t|
    above the 1 - alpha quantile of the largest deviation among those not yet sure. Asymptotic over queries. Source:
    Mogstad, Romano, Shaikh and Wilhelm 2024."""
    n = len(paired.systems)
    better = np.zeros((n, n), dtype=bool)
    a, b = all_pairs(n)
    if len(a) and len(paired.queries) > 1:
        sure, sign = _sure(paired, a, b, alpha=alpha, key=key, n_bootstrap=n_bootstrap)
        ahead = paired.direction * sign > 0
        better[a, b], better[b, a] = sure & ahead, sure & ~ahead
    return rank_intervals(better)


def _sure(paired: PairedScores, a: U32, b: U32, *, alpha: float, key: int, n_bootstrap: int) -> tuple[Flags, F64]:
    """Which differences are sure, and their signs."""
    of = columns_of_pairs(paired.x, paired.bounds, a, b)
    t = np.abs(np.divide(of.mean, of.error, out=np.zeros(len(a)), where=of.error > 0))
    order = np.argsort(-t, kind="stable")
    by_t = Columns(np.ascontiguousarray(of.x[:, order]), of.bounds, of.mean[order], of.error[order])
    reached = np.zeros(len(a), dtype=np.int64)
    for _, block in deviations(by_t, key=key, n_bootstrap=n_bootstrap):
        most = np.maximum.accumulate(np.abs(block)[:, ::-1], axis=1)[:, ::-1]
        reached += (most >= t[order]).sum(axis=0)
    p = np.empty(len(a))
    p[order] = np.maximum.accumulate((reached + 1) / (n_bootstrap + 1))
    return p <= alpha, np.sign(of.mean)

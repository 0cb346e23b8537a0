"""The order in which a person gets tasks."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import TypeAlias

import numpy as np

AdaptiveOrder: TypeAlias = Callable[[Sequence[Sequence[str]], Mapping[str, bool]], list[str]]


def move_to_front(rankings: Sequence[Sequence[str]], relevant: Mapping[str, bool]) -> list[str]:
    """All documents of the runs, each once, staying with a run while its documents are relevant. The first without a
    judgment is the next to judge. Source: Cormack, Palmer and Clarke, SIGIR 1998."""
    queue = deque(range(len(rankings)))
    at = [0] * len(rankings)
    out: dict[str, None] = {}
    while queue:
        run = queue[0]
        ranking = rankings[run]
        while at[run] < len(ranking) and ranking[at[run]] in out:
            at[run] += 1
        if at[run] == len(ranking):
            queue.popleft()
            continue
        doc = ranking[at[run]]
        out[doc] = None
        if not relevant.get(doc, True):
            queue.rotate(-1)
    return list(out)


def max_mean(rankings: Sequence[Sequence[str]], relevant: Mapping[str, bool]) -> list[str]:
    """All documents, each once, next that of the run with the largest (1 + relevant) / (2 + judged), exactly. Source:
    MaxMean, Losada, Parapar and Barreiro 2017; ours is that a document counts for every run that has it, and ties go to
    the first run."""
    means = []
    for ranking in rankings:
        judged = [relevant[doc] for doc in ranking if doc in relevant]
        means.append(Fraction(1 + sum(judged), 2 + len(judged)))
    best_first = sorted(range(len(rankings)), key=lambda run: (-means[run], run))
    return list(dict.fromkeys(doc for run in best_first for doc in rankings[run]))


def effect(rankings: Sequence[Sequence[str]], relevant: Mapping[str, bool]) -> list[str]:
    """All documents, each once, by what their labels are expected to add to the leads in DCG of runs that are likely
    ahead: those of the run ahead by their predicted gain, those of the other by what they lack. Source: Carterette,
    Allan and Sitaraman, SIGIR 2006; ours is the sign, by the likely winner."""
    from irassay.decisions.bets import buckets, predict

    place = {doc: i for i, doc in enumerate(dict.fromkeys(doc for ranking in rankings for doc in ranking))}
    if not place:
        return []
    ranks = np.full((len(place), len(rankings)), np.inf)
    for run, ranking in enumerate(rankings):
        ranks[[place[doc] for doc in ranking], run] = np.arange(1, len(ranking) + 1)
    weights = 1.0 / np.log2(ranks + 1.0)
    known = np.array([place[doc] for doc in relevant if doc in place], dtype=np.int64)
    gains = np.array([float(is_) for doc, is_ in relevant.items() if doc in place])
    of = buckets(ranks.min(axis=1).astype(np.int64), np.isfinite(ranks).sum(axis=1), None)
    gain = predict(of, np.zeros(len(place), dtype=np.int64), known, gains, 1.0).gain
    expected = gain.copy()
    expected[known] = gains
    effects, means = np.zeros(len(place)), np.round(weights.T @ expected, 12)
    best_first = np.argsort(-means, kind="stable")
    for n, run in enumerate(best_first.tolist(), 1):
        apart = weights[:, [run]] - weights[:, best_first[n:]]
        effects += np.where(apart > 0, apart * gain[:, None], -apart * (1 - gain[:, None])).sum(axis=1)
    docs = list(place)
    return [docs[i] for i in np.argsort(-np.round(effects, 12), kind="stable").tolist()]


ADAPTIVE: Mapping[str, AdaptiveOrder] = {"move-to-front": move_to_front, "max-mean": max_mean, "effect": effect}
OVER_ALL = ("rounds", "random")  # one order of all tasks, the same for everybody; the others go query by query
ORDERS = ("shuffled", "rank", *OVER_ALL, *ADAPTIVE)


def in_order(ids: Iterable[str], order: str, seed: int, person: str) -> list[str]:
    """The ids as this person gets them: as they came, or drawn by seed and pseudonym."""
    if order == "rank":
        return list(ids)
    return sorted(ids, key=lambda one: hashlib.sha256(f"{seed}\t{person}\t{one}".encode()).digest())


def over_all(tasks: Sequence[tuple[str, str]], order: str, seed: int) -> list[str]:
    """All tasks (task, query) in one order for everybody: *rounds*, one of each query in turn, or *random*, by seed."""
    if order == "random":
        return in_order((task for task, _ in tasks), order, seed, "")
    of_query: dict[str, list[str]] = {}
    for task, query in tasks:
        of_query.setdefault(query, []).append(task)
    return [task for one_round in zip_longest(*of_query.values()) for task in one_round if task is not None]

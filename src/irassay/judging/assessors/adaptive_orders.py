"""Orders of judging that follow the answers: from which run the next document of a query comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

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


ADAPTIVE: Mapping[str, AdaptiveOrder] = {"move-to-front": move_to_front, "max-mean": max_mean}

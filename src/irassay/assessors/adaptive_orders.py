"""Orders of judging that follow the answers: from which run the next document of a query comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

AdaptiveOrder: TypeAlias = Callable[[Sequence[Sequence[str]], Mapping[str, bool]], list[str]]


def move_to_front(rankings: Sequence[Sequence[str]], relevant: Mapping[str, bool]) -> list[str]:
    """Stay with a run while its documents are relevant; after one that is not, go on to the next run.

    Parameters
    ----------
    rankings : sequence of sequence of str (run,)
        The documents of a query in each run, best first.
    relevant : mapping of str to bool
        The judged documents, and whether each is relevant.

    Returns
    -------
    list of str
        All documents, each once. The first one that is not judged is the next to judge. Those after it are in the order
        that follows if no more answers come: a document without an answer says nothing of its run.

    Notes
    -----
    *Guarantees* judged one after the other from the first, documents come in the same order as the answers come in:
    whoever starts again goes on where it stopped. A document that came from another run before is passed over.
    *Source* Cormack, Palmer and Clarke, Efficient construction of large test collections, SIGIR 1998.

    Examples
    --------
    >>> move_to_front([["a", "b", "c"], ["d", "b"]], {"a": True, "b": False})
    ['a', 'b', 'd', 'c']
    """
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
    """Take the next document of the run with the largest (1 + relevant) / (2 + judged); of several, the first run.

    Parameters
    ----------
    rankings, relevant
        As for `move_to_front`. A judged document counts for every run that has it.

    Returns
    -------
    list of str
        As of `move_to_front`.

    Notes
    -----
    *Assumes* that relevance of a run's documents is a sequence of draws with one chance, as a Bernoulli bandit has it.
    From a uniform prior, Beta(1, 1), comes Beta(1 + relevant, 1 + judged - relevant), whose mean is
    (1 + relevant) / (2 + judged).
    *Guarantees* the next document depends on what is judged, not on the order of the answers; means are compared as
    fractions, so ties are exact.
    *Source* the method MaxMean of Losada, Parapar and Barreiro, Multi-armed bandits for adjudicating documents in
    pooling-based evaluation, Information Processing and Management 53(5), 2017. Two things here are our reading. A
    judged document updates every run that has it, at whatever rank and whoever brought it. Of several runs with the
    largest mean the first one given is taken, where a draw would part one server's order from another's.

    Examples
    --------
    >>> max_mean([["a", "b", "c"], ["d", "b"]], {"a": False})
    ['d', 'b', 'a', 'c']
    """
    means = []
    for ranking in rankings:
        judged = [relevant[doc] for doc in ranking if doc in relevant]
        means.append(Fraction(1 + sum(judged), 2 + len(judged)))
    best_first = sorted(range(len(rankings)), key=lambda run: (-means[run], run))
    return list(dict.fromkeys(doc for run in best_first for doc in rankings[run]))


ADAPTIVE: Mapping[str, AdaptiveOrder] = {"move-to-front": move_to_front, "max-mean": max_mean}

"""Best answers that stay true: documents that new runs put first are asked against the present answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from irassay.collection.preference_arrays import TIE
from irassay.label_sets.best_answers import most_wins
from irassay.label_sets.staying import LEAST_PAIRS, SMALL
from irassay.pooling.rounds import Judged, round_of, stays


@dataclass(frozen=True, slots=True)
class Succession:
    """The answers of a query once newcomers have been asked about.

    Attributes
    ----------
    answers : tuple of str
        In byte order. While pairs are left to judge: the answers as they were.
    todo : tuple of (str, str)
        Pairs to judge now; none where the newcomers are settled.
    """

    answers: tuple[str, ...]
    todo: tuple[tuple[str, str], ...]


def succession(
    answers: Sequence[str], newcomers: Iterable[str], judged: Judged, *, key: int = 0, number: int = 0
) -> Succession:
    """Who are a query's best answers, now that there are newcomers, or which pairs say so.

    Parameters
    ----------
    answers : sequence of str
        The present best answers; none where the newcomers are the first documents of their query.
    newcomers : iterable of str
        Documents that nobody has asked about before.
    judged : mapping of (str, str) to int
        A pair, in byte order -> 1 where its first document is preferred, -1 the second, 0 neither.
    key, number : int
        Of the pairs drawn where more than nine documents are left; `number` parts queries.

    Returns
    -------
    Succession

    Notes
    -----
    Each newcomer meets each answer. One that loses and is preferred to none is beaten, and out. The answers and the
    other newcomers are a pool, from which the document with most wins among judged pairs comes out, as in
    `irassay.label_sets.best_answers`: a newcomer preferred to all answers replaces them, ties stand beside them. Of a
    pool of nine or fewer all pairs are judged; of a larger one first as many as `irassay.pooling.next_round` asks.
    *Misses* what a comparison of all old pairs would find: an old document that lost to a former answer alone is not
    asked again. *Source* Arabzadeh, Vtyurina, Yan and Clarke, Shallow pooling for sparse labels, 2021, section 6.

    Examples
    --------
    >>> succession(["a"], ["b"], {})
    Succession(answers=('a',), todo=(('a', 'b'),))
    >>> succession(["a"], ["b"], {("a", "b"): -1})
    Succession(answers=('b',), todo=())
    """
    there = sorted(set(answers), key=str.encode)
    new = sorted(set(newcomers) - set(answers), key=str.encode)
    if there and (todo := _unjudged(((one, other) for one in new for other in there), judged)):
        return Succession(tuple(there), todo)
    left = [one for one in new if not there or not _is_beaten(one, there, judged)]
    pool = sorted([*there, *left], key=str.encode)
    if left:
        pool, todo = _asked(pool, judged, key, number)
        if todo:
            return Succession(tuple(there), todo)
        among = {pair: outcome for pair in combinations(pool, 2) if (outcome := judged.get(pair)) is not None}
        pool = sorted(most_wins(set(pool), among), key=str.encode)
    return Succession(tuple(pool), ())


def _is_beaten(one: str, answers: Sequence[str], judged: Judged) -> bool:
    """Whether a newcomer loses to an answer and is preferred to none."""
    outcomes = [judged[pair] * (1 if pair[0] == one else -1) for pair in (_pair(one, other) for other in answers)]
    return min(outcomes) < 0 >= max(outcomes)


def _asked(pool: Sequence[str], judged: Judged, key: int, number: int) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """The pool that is left after rounds, and the pairs of it that are to be judged now."""
    docs = list(pool)
    while len(docs) > SMALL:
        there = [pair for pair in combinations(docs, 2) if pair in judged]
        n = {doc: sum(doc in pair for pair in there) for doc in docs}
        few = {doc for doc in docs if n[doc] < LEAST_PAIRS}
        todo = tuple(pair for pair in _unjudged(round_of(docs, key, number), judged) if few & {*pair})
        if todo:
            return docs, todo
        winners: Iterable[tuple[str, str, str | None]] = (
            (*pair, None if judged[pair] == TIE else pair[judged[pair] < 0]) for pair in there
        )
        left = sorted(stays(winners), key=str.encode)
        if len(left) == len(docs):
            break
        docs = left
    return docs, _unjudged(combinations(docs, 2), judged)


def _unjudged(pairs: Iterable[tuple[str, str]], judged: Judged) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in dict.fromkeys(_pair(*pair) for pair in pairs) if pair not in judged)


def _pair(one: str, other: str) -> tuple[str, str]:
    """Both in byte order."""
    return (one, other) if one.encode() < other.encode() else (other, one)

"""The orders in which the documents of a pool are listed to be judged, and known answers that join them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeAlias

import numpy as np

from irassay.arguments import LARGEST_GRADE, check_choice, whole_number
from irassay.arrays import I64, U64, Places
from irassay.collection.qrels import Qrels
from irassay.random_keys import stream

Order: TypeAlias = Literal["rank", "rounds", "shuffled", "random"]
ORDERS: tuple[Order, ...] = ("rank", "rounds", "shuffled", "random")
PURPOSE = 0x706F6F6C  # "pool": separates this random stream from others of the same key
KnownRule: TypeAlias = Literal["first", "all"]
KNOWN_RULES: tuple[KnownRule, ...] = ("first", "all")


def _chances(n: int, key: int) -> U64:
    return stream(key, PURPOSE).random_raw(n)


def _in_turn(query: I64, best: I64, n_runs: I64) -> Places:
    """The order by best rank; of each rank one document a query, again and again, those of more runs first."""
    places = np.lexsort((-n_runs, query, best))
    begins = np.ones(len(places), dtype=bool)
    begins[1:] = (np.diff(query[places]) != 0) | (np.diff(best[places]) != 0)
    first = np.flatnonzero(begins)
    turn = np.arange(len(places)) - np.repeat(first, np.diff(np.append(first, len(places))))
    return places[np.lexsort((query[places], turn, best[places]))]


Placer: TypeAlias = Callable[[I64, I64, I64, int], Places]
PLACERS: Mapping[Order, Placer] = {
    "rank": lambda query, best, n_runs, key: np.lexsort((-n_runs, best, query)),
    "rounds": lambda query, best, n_runs, key: _in_turn(query, best, n_runs),
    "shuffled": lambda query, best, n_runs, key: np.lexsort((_chances(len(query), key), query)),
    "random": lambda query, best, n_runs, key: np.argsort(_chances(len(query), key), kind="stable"),
}


def known_answers(qrels: Qrels, rule: KnownRule = "first", *, rel: int = 1) -> dict[str, list[str]]:
    """The known answers of each query that has one: the first in the file of the labels, or all.

    Parameters
    ----------
    qrels : Qrels
    rule : {"first", "all"}
    rel : int
        The least grade of a known answer, 1 or more.

    Raises
    ------
    UsageError
        The rule is none of these, or the grade is no whole number of 1 or more.

    Examples
    --------
    >>> from irassay import Qrels
    >>> known_answers(Qrels.from_dict({"q1": {"a": 0, "z": 1, "b": 2}, "q2": {"a": 0}}))
    {'q1': ['z']}
    """
    check_choice("known_rule", rule, KNOWN_RULES)
    whole_number("rel", rel, 1, LARGEST_GRADE)
    out = {}
    for query in qrels.queries:
        docs = [doc for doc, grade in qrels.grades(query).items() if grade >= rel]
        if docs:
            out[query] = docs[:1] if rule == "first" else docs
    return out


def join(
    names: Sequence[str], query: I64, docs: Sequence[str], start: I64, known: Mapping[str, Sequence[str]]
) -> tuple[I64, list[str], I64]:
    """The documents of a pool and the known answers that no run has: query index, id, start of the finders (empty for
    those), by query and id. Answers of queries without a document in the pool don't join."""
    pooled = {names[q] for q in np.unique(query).tolist()}
    there = set(zip(query.tolist(), docs))
    place = {name: i for i, name in enumerate(names)}
    more = [(place[name], doc) for name in known if name in pooled for doc in dict.fromkeys(known[name])]
    more = [pair for pair in more if pair not in there]
    if not more:
        return query, list(docs), start
    lengths = [*np.diff(start).tolist(), *[0] * len(more)]
    every = [*zip(query.tolist(), docs), *more]
    order = sorted(range(len(every)), key=lambda i: (every[i][0], every[i][1].encode("utf-8", "surrogateescape")))
    ends = np.cumsum([lengths[i] for i in order])
    return (
        np.array([every[i][0] for i in order], dtype=np.int64),
        [every[i][1] for i in order],
        np.concatenate([[0], ends]).astype(np.int64),
    )

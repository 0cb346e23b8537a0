"""Bootstrapped labels: documents that nobody judged get grades drawn from judged ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.collection.runs import Runs
from irassay.comparison.chance import Seed, key_of
from irassay.errors import UsageError
from irassay.estimates.drawn import (
    DRAWS,
    Drawn,
    Grades,
    Holes,
    Ties,
    checked,
    depth_of,
    find_holes,
    plain_scores,
    score_drawn,
    summed_up,
)
from irassay.judgments.groups import grades_of, places_of_labels

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.measures import Measure

Prior: TypeAlias = Literal["place", "pool", "run"]
Ints: TypeAlias = NDArray[np.int64]

PRIORS = ("place", "pool", "run")
WINDOW = 10  # judged documents, of the ranks nearest to a hole's, that its grade is drawn from
PURPOSE = 0x626F6F74  # "boot": parts this stream from others of the same key


def bootstrapped(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    prior: Prior = "place",
    draws: int = DRAWS,
    ties: Ties = "float64",
    seed: Seed = 0,
    threads: int = 0,
) -> Drawn:
    """What would runs score, were the documents that nobody judged like judged ones? An estimate with an interval.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    measure : str or Measure
        One that has bounds, see `has_bounds`.
    prior : {"place", "pool", "run"}
        The judged documents of the query that a grade is drawn from. *place*: the ten whose best rank in any run is
        nearest to that of the document. *pool*: all. *run*: those that the run itself has to the measure's depth,
        all of the query where it has none; each run then has draws of its own, and only its own documents are
        completed.
    draws : int, from 1
    ties : {"float64", "float32"}
    seed : int or numpy.random.Generator
    threads : int

    Returns
    -------
    Drawn
        The same draws for all systems, but with *run*.

    Raises
    ------
    UsageError
        A measure without bounds, an unknown prior, draws that can't be.

    Notes
    -----
    *Assumes* that a document that nobody judged is as likely to be relevant as the judged ones it is drawn from,
    independently of others. Where labels are missing at random that is so with *place*. It fails where judging chose
    what to judge: pools hold what seemed best, so the estimate is too kind to systems that the pool did not serve, most
    so with *pool* and *run*; and drawn grades also raise the ideal ranking of nDCG.
    *Guarantees* nothing about the true score. The interval is that of the draws: it leaves out that the rates
    themselves are estimated, and queries are taken as given.
    *Source* Fröbe, Gienapp, Potthast and Hagen, Bootstrapped nDCG estimation in the presence of unjudged documents,
    ECIR 2023, who draw from the run (*run*) and from the pool (*pool*).

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0, "c": 1, "d": 0}})
    >>> runs = Runs.from_dict({"new": {"q": {"a": 4.0, "x": 3.0}}, "old": {"q": {"a": 4.0, "b": 3.0}}})
    >>> found = bootstrapped(qrels, runs, "P@2", draws=4_000)
    >>> found.plain[:, 0].tolist(), found.mean.round(1).tolist()
    ([0.5, 0.5], [0.8, 0.5])
    """
    parsed = checked(measure, draws)
    if prior not in PRIORS:
        raise UsageError(f"prior must be one of {', '.join(PRIORS)}, but got prior={prior!r}")
    key = key_of(seed)
    plain = plain_scores(qrels, runs, parsed, ties=ties, threads=threads)
    holes = find_holes(qrels, runs, parsed, ties)
    if prior == "run":
        return _by_run(qrels, runs, parsed, plain, holes, draws=draws, ties=ties, key=key, threads=threads)
    sources = _by_place(qrels, runs, holes, ties) if prior == "place" else _whole_pool(qrels, holes)
    grades = _draw(holes, sources, draws, key)
    drawn = score_drawn(qrels, runs, parsed, holes, grades, ties=ties, threads=threads)
    return summed_up(qrels, runs, parsed, plain, drawn, len(holes.docs))


def _stream(key: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox(key=np.array([key, (PURPOSE << 32) + number], dtype=np.uint64)))


def _draw(holes: Holes, sources: Sequence[Grades], draws: int, key: int) -> Grades:
    """A grade for each hole and draw, with replacement from the hole's own source."""
    out = np.empty((len(holes.docs), draws), dtype=np.int8)
    numbers = {query: i for i, query in enumerate(dict.fromkeys(holes.queries))}
    streams = {query: _stream(key, number) for query, number in numbers.items()}
    for i, (query, source) in enumerate(zip(holes.queries, sources, strict=True)):
        out[i] = source[streams[query].integers(0, len(source), draws)]
    return out


def _whole_pool(qrels: Qrels, holes: Holes) -> list[Grades]:
    of = {query: np.sort(np.fromiter(qrels.grades(query).values(), dtype=np.int8)) for query in set(holes.queries)}
    return [of[query] for query in holes.queries]


def _by_place(qrels: Qrels, runs: Runs, holes: Holes, ties: Ties) -> list[Grades]:
    """The grades of the judged documents around each hole's best rank; those that no run returns stand last."""
    _, best = places_of_labels(qrels, runs, ["all"] * len(runs.systems), depth=1, ties=ties)
    ranks, grades = np.where(best > 0, best, np.iinfo(np.int32).max), grades_of(qrels)
    ordered: dict[str, tuple[Ints, Grades]] = {}
    start = 0
    for query in qrels.queries:
        rows = slice(start, start + qrels.core.n_judged(query))
        start = rows.stop
        order = np.lexsort((grades[rows], ranks[rows]))
        ordered[query] = ranks[rows][order].astype(np.int64), grades[rows][order]
    return [_window(*ordered[query], rank) for query, rank in zip(holes.queries, holes.best_rank.tolist())]


def _window(ranks: Ints, grades: Grades, rank: int) -> Grades:
    """The `WINDOW` grades in the middle of which the rank would stand; all where there are no more."""
    middle = int(np.searchsorted(ranks, rank, side="right"))
    first = min(max(0, middle - WINDOW // 2), max(0, len(grades) - WINDOW))
    return grades[first : first + WINDOW]


def _by_run(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    plain: np.ndarray,
    holes: Holes,
    *,
    draws: int,
    ties: Ties,
    key: int,
    threads: int,
) -> Drawn:
    """One system after the other: its own documents, from its own judged ones."""
    of: dict[str, set[str]] = {query: set() for query in qrels.queries}
    for query, doc in zip(holes.queries, holes.docs):
        of[query].add(doc)
    values, means = plain.copy(), np.repeat(plain.mean(axis=1)[None, :], draws, axis=0)
    place = {query: i for i, query in enumerate(qrels.queries)}
    for number, system in enumerate(runs.systems):
        lists = {q: list(runs.ranking(system, q, ties=ties)[: depth_of(measure)]) for q, docs in of.items() if docs}
        lists = {q: docs for q, docs in lists.items() if not of[q].isdisjoint(docs)}
        if not lists:
            continue
        own = [(q, doc) for q, docs in lists.items() for doc in sorted(of[q].intersection(docs), key=str.encode)]
        some = Holes([q for q, _ in own], [doc for _, doc in own], np.zeros(len(own), dtype=np.int64))
        grades = _draw(some, _of_lists(qrels, lists, some), draws, key)
        alone = Runs.from_dict({system: {q: {d: -float(i) for i, d in enumerate(docs)} for q, docs in lists.items()}})
        asked = qrels.sel(queries=list(lists))
        drawn = score_drawn(asked, alone, measure, some, grades, ties="float64", threads=threads)[:, 0]
        at = [place[q] for q in asked.queries]
        means[:, number] += (drawn - plain[number, at]).sum(axis=1) / len(qrels.queries)
        values[number, at] = drawn.mean(axis=0)
    return Drawn(runs.systems, qrels.queries, measure, plain, values, means, len(holes.docs))


def _of_lists(qrels: Qrels, lists: Mapping[str, Sequence[str]], holes: Holes) -> list[Grades]:
    found: dict[str, Grades] = {}
    for query, docs in lists.items():
        grades = qrels.grades(query)
        judged = [grades[doc] for doc in docs if doc in grades] or list(grades.values())
        found[query] = np.sort(np.array(judged, dtype=np.int8))
    return [found[query] for query in holes.queries]

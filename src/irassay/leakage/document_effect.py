"""Effects of leaked documents: scores and order without them, against as many of each query's same grades."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from irassay.agreement.order_agreement import Spread
from irassay.arguments import LARGEST_GRADE, LEAST_GRADE, between, whole_number
from irassay.arrays import F64, Places
from irassay.collection import Qrels, Runs
from irassay.comparison.equality import rounding
from irassay.comparison.paired_scores import match
from irassay.errors import UsageError
from irassay.leakage.effect import Exposure, check_exposed, exposure
from irassay.leakage.leaks import LEAKAGE
from irassay.leakage.without_leaks import OrderWithout, order_of_means
from irassay.measures import Measure
from irassay.progress import Progress
from irassay.random_keys import Seed, key_of, stream
from irassay.scoring import evaluate
from irassay.upward import ask

DRAWS = 100  # each scores all runs again; a p of 0.01 can just be seen
PURPOSE = 0x6C6B6463  # "lkdc": separates this random stream from others of the same key


@dataclass(frozen=True, slots=True)
class LeadWithout:
    """By how much exposed systems lead in the mean, in the measure's unit, with leaked documents and without."""

    before: float
    after: float
    by_chance: Spread | None  # without random documents of the same grades; None where none are left
    p: float | None  # two-sided, of the lead among the random draws


@dataclass(frozen=True, slots=True)
class DocumentEffect:
    """Scores and order of systems without leaked documents.

    Attributes
    ----------
    measure : str
    lower_is_better : bool
    grades : mapping of int to int
        Grade -> labels of leaked documents. A document that is judged for two queries has two.
    n_queries : int
        Queries with such a label.
    systems : sequence of str
        Best first.
    before, after : array (system,)
        Summaries with and without the leaked documents.
    order : OrderWithout or None
        The order of the systems; None for one system.
    lead : LeadWithout or None
        None where no system, or every system, is known to be exposed.
    alpha : float
        Level of the tests.
    """

    measure: str
    lower_is_better: bool
    grades: Mapping[int, int]
    n_queries: int
    systems: Sequence[str]
    before: F64
    after: F64
    order: OrderWithout | None
    lead: LeadWithout | None
    alpha: float

    def explain(self) -> list[str]:
        """What was found, in sentences."""
        sentences: list[str] = ask("document_sentences")(self)
        return sentences

    def to_dict(self) -> dict[str, object]:
        """As it stands in JSON."""
        of, lead, drawn = self.lead, None, None
        if of is not None:
            if (chance := of.by_chance) is not None:
                drawn = {"mean": chance.mean, "low": chance.low, "high": chance.high, "p": of.p}
            lead = {"before": of.before, "after": of.after, "by_chance": drawn}
        scores = zip(self.systems, self.before.tolist(), self.after.tolist(), strict=True)
        return {
            "measure": self.measure,
            "lower_is_better": self.lower_is_better,
            "labels": sum(self.grades.values()),
            "grades": {str(grade): n for grade, n in self.grades.items()},
            "queries": self.n_queries,
            "systems": [{"system": name, "before": before, "after": after} for name, before, after in scores],
            "order": None if self.order is None else self.order.to_dict(),
            "lead": lead,
        }


def effect_of_documents(
    qrels: Qrels,
    runs: Runs,
    measure: str | Measure,
    docs: Collection[str] | Mapping[str, Collection[str]],
    *,
    exposed: Mapping[str, Exposure] | None = None,
    n_draws: int = DRAWS,
    alpha: float = 0.05,
    seed: Seed = 0,
    threads: int = 0,
) -> DocumentEffect:
    """Score the runs without leaked documents, and without as many of each query's documents of the same grades.

    A document is taken out of the labels and out of the rankings of each query for which it is judged.

    Parameters
    ----------
    qrels : Qrels
    runs : Runs
    measure : str or Measure
    docs : collection of str, or mapping of str to collection of str
        Leaked documents, for every query or query by query. Those without a label are passed over.
    exposed : mapping of str to bool or None, optional
        System -> whether it was trained on them, as for `effect`.
    n_draws : int
        Sets of labels drawn at random, each with as many of every query's every grade. Where a query has no others of a
        grade, its leaked ones are drawn again; where that holds for all queries, nothing is tested.
    alpha : float, in (0, 1)
    seed : int or numpy.random.Generator
    threads : int
        0: one a core.

    Returns
    -------
    DocumentEffect

    Raises
    ------
    UsageError
        No label of these documents, nothing left without them, an unknown query or measure, or a value of `exposed`
        that is not True, False or None.

    Notes
    -----
    *Assumes* for p that under the null hypothesis any of a query's documents of these grades might have been the leaked
    ones. Draws from all queries would not do: a query with few relevant documents loses more with one of them, and
    where some of each query's documents were marked at random, a fifth of such tests found at the level 0.05 that they
    made the order. *Guarantees* scores and order exactly, p in finite samples, over which documents leaked and not over
    queries.
    *Source* Kendall, Biometrika 30, 1938; Fisher, The Design of Experiments, 1935.

    Examples
    --------
    >>> import irassay
    >>> qrels = irassay.Qrels.from_dict({"q": {"a": 1, "b": 1, "c": 1, "d": 0}})
    >>> runs = irassay.Runs.from_dict({"new": {"q": {"a": 3, "d": 2, "b": 1}}, "old": {"q": {"b": 2, "d": 1}}})
    >>> of = effect_of_documents(qrels, runs, "P@2", ["a"])
    >>> of.before.tolist(), of.after.tolist(), dict(of.grades)
    ([0.5, 0.5], [0.5, 0.5], {1: 1})
    """
    alpha, key, n_draws = between("alpha", alpha), key_of(seed), whole_number("n_draws", n_draws)
    of = Measure.parse(measure)
    check_exposed(exposed or {}, runs.systems)
    labels = [(i, query, doc, g) for i, query in enumerate(qrels.queries) for doc, g in qrels.grades(query).items()]
    pairs = [(query, doc) for _, query, doc, _ in labels]
    grade = np.array([g for *_, g in labels], dtype=np.intp)
    leaked = _places(pairs, docs)
    paired = match(evaluate(qrels, runs, [of], threads=threads), None)
    cell = np.array([i for i, *_ in labels], dtype=np.intp) * (LARGEST_GRADE - LEAST_GRADE + 1) + grade
    sets = [leaked, *_like(cell, leaked, n_draws, key)]
    means = _means_without(qrels, runs, of, [[pairs[i] for i in gone] for gone in sets], paired.systems, threads)
    known = [exposure(name, paired.same, exposed or {})[0] for name in paired.systems]
    kinds, counts = np.unique(grade[leaked], return_counts=True)
    return DocumentEffect(
        measure=paired.measure,
        lower_is_better=paired.direction < 0,
        grades=dict(zip(kinds.tolist(), counts.tolist())),
        n_queries=len({pairs[place][0] for place in leaked}),
        systems=list(paired.systems),
        before=paired.mean,
        after=means[0],
        order=(
            order_of_means(paired.mean, means, n_gone=len(leaked), lower_is_better=paired.direction < 0)
            if len(paired.systems) > 1
            else None
        ),
        lead=_lead(paired.mean, means, known),
        alpha=alpha,
    )


def _places(pairs: Sequence[tuple[str, str]], docs: Collection[str] | Mapping[str, Collection[str]]) -> Places:
    """Which labels are of leaked documents."""
    if isinstance(docs, str) or not hasattr(docs, "__contains__"):
        raise UsageError(f"expected docs as a collection of ids, or a mapping of queries to ids, but got {docs!r}")
    if isinstance(docs, Mapping):
        by_query = {query: set(of) for query, of in docs.items()}
        here = [i for i, (query, doc) in enumerate(pairs) if doc in by_query.get(query, ())]
    else:
        ids = set(docs)
        here = [i for i, (_, doc) in enumerate(pairs) if doc in ids]
    if not here:
        raise UsageError(LEAKAGE("documents.no-label", n=len(pairs)))
    if len(here) == len(pairs):
        raise UsageError(LEAKAGE("documents.all", n=len(pairs)))
    return np.array(here, dtype=np.intp)


def _like(cell: Places, leaked: Places, n_draws: int, key: int) -> Iterator[Places]:
    """Labels drawn at random, as many of each cell, a query's grade, as leaked; none where no other could be drawn."""
    kinds, counts = np.unique(cell[leaked], return_counts=True)
    pool = np.flatnonzero(np.isin(cell, kinds))
    if len(pool) == len(leaked):
        return
    of = np.searchsorted(kinds, cell[pool])
    sizes = np.bincount(of, minlength=len(kinds))
    place = np.arange(len(pool)) - np.repeat(np.cumsum(sizes) - sizes, sizes)  # within its cell, once in order
    first = place < np.repeat(counts, sizes)
    rng = np.random.Generator(stream(key, PURPOSE))
    for _ in range(n_draws):
        yield pool[np.lexsort((rng.random(len(pool)), of))][first]


def _means_without(
    qrels: Qrels,
    runs: Runs,
    measure: Measure,
    sets: Sequence[Sequence[tuple[str, str]]],
    systems: Sequence[str],
    threads: int,
) -> F64:
    """Summaries without each set of documents: array (set, system)."""
    places = [runs.systems.index(name) for name in systems]
    if measure.depth:  # below it and what is taken out, nothing is read
        runs = runs.first(measure.depth + max(max(Counter(query for query, _ in gone).values()) for gone in sets))
    rows = []
    with Progress("Taking documents out", len(sets)) as progress:
        for gone in sets:
            out = _labels(gone)
            scores = evaluate(qrels.residual(out), runs.residual(out), [measure], keep="summary", threads=threads)
            rows.append(scores.summary[0, 0, places])
            progress.step(1)
    return np.array(rows)


def _labels(pairs: Sequence[tuple[str, str]]) -> Qrels:
    by_query: dict[str, dict[str, int]] = {}
    for query, doc in pairs:
        by_query.setdefault(query, {})[doc] = 0
    return Qrels.from_dict(by_query)


def _lead(before: F64, means: F64, known: Sequence[Exposure]) -> LeadWithout | None:
    """The lead of the exposed systems, with the leaked documents, without them, and by chance."""
    one, other = (np.array([of is flag for of in known]) for flag in (True, False))
    if not (one.any() and other.any()):
        return None
    leads = means[:, one].mean(axis=1) - means[:, other].mean(axis=1)
    lead = float(before[one].mean() - before[other].mean())
    if len(leads) == 1:
        return LeadWithout(lead, float(leads[0]), None, None)
    away = np.abs(leads - leads.mean())
    p = float((away >= away[0] - rounding(means)).mean())  # the leaked documents are one of the draws
    return LeadWithout(lead, float(leads[0]), Spread.of(leads[1:]), p)

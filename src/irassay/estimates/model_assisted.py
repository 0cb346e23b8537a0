"""Means and differences from a model's labels of all documents, and people's labels of a sample with known chances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from irassay.arguments import between, check_choice, places_of
from irassay.arrays import F64, I64, Flags
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.estimates.bounds.bounds import bound
from irassay.estimates.universe import bounding_of, gains, has_bounds, rank_weights
from irassay.formats.nouns import qrels_given, runs_given
from irassay.measures import Measure
from irassay.messages import plural
from irassay.record import Record
from irassay.scoring import evaluate


class Estimate(Record):
    """Estimates with intervals over the queries at hand and over others, by system or (system, system)."""

    value: F64
    low: F64
    high: F64
    other_low: F64
    other_high: F64


class ModelAssisted(Record):
    """Systems by labels of people and a model.

    Attributes
    ----------
    systems : sequence of str
    means : Estimate, (system,)
        Mean scores: ``value``; ``low`` and ``high`` on these queries; ``other_low`` and ``other_high`` on others.
    differences : Estimate, (system, system)
        The row's mean minus the column's.
    power : float64, (system, system)
        How much of the model's labels is used, 0 to 1.
    """

    systems: Sequence[str]
    means: Estimate
    differences: Estimate
    power: F64

    def answer(self, a: str, b: str, *, other_queries: bool = False) -> Literal["better", "worse", "undecided"]:
        """Whether the first system is better than the second, as far as the interval of their difference says.

        Parameters
        ----------
        a, b : str
        other_queries : bool
            Over queries like these, instead of on these.

        Returns
        -------
        str
            "better", "worse", or "undecided": where labels are no sample, also where other labels could reverse it.
        """
        at = tuple(places_of(self.systems, [a, b], argument="systems"))
        of = self.differences
        low, high = (of.other_low, of.other_high) if other_queries else (of.low, of.high)
        return "better" if low[at] > 0 else "worse" if high[at] < 0 else "undecided"


class _Sample(Record):
    """Items, documents or queries, with their parts of the means: (item, system), 0 where nobody judged."""

    x: F64  # by people
    m: F64  # by the model, of all items
    judged: Flags  # (item,)
    stratum: I64  # (item,)
    query: I64  # (item,)


def model_assisted(
    qrels: Qrels,
    model: Qrels,
    runs: Runs,
    measure: str | Measure,
    *,
    sampled: Literal["strata", "queries"] | None = None,
    alpha: float = 0.05,
) -> ModelAssisted:
    """Means and differences from few labels of people and a model's labels of everything.

    Answers: people have judged a sample; what do a model's labels of the rest add?

    Parameters
    ----------
    qrels : Qrels
        People's labels. Of a stratified sample: with strata, and a grade below 0 for each document that was not drawn.
        Of sampled queries: all documents of each that matter.
    model : Qrels
        A model's labels, of all documents, or all queries. They may be wrong: then they widen nothing and save nothing.
    runs : Runs
    measure : str or Measure
        With strata a sum over documents (P, DCG, RBP, INSQ); with queries any; without a sample one with bounds.
    sampled : {"strata", "queries"}, optional
        What was drawn at random: documents within strata of a query, or queries of the model's. Default: nothing; then
        intervals are bounds over the labels that miss, and say nothing of other queries.
    alpha : float
        Intervals hold with probability 1 - alpha, each alone.

    Returns
    -------
    ModelAssisted

    Raises
    ------
    UsageError
        A measure that can't be estimated so.
    InputError
        A document in the lists without a stratum, a stratum without a label, or a judged query that the model lacks.

    Notes
    -----
    *Assumes* that each document of a stratum, or each query, was as likely to be drawn as another.
    *Guarantees* asymptotic: t intervals around an estimate without bias up to the tuning of the model's part. With some
    ten labels or queries, or where next to nothing drawn is relevant, they hold less often than they say: see
    docs/simulations.md.
    *Source*: Horvitz and Thompson, JASA 47, 1952; power tuning: Angelopoulos, Duchi and Zrnic, PPI++, 2023; for qrels
    Oosterhuis et al., Reliable confidence intervals for information retrieval evaluation using generative AI, KDD 2024;
    degrees of freedom: Satterthwaite, Biometrics Bulletin 2, 1946.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> queries = [f"q{i}" for i in range(40)]
    >>> model = Qrels.from_dict({q: {"a": 1, "b": 0} for q in queries})
    >>> people = Qrels.from_dict({q: {"a": int(q[-1] != "3"), "b": 0} for q in queries[:20]})
    >>> runs = Runs.from_dict({"new": {q: {"a": 1} for q in queries}, "old": {q: {"b": 1} for q in queries}})
    >>> found = model_assisted(people, model, runs, "P@1", sampled="queries")
    >>> found.means.value.round(2).tolist(), found.answer("new", "old")
    ([0.9, 0.0], 'better')
    """
    qrels, model, runs = qrels_given(qrels), qrels_given(model, "model"), runs_given(runs)
    measure = Measure.parse(measure).pinned(max(qrels.largest_grade, model.largest_grade))
    check_choice("sampled", sampled, (None, "strata", "queries"))
    between("alpha", alpha)
    if sampled is None:
        return _by_bounds(qrels, runs, measure)
    sample = (_of_strata if sampled == "strata" else _of_queries)(qrels, model, runs, measure)
    return _estimated(runs.systems, sample, alpha, of_queries=sampled == "queries")


def _by_bounds(qrels: Qrels, runs: Runs, measure: Measure) -> ModelAssisted:
    """Bounds in place of intervals: labels that are no sample."""
    of = bound(qrels, runs, measure)
    mean, n = of.plain.mean(axis=1), len(of.systems)
    unknown = np.full((n, n), np.nan)
    means = Estimate(mean, of.lower.mean(axis=1), of.upper.mean(axis=1), unknown[0], unknown[0])
    apart = Estimate(mean[:, None] - mean[None, :], of.difference_lower, of.difference_upper, unknown, unknown)
    return ModelAssisted(of.systems, means, apart, np.zeros((n, n)))


def _of_strata(qrels: Qrels, model: Qrels, runs: Runs, measure: Measure) -> _Sample:
    """The documents of strata: weight x gain in each mean."""
    if not has_bounds(measure) or bounding_of(measure).form != "linear":
        raise UsageError(f'by documents only sums such as P@10 can be estimated, but got {measure}; sample "queries"')
    gain, depth = np.array(gains(measure)), measure.cutoff or measure.definition.depth or None
    of_model, queries = set(model.queries), qrels.queries
    docs: list[tuple[int, str, int, int]] = []  # query, stratum, grade, the model's grade
    entries: list[tuple[int, int, int]] = []  # document, system, rank from 0
    for number, query in enumerate(queries):
        grades, strata = qrels.grades(query), qrels.strata.get(query, {})
        by_model = model.grades(query) if query in of_model else {}
        place = {doc: len(docs) + i for i, doc in enumerate(grades)}
        docs += [(number, strata.get(doc, ""), grade, max(by_model.get(doc, 0), 0)) for doc, grade in grades.items()]
        for place_of_system, system in enumerate(runs.systems):
            for rank, doc in enumerate(runs.ranking(system, query)[:depth]):
                if doc not in place:
                    raise InputError(f"query {cut(query)}, document {cut(doc)} of {system}: in no stratum; pool it too")
                entries.append((place[doc], place_of_system, rank))
    at, column, ranks = np.array(entries, dtype=np.int64).reshape(-1, 3).T
    weight = np.zeros((len(docs), len(runs.systems)))
    weight[at, column] = rank_weights(measure, int(ranks.max(initial=0)) + 1)[ranks] / len(queries)
    grade, by = (np.array([row[i] for row in docs], dtype=np.int64) for i in (2, 3))
    numbers: dict[tuple[int, str], int] = {}
    stratum = np.array([numbers.setdefault(row[:2], len(numbers)) for row in docs], dtype=np.int64)
    query_of = np.array([row[0] for row in docs], dtype=np.int64)
    return _Sample(
        weight * gain[np.maximum(grade, 0)][:, None], weight * gain[by][:, None], grade >= 0, stratum, query_of
    )


def _of_queries(qrels: Qrels, model: Qrels, runs: Runs, measure: Measure) -> _Sample:
    """The queries of the model: scores over their number."""
    place = {query: i for i, query in enumerate(model.queries)}
    if missing := [query for query in qrels.queries if query not in place]:
        raise InputError(
            f"the model has no labels for {plural(len(missing), 'judged query')}, such as {cut(missing[0])}"
        )
    x, m = np.zeros((2, len(place), len(runs.systems)))
    m[:] = np.asarray(evaluate(model, runs, [measure]).values[0, 0]).T / len(place)
    judged = np.zeros(len(place), dtype=bool)
    rows = [place[query] for query in qrels.queries]
    x[rows], judged[rows] = np.asarray(evaluate(qrels, runs, [measure]).values[0, 0]).T / len(place), True
    return _Sample(x, m, judged, np.zeros(len(place), dtype=np.int64), np.arange(len(place)))


def _estimated(systems: Sequence[str], of: _Sample, alpha: float, *, of_queries: bool) -> ModelAssisted:
    """Estimates of differences, of means as differences to a system without a relevant document."""
    from scipy import special

    of = of.but(x=np.pad(of.x, ((0, 0), (0, 1))), m=np.pad(of.m, ((0, 0), (0, 1))))
    size = np.bincount(of.stratum)
    n = np.bincount(of.stratum[of.judged], minlength=len(size))
    if not len(n) or not n.all():
        raise InputError("a stratum has no label: nothing can be said of its documents")
    inverse = (size / n)[of.stratum[of.judged]][:, None]
    x, m = of.x[of.judged] * inverse, of.m[of.judged] * inverse
    power, variance, freedom = _on_these(x, m, of.stratum[of.judged], n, size)
    variance, freedom = (
        variance * freedom / np.maximum(freedom - 1, 1.0),
        np.maximum(freedom - 1, 1.0),
    )  # less the power
    value = _apart(x.sum(axis=0)) + power * _apart(of.m.sum(axis=0) - m.sum(axis=0))
    if of_queries:  # of two phases: queries at all, and those of them that were drawn
        others = variance + len(of.x) / len(x) * _scatter(of.x[of.judged], of.m[of.judged], 1.0)[0][0]
        of_others = freedom
    else:
        others, of_others = _on_others(of, x, m, power)
    half, other_half = (
        special.stdtrit(free, 1 - alpha / 2) * np.sqrt(spread)
        for free, spread in ((freedom, variance), (of_others, others))
    )
    ends = value, value - half, value + half, value - other_half, value + other_half
    k = len(systems)
    of_systems, of_pairs = (Estimate(*(end[at] for end in ends)) for at in (np.s_[:k, k], np.s_[:k, :k]))
    return ModelAssisted(systems, of_systems, of_pairs, power[:k, :k])


def _on_these(x: F64, m: F64, stratum: I64, n: I64, size: I64) -> tuple[F64, F64, F64]:
    """The power that makes variances least, these on the queries at hand, and degrees of freedom: (system, system)
    each; from what labels stand for, (item, system), in strata of `size` items of which `n` are drawn."""
    groups = np.where((n[stratum] == 1) & (size[stratum] > 1), len(n), stratum)  # single labels stand together
    rest = np.append(1.0 - n / size, 1.0)  # not drawn
    shares = [_scatter(x[groups == g], m[groups == g], float(rest[g])) for g in np.unique(groups)]
    _, xm, mm = np.sum([moments for moments, _ in shares], axis=0)
    power = np.clip(np.divide(xm, mm, out=np.zeros(mm.shape), where=mm > 0), 0.0, 1.0)
    parts = np.array([xx - 2 * power * xm + power**2 * mm for (xx, xm, mm), _ in shares])
    free = np.array([max(1, free) for _, free in shares])[:, None, None]
    variance, squares = np.maximum(parts.sum(axis=0), 0.0), (parts**2 / free).sum(axis=0)
    freedom = np.divide(variance**2, squares, out=np.full(variance.shape, 1e9), where=squares > 0)
    return power, variance, freedom


def _on_others(of: _Sample, x: F64, m: F64, power: F64) -> tuple[F64, F64]:
    """Variances over other queries, from estimates by query, and degrees of freedom: (system, system) each."""
    by_query = np.zeros((2, int(of.query.max()) + 1, x.shape[1]))
    np.add.at(by_query[0], of.query[of.judged], x)
    np.add.at(by_query[1], of.query[of.judged], -m)
    np.add.at(by_query[1], of.query, of.m)
    if by_query.shape[1] < 2:
        return np.full(power.shape, np.inf), np.ones(power.shape)
    (xx, xm, mm), freedom = _scatter(by_query[0], by_query[1], 1.0)
    return np.maximum(xx + 2 * power * xm + power**2 * mm, 0.0), np.full(xx.shape, float(freedom))


def _scatter(x: F64, m: F64, rest: float) -> tuple[F64, int]:
    """Of sums over a stratum, (item, system), of which a share `rest` was not drawn: the pairs' variances of x, their
    covariances with m and the variances of m, (3, system, system); and degrees of freedom."""
    n = len(x)
    if n == 1 and rest > 0:
        raise InputError("a single label stands for others, and no other single label is there to say how they vary")
    x, m = x - x.mean(axis=0), m - m.mean(axis=0)
    scale = rest * n / max(1, n - 1)
    return np.array([_of_pairs(one.T @ other) * scale for one, other in ((x, x), (x, m), (m, m))]), n - 1


def _of_pairs(products: F64) -> F64:
    """(a - b) times (a - b), from products of systems: (system, system)."""
    own = np.diagonal(products)
    return own[:, None] + own[None, :] - products - products.T


def _apart(of: F64) -> F64:
    """The row's minus the column's: (system, system)."""
    return of[:, None] - of[None, :]

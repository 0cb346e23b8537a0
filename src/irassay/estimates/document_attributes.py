"""Bias of runs towards an attribute of documents (oldness@k), and the ranking of systems on a part of the corpus."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.agreement.correlation import kendall_tau_a
from irassay.arguments import least_grade, places_of, several, whole_number
from irassay.arrays import F64
from irassay.collection.attribute import DocAttribute
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison.equality import ROUNDING
from irassay.comparison.significance.paired_tests import correct
from irassay.errors import InputError, UsageError
from irassay.kernel import _core
from irassay.measures import Measure, parse_all
from irassay.random_keys import Seed, key_of, stream
from irassay.scoring import evaluate

DEPTH = 10
DRAWS = 19  # random parts of the corpus: the smallest p is 1/20
PURPOSE = 0x6F6C64  # "old": parts this stream from others of the same key
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class AttributeAt:
    """The mean of a document attribute over the first `depth` documents of each run."""

    attribute: DocAttribute
    depth: int
    systems: Sequence[str]
    queries: Sequence[str]  # those with an expectation
    values: F64  # (system, query), over documents with a value; the expectation where none has
    judged: float  # mean over judged documents per query, then over queries
    relevant: float  # the same of relevant documents
    corpus: float  # mean over the column's documents; NaN for a set of members
    expected_of: str  # the one a random ranker is expected to have
    expected: float
    difference: F64  # (system,), mean minus expectation
    low: F64  # Student's 95% interval over queries, unadjusted
    high: F64
    p: F64  # paired t-test of no difference
    p_corrected: F64  # Holm over all systems

    @property
    def means(self) -> F64:
        """Mean of each system."""
        return np.asarray(self.values.mean(axis=1))

    def __repr__(self) -> str:
        return f"AttributeAt({self.attribute.name!r}@{self.depth}, {len(self.systems):,} systems)"


def attribute_at(
    qrels: Qrels,
    runs: Runs,
    attribute: DocAttribute,
    *,
    depth: int = DEPTH,
    rel: int = 1,
    systems: Sequence[str] | None = None,
    ties: Ties = "float64",
) -> AttributeAt:
    """Compare the share of old (or long, or other) documents in the first k of runs with that of a random ranker.

    Parameters
    ----------
    qrels : Qrels
        Their queries count.
    runs : Runs
    attribute : DocAttribute
        For a set, the share of the first documents in it; for a number, its mean.
    depth : int, at least 1
    rel : int
        The least relevant grade.
    systems : sequence of str, optional
        Default: all.
    ties : {"float64", "float32"}

    Returns
    -------
    AttributeAt

    Raises
    ------
    UsageError
        A depth below 1.
    InputError
        No judged document has a value.

    Notes
    -----
    *Assumes* nothing about causes: where relevant documents are older than others, a good run returns old documents
    without bias; `relevant` is reported for that reason. The random ranker draws from the corpus where the attribute is
    a column of it, else from the judged documents of each query, which come from a pool of such runs and share their
    preferences.
    *Guarantees* means exact; tests and intervals by Student's t over queries, asymptotic. *Source* oldness@k: Craswell
    et al., Overview of the TREC 2021 Deep Learning track, Figure 8.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.collection.attribute import DocAttribute
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 0}, "q2": {"c": 1, "d": 0}})
    >>> runs = Runs.from_dict({"x": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"c": 1.0}}})
    >>> old = attribute_at(qrels, runs, DocAttribute.of_set("old", {"a", "c"}), depth=1)
    >>> old.means.tolist(), old.judged
    ([1.0], 0.5)
    """
    depth, rel = whole_number("depth", depth), least_grade(rel)
    names = list(runs.systems if systems is None else several("systems", systems))
    places_of(runs.systems, names, argument="systems")
    labels = {query: qrels.grades(query) for query in qrels.queries}
    judged = {query: _mean(attribute, of) for query, of in labels.items()}
    queries = [query for query in qrels.queries if judged[query] == judged[query]]
    if not queries:
        raise InputError(f"{attribute.name} has no value for any judged document; expected the ids of the qrels")
    relevant = [_mean(attribute, [d for d, g in labels[query].items() if g >= rel]) for query in queries]
    corpus = attribute.corpus_mean
    by_corpus = corpus == corpus
    expected = np.array([corpus if by_corpus else judged[query] for query in queries])
    top = np.array([[_mean(attribute, runs.ranking(s, q, ties=ties)[:depth]) for q in queries] for s in names])
    values = np.where(np.isnan(top), expected, top)
    difference, low, high, p = _t_test(values - expected)
    return AttributeAt(
        attribute, depth, names, queries, values,
        judged=float(np.mean([judged[query] for query in queries])),
        relevant=float(np.nanmean(relevant)) if not np.isnan(relevant).all() else float("nan"),
        corpus=corpus,
        expected_of="corpus" if by_corpus else "judged",
        expected=float(expected.mean()),
        difference=difference, low=low, high=high, p=p,
        p_corrected=correct(p) if np.isfinite(p).all() else p,
    )  # fmt: skip


def _mean(attribute: DocAttribute, docs: Collection[str]) -> float:
    values = [value for doc in docs if (value := attribute.of(doc)) == value]
    return sum(values) / len(values) if values else float("nan")


def _t_test(x: F64) -> tuple[F64, F64, F64, F64]:
    """Mean, 95% interval and two-sided p of each row, by Student's t."""
    from scipy.special import stdtr, stdtrit

    mean, n = np.asarray(x.mean(axis=1)), x.shape[1]
    if n < 2:
        absent = np.full(len(x), np.nan)
        return mean, absent, absent, absent
    error = x.std(axis=1, ddof=1) / np.sqrt(n)
    error[error < 1e-14] = 0.0
    mean = np.where(np.abs(mean) < 1e-14, 0.0, mean)
    half = stdtrit(n - 1, (1 + LEVEL) / 2) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p = np.where(error > 0, 2 * stdtr(n - 1, -np.abs(mean / error)), np.where(mean == 0, 1.0, 0.0))
    return mean, mean - half, mean + half, p


@dataclass(frozen=True, slots=True)
class WithinCorpus:
    """Scores and ranking of systems on a part of the corpus, compared with random parts of the same size."""

    systems: Sequence[str]
    n_docs: int
    of_docs: int  # judged or retrieved documents of the whole corpus
    labels: int  # of the part, as are the relevant ones
    relevant: int
    queries: Sequence[str]  # with a relevant document in the part
    before: F64  # (system,), means over these queries on the whole corpus
    after: F64
    tau: float  # Kendall's tau-a of the two rankings
    chance_low: float  # least and greatest tau over random parts of the same size
    chance_high: float
    p: float  # share of parts with tau this low, this part included


def order_within(
    qrels: Qrels,
    runs: Runs,
    docs: Collection[str],
    measure: str | Measure,
    *,
    rel: int = 1,
    systems: Sequence[str] | None = None,
    draws: int = DRAWS,
    ties: Ties = "float64",
    seed: Seed = 0,
    threads: int = 0,
) -> WithinCorpus:
    """Compare the ranking of systems on a part of the corpus with that on the whole corpus.

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    docs : collection of str
        The part of the corpus. Documents that are neither judged nor retrieved have no effect.
    measure : str or Measure
    rel : int
        The least relevant grade: a query without a relevant document in the part does not count.
    systems : sequence of str, optional
        At least two. Default: all.
    draws : int, at least 1
        Random parts.
    ties : {"float64", "float32"}
    seed : int or numpy.random.Generator
    threads : int

    Returns
    -------
    WithinCorpus

    Raises
    ------
    UsageError
        Fewer than two systems, or no draws.
    InputError
        No relevant document is in the part.

    Notes
    -----
    *Assumes* that on the part a system would return the documents of its list that are in the part, in the same order.
    Documents below the end of its list are missing, so lists are short where the part is small. A smaller corpus alone
    lowers tau, so `p` compares it with random parts of the same size. *Guarantees* scores exact; `p` is a permutation
    p-value over parts. *Source* the v1 universe of Craswell et al., Overview of the TREC 2021 Deep Learning track; the
    random parts are ours.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q1": {"a": 1, "b": 1}})
    >>> runs = Runs.from_dict({"x": {"q1": {"a": 2.0, "b": 1.0}}, "y": {"q1": {"b": 2.0}}})
    >>> within = order_within(qrels, runs, {"b"}, "P@1")
    >>> within.labels, within.after.tolist()
    (1, [1.0, 1.0])
    """
    parsed = parse_all([measure])[0]
    names = list(runs.systems if systems is None else systems)
    if len(names) < 2 or draws < 1:
        raise UsageError(f"expected two systems and one draw or more, but got {len(names)} and draws={draws!r}")
    rows = places_of(runs.systems, names, argument="systems")
    turn = -1.0 if parsed.direction < 0 else 1.0
    full = evaluate(qrels, runs, [parsed], ties=ties, threads=threads)
    whole = {q: turn * full.values[0, 0][rows, i] for i, q in enumerate(full.queries)}

    def under(part: Collection[str]) -> tuple[Qrels, list[str], F64, F64] | None:
        labels = qrels.of_docs(part)
        with_relevant = [q for q in labels.queries if q in whole and any(g >= rel for g in labels.grades(q).values())]
        if not with_relevant:
            return None
        scores = evaluate(labels.sel(queries=with_relevant), runs.of_docs(part), [parsed], ties=ties, threads=threads)
        before = np.stack([whole[q] for q in scores.queries], axis=1).mean(axis=1)
        return labels, list(scores.queries), before, (turn * scores.values[0, 0][rows]).mean(axis=1)

    universe = sorted(_universe(qrels, runs))
    part = frozenset(doc for doc in universe if doc in docs)
    mine = under(part)
    if mine is None:
        raise InputError("no relevant document is in that part of the corpus; expected the ids of the qrels")
    labels, queries, before, after = mine
    tau = kendall_tau_a(before, after)
    taus = [kendall_tau_a(*other[2:]) for random in _random_parts(universe, len(part), draws, seed)
            if (other := under(random)) is not None]  # fmt: skip
    return WithinCorpus(
        systems=names,
        n_docs=len(part),
        of_docs=len(universe),
        labels=labels.n_labels,
        relevant=sum(n for grade, n in labels.grade_counts.items() if grade >= rel),
        queries=queries,
        before=turn * before,
        after=turn * after,
        tau=tau,
        chance_low=min(taus, default=float("nan")),
        chance_high=max(taus, default=float("nan")),
        p=(1 + sum(other <= tau + ROUNDING for other in taus)) / (1 + len(taus)),
    )


def _universe(qrels: Qrels, runs: Runs) -> set[str]:
    """Documents that are judged, or retrieved for a judged query."""
    answered = set(runs.queries)
    docs: set[str] = set()
    for query in qrels.queries:
        docs.update(qrels.grades(query))
        if query in answered:
            docs.update(_core.retrieved(runs.core, query))
    return docs


def _random_parts(universe: Sequence[str], n: int, draws: int, seed: Seed) -> Any:
    key = key_of(seed)
    for draw in range(draws):
        part = np.random.Generator(stream(key, PURPOSE, draw)).permutation(len(universe))[:n]
        yield frozenset(universe[i] for i in part)

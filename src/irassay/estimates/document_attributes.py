"""What documents runs prefer, and how they rank on a part of the corpus: oldness@k, any fact about documents."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.agreement.correlation import kendall_tau_a
from irassay.comparison.equality import ROUNDING
from irassay.comparison.significance.corrections import correct
from irassay.errors import InputError, UsageError
from irassay.kernel import _core
from irassay.measures import parse_all
from irassay.random_keys import Seed, key_of
from irassay.scoring import evaluate

if TYPE_CHECKING:
    from irassay.collection.attribute import DocAttribute
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs
    from irassay.measures import Measure

F64: TypeAlias = NDArray[np.float64]
Ties: TypeAlias = Literal["float64", "float32"]

DEPTH = 10
DRAWS = 19  # random parts of the corpus: p can be as small as 1 in 20
PURPOSE = 0x6F6C64  # "old": parts this stream from others of the same key
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class AttributeAt:
    """`attribute_at`'s answer: the mean of a fact about documents over the first k of each run.

    Attributes
    ----------
    attribute : DocAttribute
    depth : int
    systems, queries : sequence of str
        Queries that have an expectation.
    values : float64 array (system, query)
        Mean over the documents of the list that have a value; the expectation where there is none.
    judged, relevant, corpus : float
        Mean over the judged documents, the relevant ones (both query by query, then over queries), all documents of
        the column. The last is NaN for a set given by its members.
    expected_of : {"corpus", "judged"}
        Which of these a random ranker is expected to have.
    expected : float
    difference, low, high : float64 array (system,)
        Mean minus expectation, with Student's 95% interval over queries, unadjusted.
    p, p_corrected : float64 array (system,)
        Of the paired t-test that the difference is 0; by Holm's correction over all systems.
    """

    attribute: DocAttribute
    depth: int
    systems: Sequence[str]
    queries: Sequence[str]
    values: F64
    judged: float
    relevant: float
    corpus: float
    expected_of: str
    expected: float
    difference: F64
    low: F64
    high: F64
    p: F64
    p_corrected: F64

    @property
    def means(self) -> F64:
        """Of each system."""
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
    """Do runs return more old documents (or long, or of one source) than a random ranker would?

    Parameters
    ----------
    qrels : Qrels
        Their queries count.
    runs : Runs
    attribute : DocAttribute
        A set: the share of the first documents that are in it. A number: its mean.
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
    *Assumes* nothing of why: where relevant documents are older than others, a good run returns old ones and has no
    bias; `relevant` stands beside for that. A random ranker is one over the corpus where the attribute is a column of
    it, else over the judged documents of each query, which are a pool of these runs and share what they prefer.
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
    if isinstance(depth, bool) or not isinstance(depth, int) or depth < 1:
        raise UsageError(f"depth must be a whole number from 1, but got depth={depth!r}")
    names = list(runs.systems if systems is None else systems)
    labels = {query: qrels.grades(query) for query in qrels.queries}
    judged = {query: _mean(attribute, of) for query, of in labels.items()}
    queries = [query for query in qrels.queries if judged[query] == judged[query]]
    if not queries:
        raise InputError(f"{attribute.name} says nothing of any judged document; expected the ids of the qrels")
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
    """`order_within`'s answer: scores and order over a part of the corpus, held against random parts as large.

    Attributes
    ----------
    systems : sequence of str
    n_docs, of_docs : int
        Documents of the part, and of the whole, that are judged or returned.
    labels, relevant : int
        Of the part.
    queries : sequence of str
        Those that keep a relevant document.
    before, after : float64 array (system,)
        Means over these queries, with the whole corpus and with the part.
    tau : float
        Kendall's tau-a of the two orders.
    chance_low, chance_high : float
        Least and greatest tau of random parts with as many documents.
    p : float
        Share of these that agree as little, with the part itself among them.
    """

    systems: Sequence[str]
    n_docs: int
    of_docs: int
    labels: int
    relevant: int
    queries: Sequence[str]
    before: F64
    after: F64
    tau: float
    chance_low: float
    chance_high: float
    p: float


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
    """Would the order of the systems be the same, had the corpus been only these documents?

    Parameters
    ----------
    qrels, runs : Qrels, Runs
    docs : collection of str
        The part of the corpus; what it has beyond what is judged or returned changes nothing.
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
    *Assumes* that a system on the part would return the documents of its list that are in it, in the same order: those
    that it would have returned below the end of its list are missing, so lists are short where the part is small. Fewer
    documents alone lower tau: `p` holds it against random parts with as many. *Guarantees* scores exact; `p` is a
    permutation p-value over parts. *Source* the v1 universe of Craswell et al., Overview of the TREC 2021 Deep Learning
    track; the random parts are ours.

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
    rows = [list(runs.systems).index(name) for name in names]
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
    """Documents that are judged, or returned for a judged query."""
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
        stream = np.random.Philox(key=np.array([key, (PURPOSE << 32) + draw], dtype=np.uint64))
        chosen = np.random.Generator(stream).permutation(len(universe))[:n]
        yield frozenset(universe[i] for i in chosen)

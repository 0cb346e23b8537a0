"""An audit of finished labels: on some queries, what other systems find that nobody judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.errors import InputError, UsageError
from irassay.pooling.pools import Order, Pool, pool
from irassay.pooling.query_samples import sample_queries
from irassay.random_keys import Seed

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.collection.runs import Runs, Ties


@dataclass(frozen=True, slots=True)
class Audit:
    """What is to be judged, and what of the same pools is labelled.

    Attributes
    ----------
    queries : sequence of str
        Those drawn, in byte order.
    n_queries : int
        That there were to draw from: with labels, and answered by a run.
    pool : Pool
        Documents to judge: those without a label.
    labelled : mapping of str to mapping of str to int
        Query -> document -> grade, of the pooled documents that have a label.
    known : mapping of str to mapping of str to int
        Query -> document -> grade, all labels of the queries drawn.
    """

    queries: Sequence[str]
    n_queries: int
    pool: Pool
    labelled: Mapping[str, Mapping[str, int]]
    known: Mapping[str, Mapping[str, int]]

    def __repr__(self) -> str:
        return f"Audit({len(self.queries):,} of {self.n_queries:,} queries, {len(self.pool):,} documents to judge)"


def audit(
    qrels: Qrels,
    runs: Runs,
    *,
    n_queries: int,
    depth: int = 10,
    order: Order = "shuffled",
    seed: Seed = 0,
    ties: Ties = "float64",
) -> Audit:
    """Draw queries of finished labels, pool other systems on them, and keep what nobody judged: the work of an audit.

    Parameters
    ----------
    qrels : Qrels
        The labels that are audited.
    runs : Runs
        Of systems that took no part in making them: the less they have in common with those that did, the more an audit
        sees.
    n_queries : int, at least 1
        Queries to draw; all where there are no more.
    depth : int, at least 1
        Of the pool.
    order : {"rank", "rounds", "shuffled", "random"}
        In which order the documents are to be judged, as for `pool`.
    seed : int or numpy.random.Generator
        Of the queries and of a random order.
    ties : {"float64", "float32"}

    Returns
    -------
    Audit
        ``audit.pool.table()`` is what to judge; `irassay.estimates.audit_coverage` takes it with the answers.

    Raises
    ------
    UsageError
        Numbers that can't be.
    InputError
        No query has both labels and a run's answer.

    Notes
    -----
    *Guarantees* every set of so many queries equally likely; more queries of the same seed hold the fewer. *Source*
    Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Section 2.4.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    >>> others = Runs.from_dict({"x": {"q": {"a": 2.0, "c": 1.0}}})
    >>> found = audit(qrels, others, n_queries=1)
    >>> found.pool.docs, dict(found.labelled["q"])
    (['c'], {'a': 1})
    """
    if isinstance(n_queries, bool) or not isinstance(n_queries, int) or n_queries < 1:
        raise UsageError(f"n_queries must be a whole number of at least 1, but got n_queries={n_queries!r}")
    answered = set(runs.queries)
    shared = {query: "all" for query in qrels.queries if query in answered}
    if not shared:
        raise InputError("no run answers a query of the labels; are their ids those of the labels?")
    drawn = sample_queries(shared, per_stratum=n_queries, seed=seed).queries
    whole = pool(runs, depth=depth, queries=drawn, order=order, seed=seed, ties=ties)
    known = {query: qrels.grades(query) for query in drawn}
    labelled: dict[str, dict[str, int]] = {query: {} for query in drawn}
    for query, doc in zip(whole.queries, whole.docs):
        if doc in known[query]:
            labelled[query][doc] = known[query][doc]
    left = pool(runs, depth=depth, queries=drawn, judged=qrels, order=order, seed=seed, ties=ties)
    return Audit(drawn, len(shared), left, labelled, known)


def answers_by_id(answers: Qrels, queries: Mapping[str, str]) -> Qrels:
    """Answers by the queries' ids, where they came back from Quepid, which knows queries by their texts.

    Parameters
    ----------
    answers : Qrels
        By text, or by id: then they are returned as they are.
    queries : mapping of str to str
        Id -> text; several may have the same.

    Examples
    --------
    >>> from irassay import Qrels
    >>> given = answers_by_id(Qrels.from_dict({"old books": {"a": 1}}), {"q1": "old books", "q2": "old books "})
    >>> given.queries
    ('q1', 'q2')
    """
    from irassay.collection.qrels import Qrels

    given = {query.strip(): answers.grades(query) for query in answers.queries}
    known = [query for query in queries if queries[query].strip() in given]
    if not known or any(query in queries for query in given):
        return answers
    return Qrels.from_dict({query: given[queries[query].strip()] for query in known})

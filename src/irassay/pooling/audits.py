"""An audit of finished labels: the unjudged documents that other systems retrieve on a sample of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from irassay.arguments import whole_number
from irassay.collection.qrels import Qrels
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.errors import InputError
from irassay.pooling.judging_orders import Order
from irassay.pooling.pools import Pool, pool
from irassay.pooling.query_samples import sample_queries
from irassay.random_keys import Seed


@dataclass(frozen=True, slots=True)
class Audit:
    """The documents that an audit has to judge, and the labels of the sampled queries.

    Attributes
    ----------
    queries : sequence of str
        The sampled queries, in byte order.
    n_queries : int
        Queries in the population of the sample: those with labels that some run answers.
    pool : Pool
        Documents to judge: the pooled documents without a label.
    labelled : mapping of str to mapping of str to int
        Query -> document -> grade, for the pooled documents that have a label.
    labels : mapping of str to mapping of str to int
        Query -> document -> grade, for all labels of the sampled queries.
    ranks : mapping of str to mapping of str to int
        Query -> document -> its best rank in any run, from 1, for all pooled documents, labelled or not.
    """

    queries: Sequence[str]
    n_queries: int
    pool: Pool
    labelled: Mapping[str, Mapping[str, int]]
    labels: Mapping[str, Mapping[str, int]]
    ranks: Mapping[str, Mapping[str, int]]

    @property
    def deepest(self) -> int:
        """The lowest of these ranks: the pool's depth, or less where all lists end earlier; 0 without a document."""
        return max((rank for ranks in self.ranks.values() for rank in ranks.values()), default=0)

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
    """Sample queries of finished labels, pool other systems on them, and list the pooled documents without a label.

    Parameters
    ----------
    qrels : Qrels
        The labels to audit.
    runs : Runs
        Runs of systems that did not contribute to the labels. The less they have in common with the contributing
        systems, the more missing documents an audit can find.
    n_queries : int, at least 1
        Queries to sample; all queries are taken where there are no more.
    depth : int, at least 1
        Depth of the pool.
    order : {"rank", "rounds", "shuffled", "random"}
        The order of judging, as for `pool`.
    seed : int or numpy.random.Generator
        Seed of the query sample and of a random order.
    ties : {"float64", "float32"}

    Returns
    -------
    Audit
        ``audit.pool.table()`` lists the documents to judge. `irassay.estimates.audit_coverage` takes the audit and the
        answers.

    Raises
    ------
    UsageError
        `n_queries` or `depth` is below 1, or `order` is unknown.
    InputError
        No query has both labels and a run's answer.

    Notes
    -----
    *Guarantees* every set of `n_queries` queries is equally likely; a larger sample of the same seed contains the
    smaller one.
    *Source* Rassin et al., Evaluating D-MERIT of Partial-annotation on Information Retrieval, 2024, Section 2.4.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> qrels = Qrels.from_dict({"q": {"a": 1, "b": 0}})
    >>> others = Runs.from_dict({"x": {"q": {"a": 2.0, "c": 1.0}}})
    >>> work = audit(qrels, others, n_queries=1)
    >>> work.pool.docs, dict(work.labelled["q"])
    (['c'], {'a': 1})
    """
    n_queries = whole_number("n_queries", n_queries)
    of_runs = set(runs.queries)
    shared = {query: "all" for query in qrels.queries if query in of_runs}
    if not shared:
        raise InputError("no run answers a query of the labels; do their query ids match?")
    sample = sample_queries(shared, per_stratum=n_queries, seed=seed).queries
    whole = pool(runs, depth=depth, queries=sample, order=order, seed=seed, ties=ties)
    labels = {query: qrels.grades(query) for query in sample}
    labelled: dict[str, dict[str, int]] = {query: {} for query in sample}
    ranks: dict[str, dict[str, int]] = {query: {} for query in sample}
    for query, doc, rank in zip(whole.queries, whole.docs, whole.best_rank.tolist()):
        ranks[query][doc] = rank
        if doc in labels[query]:
            labelled[query][doc] = labels[query][doc]
    unjudged = pool(runs, depth=depth, queries=sample, judged=qrels, order=order, seed=seed, ties=ties)
    return Audit(sample, len(shared), unjudged, labelled, labels, ranks)


def answers_by_id(answers: Qrels, queries: Mapping[str, str]) -> Qrels:
    """Answers by query id, where Quepid keys them, and documents marked as unrateable, by the query's text; several ids
    may share a text. Those by id already are unchanged."""
    grades_by_text = {query.strip(): answers.grades(query) for query in answers.queries}
    answered = [query for query in queries if queries[query].strip() in grades_by_text]
    if not answered or any(query in queries for query in grades_by_text):
        return answers
    ids: dict[str, list[str]] = {}
    for query, text in queries.items():
        ids.setdefault(text.strip(), []).append(query)
    readings = [
        reading.but(
            unrateable={q: docs for text, docs in reading.unrateable.items() for q in ids.get(text.strip(), ())},
            unrateable_queries=[q for text in reading.unrateable_queries for q in ids.get(text.strip(), ())],
            unrated_queries=[q for text in reading.unrated_queries for q in ids.get(text.strip(), ())],
        )
        for reading in answers.readings
    ]
    return Qrels.from_dict({query: grades_by_text[queries[query].strip()] for query in answered}, readings)

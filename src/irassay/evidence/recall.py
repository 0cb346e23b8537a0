"""Recall of a collection's evidence by stage, from an audit by other systems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from irassay.comparison.intervals.proportions import clustered_interval
from irassay.estimates.pools.audit_coverage import complete_answers
from irassay.evidence.soundness import Share
from irassay.record import Record

if TYPE_CHECKING:
    from irassay.collection.qrels import Qrels
    from irassay.evidence.candidates import Candidate
    from irassay.pooling.audits import Audit


class Recall(Record):
    """Shares of the evidence that an audit's systems retrieve.

    Attributes
    ----------
    links : Share
        Of all evidence: what is a candidate.
    answers : Share
        Of the candidates that are evidence: those with the answer yes.
    both : Share
        Of all evidence: what is a candidate with the answer yes.
    """

    links: Share
    answers: Share
    both: Share


def recall_by_stage(audit: Audit, answers: Qrels, candidates: Iterable[Candidate], *, rel: int = 1) -> Recall:
    """How much evidence candidates miss, and how much answers to them.

    Parameters
    ----------
    audit : Audit
        Of a collection's labels, as `irassay.pooling.audit` returns it.
    answers : Qrels
        Grades of its documents; queries with an unanswered document are left out.
    candidates : iterable of Candidate
        Those of the collection.
    rel : int
        The least grade that counts as evidence.

    Returns
    -------
    Recall

    Raises
    ------
    InputError
        No query has all its answers.

    Notes
    -----
    *Assumes* that the audit's systems find evidence that is a candidate as easily as other evidence, and what
    `irassay.estimates.audit_coverage` does. Intervals are of its kind, over queries.
    *Source* Rassin et al., 2024, section 2.5.

    Examples
    --------
    >>> from irassay import Qrels, Runs
    >>> from irassay.evidence import Candidate
    >>> from irassay.pooling import audit
    >>> others = Runs.from_dict({"x": {"g": {"Barn_owl": 3.0, "Vole": 2.0, "Fox": 1.0}}})
    >>> of = audit(Qrels.from_dict({"g": {"Barn_owl": 1}}), others, n_queries=1)
    >>> asked = [Candidate(group="g", member="Barn owl", passage=one) for one in ("Barn_owl", "Vole")]
    >>> found = recall_by_stage(of, Qrels.from_dict({"g": {"Vole": 1, "Fox": 1}}), asked)
    >>> [round(one.value, 3) for one in (found.links, found.answers, found.both)]
    [0.667, 0.5, 0.333]
    """
    complete = complete_answers(audit, answers)
    asked = {(one.group, one.passage) for one in candidates}
    rows = []
    for query in complete.queries:
        known = sum(grade >= rel for grade in audit.labelled[query].values())
        new = [(query, doc) in asked for doc, grade in complete.new[query].items() if grade >= rel]
        rows.append((known, sum(new), len(new) - sum(new)))
    known, refused, unasked = np.array(rows, dtype=np.float64).T

    def share(hits: np.ndarray, misses: np.ndarray) -> Share:
        n = float((hits + misses).sum())
        return Share(float(hits.sum()) / n if n else float("nan"), *clustered_interval(hits, misses))

    return Recall(
        links=share(known + refused, unasked), answers=share(known, refused), both=share(known, refused + unasked)
    )

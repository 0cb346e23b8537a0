"""Agreement of inferred labels with actual labels: tables both ways, kappa, and the effect on the system ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from irassay.collection.qrels import Qrels
from irassay.errors import UsageError
from irassay.label_sets.words import OF_LABELS
from irassay.random_keys import Seed
from irassay.result import Column, Table

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient, LabelAgreement
    from irassay.collection.runs import Runs
    from irassay.collection.ties import Ties

NAMES = ("actual", "inferred")
TWO = 2  # systems that a ranking takes


@dataclass(frozen=True, slots=True)
class TransferAgreement:
    """Agreement of inferred labels with actual labels.

    Attributes
    ----------
    labels : LabelAgreement
        Agreement on the documents that both label; its rows are the actual grades.
    measure : str
        "" where there are no runs.
    systems : sequence of str
    actual, inferred : sequence of float (system,)
        Mean scores with all labels of each set.
    actual_shared, inferred_shared : sequence of float (system,)
        Mean scores with the labels of the documents that both sets label.
    tau, tau_shared : float
        Kendall's tau-b of the two system rankings, with all labels and with those of shared documents only; NaN for
        fewer than two systems.
    """

    labels: LabelAgreement
    measure: str = ""
    systems: Sequence[str] = ()
    actual: Sequence[float] = ()
    inferred: Sequence[float] = ()
    actual_shared: Sequence[float] = ()
    inferred_shared: Sequence[float] = ()
    tau: float = float("nan")
    tau_shared: float = float("nan")

    @property
    def turned(self) -> LabelAgreement:
        """`labels` with the inferred grades as rows."""
        return self.labels.turned()

    @property
    def kappa(self) -> Coefficient:
        """Unweighted Cohen's kappa, with its intervals."""
        return self.labels.coefficients[0]

    def tables(self) -> tuple[Table, Table]:
        """The table of grades with actual grades as rows, and with inferred grades as rows."""
        return self.labels.table(), self.turned.table()

    def scores(self) -> Table:
        """One row per system, best first by the actual labels."""
        order = sorted(range(len(self.systems)), key=lambda i: (-self.actual[i], self.systems[i]))
        columns = [Column("system", [self.systems[i] for i in order])]
        for name, values in (
            ("actual", self.actual),
            ("inferred", self.inferred),
            ("actual, shared", self.actual_shared),
            ("inferred, shared", self.inferred_shared),
        ):
            kind, shared, _ = name.partition(", shared")
            definition = OF_LABELS("transferred.labels", kind=kind, shared=shared)
            columns.append(Column(name, [values[i] for i in order], self.measure, definition, 4))
        note = OF_LABELS("transferred.orders", tau=self.tau, tau_shared=self.tau_shared)
        return Table("transfer-scores", OF_LABELS("transferred", measure=self.measure), columns, note)


def transfer_agreement(
    actual: Qrels,
    inferred: Qrels,
    runs: Runs | None = None,
    *,
    measure: str = "nDCG@10",
    ties: Ties = "float64",
    seed: Seed = 0,
) -> TransferAgreement:
    """Compare inferred labels with actual labels of the same documents.

    Parameters
    ----------
    actual, inferred : Qrels
        For example a track's document labels, and the labels that `transferred` infers from its passage labels.
    runs : Runs, optional
        Document runs. They are scored with both sets on the queries that both have: with all labels, and with the
        labels of documents that both sets label. The former scores also differ by which documents are labelled; the
        latter differ by grades alone.
    measure : str
    ties : {"float64", "float32"}
    seed : int or Generator
        Seed of the intervals of kappa.

    Returns
    -------
    TransferAgreement

    Raises
    ------
    InputError
        No document has a label in both.

    Notes
    -----
    *Source* Craswell et al., Overview of the TREC 2021 Deep Learning Track, Tables 5 to 7 and Figure 9.

    Examples
    --------
    >>> actual = Qrels.from_dict({"q": {"d1": 3, "d2": 0, "d3": 1}})
    >>> inferred = Qrels.from_dict({"q": {"d1": 3, "d2": 1, "d4": 2}})
    >>> agreement = transfer_agreement(actual, inferred)
    >>> agreement.labels.n_pairs, round(agreement.kappa.value, 3)
    (2, 0.333)
    """
    from irassay.agreement.correlation import kendall_tau_b
    from irassay.agreement.label_agreement import label_agreement

    agreement = label_agreement(actual, inferred, names=NAMES, seed=seed)
    if runs is None:
        return TransferAgreement(agreement)
    if not runs.systems:
        raise UsageError("runs have no system to score with actual and inferred labels")
    inferred_queries = set(inferred.queries)
    queries = [query for query in actual.queries if query in inferred_queries]
    whole = [labels.sel(queries=queries) for labels in (actual, inferred)]
    shared = [_shared(*pair) for pair in (whole, whole[::-1])]
    means = [_means(labels, runs, measure, ties) for labels in (*whole, *shared)]
    two = len(runs.systems) >= TWO
    return TransferAgreement(
        agreement,
        measure,
        tuple(runs.systems),
        actual=means[0],
        inferred=means[1],
        actual_shared=means[2],
        inferred_shared=means[3],
        tau=kendall_tau_b(means[0], means[1]) if two else float("nan"),
        tau_shared=kendall_tau_b(means[2], means[3]) if two else float("nan"),
    )


def _shared(labels: Qrels, other: Qrels) -> Qrels:
    """The labels of documents that the other set labels too."""
    shared: dict[str, dict[str, int]] = {}
    for query in labels.queries:
        there = other.grades(query)
        docs = {doc: grade for doc, grade in labels.grades(query).items() if doc in there}
        if docs:
            shared[query] = docs
    return Qrels.from_dict(shared)


def _means(labels: Qrels, runs: Runs, measure: str, ties: Ties) -> list[float]:
    from irassay.scoring import evaluate

    scores = evaluate(labels, runs, [measure], ties=ties, keep="summary")
    return [float(value) for value in scores.summary[0, 0]]

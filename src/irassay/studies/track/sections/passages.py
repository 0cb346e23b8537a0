"""Labels of documents from those of their passages, held against the documents' own (Tables 5 to 7, Figure 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from irassay.formats.inputs import Inputs
from irassay.label_sets import TransferAgreement, transfer_agreement, transferred
from irassay.label_sets.transfer import AGGREGATES, Aggregate
from irassay.messages import OVER_QUERIES
from irassay.result import Column, Finding, Scatter, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.points import few
from irassay.studies.track.analysis import Analysis
from irassay.studies.track.charts import points
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, coefficient, with_labels


def compose(analysis: Analysis) -> Section | None:
    """What the best passage says of a document against what its assessor said, and what that does to the order.
    InputError where no document has labels of both kinds."""
    track, source = analysis.track, analysis.track.settings
    if source.passage_qrels is None or source.passage_to_document is None:
        return None
    from irassay.formats.reading.metadata import read_documents

    documents = read_documents(source.passage_to_document)
    passages = Inputs(qrels=source.passage_qrels, runs=()).labels()
    by = {aggregate: transferred(passages, documents, aggregate=aggregate, rel=track.rel) for aggregate in AGGREGATES}
    agreements = {
        aggregate: transfer_agreement(
            track.qrels, inferred, track.runs, measure=track.main, ties=track.settings.ties, seed=track.settings.seed
        )
        for aggregate, inferred in by.items()
    }
    best = agreements["best"]
    both, n, kappa = best.labels.n_pairs, by["best"].n_labels, coefficient(best.kappa)
    taus = {"ranked": best.tau == best.tau, "tau": best.tau, "tau_shared": best.tau_shared}
    order = TRACK("inferred.order", measure=best.measure, **taus)
    text = TRACK("inferred", inferred=n, both=both, kappa=kappa)
    body: list[Any] = [
        Finding("inferred", "note", "labels", text, {"kappa": best.kappa.value}),
        Finding("inferred-order", "note", "labels", order, {"tau": best.tau}),
        *inferred_scatters(track, best),
        *best.tables(),
        best.labels.coefficient_table(),
        best.scores(),
        _by_aggregate(agreements),
    ]
    return Section("passages", TRACK("inferred.asks"), body)


def _by_aggregate(agreements: Mapping[Aggregate, TransferAgreement]) -> Table:
    """Whether another way to make a document's label from its passages' comes closer."""
    rows = list(agreements.values())
    columns = [
        Column("aggregate", [TRACK(f"aggregate.{name}") for name in agreements]),
        Column("kappa", [t.kappa.value for t in rows], "", "Cohen's, plain", 3),
        Column("low", [t.kappa.low for t in rows], "", OVER_QUERIES, 3),
        Column("high", [t.kappa.high for t in rows], "", OVER_QUERIES, 3),
        Column("tau", [t.tau for t in rows], "tau-b", TRACK("column.all-labels"), 3),
        Column("tau_shared", [t.tau_shared for t in rows], "tau-b", TRACK("column.shared"), 3),
    ]
    return Table("aggregates", TRACK("aggregate.title"), columns, TRACK("aggregate.note"))


def inferred_scatters(track: Track, agreement: TransferAgreement) -> list[Scatter]:
    """Every run's mean with actual and with inferred labels, all and those of shared documents (Figure 9)."""
    place = {system: i for i, system in enumerate(agreement.systems)}
    at = [place[system] for system in track.systems]
    figures = []
    sets = [("inferred-all", agreement.actual, agreement.inferred, agreement.tau)]
    if (agreement.actual, agreement.inferred) != (agreement.actual_shared, agreement.inferred_shared):
        sets.append(("inferred-shared", agreement.actual_shared, agreement.inferred_shared, agreement.tau_shared))
    for name, actual, inferred, tau in sets:
        x, y = np.asarray(actual)[at], np.asarray(inferred)[at]
        of = {"n": int((y > x).sum()), "runs": len(at), "shared": name != "inferred-all"}
        title = TRACK("inferred.title", measure=agreement.measure, **of)
        axes = with_labels(agreement.measure, "actual"), with_labels(agreement.measure, "inferred")
        table = points(name, title, track, x, y, agreement.measure, agreement.measure)
        how, examples = TRACK("inferred.how", measure=agreement.measure, tau=tau), few(track.systems, x, y)
        figures.append(Scatter(name, title, how, table, *axes, examples, same_scale=True))
    return figures


SECTION = plain_section("passages", "Passages", compose)

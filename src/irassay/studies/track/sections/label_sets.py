"""Other labels than the track's: two sets, several passes (Figure 7, Table 4), passages' (Tables 5 to 7, Figure 9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from irassay.agreement import Repeats, grades_of_positives, label_agreement
from irassay.arrays import F64
from irassay.errors import UsageError
from irassay.estimates import assessor_sensitivity
from irassay.formats.inputs import Inputs
from irassay.label_sets import TransferAgreement, transfer_agreement, transferred
from irassay.label_sets.transfer import AGGREGATES, Aggregate
from irassay.messages import OVER_QUERIES, count
from irassay.result import Column, Finding, Scatter, Section, Table
from irassay.studies.page_section import plain_section
from irassay.studies.sections.captions import few
from irassay.studies.sections.coverage import odd_grades, redrawn, sensitivity_body
from irassay.studies.track import words
from irassay.studies.track.analysis import TOP, Analysis, Other, points
from irassay.studies.track.track_data import Track
from irassay.studies.track.words import TRACK, coefficient, with_labels

FEWEST_RUNS = 3


def compose(analysis: Analysis) -> Section | None:
    """How far other labels order the runs as these do; what the two say of the same documents; whose rank moves."""
    track, other = analysis.track, analysis.other
    if other is None:
        return None
    body: list[Any] = list(odd_grades(track.qrels, other.labels, effect="no-agreement"))
    if other.repeats is not None:
        body += _passes(other, other.repeats)
    for number, (measure, orders) in enumerate(other.orders.items()):
        whole, first = orders[0], orders[1] if len(orders) > 1 else None
        numbers = {"tau": whole.tau, "low": whole.tau_low, "high": whole.tau_high, "error_rate": whole.error_rate}
        text = words.order(track.main, measure, orders)
        body.append(Finding("labels-order", "note", "labels", text, numbers, (measure,)))
        means = other.values[measure].mean(axis=1)
        name = f"two-sets-{number + 1}" if number else "two-sets"
        body.append(two_sets_scatter(track, means, measure, whole.tau, first.tau if first else None, name=name))
    if other.orders:
        body.append(_orders(track, other))
    body.append(_positives(track, other))
    if other.agreement is not None:
        body += [other.agreement.table(), other.agreement.turned().table(), other.agreement.coefficient_table()]
        kappa = other.agreement.coefficients[0]
        numbers = {"value": kappa.value, "low": kappa.low, "high": kappa.high}
        body.append(Finding("judges", "note", "labels", coefficient(kappa), numbers))
        body += _at_cuts(track, other)
    body += sensitivity(track, other)
    n, queries = other.n_queries, len(track.queries)
    return Section("label-sets", TRACK("label-sets.asks", all=n == queries, n=n, queries=queries), body)


def _at_cuts(track: Track, other: Other) -> list[Finding]:
    """Kappa of relevant or not, at each grade of the track's as the cut, if the other labels have fewer grades."""
    top, others_top = track.qrels.largest_grade, other.labels.largest_grade
    if not 1 <= others_top < top or len(other.labels.scale) < 2:
        return []
    cuts = {
        cut: label_agreement(track.qrels, other.labels, rel=(cut, 1), seed=track.settings.seed).coefficients[0].value
        for cut in range(1, top + 1)
    }
    numbers = {f"from_{cut}": value for cut, value in cuts.items()}
    return [Finding("judges-scales", "warning", "labels", words.scales(top, others_top, cuts), numbers)]


def _passes(other: Other, repeats: Repeats) -> list[Any]:
    numbers = {
        "passes": repeats.n_passes,
        "unlike": repeats.n_unlike,
        "documents": repeats.n_items,
        "alpha": repeats.alpha,
    }
    kappas = [kappa for kappa, _ in other.by_pass]
    absent = float("nan")
    columns = [
        Column("pass", list(range(1, repeats.n_passes + 1)), digits=0),
        Column("kappa", [k.value if k else absent for k in kappas], "", TRACK("column.own-kappa"), 3),
        Column("low", [k.low if k else absent for k in kappas], "", OVER_QUERIES, 3),
        Column("high", [k.high if k else absent for k in kappas], "", OVER_QUERIES, 3),
        Column("tau", [tau for _, tau in other.by_pass], "tau-a", f"of the orders by {other.measures[-1]}", 3),
    ]
    return [
        Finding("passes", "warning" if repeats.n_unlike else "note", "labels", words.passes(repeats), numbers),
        Table("passes", TRACK("passes.title", passes=repeats.n_passes), columns, TRACK("passes.note")),
    ]


def _orders(track: Track, other: Other) -> Table:
    rows = [(measure, one) for measure, orders in other.orders.items() for one in orders]
    n = len(track.systems)
    columns = [
        Column("other_labels", [m for m, _ in rows], definition="measure on them"),
        Column(
            "runs",
            [f"{'all' if one.n == n else 'first'} {count(one.n)}" for _, one in rows],
            definition=f"by {track.main}",
        ),
        Column("tau", [one.tau for _, one in rows], "tau-a", "of the two orders", 3),
        Column("tau_low", [one.tau_low for _, one in rows], "tau-a", OVER_QUERIES, 3),
        Column("tau_high", [one.tau_high for _, one in rows], "tau-a", OVER_QUERIES, 3),
        Column("error_rate", [one.error_rate for _, one in rows], "%", TRACK("column.opposite"), 1),
        Column("error_low", [one.error_low for _, one in rows], "%", OVER_QUERIES, 1),
        Column("error_high", [one.error_high for _, one in rows], "%", OVER_QUERIES, 1),
    ]
    title = TRACK("label-sets.orders", measure=track.main)
    return Table("label-orders", title, columns, TRACK("label-sets.note"))


def _positives(track: Track, other: Other) -> Table:
    counts = grades_of_positives(track.qrels, other.labels, rel=other.rel)
    total = max(1, sum(counts.values()))
    names = ["unjudged" if grade is None else f"grade {grade}" for grade in counts]
    columns = [
        Column("label", names, definition="by the track"),
        Column("documents", list(counts.values()), "documents", TRACK("column.positives"), 0),
        Column("share", [n / total for n in counts.values()], "share", digits=3),
    ]
    return Table("positives", words.positives_title(counts, track.rel), columns)


def two_sets_scatter(
    track: Track, other: F64, measure: str, tau: float, first: float | None, *, name: str = "two-sets"
) -> Scatter:
    """Every run's mean with the track's labels and with `other`, (system,) (Figure 7); `tau` and `first` are the
    orders' agreement, over all runs and the first `TOP`."""
    own, lower, same = track.values[track.main].mean(axis=1), track.lower_is_better[0], measure == track.main
    x, y = with_labels(track.main, "these"), with_labels(measure, "the other")
    title = TRACK("rankings.alike", all=False, runs=0, measure=y, other=x, tau=tau)
    top = 0 if first is None else min(TOP, len(own))
    ways = {"falls": lower and not same, "same": same, "top": top, "first": first}
    how = TRACK("label-sets.how", x=x, y=y, tau=tau, **ways)
    table = points(name, title, track, own, other, track.main, measure)
    examples = few(track.systems, -own if lower else own, -other if lower and same else other)
    return Scatter(name, title, how, table, x, y, examples, same_scale=same)


def sensitivity(track: Track, other: Other) -> list[Any]:
    """What becomes of each run's rank; nothing where the two sets share no grades."""
    if other.agreement is None or len(track.systems) < FEWEST_RUNS or track.geometric:
        return []
    try:
        variants = redrawn(track.qrels, other.labels, seed=track.settings.seed, threads=track.settings.threads)
        sensitivity = assessor_sensitivity(
            variants, track.runs, track.main, systems=track.systems, ties=track.settings.ties,
            threads=track.settings.threads,
        )  # fmt: skip
    except UsageError:  # a grade that no document judged twice has
        return []
    return sensitivity_body(sensitivity)


LABEL_SETS = plain_section("label-sets", "Label sets", compose)


def compose_passages(analysis: Analysis) -> Section | None:
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


PASSAGES = plain_section("passages", "Passages", compose_passages)

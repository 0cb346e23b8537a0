"""Two sets of labels: their orders, what each says of the other's documents (Figure 7, Table 4), several passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.agreement import (
    LabelAgreement,
    Repeats,
    TopAgreement,
    agreement,
    grades_of_positives,
    label_agreement,
    repeats,
    top_agreement,
)
from irassay.errors import InputError
from irassay.result import Column, Finding, Section, Table
from irassay.studies.track import words_labels as words
from irassay.studies.track.figures import two_sets_scatter
from irassay.studies.track.track_data import F64, Given

if TYPE_CHECKING:
    from irassay.agreement.label_agreement import Coefficient
    from irassay.collection.qrels import Qrels

NAMES = ("these", "others")


@dataclass(frozen=True, slots=True)
class Other:
    """A second set of labels, held against the track's.

    Attributes
    ----------
    passes : sequence of Qrels
        On the track's queries; the first is what all but `by_pass` speaks of.
    rel : int
        The least grade of theirs that is relevant: the track's, or their largest where that is lower.
    measures : sequence of str
        Reciprocal rank first, then the track's main measure.
    values : mapping of str to array (system, query)
        Measure -> scores with the other labels, in the order of ``given.systems``, on the queries of both.
    orders : mapping of str to sequence of TopAgreement
        Measure -> agreement of the order by it with the order by the main measure and the track's labels.
    agreed : LabelAgreement or None
        None where the two have no document in common.
    repeated : Repeats or None
        None for a single pass.
    by_pass : sequence of (Coefficient or None, float)
        Kappa with the track's labels, and tau of the main measure's orders, of each pass.
    """

    passes: Sequence[Qrels]
    rel: int
    measures: Sequence[str]
    values: Mapping[str, F64]
    orders: Mapping[str, Sequence[TopAgreement]]
    agreed: LabelAgreement | None
    repeated: Repeats | None
    by_pass: Sequence[tuple[Coefficient | None, float]]

    @property
    def labels(self) -> Qrels:
        """The first pass."""
        return self.passes[0]

    @property
    def n_queries(self) -> int:
        """Queries that both sets have."""
        return int(self.values[self.measures[0]].shape[1])


def read_others(source: str | PathLike[str] | Qrels | Sequence[Qrels] | Mapping[str, Any]) -> list[Qrels]:
    """The second set of labels: one, or several passes of one judge in one file."""
    from irassay.collection.qrels import Qrels
    from irassay.formats.reading.repeated_labels import read_label_sets

    if isinstance(source, str | PathLike | Mapping):
        return read_label_sets(source)
    return [source] if isinstance(source, Qrels) else list(source)


def others_of(given: Given, passes: Sequence[Qrels], *, ties: Any, threads: int) -> Other:
    """Every run scored with the other labels, on the queries that both sets have.

    Raises
    ------
    InputError
        The two have no query in common.
    """
    place = {query: i for i, query in enumerate(given.queries)}
    known = set(place).intersection(*(labels.queries for labels in passes))
    shared = [query for query in passes[0].queries if query in known]
    if not shared:
        raise InputError(
            f"the other labels have none of the track's {len(place):,} queries, such as {given.queries[0]!r}; "
            "are they of the same collection?"
        )
    kept = [labels.sel(queries=shared) for labels in passes]
    scored = [_scored(given, labels, ties, threads) for labels in kept]
    measures, values = scored[0]
    own = given.scores(given.main)[:, [place[query] for query in shared]]
    orders = {}
    if len(given.systems) > 1:
        orders = {m: top_agreement(own, x, seed=given.seed) for m, (x, _) in values.items()}
    return Other(
        kept,
        _rel(given, passes[0]),
        measures,
        {m: shown for m, (_, shown) in values.items()},
        orders,
        _agreed(given, kept[0]),
        repeats(kept, seed=given.seed) if len(kept) > 1 else None,
        [_of_pass(given, labels, own, found[1]) for labels, found in zip(kept, scored)] if len(kept) > 1 else [],
    )


def _rel(given: Given, others: Qrels) -> int:
    return max(1, min(given.rel, others.scale[-1]))


def _scored(given: Given, others: Qrels, ties: Any, threads: int) -> tuple[list[str], dict[str, tuple[F64, F64]]]:
    """Measures, and for each the scores turned so that higher is better, and as they are."""
    from irassay.measures import parse_all
    from irassay.scoring import evaluate

    rel = _rel(given, others)
    main = parse_all([given.main])[0]
    wanted = parse_all([f"RR(rel={rel})", *([main] if int(main.params.get("rel", 1)) <= others.scale[-1] else [])])
    scores = evaluate(others, given.runs, wanted, ties=ties, threads=threads)
    place = {s: i for i, s in enumerate(scores.systems)}
    rows = [place[s] for s in given.systems]
    found = {}
    for i, measure in enumerate(scores.measures):
        values = np.nan_to_num(scores.values[i, 0][rows])
        found[str(measure)] = (values * measure.direction, values)
    return list(found), found


def _agreed(given: Given, others: Qrels) -> LabelAgreement | None:
    """None where no document has both labels, or the others say nothing but "relevant"."""
    if len(others.scale) < 2:
        return None
    try:
        return label_agreement(given.qrels, others, names=NAMES, seed=given.seed)
    except InputError:
        return None


def _of_pass(
    given: Given, labels: Qrels, own: F64, values: Mapping[str, tuple[F64, F64]]
) -> tuple[Coefficient | None, float]:
    agreed = _agreed(given, labels)
    turned, _ = values[list(values)[-1]]
    tau = agreement(own.mean(axis=1), turned.mean(axis=1)).tau_a if len(own) > 1 else float("nan")
    return agreed.coefficients[0] if agreed else None, tau


def labels_section(given: Given, other: Other) -> Section:
    """How far other labels order the runs as these do; what the two say of the same documents."""
    body: list[Any] = []
    if other.repeated is not None:
        body += _passes(other, other.repeated)
    for number, (measure, found) in enumerate(other.orders.items()):
        whole, first = found[0], found[1] if len(found) > 1 else None
        numbers = {"tau": whole.tau, "low": whole.tau_low, "high": whole.tau_high, "error_rate": whole.error_rate}
        text = words.order(given.main, measure, found)
        body.append(Finding("labels-order", "note", "labels", text, numbers, (measure,)))
        means = other.values[measure].mean(axis=1)
        name = f"two-sets-{number + 1}" if number else "two-sets"
        body.append(two_sets_scatter(given, means, measure, whole.tau, first.tau if first else None, name=name))
    if other.orders:
        body.append(_orders(given, other))
    body.append(_positives(given, other))
    if other.agreed is not None:
        body += [other.agreed.table(), other.agreed.turned().table(), other.agreed.coefficient_table()]
        kappa = other.agreed.coefficients[0]
        numbers = {"value": kappa.value, "low": kappa.low, "high": kappa.high}
        body.append(Finding("judges", "note", "labels", words.coefficient(kappa), numbers))
    return Section("label-sets", "Two sets of labels", body, standfirst=words.standfirst(given, other.n_queries))


def _passes(other: Other, found: Repeats) -> list[Any]:
    numbers = {"passes": found.n_passes, "unlike": found.n_unlike, "documents": found.n_items, "alpha": found.alpha}
    kappas, resampled = [kappa for kappa, _ in other.by_pass], "95%, whole queries drawn again"
    absent = float("nan")
    columns = [
        Column("pass", list(range(1, found.n_passes + 1)), digits=0),
        Column("kappa", [k.value if k else absent for k in kappas], "", "Cohen's, plain, with the track's labels", 3),
        Column("low", [k.low if k else absent for k in kappas], "", resampled, 3),
        Column("high", [k.high if k else absent for k in kappas], "", resampled, 3),
        Column("tau", [tau for _, tau in other.by_pass], "tau-a", f"of the orders by {other.measures[-1]}", 3),
    ]
    return [
        Finding("passes", "warning" if found.n_unlike else "note", "labels", words.passes(found), numbers),
        Table("passes", words.passes_title(found), columns, words.passes_note()),
    ]


def _orders(given: Given, other: Other) -> Table:
    rows = [(measure, one) for measure, found in other.orders.items() for one in found]
    n, resampled = len(given.systems), "95%, whole queries drawn again"
    columns = [
        Column("other_labels", [m for m, _ in rows], definition="measure on them"),
        Column("runs", [words.among(one.n, n) for _, one in rows], definition=f"by {given.main}"),
        Column("tau", [one.tau for _, one in rows], "tau-a", "of the two orders", 3),
        Column("tau_low", [one.tau_low for _, one in rows], "tau-a", resampled, 3),
        Column("tau_high", [one.tau_high for _, one in rows], "tau-a", resampled, 3),
        Column("error_rate", [one.error_rate for _, one in rows], "%", "of pairs in opposite orders", 1),
        Column("error_low", [one.error_low for _, one in rows], "%", resampled, 1),
        Column("error_high", [one.error_high for _, one in rows], "%", resampled, 1),
    ]
    return Table("label-orders", words.orders_title(given.main), columns, words.orders_note())


def _positives(given: Given, other: Other) -> Table:
    counts = grades_of_positives(given.qrels, other.labels, rel=other.rel)
    total = max(1, sum(counts.values()))
    names = ["unjudged" if grade is None else f"grade {grade}" for grade in counts]
    columns = [
        Column("label", names, definition="by the track"),
        Column("documents", list(counts.values()), "documents", "that the other set has as relevant", 0),
        Column("share", [n / total for n in counts.values()], "share", digits=3),
    ]
    return Table("positives", words.positives_title(counts, given.rel), columns)

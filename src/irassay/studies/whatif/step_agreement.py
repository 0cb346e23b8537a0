"""The order under each step of a selection, held against the order under all labels. Numbers only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from irassay.agreement import Concordance, OrderAgreement, Spread, concordance, order_agreement
from irassay.agreement.order_agreement import STABLE
from irassay.arrays import F64
from irassay.collection.stack import QrelsStack
from irassay.comparison import PairBuckets
from irassay.measures import Measure
from irassay.progress import Progress
from irassay.scoring import Scores, evaluate
from irassay.studies.whatif.selections import LabelStep, Material, OwnLabels, Select, own_labels, steps_of

T = TypeVar("T", Concordance, OrderAgreement)

ALL = "all"
BY_SHARE = ("random", "system")  # selections that end with all labels
AT_ONCE = 16_000_000  # scores held at once


@dataclass(frozen=True, slots=True)
class StepAgreement:
    """One step of a selection."""

    name: str
    at: float  # its place on the selection's axis; NaN where it has none
    variants: int
    labels: float  # labels that a variant keeps, mean over variants
    agreement: Mapping[str, OrderAgreement]  # by measure
    concordance: Mapping[str, Concordance]  # by measure
    unknown: int = 0  # relevant labels without known popularity or length, or systems without group
    by_id: int = 0  # queries with none of it known, so that ids choose
    # measure -> tau by means over variants: without chance, with bias
    of_mean: Mapping[str, float] = field(default_factory=dict)
    own: Mapping[str, OwnLabels] = field(default_factory=dict)  # by measure, where each system chose labels

    def tau(self, measure: str, bucket: int | None = None) -> Spread:
        """Tau over variants; of the pairs in one bucket, or of all."""
        orders = self.agreement[measure]
        return Spread.of(orders.tau if bucket is None else orders.partial_tau[:, bucket])

    def error_rate(self, measure: str, bucket: int | None = None) -> Spread:
        """The share of pairs that are turned around, over variants; of those in one bucket, or of all."""
        orders = self.agreement[measure]
        return Spread.of(orders.error_rate if bucket is None else orders.partial_error_rate[:, bucket])


@dataclass(frozen=True, slots=True)
class Selection:
    """One way to select labels, from few to many; a selection with an axis ends with all labels."""

    select: Select
    steps: Sequence[StepAgreement]

    @property
    def curve(self) -> Sequence[StepAgreement]:
        """The steps that have a place on the axis; empty where fewer than two have."""
        steps = [step for step in self.steps if step.at == step.at]
        return steps if len(steps) > 1 else ()

    def stable_from(self, measure: str, bucket: int | None = None) -> StepAgreement | None:
        """The first step from which on tau is 0.9 or more in nineteen variants of twenty; None where there is none."""
        first = None
        for step in reversed(self.curve):
            if not step.tau(measure, bucket).low >= STABLE:
                break
            first = step
        return first


def apart(scores: Scores, measure: Measure) -> list[int]:
    """The systems by their places: of runs with the same documents to the measure's depth the first."""
    copies = {system for group in scores.same.get(str(measure), ()) for system in group[1:]}
    return [i for i, system in enumerate(scores.systems) if system not in copies]


def full_of(scores: Scores, measure: Measure) -> F64:
    """Scores under all labels, (system, query)."""
    return np.asarray(scores.values[scores.measures.index(measure), 0])[apart(scores, measure)]


def selection_of(select: Select, material: Material, scores: Scores, buckets: Mapping[str, PairBuckets]) -> Selection:
    """The runs' agreement under every step of a selection; `scores` are under all labels, `buckets` by measure."""
    steps = steps_of(select, material)
    agreements = []
    with Progress(f"Labels selected: {select}", len(steps)) as progress:
        for step in steps:
            agreements.append(_agreement(step, material, scores, buckets))
            progress.step()
    if select in BY_SHARE:
        agreements.append(_all(material, scores, buckets))
    return Selection(select, agreements)


def _agreement(
    step: LabelStep, material: Material, scores: Scores, buckets: Mapping[str, PairBuckets]
) -> StepAgreement:
    stack = step.build()
    most = max(1, AT_ONCE // (len(scores.measures) * len(scores.systems) * len(stack.base.queries)))
    parts = [_scored(batch, material, scores, buckets) for batch in stack.batches(most)]
    means = np.concatenate([part for part, _ in parts], axis=1)
    own = _own(means, stack, scores)
    _leave_out_own(means, stack, scores)
    labels = step.labels
    if labels is None:
        labels = float(
            np.mean([recipe["labels"] if "labels" in recipe else recipe["found"] for recipe in stack.recipes])
        )
    recipe = stack.recipes[0]
    unknown, by_id = recipe.get("without_value", step.unknown), recipe.get("chosen_without_value", 0)
    averaged = _by_measure(order_agreement, _over_variants(means), scores, buckets)
    return StepAgreement(
        name=step.name,
        at=step.at,
        variants=len(stack.names),
        labels=labels,
        agreement=_by_measure(order_agreement, means, scores, buckets),
        concordance={measure: Concordance.joined([part[measure] for _, part in parts]) for measure in averaged},
        unknown=unknown,
        by_id=by_id,
        of_mean={measure: float(orders.tau[0]) for measure, orders in averaged.items()},
        own=own,
    )


def _scored(
    stack: QrelsStack, material: Material, scores: Scores, buckets: Mapping[str, PairBuckets]
) -> tuple[F64, dict[str, Concordance]]:
    """Means (measure, variant, system), and concordance by measure."""
    settings = material.settings
    now = evaluate(
        stack, material.runs, scores.measures, ties=settings.ties, keep="queries", threads=settings.threads
    )  # fmt: skip
    values = np.array(now.values)
    _leave_out_own(values, stack, scores)
    return np.array(now.summary), _by_measure(concordance, values, scores, buckets)


def _leave_out_own(numbers: F64, stack: QrelsStack, scores: Scores) -> None:
    """Make NaN of the numbers (measure, variant, system, ...) of systems whose own list chose the variant's labels."""
    place = {system: i for i, system in enumerate(scores.systems)}
    for variant, recipe in enumerate(stack.recipes):
        if "system" in recipe:
            for m, measure in enumerate(scores.measures):
                own = (recipe["system"],)  # and the runs with the same documents to the measure's depth
                for system in next((group for group in scores.same.get(str(measure), ()) if own[0] in group), own):
                    numbers[m, variant, place[system]] = np.nan


def _own(means: F64, stack: QrelsStack, scores: Scores) -> dict[str, OwnLabels]:
    """Ranks by measure where each variant is a system's choice; empty for other selections."""
    row = {recipe.get("system", ""): variant for variant, recipe in enumerate(stack.recipes)}
    if set(row) != set(scores.systems):
        return {}
    found = {}
    for measure, of in zip(scores.measures, means):
        there = apart(scores, measure)
        names, sign = [scores.systems[i] for i in there], 1 if measure.direction > 0 else -1
        full = sign * full_of(scores, measure).mean(axis=1)
        found[str(measure)] = own_labels(names, full, sign * of[np.ix_([row[name] for name in names], there)])
    return found


def _over_variants(means: F64) -> F64:
    """Means (measure, 1, system) over the variants in which a system counts; NaN where it counts in none."""
    counted = ~np.isnan(means)
    n = counted.sum(axis=1, keepdims=True)
    sums = np.where(counted, means, 0.0).sum(axis=1, keepdims=True)
    return np.where(n > 0, sums / np.maximum(n, 1), np.nan)


def _all(material: Material, scores: Scores, buckets: Mapping[str, PairBuckets]) -> StepAgreement:
    own = np.asarray(scores.values)[:, :1]
    alike = _by_measure(concordance, own, scores, buckets)
    orders = _by_measure(order_agreement, own.mean(axis=3), scores, buckets)
    return StepAgreement(ALL, 100.0, 1, float(sum(material.relevant)), orders, alike)


def _by_measure(of: Callable[..., T], values: F64, scores: Scores, buckets: Mapping[str, PairBuckets]) -> dict[str, T]:
    """What `of` says by measure, from scores (measure, variant, system, query) or their means over queries."""
    return {
        str(measure): of(
            full_of(scores, measure),
            variants[:, apart(scores, measure)],
            buckets=buckets[str(measure)],
            lower_is_better=measure.direction < 0,
        )
        for measure, variants in zip(scores.measures, values)
    }

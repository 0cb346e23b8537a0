"""The tables of a what-if: everything in rows, one selection step by step, and tau by measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from irassay.agreement import Spread
from irassay.result import Column, Table
from irassay.studies.sections.bands import most_of
from irassay.studies.sections.captions import distance
from irassay.studies.whatif import words
from irassay.studies.whatif.step_agreement import Selection, StepAgreement
from irassay.studies.whatif.words import WHATIF

PAIRS = "all pairs"
KEPT = "share of all pairs that keep their order"
CONCORDANCE = "share of ordered pairs with the same answer to: significantly better, p<0.05 by a paired t-test?"
ERROR = "share of all pairs in the opposite order"
TIED = "share of all pairs tied under these labels or under all; they lower tau"


def rows_table(selections: Sequence[Selection], measures: Sequence[str]) -> Table:
    """A row for each selection, step, measure and bucket of pairs; "all pairs" first."""
    rows = [
        _row(selection, step, measure, bucket)
        for selection in selections
        for step in selection.steps
        for measure in measures
        for bucket in (None, *range(len(step.agreement[measure].buckets.ranges)))
    ]
    return Table("whatif", WHATIF("steps.all"), [Column(name, [row[name] for row in rows]) for name in rows[0]])


def _row(selection: Selection, step: StepAgreement, measure: str, bucket: int | None) -> dict[str, Any]:
    agreement = step.agreement[measure]
    part = slice(None) if bucket is None else slice(bucket, bucket + 1)
    pairs, same, opposite, ties = (
        float(counts[:, part].sum(axis=1).mean())
        for counts in (agreement.pairs, agreement.concordant, agreement.discordant, agreement.tied)
    )
    tau, error = step.tau(measure, bucket), step.error_rate(measure, bucket)
    over = [n / pairs if pairs else float("nan") for n in (same, opposite, ties)]
    told = step.concordance[measure]
    return {
        "select": selection.select,
        "kept": step.name,
        "measure": measure,
        "pairs_are": PAIRS if bucket is None else agreement.buckets.names[bucket],
        "variants": step.variants,
        "labels": step.labels,
        "pairs": pairs,
        "tau": tau.mean,
        "sd": tau.sd,
        "low": tau.low,
        "high": tau.high,
        "kept_rate": over[0],
        "error_rate": over[1],
        "error_sd": error.sd,
        "error_low": error.low,
        "error_high": error.high,
        "tied": over[2],
        "concordance": Spread.of(told.share if bucket is None else told.partial_share[:, bucket]).mean,
    }


def steps_table(selection: Selection, measure: str) -> Table:
    """One selection, step by step: all pairs, then tau by how far apart they are."""
    steps = selection.steps
    taus = [step.tau(measure) for step in steps]
    agreements = [step.agreement[measure] for step in steps]
    buckets = agreements[0].buckets
    variants = Column("variants", [step.variants for step in steps], digits=0)
    several = any(step.variants > 1 for step in steps)
    columns = [
        Column("labels kept", [step.name for step in steps], heading="kept"),
        *([variants] if several else []),
        Column(
            "labels", [step.labels for step in steps], words.labels_unit(selection.select), "mean", 0, heading="count"
        ),
        _mean(taus),
        *(_range(taus, [step.variants for step in steps]) if several else []),
        Column("kept rate", [float(f.kept_rate.mean()) for f in agreements], "share", KEPT, 3),
        Column("error rate", [float(f.error_rate.mean()) for f in agreements], "share", ERROR, 3),
        Column("tied", [float(f.tied_rate.mean()) for f in agreements], "share", TIED, 3),
        Column(
            "concordance", [float(step.concordance[measure].share.mean()) for step in steps], "share", CONCORDANCE, 3
        ),
    ]
    for k, (p, size) in enumerate(zip(buckets.ranges[:-1], buckets.sizes)):
        if size:
            of = f"tau of the {size:,} pairs with {distance(p)}, mean"
            columns.append(Column(str(p), [step.tau(measure, k).mean for step in steps], "tau", of, 3))
    title = WHATIF("steps.title", name=words.name(selection.select), measure=measure)
    return Table(f"{selection.select}-steps", title, columns, WHATIF("steps.note"))


def distance_table(selection: Selection, measure: str) -> Table:
    """The first step by how far apart pairs are: what becomes of those that are clearly apart?"""
    step = selection.steps[0]
    agreement = step.agreement[measure]
    ranges = agreement.buckets.ranges
    taus = [step.tau(measure, k) for k in range(len(ranges))]
    pairs = agreement.pairs.mean(axis=0)
    columns = [
        Column("pairs with", [distance(p) for p in ranges]),
        Column("pairs", pairs.tolist(), "pairs", "mean over variants", 0),
        _mean(taus),
        *(_range(taus, [step.variants]) if step.variants > 1 else []),
        Column("kept", agreement.concordant.mean(axis=0).tolist(), "pairs", "in the same order, mean", 0),
        Column("turned", agreement.discordant.mean(axis=0).tolist(), "pairs", "in the opposite order, mean", 0),
        Column("tied", agreement.tied.mean(axis=0).tolist(), "pairs", "under these labels or all, mean", 0),
        Column(
            "concordance",
            [Spread.of(of).mean for of in step.concordance[measure].partial_share.T],
            "share",
            CONCORDANCE,
            3,
        ),
        Column("tied before", list(agreement.tied_before), "pairs", "of all pairs, tied under all labels already", 0),
    ]
    return Table(
        f"{selection.select}-distance", words.distance_title(selection, measure), columns, WHATIF("distance.note")
    )


def measures_table(selections: Sequence[Selection], measures: Sequence[str]) -> Table:
    """Mean tau of every step by measure."""
    rows = [(selection, step) for selection in selections for step in selection.steps]
    columns = [
        Column("selection", [words.name(selection.select) for selection, _ in rows]),
        Column("labels kept", [step.name for _, step in rows], heading="kept"),
        *(Column(m, [step.tau(m).mean for _, step in rows], "tau", "mean over variants", 3) for m in measures),
    ]
    return Table("measures", words.MEASURES_TITLE, columns)


def _mean(taus: Sequence[Spread]) -> Column:
    return Column("tau", [t.mean for t in taus], "tau-a", "mean over variants", 3)


def _range(taus: Sequence[Spread], variants: Sequence[int]) -> list[Column]:
    """How tau varies."""
    most = f"{most_of(variants, 'variants')} lie between"
    return [
        Column("sd", [t.sd for t in taus], "tau-a", "standard deviation over variants", 3),
        Column("low", [t.low for t in taus], "tau-a", most, 3),
        Column("high", [t.high for t in taus], "tau-a", most, 3),
    ]

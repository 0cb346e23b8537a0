"""The sections of a what-if page: the answer, one selection after another, the other measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.agreement import Spread
from irassay.comparison import PairBuckets
from irassay.result import Column, Finding, Level, Lines, PlaceChart, Section, Table
from irassay.studies.sections.captions import band_columns, distance, most_of, panel
from irassay.studies.whatif import words
from irassay.studies.whatif.selections import WHATIF, OwnLabels
from irassay.studies.whatif.step_agreement import BY_SHARE, Selection, StepAgreement

PAIRS = "all pairs"
KEPT = "share of all pairs that keep their order"
CONCORDANCE = "share of ordered pairs with the same answer to: significantly better, p<0.05 by a paired t-test?"
ERROR = "share of all pairs in the opposite order"
TIED = "share of all pairs tied under these labels or under all; they lower tau"
Panel: TypeAlias = tuple[str, Selection, int | None]  # its name, of what, which bucket of pairs


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
    told, which = step.concordance[measure], PAIRS if bucket is None else agreement.buckets.names[bucket]
    row: dict[str, Any] = {"select": selection.select, "kept": step.name, "measure": measure, "pairs_are": which}
    row |= {"variants": step.variants, "labels": step.labels, "pairs": pairs}
    row |= {"tau": tau.mean, "sd": tau.sd, "low": tau.low, "high": tau.high, "kept_rate": over[0]}
    row |= {"error_rate": over[1], "error_sd": error.sd, "error_low": error.low, "error_high": error.high}
    alike = Spread.of(told.share if bucket is None else told.partial_share[:, bucket])
    return row | {"tied": over[2], "concordance": alike.mean}


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
    pairs, alike = agreement.pairs.mean(axis=0), step.concordance[measure].partial_share.T
    columns = [
        Column("pairs with", [distance(p) for p in ranges]),
        Column("pairs", pairs.tolist(), "pairs", "mean over variants", 0),
        _mean(taus),
        *(_range(taus, [step.variants]) if step.variants > 1 else []),
        Column("kept", agreement.concordant.mean(axis=0).tolist(), "pairs", "in the same order, mean", 0),
        Column("turned", agreement.discordant.mean(axis=0).tolist(), "pairs", "in the opposite order, mean", 0),
        Column("tied", agreement.tied.mean(axis=0).tolist(), "pairs", "under these labels or all, mean", 0),
        Column("concordance", [Spread.of(of).mean for of in alike], "share", CONCORDANCE, 3),
        Column("tied before", list(agreement.tied_before), "pairs", "of all pairs, tied under all labels already", 0),
    ]
    title = words.distance_title(selection, measure)
    return Table(f"{selection.select}-distance", title, columns, WHATIF("distance.note"))


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


def answer_section(
    selections: Sequence[Selection], measure: str, buckets: PairBuckets, *, kept_below: int = 0
) -> Section:
    """How many labels until the order is stable, of all pairs and by distance; `kept_below` is the least relevant grade
    where the measure gains from labels below it, else 0."""
    body: list[Any] = _beside(selections, measure)
    for selection in selections:
        first = selection.steps[0]
        tau = first.tau(measure)
        numbers = {"tau": tau.mean, "low": tau.low, "high": tau.high}
        text = words.first_step(selection, measure)
        body.append(Finding(f"{selection.select}-first", "note", "labels", text, numbers))
        alike = {"concordance": float(first.concordance[measure].share.mean())}
        text = words.concordance(selection, measure)
        body.append(Finding(f"{selection.select}-concordance", "note", "labels", text, alike))
        if first.own:
            own = first.own[measure]
            numbers = {"first": own.first, "systems": len(own.systems), "gain": own.gain}
            body.append(Finding("own-labels", "note", "labels", words.own_labels(own, measure), numbers))
        text = words.unknown(selection)
        if text:
            level: Level = "warning" if first.by_id else "note"
            numbers = {"unknown": first.unknown, "by_id": first.by_id}
            body.append(Finding(f"{selection.select}-unknown", level, "none", text, numbers))
        if selection.curve:
            text, at = words.stable(selection, measure), selection.stable_from(measure)
            numbers = {} if at is None else {"stable_from": at.at}
            body.append(Finding(f"{selection.select}-stable", "note", "labels", text, numbers))
    comparison = words.against_each_other(selections, measure, kept_below=kept_below)
    if comparison:
        numbers = {s.select: s.steps[0].tau(measure).mean for s in selections if s.select in BY_SHARE}
        body.append(Finding("random-against-system", "note", "labels", comparison, numbers))
    body.append(
        Finding("distance", "note", "queries", words.distances(buckets), dict(zip(buckets.names, buckets.sizes)))
    )
    return Section("answer", "How many labels until the order is stable", body)


def selection_section(selection: Selection, measure: str) -> Section:
    """One selection: the curve, the steps, the first step by how far apart pairs are."""
    body: list[Any] = [_curve(selection, measure)] if selection.curve else []
    body += [steps_table(selection, measure), distance_table(selection, measure)]
    if selection.steps[0].own:
        body.append(_own_labels(selection.steps[0].own[measure], measure))
    name = words.name(selection.select)
    return Section(selection.select, WHATIF(f"asks.{selection.select}"), body, short_title=name)


def _own_labels(own: OwnLabels, measure: str) -> PlaceChart:
    """Each system's ranks under the labels of the others, and under its own."""
    spreads, others = [Spread.of(ranks.tolist()) for ranks in own.of_others], f"{words.others(own)} lie between"
    quarter = [np.quantile(ranks, (0.25, 0.5, 0.75)).tolist() for ranks in own.of_others]
    columns = [
        Column("system", list(own.systems)),
        Column("under all", own.under_all.tolist(), "rank", "under all labels", 0),
        Column("own", own.own.tolist(), "rank", "under its own labels", 0),
        Column("place", [q[1] for q in quarter], "rank", "under the labels of the others, median", 0),
        Column("low", [of.low for of in spreads], "rank", others, 0),
        Column("high", [of.high for of in spreads], "rank", others, 0),
        Column("low50", [q[0] for q in quarter], "rank", "a quarter lies below", 0),
        Column("high50", [q[2] for q in quarter], "rank", "a quarter lies above", 0),
    ]
    title = words.own_labels(own, measure, "own-labels.title")
    how = WHATIF("own-labels.how", others=words.others(own))
    return PlaceChart("own-labels", title, how, Table("own-labels", title, columns))


def measures_section(selections: Sequence[Selection], measures: Sequence[str]) -> Section:
    """The same by other measures."""
    rows = [(selection, step) for selection in selections for step in selection.steps]
    columns = [
        Column("selection", [words.name(selection.select) for selection, _ in rows]),
        Column("labels kept", [step.name for _, step in rows], heading="kept"),
        *(Column(m, [step.tau(m).mean for _, step in rows], "tau", "mean over variants", 3) for m in measures),
    ]
    table = Table("measures", words.MEASURES_TITLE, columns)
    return Section("measures", "By other measures", [table], WHATIF("by-measure", measures=list(measures)))


def _beside(selections: Sequence[Selection], measure: str) -> list[Any]:
    """Selections of the same shares beside each other, all pairs; empty without two of them."""
    curves = [s for s in selections if s.select in BY_SHARE and s.curve]
    if len(curves) < len(BY_SHARE):
        return []
    panels: list[Panel] = [(words.name(s.select), s, None) for s in curves]
    title, most = words.beside_title(curves, measure), most_of(words.variants(curves), "variants")
    return [_lines("stable-curve", title, WHATIF("beside.how", most=most), panels, measure)]


def _curve(selection: Selection, measure: str) -> Lines:
    """Tau by what is kept: all pairs, then each bucket that has pairs, in panels."""
    buckets = selection.curve[0].agreement[measure].buckets
    panels: list[Panel] = [(words.ALL_PAIRS, selection, None)]
    panels += [(panel(p, s), selection, k) for k, (p, s) in enumerate(zip(buckets.ranges[:-1], buckets.sizes)) if s]
    title = words.curve_title(selection, measure)
    return _lines(f"{selection.select}-curve", title, words.how(selection), panels, measure)


def _lines(name: str, title: str, how: str, panels: Sequence[Panel], measure: str) -> Lines:
    """A panel for each selection and bucket of pairs; None stands for all pairs."""
    select = panels[0][1].select
    rows = [(name, step, step.tau(measure, k)) for name, of, k in panels for step in of.curve]
    axis, most = (
        WHATIF("axis.depth" if select == "depth" else "axis"),
        most_of([step.variants for _, step, _ in rows], "variants"),
    )
    x = Column("x", [step.at for _, step, _ in rows], axis, digits=0)
    columns = [
        *band_columns([name for name, _, _ in rows], x, [tau for _, _, tau in rows], variants="variants", most=most),
        Column("labels", [step.labels for _, step, _ in rows], words.labels_unit(select), digits=0),
    ]
    scale: Literal["log", "auto"] = "log" if select == "depth" else "auto"
    return Lines(name, title, how, Table(name, title, columns), axis, "tau-a", share=False, x_scale=scale)

"""The sections of a what-if page: the answer, one selection after another, the other measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np

from irassay.agreement import Spread
from irassay.comparison import PairBuckets
from irassay.result import Column, Finding, Lines, PlaceChart, Section, Table
from irassay.studies.sections.bands import band_columns, most_of
from irassay.studies.sections.captions import panel
from irassay.studies.whatif import words
from irassay.studies.whatif.own_labels import OwnLabels
from irassay.studies.whatif.step_agreement import BY_SHARE, Selection
from irassay.studies.whatif.tables import distance_table, measures_table, steps_table
from irassay.studies.whatif.words import WHATIF

Panel: TypeAlias = tuple[str, Selection, int | None]  # its name, of what, which bucket of pairs


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
            body.append(_unknown(selection, text))
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


def _unknown(selection: Selection, text: str) -> Finding:
    """What is not known of documents or systems that a selection chooses among."""
    step = selection.steps[0]
    numbers = {"unknown": step.unknown, "by_id": step.by_id}
    return Finding(f"{selection.select}-unknown", "warning" if step.by_id else "note", "none", text, numbers)


def selection_section(selection: Selection, measure: str) -> Section:
    """One selection: the curve, the steps, the first step by how far apart pairs are."""
    body: list[Any] = [_curve(selection, measure)] if selection.curve else []
    body += [steps_table(selection, measure), distance_table(selection, measure)]
    if selection.steps[0].own:
        body.append(_own_labels(selection.steps[0].own[measure], measure))
    return Section(selection.select, words.name(selection.select), body, WHATIF(f"asks.{selection.select}"))


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
    table = measures_table(selections, measures)
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

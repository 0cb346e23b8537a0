"""The sections of a what-if page: the answer, one selection after another, the other measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from irassay.comparison import PairBuckets
from irassay.result import Column, Finding, Lines, Section, Table
from irassay.studies.partial_annotation import words
from irassay.studies.partial_annotation.measured import BY_SHARE, Selection
from irassay.studies.partial_annotation.tables import distance_table, measures_table, steps_table
from irassay.studies.words import panel


def answer_section(selections: Sequence[Selection], measure: str, buckets: PairBuckets) -> Section:
    """How many labels until the order is stable, in words: of all pairs, and by how far apart they are."""
    body: list[Any] = []
    for selection in selections:
        first = selection.steps[0]
        tau = first.tau(measure)
        numbers = {"tau": tau.mean, "low": tau.low, "high": tau.high}
        text = words.first_step(selection, measure)
        body.append(Finding(f"{selection.select}-first", "note", "labels", text, numbers))
        text = words.unknown(selection)
        if text:
            body.append(_unknown(selection, text))
        if selection.curve:
            text, at = words.stable(selection, measure), selection.stable_from(measure)
            found = {} if at is None else {"stable_from": at.at}
            body.append(Finding(f"{selection.select}-stable", "note", "labels", text, found))
    ordered = words.against_each_other(selections, measure)
    if ordered:
        numbers = {s.select: s.steps[0].tau(measure).mean for s in selections if s.select in BY_SHARE}
        body.append(Finding("random-against-system", "note", "labels", ordered, numbers))
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
    return Section(selection.select, words.name(selection.select), body, words.asks(selection.select))


def measures_section(selections: Sequence[Selection], measures: Sequence[str]) -> Section:
    """The same by other measures."""
    table = measures_table(selections, measures)
    return Section("measures", "By other measures", [table], words.measures(measures))


def _curve(selection: Selection, measure: str) -> Lines:
    """Tau by what is kept: all pairs, then each bucket that has pairs, in panels."""
    buckets = selection.curve[0].agreement[measure].buckets
    panels: list[tuple[str, int | None]] = [(words.ALL_PAIRS, None)]
    panels += [(panel(n, s), k) for k, (n, s) in enumerate(zip(buckets.names[:-1], buckets.sizes)) if s]
    rows = [(name, step, step.tau(measure, k)) for name, k in panels for step in selection.curve]
    axis = words.axis(selection.select)
    columns = [
        Column("panel", [name for name, _, _ in rows]),
        Column("series", ["mean"] * len(rows)),
        Column("x", [step.at for _, step, _ in rows], axis, digits=0),
        Column("y", [tau.mean for _, _, tau in rows], definition="mean over variants", digits=3),
        Column("low", [tau.low for _, _, tau in rows], definition="nine variants in ten lie between", digits=3),
        Column("high", [tau.high for _, _, tau in rows], definition="nine variants in ten lie between", digits=3),
        Column("labels", [step.labels for _, step, _ in rows], words.labels_unit(selection.select), digits=0),
    ]
    name, title = f"{selection.select}-curve", words.curve_title(selection, measure)
    scale: Literal["log", "auto"] = "log" if selection.select == "depth" else "auto"
    table = Table(name, title, columns)
    return Lines(name, title, words.how(selection), table, axis, "tau-a", share=False, x_scale=scale)

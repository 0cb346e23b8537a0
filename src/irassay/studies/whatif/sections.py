"""The sections of a what-if page: the answer, one selection after another, the other measures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from irassay.comparison import PairBuckets
from irassay.result import Column, Finding, Lines, Section, Table
from irassay.studies.sections.bands import band_columns, most_of
from irassay.studies.sections.captions import panel
from irassay.studies.whatif import words
from irassay.studies.whatif.step_agreement import BY_SHARE, Selection
from irassay.studies.whatif.tables import distance_table, measures_table, steps_table

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
    return Section(selection.select, words.name(selection.select), body, words.asks(selection.select))


def measures_section(selections: Sequence[Selection], measures: Sequence[str]) -> Section:
    """The same by other measures."""
    table = measures_table(selections, measures)
    return Section("measures", "By other measures", [table], words.measures(measures))


def _beside(selections: Sequence[Selection], measure: str) -> list[Any]:
    """Selections of the same shares beside each other, all pairs; empty without two of them."""
    curves = [s for s in selections if s.select in BY_SHARE and s.curve]
    if len(curves) < len(BY_SHARE):
        return []
    panels: list[Panel] = [(words.name(s.select), s, None) for s in curves]
    title = words.beside_title(curves, measure)
    return [_lines("stable-curve", title, words.how_beside(curves), panels, measure)]


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
    axis, most = words.axis(select), most_of([step.variants for _, step, _ in rows], "variants")
    x = Column("x", [step.at for _, step, _ in rows], axis, digits=0)
    columns = [
        *band_columns([name for name, _, _ in rows], x, [tau for _, _, tau in rows], variants="variants", most=most),
        Column("labels", [step.labels for _, step, _ in rows], words.labels_unit(select), digits=0),
    ]
    scale: Literal["log", "auto"] = "log" if select == "depth" else "auto"
    return Lines(name, title, how, Table(name, title, columns), axis, "tau-a", share=False, x_scale=scale)

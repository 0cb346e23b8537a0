"""The sections of the page: the answer, scores, order, fuller labels, people's answers, kinds, all systems."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from irassay.result import Column, Curves, Finding, Section, Table
from irassay.studies.sensitivity import answer_words, tables, words
from irassay.studies.sensitivity.by_depth import Band

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.studies.sensitivity.evidence import SensitivityEvidence

CHANCE = "chance"  # the finding that the changes of the headline can't be told from chance: it belongs right after it

Row = tuple[str, str, int, Band]  # panel, curve, d, what it shows


def sections_of(of: SensitivityEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    sections = [_answer(of), _scores(of), _order(of)]
    if of.precisions:
        sections.append(_fuller(of))
    if of.anchors:
        finding = Finding(
            "anchors", "note", "labels", words.anchors(of), {r.set + str(r.at): r.yes for r in of.anchors}
        )
        sections.append(Section("anchors", "What people answered", [finding, tables.anchors_table(of)]))
    if any(step.gains for step in of.main):
        sections.append(_gains(of))
    return [*sections, _systems(of)]


def _answer(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    if text := answer_words.chance(of):
        highs = {f"{of_set} tau high": of.curve(of_set, of.measures[0])[-1].tau.high for of_set in of.sets}
        body.append(Finding(CHANCE, "warning", "queries", text, {"settled": of.main[0].settled, **highs}))
    for of_set in of.sets:
        last = of.curve(of_set, of.measures[0])[-1]
        numbers = {"d": last.d, "tau": last.tau.mean, "weighted_tau": last.weighted_tau.mean}
        text = answer_words.pair(of, of_set) if of.of_pair else words.order(of, of_set, of.measures[0])
        body.append(Finding(f"{of_set}-order", "note", "labels", text, numbers))
    for code, text in (
        ("part", words.part(of)),
        ("without-gold", words.without_gold(of)),
        ("shared", words.shared(of)),
    ):
        if text:
            body.append(Finding(code, "note", "none", text))
    if not of.of_pair:
        body += [taus(of), weighted_taus(of)]
    return Section("answer", "Would the order stand?", body)


def _scores(of: SensitivityEvidence) -> Section:
    body: list[Any] = [
        Finding(f"{of_set}-scores", "note", "labels", words.scores(of, of_set), _ends(of, of_set)) for of_set in of.sets
    ]
    chart = means(of)
    return Section("scores", "Scores, by passages deemed relevant", [*body, chart, *_steps(of)])


def _ends(of: SensitivityEvidence, of_set: str) -> dict[str, float]:
    return {
        f"{measure} at {s.d}": s.mean.mean
        for measure in of.measures
        for s in of.curve(of_set, measure)[:: of.draws.deemed]
    }


def _steps(of: SensitivityEvidence) -> list[Any]:
    return [tables.steps_table(of, of_set, of.measures[0]) for of_set in of.sets]


def _order(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set in of.sets:
        last = of.curve(of_set, of.measures[0])[-1]
        numbers = {name: getattr(last, name) for name in ("first", "leaders", "settled", "lost", "against")}
        body.append(Finding(f"{of_set}-decisions", "note", "queries", words.decisions(of, of_set), numbers))
    return Section("order", "Leaders and significant pairs", [*body, tables.decisions_table(of)])


def _fuller(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set in of.sets:
        last = of.curve(of_set, of.measures[0])[-1]
        if last.nearer is not None and last.full_tau is not None and not of.of_pair:
            numbers = {"tau": last.full_tau.mean, "nearer": last.nearer.mean}
            body.append(
                Finding(f"{of_set}-nearer", "note", "labels", words.nearer(of, of_set, of.measures[0]), numbers)
            )
        row = next(row for row in reversed(of.precisions) if row.set == of_set)
        numbers = {"precision": row.precision.mean}
        body.append(Finding(f"{of_set}-precision", "note", "labels", words.precision(of, of_set), numbers))
    body += [] if of.of_pair else [nearness(of), tables.full_table(of)]
    body += [precision(of), tables.precision_table(of)]
    return Section("fuller", "Against fuller labels", body)


def _gains(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set in of.sets:
        gains = of.curve(of_set, of.measures[0])[-1].gains
        numbers = {" ".join(kind): band.mean for kind, band in gains.items()}
        body.append(Finding(f"{of_set}-gains", "note", "labels", words.gains(of, of_set), numbers))
    return Section("gains", "Which kinds of systems gain ranks", [*body, tables.gains_table(of)])


def _systems(of: SensitivityEvidence) -> Section:
    body: list[Any] = [tables.systems_table(of)]
    if of.left_out:
        body.insert(0, Finding("left-out", "note", "none", words.left_out(of), systems=list(of.left_out)))
    return Section("systems", "All systems", body)


def means(of: SensitivityEvidence) -> Curves:
    """Mean scores."""
    rows = _rows(of, "mean")
    curves = _curves("means", words.means_title(of), words.how_scores(of), rows, "mean score", digits=4)
    return replace(curves, same_scale=False)


def taus(of: SensitivityEvidence) -> Curves:
    """Tau with the order at d=0."""
    return _curves("taus", words.taus_title(of), words.how_order(of), _rows(of, "tau"), "tau with d=0")


def weighted_taus(of: SensitivityEvidence) -> Curves:
    """The same, where the top of the order weighs most."""
    rows = _rows(of, "weighted_tau")
    return _curves("weighted-taus", words.weighted_title(of), words.how_weighted(of), rows, "weighted tau with d=0")


def nearness(of: SensitivityEvidence) -> Curves:
    """Tau with the order under the fuller labels."""
    rows = _rows(of, "full_tau")
    return _curves("nearness", words.nearness_title(of), words.how_full(of), rows, "tau with the fuller labels' order")


def precision(of: SensitivityEvidence) -> Curves:
    """The share of the deemed that fuller labels call relevant."""
    rows: list[Row] = [("All deemed", row.set, row.d, row.precision) for row in of.precisions]
    rows += [
        ("Without copies of the gold", row.set, row.d, row.without_copies)
        for row in of.precisions
        if row.without_copies is not None
    ]
    return _curves("precisions", words.precisions_title(of), words.how_precision(of), rows, "relevant", share=True)


def _rows(of: SensitivityEvidence, name: str) -> list[Row]:
    return [(step.measure, step.set, step.d, getattr(step, name)) for step in of.steps]


def _curves(
    name: str, title: str, how: str, rows: Sequence[Row], axis: str, *, digits: int = 3, share: bool = False
) -> Curves:
    rows = sorted(rows, key=lambda row: [panel for panel, *_ in rows].index(row[0]))
    unit = "share" if share else ""
    bands = [band for *_, band in rows]
    columns = [
        Column("panel", [panel for panel, *_ in rows]),
        Column("series", [curve for _, curve, *_ in rows]),
        Column("x", [d for _, _, d, _ in rows], digits=0),
        Column("y", [band.mean for band in bands], unit, digits=digits),
        Column("low", [band.low for band in bands], unit, words.BAND, digits),
        Column("high", [band.high for band in bands], unit, words.BAND, digits),
    ]
    return Curves(name, title, how, Table(name, title, columns), words.X_AXIS, axis, share)

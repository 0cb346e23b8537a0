"""The sections of the page: the answer, scores, order, fuller labels, people's answers, kinds, all systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from irassay.result import Column, Curves, Finding, Section, Table
from irassay.studies.sensitivity import tables, words
from irassay.studies.sensitivity.by_depth import Band
from irassay.studies.sensitivity.evidence import SensitivityEvidence
from irassay.studies.sensitivity.words import SENSITIVITY, slots

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
    if text := words.chance(of):
        highs = {f"{of_set} tau high": last.tau.high for of_set, last in of.ends.items()}
        body.append(Finding(CHANCE, "warning", "queries", text, {"settled": of.main[0].settled, **highs}))
    for of_set, last in of.ends.items():
        numbers = {"d": last.d, "tau": last.tau.mean, "weighted_tau": last.weighted_tau.mean}
        text = words.pair(of, of_set) if of.of_pair else words.order(of, of_set)
        body.append(Finding(f"{of_set}-order", "note", "labels", text, numbers))
    queries = len(of.draws.queries)
    for code, n in (
        ("part", of.draws.part), ("without-gold", len(of.draws.of[0].without)),
        ("shared", of.shared if of.precisions and of.shared != queries else 0),
    ):  # fmt: skip
        if n:
            text = SENSITIVITY(code, n=n, labels=of.draws.n_labels, queries=queries)
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
    for of_set, last in of.ends.items():
        numbers = {name: getattr(last, name) for name in ("first", "leaders", "settled", "lost", "against")}
        if last.settled == last.settled:  # of one query nothing can be tested
            body.append(Finding(f"{of_set}-decisions", "note", "queries", words.decisions(of, of_set), numbers))
    return Section("order", "Leaders and significant pairs", [*body, tables.decisions_table(of)])


def _fuller(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set, last in of.ends.items():
        if last.nearer is not None and last.full_tau is not None and not of.of_pair:
            numbers = {"tau": last.full_tau.mean, "nearer": last.nearer.mean}
            body.append(Finding(f"{of_set}-nearer", "note", "labels", words.fuller(of, of_set), numbers))
        row = next(row for row in reversed(of.precisions) if row.set == of_set)
        numbers = {"precision": row.precision.mean}
        body.append(Finding(f"{of_set}-precision", "note", "labels", words.precision(of, of_set), numbers))
    body += [] if of.of_pair else [nearness(of), tables.full_table(of)]
    body += [precision(of), tables.precision_table(of)]
    return Section("fuller", "Against fuller labels", body)


def _gains(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set, last in of.ends.items():
        numbers = {" ".join(kind): band.mean for kind, band in last.gains.items()}
        body.append(Finding(f"{of_set}-gains", "note", "labels", words.gains(of, of_set), numbers))
    return Section("gains", "Which kinds of systems gain ranks", [*body, tables.gains_table(of)])


def _systems(of: SensitivityEvidence) -> Section:
    body: list[Any] = [tables.systems_table(of)]
    if of.left_out:
        names = list(of.left_out)
        body.insert(0, Finding("left-out", "note", "none", SENSITIVITY("left-out", names=names), systems=names))
    return Section("systems", "All systems", body)


def means(of: SensitivityEvidence) -> Curves:
    """Mean scores."""
    ends = {"first": of.main[0].mean.mean, "last": of.main[-1].mean.mean}
    return replace(_curves(of, "means", ends, _rows(of, "mean"), "mean score", digits=4), same_scale=False)


def taus(of: SensitivityEvidence) -> Curves:
    """Tau with the order at d=0."""
    return _curves(of, "taus", {"tau": of.main[-1].tau.mean}, _rows(of, "tau"), "tau with d=0")


def weighted_taus(of: SensitivityEvidence) -> Curves:
    """The same, where the top of the order weighs most."""
    rows, tau = _rows(of, "weighted_tau"), of.main[-1].weighted_tau.mean
    return _curves(of, "weighted-taus", {"tau": tau}, rows, "weighted tau with d=0")


def nearness(of: SensitivityEvidence) -> Curves:
    """Tau with the order under the fuller labels."""
    moves = words.nearness(of.main[-1])
    return _curves(of, "nearness", moves, _rows(of, "full_tau"), "tau with the fuller labels' order")


def precision(of: SensitivityEvidence) -> Curves:
    """The share of the deemed that fuller labels call relevant."""
    rows: list[Row] = [("All deemed", row.set, row.d, row.precision) for row in of.precisions]
    rows += [
        ("Without copies of the gold", row.set, row.d, row.without_copies)
        for row in of.precisions
        if row.without_copies is not None
    ]
    last = {"share": of.precisions[-1].precision.mean, "set": of.sets[-1]}
    return _curves(of, "precisions", last, rows, "relevant", share=True)


def _rows(of: SensitivityEvidence, name: str) -> list[Row]:
    return [(step.measure, step.set, step.d, getattr(step, name)) for step in of.steps]


def _curves(
    of: SensitivityEvidence, name: str, values: Mapping[str, Any], rows: Sequence[Row], axis: str, *, digits: int = 3,
    share: bool = False,
) -> Curves:  # fmt: skip
    rows = sorted(rows, key=lambda row: [panel for panel, *_ in rows].index(row[0]))
    title, how = (SENSITIVITY(f"{name}.{form}", **slots(of), **values) for form in ("title", "how"))
    unit = "share" if share else ""
    bands = [band for *_, band in rows]
    columns = [
        Column("panel", [panel for panel, *_ in rows]),
        Column("series", [curve for _, curve, *_ in rows]),
        Column("x", [d for _, _, d, _ in rows], digits=0),
        Column("y", [band.mean for band in bands], unit, digits=digits),
        *tables.ends_of(bands, unit, digits),
    ]
    return Curves(name, title, how, Table(name, title, columns), SENSITIVITY("phrase.x"), axis, share)

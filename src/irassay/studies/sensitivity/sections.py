"""The sections of the page: the answer, scores, order, fuller labels, people's answers, kinds, all systems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from irassay.result import Finding, Section
from irassay.studies.sensitivity import answer_words, charts, tables, words

if TYPE_CHECKING:
    from irassay.studies.sensitivity.evidence import SensitivityEvidence

CHANCE = "chance"  # the finding that the changes of the headline can't be told from chance: it belongs right after it


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
        body += [charts.taus(of), charts.weighted_taus(of)]
    return Section("answer", "Would the order stand?", body)


def _scores(of: SensitivityEvidence) -> Section:
    body: list[Any] = [
        Finding(f"{of_set}-scores", "note", "labels", words.scores(of, of_set), _ends(of, of_set)) for of_set in of.sets
    ]
    chart = charts.means(of)
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
    body += [] if of.of_pair else [charts.nearness(of), tables.full_table(of)]
    body += [charts.precision(of), tables.precision_table(of)]
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

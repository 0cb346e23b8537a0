"""The sections of the page, with their tables and charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from irassay.agreement.order_agreement import LEAST_VARIANTS
from irassay.result import Column, Curves, Finding, Section, Table
from irassay.studies.sensitivity import words
from irassay.studies.sensitivity.by_depth import SENSITIVITY, AtDepth, Band
from irassay.studies.sensitivity.precision import Precision, SensitivityEvidence
from irassay.studies.sensitivity.words import slots

ENDS = ("low", "high", "draws_low", "draws_high")
CHANCE = "chance"  # the finding that the changes of the headline can't be told from chance: it belongs right after it

Row = tuple[str, str, int, Band]  # panel, curve, d, what it shows


def rows_table(steps: Sequence[AtDepth], precisions: Sequence[Precision]) -> Table:
    """A row for each list, measure and depth, with all numbers."""
    found = {(one.set, one.d): one for one in precisions}
    rows = [_row(step, found.get((step.set, step.d))) for step in steps]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return Table(
        "sensitivity", SENSITIVITY("steps.all"), [Column(name, [row.get(name) for row in rows]) for name in names]
    )


def _row(step: AtDepth, precision: Precision | None) -> dict[str, Any]:
    row: dict[str, Any] = {name: getattr(step, name) for name in ("set", "measure", "d")}
    bands: dict[str, Band] = {name: getattr(step, name) for name in ("mean", "tau", "weighted_tau")}
    row |= {name: band.mean for name, band in bands.items()}
    row |= {name: getattr(step, name) for name in ("turned", "tied", "deemed")} | _ends(bands)
    row |= {name: getattr(step, name) for name in ("first", "leaders", "settled", "lost", "against")}
    if step.full_tau is not None and step.nearer is not None:
        row |= {"full_tau": step.full_tau.mean, "nearer": step.nearer.mean}
        row |= _ends({"full_tau": step.full_tau, "nearer": step.nearer})
    if precision is not None:
        row |= {"precision": precision.precision.mean, **_ends({"precision": precision.precision})}
        row |= {"labelled": precision.labelled}
        if precision.without_copies is not None:
            row |= {"copies": precision.copies, "precision_without_copies": precision.without_copies.mean}
            row |= _ends({"precision_without_copies": precision.without_copies})
    return row


def _ends(bands: dict[str, Band]) -> dict[str, float]:
    return {f"{name}_{end}": getattr(band, end) for name, band in bands.items() for end in ENDS}


def steps_table(of: SensitivityEvidence, of_set: str, measure: str) -> Table:
    """One list by one measure, depth by depth."""
    steps, name = of.curve(of_set, measure), f"{of_set}-{measure}-steps"
    columns = [_column("d", [step.d for step in steps], "passages", 0)]
    if of.of_pair:
        columns += [Column(name, [s.scores[name] for s in steps], measure, "mean", 4) for name in steps[0].places]
        columns.append(Column("p", [step.pair_p for step in steps], "p", SENSITIVITY("pair.p")))
    else:
        for what, heading in (("mean", "mean"), ("tau", "tau"), ("weighted_tau", "weighted tau")):
            columns += _banded(what, heading, [getattr(step, what) for step in steps], of, 4 if what == "mean" else 3)
        columns += [_column(what, [getattr(step, what) for step in steps], "share") for what in ("turned", "tied")]
    return Table(name, SENSITIVITY("steps.title", set=of_set, measure=measure), columns, words.steps_note(of))


def _column(name: str, values: Sequence[Any], unit: str = "", digits: int | None = 3, **more: Any) -> Column:
    """A column whose name says what it means."""
    return Column(name, values, unit, SENSITIVITY(f"column.{name}", **more), digits)


def _banded(name: str, heading: str, bands: Sequence[Band], of: SensitivityEvidence, digits: int) -> list[Column]:
    spread = f"{heading}, {SENSITIVITY('column.band')}"
    columns = [
        Column(name, [band.mean for band in bands], "", SENSITIVITY(f"column.{name}"), digits, heading),
        Column(f"{name}_low", [band.low for band in bands], "", spread, digits, "low"),
        Column(f"{name}_high", [band.high for band in bands], "", spread, digits, "high"),
    ]
    draws = len(of.draws.of)
    if draws > 1 and name == "tau":  # the others are in the files of all numbers
        which = SENSITIVITY("column.draws", draws=draws, often=draws >= LEAST_VARIANTS)
        columns += [
            Column(f"{name}_draws_low", [b.draws_low for b in bands], "", which, digits, "draws from"),
            Column(f"{name}_draws_high", [b.draws_high for b in bands], "", which, digits, "to"),
        ]
    return columns


def ends_of(bands: Sequence[Band], unit: str = "share", digits: int = 3) -> list[Column]:
    """The columns of an interval."""
    return [
        Column(end, [getattr(band, end) for band in bands], unit, SENSITIVITY("column.band"), digits)
        for end in ("low", "high")
    ]


def decisions_table(of: SensitivityEvidence) -> Table:
    """Leaders and significant pairs, by list and depth."""
    steps = [step for of_set in of.sets for step in of.curve(of_set, of.measures[0])]
    units = {"first": "share", "leaders": "systems", "settled": "pairs", "lost": "pairs", "against": "pairs"}
    columns = [Column("list", [step.set for step in steps]), Column("d", [step.d for step in steps], digits=0)]
    columns += [
        _column(name, [getattr(step, name) for step in steps], unit, _digits(of)) for name, unit in units.items()
    ]
    title = SENSITIVITY("decisions.title", measure=of.measures[0])
    return Table("decisions", title, columns, SENSITIVITY("decisions.note"))


def _digits(of: SensitivityEvidence) -> int:
    """Counts are means over golds where there are several."""
    return 0 if len(of.draws.of) == 1 else 1


def systems_table(of: SensitivityEvidence) -> Table:
    """Every system's score and rank at d=0, in the middle and at the end, by list."""
    main, placed = of.measures[0], SENSITIVITY("column.placed")
    zero = of.curve(of.sets[-1], main)[0]
    sign = -1 if main in of.lower_is_better else 1
    systems = sorted(zero.scores, key=lambda system: (-sign * zero.scores[system], system))
    counts = {system: "" if system in of.main[0].places else "same as another" for system in systems}
    counts |= dict.fromkeys(of.left_out, "left out")
    columns = [
        Column("system", systems),
        _column("counts", [counts[system] for system in systems], digits=None),
        Column("at 0", [zero.scores[system] for system in systems], main, "at d=0", 4),
        Column("rank at 0", [zero.places.get(system) for system in systems], "", placed, _digits(of)),
    ]
    for of_set, last in of.ends.items():
        at, after = f"{of_set}, {last.d}", SENSITIVITY("column.after", passages=last.d, set=of_set)
        columns += [
            Column(at, [last.scores[system] for system in systems], main, after, 4),
            Column(f"rank {at}", [last.places.get(s) for s in systems], "", placed, _digits(of)),
        ]
    return Table("systems", SENSITIVITY("systems.title", measure=main), columns)


def gains_table(of: SensitivityEvidence) -> Table:
    """Places gained by kind of system, by list, at the last depth."""
    rows = [(step, kind, band) for step in of.ends.values() for kind, band in step.gains.items()]
    p = [of.kind_p.get((step.set, kind)) for step, kind, _ in rows]
    columns = [
        Column("column", [kind[0] for _, kind, _ in rows]),
        Column("kind", [kind[1] for _, kind, _ in rows]),
        Column("list", [step.set for step, _, _ in rows]),
        _column("gain", [band.mean for _, _, band in rows], "places", 1),
        *ends_of([band for _, _, band in rows], "places", 1),
        Column("p", p, "p", SENSITIVITY("column.kind-p")),
    ]
    return Table("gains", SENSITIVITY("gains.title", measure=of.measures[0]), columns, SENSITIVITY("gains.note"))


def precision_table(of: SensitivityEvidence) -> Table:
    """Precision of the deemed, by list and depth."""
    rows = of.precisions
    confirmed = SENSITIVITY("column.confirmed", rel=of.rel)
    columns = [
        Column("list", [row.set for row in rows]),
        Column("d", [row.d for row in rows], digits=0),
        _column("deemed", [row.deemed for row in rows], "passages", 0, draws=len(of.draws.of) > 1),
        Column("labelled", [row.labelled for row in rows], "passages", "with a fuller label", 0),
        Column("precision", [row.precision.mean for row in rows], "share", confirmed, 3),
        *ends_of([row.precision for row in rows]),
    ]
    apart = [(row.copies, row.without_copies) for row in rows if row.without_copies is not None]
    if apart:
        columns += [
            Column("copies", [copies for copies, _ in apart], "passages", "with the gold's text", 0),
            Column("without copies", [band.mean for _, band in apart], "share", "of the others", 3),
        ]
    return Table("precision", SENSITIVITY("precision.title"), columns, SENSITIVITY("precision.note"))


def full_table(of: SensitivityEvidence) -> Table:
    """Tau with the order under the fuller labels, by list, measure and depth."""
    rows = [(step, step.full_tau, step.nearer) for step in of.steps if step.full_tau and step.nearer]
    spread = f"nearer, {SENSITIVITY('column.band')}"
    columns = [
        Column("list", [step.set for step, _, _ in rows]),
        Column("measure", [step.measure for step, _, _ in rows]),
        Column("d", [step.d for step, _, _ in rows], digits=0),
        Column("tau", [tau.mean for _, tau, _ in rows], "tau-a", SENSITIVITY("column.full_tau"), 3),
        *ends_of([tau for _, tau, _ in rows], "tau-a"),
        Column("nearer", [band.mean for _, _, band in rows], "tau-a", "more than at d=0", 3),
        Column("nearer_low", [band.low for _, _, band in rows], "tau-a", spread, 3, "low"),
        Column("nearer_high", [band.high for _, _, band in rows], "tau-a", spread, 3, "high"),
    ]
    return Table("fuller", SENSITIVITY("fuller.title"), columns)


def anchors_table(of: SensitivityEvidence) -> Table:
    """Answers by list and rank."""
    rows = of.anchors
    where = rows[0].where
    columns = [
        Column("list", [row.set for row in rows]),
        Column(where, [row.at for row in rows], "", SENSITIVITY(f"anchors.{where}"), 0),
        Column("yes", [row.yes for row in rows], "answers", "as good an answer as the gold", 0),
        Column("answers", [row.n for row in rows], "answers", "", 0),
        Column("share", [row.yes / row.n for row in rows], "share", "of yes", 3),
        Column("low", [row.low for row in rows], "share", "Wilson's 95% interval", 3),
        Column("high", [row.high for row in rows], "share", "Wilson's 95% interval", 3),
    ]
    return Table("anchors", SENSITIVITY("anchors.title"), columns)


def sections_of(of: SensitivityEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    sections = [_answer(of), _scores(of), _order(of)]
    if of.precisions:
        sections.append(_fuller(of))
    if of.anchors:
        finding = Finding(
            "anchors", "note", "labels", words.anchors(of), {r.set + str(r.at): r.yes for r in of.anchors}
        )
        sections.append(Section("anchors", "What people answered", [finding, anchors_table(of)]))
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
        for code, name in (("taus", "tau"), ("weighted-taus", "weighted_tau")):
            axis, tau = f"{name.replace('_', ' ')} with d=0", {"tau": getattr(of.main[-1], name).mean}
            body.append(_curves(of, code, tau, _rows(of, name), axis))
    return Section("answer", "Would the order stand?", body)


def _scores(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set in of.sets:
        ends = ((measure, step) for measure in of.measures for step in of.curve(of_set, measure)[:: of.draws.deemed])
        numbers = {f"{measure} at {step.d}": step.mean.mean for measure, step in ends}
        body.append(Finding(f"{of_set}-scores", "note", "labels", words.scores(of, of_set), numbers))
    means = {"first": of.main[0].mean.mean, "last": of.main[-1].mean.mean}
    chart = replace(_curves(of, "means", means, _rows(of, "mean"), "mean score", digits=4), same_scale=False)
    tables = [steps_table(of, of_set, of.measures[0]) for of_set in of.sets]
    return Section("scores", "Scores, by passages deemed relevant", [*body, chart, *tables])


def _order(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set, last in of.ends.items():
        numbers = {name: getattr(last, name) for name in ("first", "leaders", "settled", "lost", "against")}
        if last.settled == last.settled:  # of one query nothing can be tested
            body.append(Finding(f"{of_set}-decisions", "note", "queries", words.decisions(of, of_set), numbers))
    return Section("order", "Leaders and significant pairs", [*body, decisions_table(of)])


def _fuller(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set, last in of.ends.items():
        if last.nearer is not None and last.full_tau is not None and not of.of_pair:
            numbers = {"tau": last.full_tau.mean, "nearer": last.nearer.mean}
            body.append(Finding(f"{of_set}-nearer", "note", "labels", words.fuller(of, of_set), numbers))
        row = next(row for row in reversed(of.precisions) if row.set == of_set)
        numbers = {"precision": row.precision.mean}
        body.append(Finding(f"{of_set}-precision", "note", "labels", words.precision(of, of_set), numbers))
    if not of.of_pair:
        rows, axis = _rows(of, "full_tau"), "tau with the fuller labels' order"
        body += [_curves(of, "nearness", words.nearness(of.main[-1]), rows, axis), full_table(of)]
    body += [precision(of), precision_table(of)]
    return Section("fuller", "Against fuller labels", body)


def _gains(of: SensitivityEvidence) -> Section:
    body: list[Any] = []
    for of_set, last in of.ends.items():
        numbers = {" ".join(kind): band.mean for kind, band in last.gains.items()}
        body.append(Finding(f"{of_set}-gains", "note", "labels", words.gains(of, of_set), numbers))
    return Section("gains", "Which kinds of systems gain ranks", [*body, gains_table(of)])


def _systems(of: SensitivityEvidence) -> Section:
    body: list[Any] = [systems_table(of)]
    if of.left_out:
        names = list(of.left_out)
        body.insert(0, Finding("left-out", "note", "none", SENSITIVITY("left-out", names=names), systems=names))
    return Section("systems", "All systems", body)


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
        *ends_of(bands, unit, digits),
    ]
    return Curves(name, title, how, Table(name, title, columns), SENSITIVITY("phrase.x"), axis, share)

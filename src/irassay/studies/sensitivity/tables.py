"""The tables of a sensitivity analysis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.result import Column, Table
from irassay.studies.sensitivity import answer_words, words
from irassay.studies.sensitivity.by_depth import AtDepth, Band

if TYPE_CHECKING:
    from irassay.studies.sensitivity.evidence import SensitivityEvidence
    from irassay.studies.sensitivity.precision import Precision

ENDS = ("low", "high", "draws_low", "draws_high")
PLACED = "among systems that count"


def rows_table(steps: Sequence[AtDepth], precisions: Sequence[Precision]) -> Table:
    """A row for each list, measure and depth, with all numbers."""
    found = {(one.set, one.d): one for one in precisions}
    rows = [_row(step, found.get((step.set, step.d))) for step in steps]
    names = list(dict.fromkeys(name for row in rows for name in row))
    return Table("sensitivity", words.TABLE, [Column(name, [row.get(name) for row in rows]) for name in names])


def _row(step: AtDepth, precision: Precision | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "set": step.set,
        "measure": step.measure,
        "d": step.d,
        "mean": step.mean.mean,
        "tau": step.tau.mean,
        "weighted_tau": step.weighted_tau.mean,
        "turned": step.turned,
        "tied": step.tied,
        "deemed": step.deemed,
    }
    bands: dict[str, Band | None] = {name: getattr(step, name) for name in ("mean", "tau", "weighted_tau")}
    row |= _ends(bands)
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


def _ends(bands: dict[str, Band | None]) -> dict[str, float]:
    return {f"{name}_{end}": getattr(band, end) for name, band in bands.items() for end in ENDS}


def steps_table(of: SensitivityEvidence, of_set: str, measure: str) -> Table:
    """One list by one measure, depth by depth."""
    steps = of.curve(of_set, measure)
    columns = [Column("d", [step.d for step in steps], "passages", "deemed relevant a query, at most", 0)]
    if of.of_pair:
        columns += [Column(name, [s.scores[name] for s in steps], measure, "mean", 4) for name in steps[0].places]
        columns.append(Column("p", [step.pair_p for step in steps], "p", answer_words.PAIR_P))
        return Table(f"{of_set}-{measure}-steps", words.steps_title(of_set, measure), columns, answer_words.PAIR_NOTE)
    columns += [
        *_banded("mean", "mean", [step.mean for step in steps], of, "over systems and queries", 4),
        *_banded("tau", "tau", [step.tau for step in steps], of, "tau-a with the order at d=0"),
        *_banded(
            "weighted_tau", "weighted tau", [step.weighted_tau for step in steps], of, "the same, the top weighs most"
        ),
        Column("turned", [step.turned for step in steps], "share", "of all pairs, in the opposite order", 3),
        Column("tied", [step.tied for step in steps], "share", "of all pairs, tied here or at d=0", 3),
    ]
    return Table(f"{of_set}-{measure}-steps", words.steps_title(of_set, measure), columns, words.steps_note(of))


def _banded(
    name: str, heading: str, bands: Sequence[Band], of: SensitivityEvidence, what: str, digits: int = 3
) -> list[Column]:
    columns = [
        Column(name, [band.mean for band in bands], "", what, digits, heading),
        Column(f"{name}_low", [band.low for band in bands], "", f"{heading}, {words.BAND}", digits, "low"),
        Column(f"{name}_high", [band.high for band in bands], "", f"{heading}, {words.BAND}", digits, "high"),
    ]
    if len(of.draws.of) > 1 and name == "tau":  # the others are in the files of all numbers
        columns += [
            Column(f"{name}_draws_low", [b.draws_low for b in bands], "", words.of_draws(of), digits, "draws from"),
            Column(f"{name}_draws_high", [b.draws_high for b in bands], "", words.of_draws(of), digits, "to"),
        ]
    return columns


def decisions_table(of: SensitivityEvidence) -> Table:
    """Leaders and significant pairs, by list and depth."""
    steps = [step for of_set in of.sets for step in of.curve(of_set, of.measures[0])]
    definitions = {
        "first": ("share", "of golds under which the system that is first at d=0 is first"),
        "leaders": ("systems", "to which none is significantly superior"),
        "settled": ("pairs", "that differ significantly"),
        "lost": ("pairs", "significant at d=0 and not here"),
        "against": ("pairs", "significant at d=0 and in the opposite order here"),
    }
    columns = [Column("list", [step.set for step in steps]), Column("d", [step.d for step in steps], digits=0)]
    columns += [
        Column(name, [getattr(step, name) for step in steps], unit, what, _digits(of))
        for name, (unit, what) in definitions.items()
    ]
    return Table("decisions", words.decisions_title(of), columns, words.DECISIONS_NOTE)


def _digits(of: SensitivityEvidence) -> int:
    """Counts are means over golds where there are several."""
    return 0 if len(of.draws.of) == 1 else 1


def systems_table(of: SensitivityEvidence) -> Table:
    """Every system's score and rank at d=0, in the middle and at the end, by list."""
    main = of.measures[0]
    zero = of.curve(of.sets[-1], main)[0]
    sign = -1 if main in of.lower_is_better else 1
    systems = sorted(zero.scores, key=lambda system: (-sign * zero.scores[system], system))
    columns = [
        Column("system", systems),
        Column("counts", [words.counts(system, of) for system in systems], "", "left out, or one with another run"),
        Column("at 0", [zero.scores[system] for system in systems], main, "at d=0", 4),
        Column("rank at 0", [zero.places.get(system) for system in systems], "", PLACED, _digits(of)),
    ]
    for of_set in of.sets:
        last = of.curve(of_set, main)[-1]
        at = f"{of_set}, {last.d}"
        columns += [
            Column(at, [last.scores[system] for system in systems], main, words.at_depth(of_set, last.d), 4),
            Column(f"rank {at}", [last.places.get(s) for s in systems], "", PLACED, _digits(of)),
        ]
    return Table("systems", words.systems_title(of), columns)


def gains_table(of: SensitivityEvidence) -> Table:
    """Places gained by kind of system, by list, at the last depth."""
    steps = [of.curve(of_set, of.measures[0])[-1] for of_set in of.sets]
    rows = [(step, kind, band) for step in steps for kind, band in step.gains.items()]
    columns = [
        Column("column", [kind[0] for _, kind, _ in rows]),
        Column("kind", [kind[1] for _, kind, _ in rows]),
        Column("list", [step.set for step, _, _ in rows]),
        Column("gain", [band.mean for _, _, band in rows], "places", "mean over the kind's systems, d=0 to the end", 1),
        Column("low", [band.low for _, _, band in rows], "places", words.BAND, 1),
        Column("high", [band.high for _, _, band in rows], "places", words.BAND, 1),
        Column("p", [of.kind_p.get((step.set, kind)) for step, kind, _ in rows], "p", words.KIND_P),
    ]
    return Table("gains", words.gains_title(of), columns, words.GAINS_NOTE)


def precision_table(of: SensitivityEvidence) -> Table:
    """Precision of the deemed, by list and depth."""
    rows = of.precisions
    columns = [
        Column("list", [row.set for row in rows]),
        Column("d", [row.d for row in rows], digits=0),
        Column("deemed", [row.deemed for row in rows], "passages", words.over_golds(of), 0),
        Column("labelled", [row.labelled for row in rows], "passages", "with a fuller label", 0),
        Column("precision", [row.precision.mean for row in rows], "share", words.precision_of(of), 3),
        Column("low", [row.precision.low for row in rows], "share", words.BAND, 3),
        Column("high", [row.precision.high for row in rows], "share", words.BAND, 3),
    ]
    apart = [(row.copies, row.without_copies) for row in rows if row.without_copies is not None]
    if apart:
        columns += [
            Column("copies", [copies for copies, _ in apart], "passages", "with the gold's text", 0),
            Column("without copies", [b.mean for _, b in apart if b is not None], "share", "of the others", 3),
        ]
    return Table("precision", words.precision_title(of), columns, words.PRECISION_NOTE)


def full_table(of: SensitivityEvidence) -> Table:
    """Tau with the order under the fuller labels, by list, measure and depth."""
    steps = [step for step in of.steps if step.full_tau is not None and step.nearer is not None]
    columns = [
        Column("list", [step.set for step in steps]),
        Column("measure", [step.measure for step in steps]),
        Column("d", [step.d for step in steps], digits=0),
        Column("tau", [b.mean for b in _of(steps, "full_tau")], "tau-a", "with the fuller labels' order", 3),
        Column("low", [b.low for b in _of(steps, "full_tau")], "tau-a", words.BAND, 3),
        Column("high", [b.high for b in _of(steps, "full_tau")], "tau-a", words.BAND, 3),
        Column("nearer", [b.mean for b in _of(steps, "nearer")], "tau-a", "more than at d=0", 3),
        Column("nearer_low", [b.low for b in _of(steps, "nearer")], "tau-a", f"nearer, {words.BAND}", 3, "low"),
        Column("nearer_high", [b.high for b in _of(steps, "nearer")], "tau-a", f"nearer, {words.BAND}", 3, "high"),
    ]
    return Table("fuller", words.full_title(of), columns)


def _of(steps: Sequence[AtDepth], name: str) -> list[Band]:
    return [getattr(step, name) for step in steps]


def anchors_table(of: SensitivityEvidence) -> Table:
    """Answers by list and rank."""
    rows = of.anchors
    where = rows[0].where
    columns = [
        Column("list", [row.set for row in rows]),
        Column(where, [row.at for row in rows], "", words.WHERE[where], 0),
        Column("yes", [row.yes for row in rows], "answers", "as good an answer as the gold", 0),
        Column("answers", [row.n for row in rows], "answers", "", 0),
        Column("share", [row.yes / row.n for row in rows], "share", "of yes", 3),
        Column("low", [row.low for row in rows], "share", "Wilson's 95% interval", 3),
        Column("high", [row.high for row in rows], "share", "Wilson's 95% interval", 3),
    ]
    return Table("anchors", words.anchors_title(of), columns)

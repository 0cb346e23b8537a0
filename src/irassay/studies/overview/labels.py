"""The label picture: what the labels are, how far down the runs they reach, and who found what alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from irassay.result import Bars, Column, Finding, Lines, Section, Stacked, Table
from irassay.studies.overview import words_labels
from irassay.studies.overview import words_panels as words
from irassay.studies.overview.case import Case
from irassay.studies.overview.evidence import Evidence
from irassay.studies.overview.words_next import judge_command
from irassay.studies.sensitivity import sensitivity_body
from irassay.wording import number

MOST_PANELS = 4


def labels_section(evidence: Evidence, case: Case) -> Section:
    """The labels by grade, coverage in figures, holes by rank, unique documents."""
    body: list[Any] = [_grades(evidence)]
    body += _coverage(evidence, case)
    if evidence.coverage.by_rank:
        body.append(_holes(evidence))
    body += evidence.estimated
    if len(evidence.coverage.unique) > 1 and case.n > 1:
        body.append(_unique(evidence))
    if evidence.sensitivity is not None:
        body += sensitivity_body(evidence.sensitivity)
    return Section("labels", "The labels", body)


def _grades(evidence: Evidence) -> Stacked:
    coverage, rel = evidence.coverage, evidence.order.rel
    title = words.grades_title(coverage, rel)
    grades = sorted(coverage.grades)
    columns = [
        Column("part", [f"grade {number(grade, 0)}" for grade in grades]),
        Column("count", [coverage.grades[grade] for grade in grades], unit="labels", digits=0),
    ]
    return Stacked("grades", title, words.grades_how(coverage, rel), Table("grades", title, columns))


def _coverage(evidence: Evidence, case: Case) -> list[Finding]:
    coverage, order = evidence.coverage, evidence.order
    found = [
        Finding(
            "unjudged",
            "note",
            "labels",
            words_labels.unjudged(coverage, case.measure),
            {"unjudged": coverage.unjudged, "depth": coverage.depth},
            effect=words_labels.still_open(case),
            action=judge_command(case),
        )
    ]
    least = np.argsort(coverage.judged, kind="stable")[:3]
    if order.n > 1 and coverage.judged[least[0]] < 1:
        systems = [(order.systems[i], float(coverage.judged[i])) for i in least if coverage.judged[i] < 1]
        text = words_labels.least_judged(systems, coverage)
        found.append(Finding("least-judged", "note", "labels", text, dict(systems), tuple(s for s, _ in systems)))
    unseen = coverage.n_labels - coverage.retrieved_labels
    if unseen > 0 and coverage.retrieved_labels:
        text = words_labels.unretrieved(unseen, coverage.n_labels)
        found.append(Finding("unretrieved-labels", "note", "labels", text, {"labels": unseen}))
    return found


def panels_of(systems: Sequence[str], metadata: Mapping[str, Mapping[str, str]]) -> dict[str, list[int]]:
    """Rows by panel: the first metadata column with two to four values; else one panel."""
    for of in metadata.values():
        values = list(dict.fromkeys(of.get(s, "") or "not stated" for s in systems))
        stated = [v for v in values if v != "not stated"]
        if len(stated) >= 2 and len(values) <= MOST_PANELS:
            order = sorted(stated) + [v for v in values if v == "not stated"]
            return {v: [i for i, s in enumerate(systems) if (of.get(s, "") or "not stated") == v] for v in order}
    return {"all systems": list(range(len(systems)))}


def _holes(evidence: Evidence) -> Lines:
    coverage, order = evidence.coverage, evidence.order
    panels = panels_of(order.systems, evidence.metadata)
    panel, series, x, y = [], [], [], []
    for name, rows in panels.items():
        for i in rows:
            for first, last, share in coverage.by_rank:
                if not np.isnan(share[i]):
                    panel.append(name)
                    series.append(order.systems[i])
                    x.append((first + last) / 2)
                    y.append(round(float(share[i]), 5))
    title = words.holes_title(coverage)
    columns = [
        Column("panel", panel),
        Column("series", series),
        Column("x", x, unit="rank", definition="middle of the ranks", digits=1),
        Column("y", y, unit="share", definition="of documents without a label", digits=3),
    ]
    return Lines(
        "holes",
        title,
        words.holes_how(coverage, order, {name: len(rows) for name, rows in panels.items()}),
        Table("holes", title, columns),
        "rank",
        "unjudged",
        marker=None if order.depth is None else float(order.depth),
        marker_text="" if order.depth is None else "measured to here",
    )


def _unique(evidence: Evidence) -> Bars:
    coverage = evidence.coverage
    rows = sorted(coverage.unique.items(), key=lambda item: (-item[1][1], item[0]))
    title = words.unique_title(coverage)
    columns = [
        Column("row", [group for group, _ in rows], definition=coverage.unique_by),
        Column("value", [n for _, (_, n, _) in rows], unit="documents", digits=0),
        Column("runs", [runs for _, (runs, _, _) in rows], unit="runs", digits=0),
    ]
    if any(high for _, (_, _, high) in rows):
        columns.append(Column("part", [high for _, (_, _, high) in rows], unit="documents of higher grade", digits=0))
    return Bars(
        "unique",
        title,
        words.unique_how(coverage, evidence.order.rel),
        Table("unique", title, columns),
        "relevant documents",
    )

"""What was counted, and the sections of the page that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.arrays import I64
from irassay.collection.preferences import Preferences
from irassay.comparison.win_ratios import WinRatios
from irassay.drawing.escape import latex
from irassay.provenance import Provenance
from irassay.result import Column, Finding, RatioMatrix, Section, Table, Text
from irassay.studies.paper_scores import table
from irassay.studies.prefer import agreement, answers, known_answers, leaderboards
from irassay.studies.prefer.agreement import Orders
from irassay.studies.prefer.answers import Answers
from irassay.studies.prefer.known_answers import KnownAnswers
from irassay.studies.prefer.leaderboards import Leaderboards
from irassay.studies.prefer.words import SAID, facts, leaders

ALPHA = 0.05
MOST, MOST_IN_A_PAPER = 60, 20  # systems of the picture, and of the table in LaTeX
MATRIX_ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class NotCounted:
    """What doesn't count."""

    kind: str  # "query", "system", "pair" or "document"
    name: str
    reason: str
    n: int = 1  # how many it stands for


@dataclass(frozen=True, slots=True)
class PreferEvidence:
    """What was counted of preferences and runs."""

    preferences: Preferences
    ratios: WinRatios
    n_runs: int
    has_perfect: bool  # whether the perfect ranking is among the systems
    not_counted: Sequence[NotCounted]
    provenance: Provenance
    answers: Answers  # the best of each query
    newcomers: int  # first documents of runs, on judged queries that count, that nobody has judged
    known: KnownAnswers | None = None  # where the labels are known answers alone
    orders: Orders | None = None  # of documents, by judgments and by runs
    boards: Leaderboards | None = None  # where there are labels and best answers


def sections_of(of: PreferEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    sections = [_ratios(of), answers.section(of.answers)]
    if of.known is not None:
        sections.append(known_answers.section(of.known))
    if of.boards is not None:
        sections.append(leaderboards.section(of.boards))
    if of.orders is not None:
        sections.append(agreement.section(of.orders))
    return [*sections, Section("not-counted", SAID("not-counted.title"), [not_counted_table(of.not_counted)])]


def _ratios(of: PreferEvidence) -> Section:
    ratios, slots = of.ratios, facts(of.ratios)
    numbers = {name: slots[name] for name in ("differ", "judged", "compared", "pairs")}
    text = SAID("asked" if numbers["differ"] else "asked.same", **slots)
    body: list[Any] = [Finding("asked", "note", "labels", text, numbers)]
    if ratios.n_shown:
        body.append(Finding("tested", "note", "queries", SAID("tested", **slots)))
    if text := leaders(ratios):
        body.append(Finding("leaders", "settled", "queries", text))
    if n := of.preferences.n_unjudged:
        body.append(Finding("not-judged", "note", "labels", SAID("not-judged", n=n), {"pairs": n}))
    if n := sum(one.n for one in of.not_counted if one.kind == "document"):
        body.append(Finding("not-retrieved", "note", "labels", SAID("not-retrieved", n=n), {"documents": n}))
    if ratios.n_shown > 1:
        body.append(matrix_figure(ratios))
    body += [ratios.table(), wins_table(ratios)]
    if ratios.n_shown:
        body.append(Text("win-ratios-latex", SAID("win-ratios.latex"), matrix_latex(ratios), "latex"))
    return Section("win-ratios", SAID("win-ratios.title"), body, SAID("win-ratios.how"))


def shown_systems(of: WinRatios, most: int) -> I64:
    """The systems that are compared with another one: those that win most, in the order of their wins."""
    with np.errstate(invalid="ignore"):
        wins = (of.ratio > 0.5).sum(axis=0)
        significant = ((of.ratio > 0.5) & (of.p_corrected <= MATRIX_ALPHA)).sum(axis=0)
    order = np.lexsort((-wins, -significant))
    compared = np.asarray(of.shown.any(axis=0))
    return order[compared[order]][:most]


def matrix_figure(of: WinRatios) -> RatioMatrix:
    """Each column against each row, as colours and numbers."""
    at = shown_systems(of, MOST)
    names = [of.systems[i] for i in at.tolist()]
    ratio, corrected = of.ratio[np.ix_(at, at)], of.p_corrected[np.ix_(at, at)]
    columns = [Column("system", names)]
    columns += [
        Column(f"against-{j + 1}", ratio[:, j].tolist(), "", "", 2, heading=name) for j, name in enumerate(names)
    ]
    title, how = (SAID(f"matrix.{form}", **_matrix_facts(of, names)) for form in ("title", "how"))
    significant = (corrected <= MATRIX_ALPHA).tolist()
    return RatioMatrix("win-matrix", title, how, Table("win-matrix", title, columns), names, significant)


def _matrix_facts(of: WinRatios, names: Sequence[str]) -> dict[str, Any]:
    return {**facts(of), "unshown": len(of.systems) - len(names)}


def matrix_latex(of: WinRatios) -> str:
    r"""The same for a paper: significant ratios in bold, with a row of wins."""
    at = shown_systems(of, MOST_IN_A_PAPER)
    ratio, corrected = of.ratio[np.ix_(at, at)], of.p_corrected[np.ix_(at, at)]
    names = [latex(of.systems[i]) for i in at.tolist()]
    rows = [
        " & ".join([name, *(_cell(float(x), float(p)) for x, p in zip(ratio[i], corrected[i], strict=True))]) + r" \\"
        for i, name in enumerate(names)
    ]
    with np.errstate(invalid="ignore"):
        wins = " & ".join(["wins", *(str(n) for n in (ratio > 0.5).sum(axis=0).tolist())]) + r" \\"
    heads = ["", *(rf"\rotatebox{{90}}{{{name}}}" for name in names)]
    caption = latex(SAID("matrix.caption", **_matrix_facts(of, names)))
    return table(caption, "l" + "r" * len(names), heads, [*rows, r"\midrule", wins], label="win-ratios")


def _cell(ratio: float, p: float) -> str:
    if ratio != ratio:
        return ""
    text = f"{ratio:.2f}".removeprefix("0")
    return rf"\textbf{{{text}}}" if p <= MATRIX_ALPHA else text


def wins_table(of: WinRatios) -> Table:
    """A row a system: over how many others its first documents win, and are compared."""
    ratio, significant = of.ratio, of.p_corrected <= ALPHA
    with np.errstate(invalid="ignore"):
        wins, losses = ratio > 0.5, ratio < 0.5
    order = np.lexsort((np.arange(len(of.systems)), -wins.sum(0), -(wins & significant).sum(0)))

    def cells(values: np.ndarray) -> list[int]:
        counts: list[int] = values.sum(0)[order].tolist()
        return counts

    corrected, others = f"at {ALPHA} after the correction", "over all other systems"
    columns = [
        Column("system", [of.systems[i] for i in order.tolist()]),
        Column("compared", cells(of.shown), "systems", SAID("wins.compared"), 0),
        Column("wins", cells(wins), "systems", SAID("wins.wins"), 0),
        Column("losses", cells(losses), "systems", SAID("wins.losses"), 0),
        Column("significant_wins", cells(wins & significant), "systems", corrected, 0),
        Column("significant_losses", cells(losses & significant), "systems", corrected, 0),
        Column("differ", cells(of.differ), "queries", others, 0),
        Column("judged", cells(of.judged), "queries", others, 0),
        Column("same", [", ".join(of.same[i][1:]) for i in order.tolist()], heading="also"),
    ]
    return Table("wins", SAID("wins.title"), columns)


def not_counted_table(not_counted: Sequence[NotCounted]) -> Table:
    """What doesn't count, and why."""
    columns = [
        Column("kind", [one.kind for one in not_counted]),
        Column("name", [one.name for one in not_counted]),
        Column("reason", [one.reason for one in not_counted]),
        Column("n", [one.n for one in not_counted], "", "how many it stands for", 0),
    ]
    return Table("not-counted", SAID("not-counted.title"), columns)

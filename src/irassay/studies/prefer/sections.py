"""What was counted, the sections of the page that show it, and the one about orders of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irassay.arrays import I64
from irassay.collection.preferences import Preferences
from irassay.collection.runs import Runs
from irassay.collection.ties import Ties
from irassay.comparison import Consistency, Strengths, Transitivity, bradley_terry, consistency, transitivity
from irassay.comparison.judged_documents import BY_CHANCE, PRIOR
from irassay.comparison.win_ratios import WinRatios
from irassay.drawing.escape import latex
from irassay.provenance import Provenance
from irassay.result import Column, Finding, RatioMatrix, Section, Table, Text
from irassay.studies.paper_scores import table
from irassay.studies.prefer import answers, leaderboards
from irassay.studies.prefer.answers import Answers, KnownAnswers
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
        sections.append(answers.known_section(of.known))
    if of.boards is not None:
        sections.append(leaderboards.section(of.boards))
    if of.orders is not None:
        sections.append(orders_section(of.orders))
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


@dataclass(frozen=True, slots=True)
class Orders:
    """Orders of documents: by the judgments, and by the runs."""

    transitivity: Transitivity
    strengths: Mapping[str, Strengths]  # by query, from its last round, whose documents are the pool
    consistency: Consistency


def orders_of(preferences: Preferences, runs: Runs, queries: Sequence[str], ties: Ties | None) -> Orders:
    """Everything about orders, over the queries that count."""
    last = Preferences.of_arrays(preferences.arrays.of_last_rounds())
    return Orders(
        transitivity(preferences, queries=queries), bradley_terry(last, queries=queries),
        consistency(preferences, runs, queries=queries, ties=ties),
    )  # fmt: skip


def orders_section(of: Orders) -> Section:
    """Cyclic triads, the strongest document of each query, runs against judged pairs."""
    body: list[Any] = []
    triads, (low, high) = of.transitivity, of.transitivity.interval
    numbers = {"triads": int(triads.triads.sum()), "cyclic": int(triads.cyclic.sum())}
    slots = {"share": triads.share, "ends": low == low, "low": low, "high": high, "chance": BY_CHANCE}
    text = SAID("cyclic-triads" if numbers["triads"] else "cyclic-triads.none", **numbers, **slots)
    body.append(Finding("cyclic-triads", "note", "labels", text, numbers))
    if of.strengths:
        n_ahead = sum(one.lead[1] > 0 for one in of.strengths.values())
        numbers = {"queries": len(of.strengths), "ahead": n_ahead}
        body.append(Finding("strengths", "note", "labels", SAID("strengths", **numbers), numbers))
    if text := as_judged(of.consistency):
        body.append(Finding("consistency", "note", "queries", text))
    body += [of.consistency.table(), strengths_table(of)]
    return Section("orders", SAID("orders.title"), body, SAID("orders.how"))


def as_judged(of: Consistency) -> str:
    """How often runs order a judged pair as judged; "" where no run has one."""
    if np.isnan(of.share).all():
        return ""
    best, worst = int(np.nanargmax(of.share)), int(np.nanargmin(of.share))
    low, high = of.intervals.T
    pairs = (of.agree + of.disagree).sum(axis=1)
    most, least = (
        SAID("consistency.share", share=of.share[i], ends=low[i] == low[i], low=low[i], high=high[i], pairs=pairs[i])
        for i in (best, worst)
    )
    slots = {"best": of.systems[best], "worst": of.systems[worst] if worst != best else ""}
    return SAID("consistency", depth=of.depth, most=most, least=least, **slots)


def strengths_table(of: Orders) -> Table:
    """A row a query: its strongest document, how far it is ahead, and the query's triads."""
    triads = dict(zip(of.transitivity.queries, of.transitivity.triads.tolist(), strict=True))
    cyclic = dict(zip(of.transitivity.queries, of.transitivity.cyclic.tolist(), strict=True))
    leads, prior = [one.lead for one in of.strengths.values()], SAID("strengths.strength", n=PRIOR)
    columns = [
        Column("query", list(of.strengths)),
        Column("doc", [one.docs[0] for one in of.strengths.values()], "", SAID("strengths.doc")),
        Column("documents", [len(one.docs) for one in of.strengths.values()], "documents", "with a judged pair", 0),
        Column("judgments", [one.n_judged for one in of.strengths.values()], "judgments", "of pairs", 0),
        Column("wins", [float(one.wins[0]) for one in of.strengths.values()], "judgments", "a tie is half", 1),
        Column("strength", [float(one.strength[0]) for one in of.strengths.values()], "log-odds", prior, 2),
        Column("low", [float(one.intervals[0, 0]) for one in of.strengths.values()], "log-odds", "95%", 2),
        Column("high", [float(one.intervals[0, 1]) for one in of.strengths.values()], "log-odds", "95%", 2),
        Column("lead", [lead for lead, _, _ in leads], "log-odds", "over the second", 2),
        Column("lead_low", [low for _, low, _ in leads], "log-odds", "95%", 2),
        Column("lead_high", [high for _, _, high in leads], "log-odds", "95%", 2),
        Column("triads", [triads[query] for query in of.strengths], "triads", SAID("strengths.triads"), 0),
        Column("cyclic", [cyclic[query] for query in of.strengths], "triads", "in a circle", 0),
    ]
    return Table("strengths", SAID("strengths.title"), columns)

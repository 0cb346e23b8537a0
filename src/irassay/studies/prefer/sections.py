"""The sections of the page: win ratios, and what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.result import Finding, Section, Text
from irassay.studies.prefer import agreement, answers, known_answers, leaderboards, matrix, tables, words

if TYPE_CHECKING:
    from irassay.studies.prefer.evidence import PreferEvidence


def sections_of(of: PreferEvidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    sections = [_ratios(of), answers.section(of.answers)]
    if of.known is not None:
        sections.append(known_answers.section(of.known))
    if of.boards is not None:
        sections.append(leaderboards.section(of.boards))
    if of.orders is not None:
        sections.append(agreement.section(of.orders))
    return [*sections, _not_counted(of)]


def _ratios(of: PreferEvidence) -> Section:
    ratios = of.ratios
    numbers = {
        "differ": int(np.triu(ratios.differ).sum()), "judged": int(np.triu(ratios.judged).sum()),
        "compared": ratios.n_shown, "pairs": ratios.n_cells,
    }  # fmt: skip
    text = " ".join(filter(None, (words.asked(ratios), words.compared(ratios))))
    body: list[Any] = [Finding("asked", "note", "labels", text, numbers)]
    if ratios.n_shown:
        body.append(Finding("tested", "note", "queries", words.tested(ratios)))
        if leaders := words.leaders(ratios):
            body.append(Finding("leaders", "settled", "queries", leaders))
    if unjudged := words.not_judged(of.preferences.n_unjudged):
        body.append(Finding("not-judged", "note", "labels", unjudged, {"pairs": of.preferences.n_unjudged}))
    n = sum(one.n for one in of.not_counted if one.kind == "document")
    if text := words.not_retrieved(n):
        body.append(Finding("not-retrieved", "note", "labels", text, {"documents": n}))
    if ratios.n_shown > 1:
        body.append(matrix.matrix_figure(ratios))
    body += [ratios.table(), tables.wins_table(ratios)]
    if ratios.n_shown:
        body.append(Text("win-ratios-latex", words.LATEX_TITLE, matrix.matrix_latex(ratios), "latex"))
    return Section("win-ratios", "Whose first documents are preferred?", body, words.RATIOS_HOW)


def _not_counted(of: PreferEvidence) -> Section:
    return Section("not-counted", words.NOT_COUNTED_TITLE, [tables.not_counted_table(of.not_counted)])

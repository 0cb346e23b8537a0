"""The sections of the page: win ratios, and what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from irassay.result import Finding, Section
from irassay.studies.prefer import tables, words

if TYPE_CHECKING:
    from irassay.studies.prefer.evidence import Evidence


def sections_of(of: Evidence) -> list[Section]:
    """Those that have something to say, in reading order."""
    return [_ratios(of), *_left_out(of)]


def _ratios(of: Evidence) -> Section:
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
    body += [ratios.table(), tables.wins_table(ratios)]
    return Section("win-ratios", "Whose first documents are preferred?", body, words.RATIOS_HOW)


def _left_out(of: Evidence) -> list[Section]:
    return [Section("left-out", words.LEFT_OUT_TITLE, [tables.left_out_table(of.left_out)])]

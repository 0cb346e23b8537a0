"""Every sentence about preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from irassay.messages import capital, conjugate, count, listed, percent, plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.comparison.win_ratios import WinRatios
    from irassay.studies.prefer.evidence import PreferEvidence


TO_COMPARE = (
    "To compare two systems, judge their first documents: irassay pool RUN RUN --depth 1 --pairs all -o pairs.tsv"
)
MODEL = "m-"  # with which the pseudonym of a model begins, in campaigns and in what they write
NOT_LABELLED = "has preferences and no label"
NOT_ANSWERED = "no run answers it"
NOT_RETRIEVED = "judged and in no run"
NOT_ASKED = "no pair of it was judged"
NOT_JUDGED = "asked and not judged"
SAME = "the same first documents as {first}"
WINS_TITLE = "Against how many other systems each one wins"
PAIRS_TITLE = "Two systems, the one that wins more often first"
LATEX_TITLE = "Table of win ratios in LaTeX"
NOT_COUNTED_TITLE = "What doesn't count"
RATIOS_HOW = (
    "Each row holds the column's system against the row's: queries on which their first documents differ, those whose "
    "pair was judged, and how often the column's document is preferred. A tie is half a win in the ratio, and is left "
    "out of the test."
)


def title(of: PreferEvidence) -> str:
    """The headline: how many pairs of systems can be compared, and how many differ."""
    ratios = of.ratios
    if not ratios.n_cells:
        return "One system, and nothing to compare it with."
    if not ratios.n_shown:
        return "Too few pairs were judged to compare any two systems."
    left = ratios.n_cells - ratios.n_shown
    if left >= ratios.n_shown:
        return f"{capital(count(left))} of {plural(ratios.n_cells, 'pair')} of systems have too few judged pairs."
    return f"{significant(ratios)}."


def significant(of: WinRatios) -> str:
    """How many of the pairs of systems that are compared differ."""
    n = n_significant(of)
    pairs = f"{capital(count(n))} of {count(of.n_shown)} compared pairs of systems"
    return f"{pairs} {conjugate(n, 'differs')} significantly"


def n_significant(of: WinRatios) -> int:
    """Pairs of systems whose corrected p is at most 0.05."""
    return int((np.triu(of.p_corrected) <= 0.05)[np.triu(of.shown)].sum())


def judged_by(names: Sequence[str]) -> str:
    """Who judged, by the names of the judges; "" where none is stated."""
    models = [f"model {name.removeprefix(MODEL)}" for name in names if name.startswith(MODEL)]
    people = sum(bool(name) for name in names) - len(models)
    who = [plural(people, "assessor")] if people else []
    return f"judged by {listed([*who, *models])}" if who or models else ""


def asked(of: WinRatios) -> str:
    """How many of the pairs that would compare systems were judged."""
    differ, judged = int(np.triu(of.differ).sum()), int(np.triu(of.judged).sum())
    if not differ:
        return "All systems put the same documents first."
    text = (
        f"Two systems put different documents first {plural(differ, 'time')}, over all pairs of systems and queries; "
        f"{count(judged)} of these have a judged pair of documents ({percent(judged / differ)})."
    )
    if of.fill == "none":
        return text
    filled = int(np.triu(of.filled).sum())
    rule = "by their grades" if of.fill == "grades" else "by preferences that lead from one to the other"
    share = percent((judged + filled) / differ)
    return f"{text} {capital(count(filled))} more were filled in {rule}, which nobody judged: {share} have an outcome."


def compared(of: WinRatios) -> str:
    """How many pairs of systems have enough outcomes, and what the others lack."""
    if not of.n_cells:
        return ""
    have = "outcome" if of.fill != "none" else "judged pair"
    text = (
        f"{capital(count(of.n_shown))} of {plural(of.n_cells, 'pair')} of systems "
        f"{conjugate(of.n_shown, 'has')} a {have} on {percent(of.least_asked, 0)} or more of the queries on "
        f"which they differ."
    )
    return f"{text} {significant(of)}." if of.n_cells >= 2 * of.n_shown > 0 else text


def tested(of: WinRatios) -> str:
    """The test and its correction."""
    how = "Bonferroni" if of.correction == "bonferroni" else "Holm"
    judged = "" if of.fill == "none" else " Filled outcomes decide nothing: the test is of judged pairs."
    return (
        f"Two-sided binomial test of wins against losses, ties left out; {how} over the "
        f"{plural(of.n_shown, 'pair')} of systems compared. At 0.05 {count(n_significant(of))} of them "
        f"{conjugate(n_significant(of), 'is')} significant.{judged}"
    )


def leaders(of: WinRatios) -> str:
    """Who wins significantly against most others; "" where nobody does."""
    wins = ((of.ratio > 0.5) & (of.p_corrected <= 0.05)).sum(0)
    if not wins.max(initial=0):
        return ""
    best = [of.systems[i] for i in np.flatnonzero(wins == wins.max()).tolist()]
    several = f" and {count(len(best) - 1)} more" if len(best) > 1 else ""
    won = plural(int(wins.max()), "other system")
    return f"{best[0]}{several} {'win' if several else 'wins'} significantly against {won}."


def not_retrieved(n: int) -> str:
    """How many documents of the preferences no run has; "" for none."""
    are = "is in no run of its query" if n == 1 else "are in no run of their queries"
    return f"{capital(plural(n, 'document'))} of the preferences {are}." if n else ""


def not_judged(n: int) -> str:
    """How many pairs were asked and not judged; "" for none."""
    was = conjugate(n, "was")
    return f"{capital(plural(n, 'pair'))} {was} asked and not judged: they are counted, and are no tie." if n else ""


def matrix_title(of: WinRatios) -> str:
    """How much of the matrix is there."""
    of_all = f"{count(of.n_shown)} of {plural(of.n_cells, 'pair')} of systems"
    return f"How often the column's first document is preferred to the row's: {of_all}"


def how_to_read_matrix(of: WinRatios, n: int) -> str:
    """How to read the picture."""
    return (
        "Read down a column: dark cells are systems over which it wins significantly, pale ones those over which it "
        "wins more often than not. A number is the share of wins, a tie half a win. Cells with a stroke have too few "
        f"judged pairs (below {percent(of.least_asked, 0)} of the queries on which the two differ).{n_left(of, n)}"
    )


def matrix_caption(of: WinRatios, n: int) -> str:
    """What a paper says under the table."""
    correction = "Bonferroni" if of.correction == "bonferroni" else "Holm"
    pairs, least = plural(of.n_shown, "pair"), percent(of.least_asked, 0)
    return (
        f"Win ratios: how often the first document of the column's system is preferred to that of the row's, over the "
        f"queries with a judged pair. Bold: significant at 0.05, two-sided binomial test, {correction} over {pairs}. "
        f"Blank: pairs judged for less than {least} of the queries on which the systems differ.{n_left(of, n)}"
    )


def n_left(of: WinRatios, n: int) -> str:
    """How many systems are not in it."""
    left = len(of.systems) - n
    return f" {plural(left, 'more system')} {conjugate(left, 'is')} not shown." if left else ""

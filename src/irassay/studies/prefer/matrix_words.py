"""Sentences about the matrix of win ratios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.messages import conjugate, count, percent, plural

if TYPE_CHECKING:
    from irassay.comparison.win_ratios import WinRatios


def title(of: WinRatios) -> str:
    """How much of the matrix is there."""
    of_all = f"{count(of.n_shown)} of {plural(of.n_cells, 'pair')} of systems"
    return f"How often the column's first document is preferred to the row's: {of_all}"


def how(of: WinRatios, n: int) -> str:
    """How to read the picture."""
    return (
        "Read down a column: dark cells are systems over which it wins significantly, pale ones those over which it "
        "wins more often than not. A number is the share of wins, a tie half a win. Cells with a stroke have too few "
        f"judged pairs (below {percent(of.least_asked, 0)} of the queries on which the two differ).{n_left(of, n)}"
    )


def caption(of: WinRatios, n: int) -> str:
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

"""The marks of a paper's table at systems that differ significantly from a baseline, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from irassay.drawing.escape import latex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from irassay.comparison import League
    from irassay.verdict import Verdict

DAGGERS = ("dagger", "ddagger", "S", "P")  # one a baseline, where there are several
BETTER, WORSE = DAGGERS[:2]  # where there is one
ZEROS = "$^{*}$"  # over a column with the scores of a collection on which nothing is relevant


def bases(league: League) -> list[int]:
    """The rows of the baselines that have a mark."""
    return [league.systems.index(name) for name in league.baseline[: len(DAGGERS)]]


def daggers(league: League, i: int) -> str:
    """The marks of a system: of one baseline by direction, of several one each, raised where the system is better."""
    differs = [(mark, i < base) for mark, base in zip(DAGGERS, bases(league)) if league.significant[i, base]]
    if len(league.baseline) == 1:
        return "".join(rf"$^{{\{BETTER if better else WORSE}}}$" for _, better in differs)
    raised = "".join(rf"\{mark}" for mark, better in differs if better)
    lowered = "".join(rf"\{mark}" for mark, better in differs if not better)
    marks = f"^{{{raised}}}" * bool(raised) + f"_{{{lowered}}}" * bool(lowered)
    return f"${marks}$" if marks else ""


def meaning(league: League) -> str:
    """What the marks say, without a stop at the end."""
    if len(league.baseline) == 1:
        return rf"$\{BETTER}$: significantly better than {latex(league.baseline[0])}, $\{WORSE}$: significantly worse"
    each = ", ".join(rf"$\{m}$: {latex(name)}" for m, name in zip(DAGGERS, league.baseline))
    return f"Significantly better (raised mark) or worse (lowered mark) than {each}"


def with_zeros(verdicts: Sequence[Verdict]) -> list[bool]:
    """Which columns have a mark since nothing is relevant there, or on a collection that their mean takes in."""
    zeros = {one.measure for one in verdicts if one.nothing_relevant}
    return [one.nothing_relevant or (len(one.league.collections) > 1 and one.measure in zeros) for one in verdicts]


def mark_names(league: League) -> tuple[str, str]:
    """The marks of systems that are better and worse than the baseline."""
    if len(league.baseline) == 1:
        return rf"$\{BETTER}$", rf"$\{WORSE}$"
    return "raised marks", "lowered marks"


def of_mark(
    verdicts: Sequence[Verdict], marked: Sequence[Sequence[tuple[int, int]]], *, better: bool
) -> tuple[int, int]:
    """The open ones, and all, of the marks at systems before the baseline, or behind it."""
    those = [(one, i, base) for one, of in zip(verdicts, marked) for i, base in of if (i < base) == better]
    return sum(not one.decides(i, base) for one, i, base in those), len(those)

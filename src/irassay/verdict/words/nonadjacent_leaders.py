"""Leaders outside the first bracket, and the reason. A bracket joins neighbours; a leader may be ranked further down.

Such a system is a leader because its difference to the others varies too much between queries to be significant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.comparison.league.words import more_than
from irassay.messages import conjugate, listed, number, p_value

if TYPE_CHECKING:
    from irassay.comparison import League

ABOVE_NAMED = 3  # most systems above such a leader that are named


def outside(league: League) -> list[int]:
    """Rows of leaders without the first letter, best first; none where there are no letters."""
    if min(len(league.systems) - 1, len(league.queries)) < 2 or not league.letters or not league.brackets:
        return []
    first = league.brackets[0][0]
    leaders = set(league.leaders)
    return [i for i, s in enumerate(league.systems) if s in leaders and first not in league.letters[i]]


def aside(league: League, row: int) -> str:
    """The remark in the row of such a leader, with the reason why it can't be told apart from the first."""
    return f"leads too: its difference to {league.systems[0]}, {_numbers(league, [row])}"


def note(league: League) -> str:
    """One note about all such leaders; "" where there are none."""
    rows = outside(league)
    if not rows:
        return ""
    one = len(rows) == 1
    above = [s for s in league.systems[: rows[-1]] if s not in set(league.leaders)]
    names = listed([league.systems[i] for i in rows])
    text = f"{names} {'leads' if one else 'lead'} too, without the letter {league.brackets[0][0]}. "
    whose = "Its difference" if one else "Their differences"
    text += f"{whose} to {league.systems[0]}, {_numbers(league, rows)}"
    if above:
        do = conjugate(len(above), "scores")
        than = names if one else league.systems[rows[-1]]
        more, less = more_than(league.lower_is_better), more_than(not league.lower_is_better)
        text += f" {listed(above, ABOVE_NAMED)} {do} {more} than {than} but significantly {less} than another."
    return text


def _numbers(league: League, rows: Sequence[int]) -> str:
    gaps = [number(abs(float(league.difference[0, i])), 3) for i in rows]
    spreads = [number(float((league.values[0] - league.values[i]).std(ddof=1)), 3) for i in rows]
    chances = [p_value(float(league.p_corrected[0, i])) for i in rows]
    swings, deviation = ("varies", "deviation") if len(rows) == 1 else ("vary", "deviations")
    return (
        f"{listed(gaps)}, {swings} too much from query to query (standard {deviation} {listed(spreads)}; adjusted p "
        f"{listed(chances)})."
    )

"""Leaders outside the first bracket, and the reason. A bracket joins neighbours; a leader may be ranked further down.

Such a system is a leader because its difference to the others varies too much between queries to be significant.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.messages import p_value
from irassay.verdict.words.phrases import SAID

if TYPE_CHECKING:
    from irassay.comparison import League


def outside(league: League) -> list[int]:
    """Rows of leaders without the first letter, best first; none where there are no letters."""
    if min(len(league.systems) - 1, len(league.queries)) < 2 or not league.letters or not league.brackets:
        return []
    first = league.brackets[0][0]
    leaders = set(league.leaders)
    return [i for i, s in enumerate(league.systems) if s in leaders and first not in league.letters[i]]


def aside(league: League, row: int) -> str:
    """The remark in the row of such a leader, with the reason why it can't be told apart from the first."""
    return SAID("leads-too.row", **_values(league, [row]))


def note(league: League) -> str:
    """One note about all such leaders; "" where there are none."""
    rows = outside(league)
    if not rows:
        return ""
    names = [league.systems[i] for i in rows]
    return SAID("leads-too", leaders=names, letter=league.brackets[0][0], **_values(league, rows))


def _values(league: League, rows: Sequence[int]) -> dict[str, Any]:
    """How the differences of such leaders vary."""
    return {
        "first": league.systems[0],
        "n": len(rows),
        "chances": [p_value(float(league.p_corrected[0, i])) for i in rows],
    }

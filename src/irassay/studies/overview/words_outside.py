"""Leaders that stand outside the leaders' bracket, and why. A bracket joins neighbours; a leader may stand apart.

It stays a leader because its difference to the others swings too much from query to query to be told from chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irassay.wording import count, listed, number, p_value, plural

if TYPE_CHECKING:
    from irassay.studies.overview.needed import Ranked


def outside(order: Ranked) -> list[int]:
    """Rows of leaders that don't carry the first letter, best first; none without letters."""
    if min(len(order.systems) - 1, len(order.queries)) < 2 or not order.letters or not order.brackets:
        return []
    first = order.brackets[0][0]
    leaders = set(order.leaders)
    return [i for i, s in enumerate(order.systems) if s in leaders and first not in order.letters[i]]


def aside(order: Ranked, row: int) -> str:
    """What the row itself says: that it leads too, and why it can't be told from the first."""
    return f"leads too: its difference to {order.systems[0]}, {_numbers(order, [row])}"


def note(order: Ranked) -> str:
    """All of them in one note; "" where there is none."""
    rows = outside(order)
    if not rows:
        return ""
    one = len(rows) == 1
    above = sum(s not in set(order.leaders) for s in order.systems[: rows[-1]])
    names = listed([order.systems[i] for i in rows])
    said = f"{names} {'leads' if one else 'lead'} too, though without the letter {order.brackets[0][0]}: no system is "
    said += "significantly better. "
    if above:
        it = "it" if one else "the last of them"
        said += f"{plural(above, 'system')} above {it} {'is' if above == 1 else 'are'} significantly behind another. "
    whose = "Its difference" if one else "Their differences"
    return f"{said}{whose} to {order.systems[0]}, {_numbers(order, rows)}"


def _numbers(order: Ranked, rows: Sequence[int]) -> str:
    gaps = [number(abs(float(order.difference[0, i])), 3) for i in rows]
    spreads = [number(float((order.values[0] - order.values[i]).std(ddof=1)), 3) for i in rows]
    chances = [p_value(float(order.p_corrected[0, i])) for i in rows]
    swings, deviation, two = (
        ("swings", "deviation", "the two") if len(rows) == 1 else ("swing", "deviations", "them from it")
    )
    tell = f"can't tell {two}{' apart' if len(rows) == 1 else ''}"
    return (
        f"{listed(gaps)}, {swings} so much from query to query (standard {deviation} {listed(spreads)}) that these "
        f"{count(len(order.queries))} queries {tell} (adjusted p {listed(chances)})."
    )

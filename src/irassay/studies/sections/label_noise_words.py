"""Sentences about runs whose rank hangs on who judged."""

from __future__ import annotations

import numpy as np

from irassay.estimates import AssessorSensitivity
from irassay.wording import count, listed, number, plural


def moved(found: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(found.high - found.low))
    system = found.systems[widest]
    head = (
        f"Every label was redrawn with the probabilities by which the other assessor departs from these labels, "
        f"{count(draws)} times: {system}, at rank {count(int(found.rank[widest]))}, lies between "
        f"{count(int(found.low[widest]))} and "
        f"{count(int(found.high[widest]))} in nine draws of ten."
    )
    limit = plural(int(found.limit), "rank")
    if not found.flagged:
        return f"{head} No run's rank moves by more than {limit} in more than one draw of twenty."
    n = len(found.flagged)
    return (
        f"{head} The rank of {count(n)} of {plural(len(found.systems), 'run')} is sensitive to the assessor, such as "
        f"{listed(found.flagged[:3])}: it moves by more than {limit} up or down in more than one draw of twenty. "
        "An assessor with correlated errors moves ranks further."
    )


def title(found: AssessorSensitivity) -> str:
    """The table."""
    moves = float(found.mean_shift.mean())
    return f"Under the second assessor's noise a run's rank moves by {number(moves, 1)} on average"

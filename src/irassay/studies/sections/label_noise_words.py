"""Sentences about runs whose rank hangs on who judged."""

from __future__ import annotations

import numpy as np

from irassay.estimates import AssessorSensitivity
from irassay.messages import count, listed, number, plural


def moved(noise: AssessorSensitivity, draws: int) -> str:
    """Who moves most, and whose rank is flagged."""
    widest = int(np.argmax(noise.high - noise.low))
    system = noise.systems[widest]
    head = (
        f"Every label was redrawn with the probabilities by which the other assessor departs from these labels, "
        f"{count(draws)} times: {system}, at rank {count(int(noise.rank[widest]))}, lies between "
        f"{count(int(noise.low[widest]))} and "
        f"{count(int(noise.high[widest]))} in nine draws of ten."
    )
    limit = plural(int(noise.limit), "rank")
    if not noise.flagged:
        return f"{head} No run's rank moves by more than {limit} in more than one draw of twenty."
    n = len(noise.flagged)
    return (
        f"{head} The rank of {count(n)} of {plural(len(noise.systems), 'run')} is sensitive to the assessor, such as "
        f"{listed(noise.flagged[:3])}: it moves by more than {limit} up or down in more than one draw of twenty. "
        "An assessor with correlated errors moves ranks further."
    )


def title(noise: AssessorSensitivity) -> str:
    """The table."""
    moves = float(noise.mean_shift.mean())
    return f"Under the second assessor's noise a run's rank moves by {number(moves, 1)} on average"

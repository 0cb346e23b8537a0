"""Sentences about runs left out of the pool one by one."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from irassay.estimates import GroupLeftOut, LeftOut
from irassay.studies.words import count, fraction, number, plural


def runs(left_out: LeftOut, of: Sequence[GroupLeftOut]) -> str:
    """What a run would lose, had it alone not been pooled: the mildest of these questions."""
    losses = [max(0.0, -float(run.change[0])) for run in of]
    hardest = of[int(np.argmax(losses))]
    flipped, pairs = sum(run.flipped for run in of), sum(run.pairs for run in of)
    return (
        f"Left out of the pool by itself, a run loses {number(median(losses), 4)} {left_out.measure} (median of "
        f"{plural(len(of), 'run')}), {hardest.group} most: {number(max(losses), 4)}, and "
        f"{plural(max(run.fell for run in of), 'rank')} at most. {fraction(flipped / pairs if pairs else 0.0)} of "
        "decisions about a run change. Its group's other runs still bring most of what it finds: groups and kinds left "
        "out say more of systems to come."
    )


def runs_title(fell: NDArray[np.int64]) -> str:
    """The table of runs."""
    n = int((fell > 0).sum())
    return f"{count(n)} of {plural(len(fell), 'run')} lose ranks without the documents that they alone brought"

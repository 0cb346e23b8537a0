"""Runs whose rank hangs on who judged, beside the two sets of labels; nothing where these share no grades."""

from __future__ import annotations

from typing import Any

from irassay.errors import UsageError
from irassay.estimates import assessor_sensitivity
from irassay.studies.sections.label_noise import redrawn, sensitivity_body
from irassay.studies.track.other_labels import Other
from irassay.studies.track.track_data import Track

FEWEST_RUNS = 3


def sensitivity(track: Track, other: Other) -> list[Any]:
    """What becomes of each run's rank; nothing where the two sets share no grades."""
    if other.agreement is None or len(track.systems) < FEWEST_RUNS or track.geometric:
        return []
    try:
        variants = redrawn(track.qrels, other.labels, seed=track.settings.seed, threads=track.settings.threads)
        sensitivity = assessor_sensitivity(
            variants, track.runs, track.main, systems=track.systems, ties=track.settings.ties,
            threads=track.settings.threads,
        )  # fmt: skip
    except UsageError:  # a grade that no document judged twice has
        return []
    return sensitivity_body(sensitivity)

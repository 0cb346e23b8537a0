"""Runs whose rank hangs on who judged, beside the two sets of labels; nothing where these share no grades."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from irassay.errors import UsageError
from irassay.result import Section
from irassay.studies.sections.label_noise import sensitivity_body, sensitivity_of
from irassay.studies.track.label_sets import Other
from irassay.studies.track.track_data import Given

FEWEST_RUNS = 3


def with_sensitivity(section: Section, given: Given, other: Other, *, ties: Any, threads: int) -> Section:
    """The section of label sets, with what becomes of each run's rank; as it is where the two sets share no grades."""
    if other.agreed is None or len(given.systems) < FEWEST_RUNS or given.geometric:
        return section
    try:
        found = sensitivity_of(
            given.qrels, other.labels, given.runs, given.main, systems=given.systems, ties=ties, seed=given.seed,
            threads=threads,
        )  # fmt: skip
    except UsageError:  # a grade that no document judged twice has
        return section
    return replace(section, body=[*section.body, *sensitivity_body(found)])

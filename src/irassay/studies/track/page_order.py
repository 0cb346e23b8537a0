"""The sections of a track's overview in reading order: the one list of them, for the page and its rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.studies.page_section import PageSection
from irassay.studies.track.sections import (
    completeness,
    coverage,
    files,
    label_sets,
    oldness,
    participation,
    passages,
    queries,
    results,
    strata,
    types,
)

if TYPE_CHECKING:
    from irassay.studies.track.analysis import Analysis

SECTIONS: Sequence[PageSection[Any, Analysis, None]] = (
    results.SECTION,
    participation.SECTION,
    types.SECTION,
    queries.SECTION,
    strata.SECTION,
    completeness.SECTION,
    coverage.SECTION,
    oldness.SECTION,
    label_sets.SECTION,
    passages.SECTION,
    files.SECTION,
)

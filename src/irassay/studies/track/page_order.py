"""The sections of a track's overview in reading order: the one list of them, for the page and its rail."""

from __future__ import annotations

from collections.abc import Sequence

from irassay.studies.track.page_section import PageSection
from irassay.studies.track.sections import (
    completeness,
    coverage,
    label_sets,
    oldness,
    participation,
    passages,
    queries,
    results,
    strata,
    types,
)

SECTIONS: Sequence[PageSection] = (
    participation.SECTION,
    results.SECTION,
    types.SECTION,
    queries.SECTION,
    strata.SECTION,
    completeness.SECTION,
    coverage.SECTION,
    oldness.SECTION,
    label_sets.SECTION,
    passages.SECTION,
)


def short_titles() -> dict[str, str]:
    """Section -> what the page's rail calls it, where that is not its title."""
    return {each.name: each.short_title for each in SECTIONS if each.short_title}

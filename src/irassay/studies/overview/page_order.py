"""The sections of an overview in reading order: the one list of them, for what is collected, the page and its rail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irassay.studies.overview.sections import (
    coverage,
    differences,
    expected,
    files,
    kinds,
    labels,
    league,
    method,
    pairs,
    provenance,
    queries,
    since,
    stability,
    thinning,
    verdict,
)
from irassay.studies.page_section import PageSection

if TYPE_CHECKING:
    from irassay.studies.overview.comparison import OverviewComparison
    from irassay.studies.overview.evidence import OverviewEvidence

SECTIONS: Sequence[PageSection[OverviewComparison, OverviewEvidence, Any]] = (
    verdict.SECTION,
    expected.SECTION,
    since.SECTION,
    league.SECTION,
    pairs.SECTION,
    kinds.SECTION,
    labels.SECTION,
    coverage.SECTION,
    thinning.SECTION,
    stability.SECTION,
    queries.SECTION,
    differences.SECTION,
    files.SECTION,
    method.SECTION,
    provenance.SECTION,
)

"""Findings of the preflight in the files, worst first."""

from __future__ import annotations

from irassay.result import Section
from irassay.studies.overview.comparison import OverviewEvidence
from irassay.studies.page_section import plain_section
from irassay.studies.sections.files import files_section


def compose(evidence: OverviewEvidence) -> Section:
    """The section that all pages about files have."""
    return files_section(evidence.files, evidence.flags)


SECTION = plain_section("files", "Files", compose, about="files")

"""Findings of the preflight in the files, worst first."""

from __future__ import annotations

from irassay.preflight.metadata_values import OF_METADATA
from irassay.result import Section
from irassay.studies.page_section import plain_section
from irassay.studies.sections.files import files_section
from irassay.studies.track.analysis import Analysis

ELSEWHERE = (*OF_METADATA, "float32")  # said by the sections on participation and results


def compose(analysis: Analysis) -> Section:
    """The section that all pages about files have, without what this page says elsewhere."""
    return files_section([f for f in analysis.files if f.code not in ELSEWHERE], analysis.flags)


SECTION = plain_section("files", "Files", compose)

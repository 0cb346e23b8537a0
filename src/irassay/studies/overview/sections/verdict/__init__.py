"""The two shares, the short answers, and where all systems stand."""

from irassay.studies.overview.sections.verdict.section import SECTION

__all__ = ["SECTION"]

"""Where systems differ, and why."""

from irassay.studies.overview.sections.differences.section import SECTION

__all__ = ["SECTION"]

"""The systems query by query."""

from irassay.studies.overview.sections.queries.section import SECTION

__all__ = ["SECTION"]

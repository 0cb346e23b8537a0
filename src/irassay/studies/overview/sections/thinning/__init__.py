"""What fewer labels would have said."""

from irassay.studies.overview.sections.thinning.section import SECTION

__all__ = ["SECTION"]

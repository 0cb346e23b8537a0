"""Changes since an earlier result."""

from irassay.studies.overview.sections.since.section import SECTION

__all__ = ["SECTION"]

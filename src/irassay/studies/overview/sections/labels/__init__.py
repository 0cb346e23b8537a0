"""What the labels are and how far they reach."""

from irassay.studies.overview.sections.labels.section import SECTION

__all__ = ["SECTION"]

"""The labels and their reach."""

from irassay.studies.overview.sections.labels.section import SECTION

__all__ = ["SECTION"]

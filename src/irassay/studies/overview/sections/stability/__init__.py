"""How stable the order is."""

from irassay.studies.overview.sections.stability.section import SECTION

__all__ = ["SECTION"]

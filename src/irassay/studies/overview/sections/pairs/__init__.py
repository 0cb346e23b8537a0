"""Which pairs of systems can be told apart."""

from irassay.studies.overview.sections.pairs.section import SECTION

__all__ = ["SECTION"]

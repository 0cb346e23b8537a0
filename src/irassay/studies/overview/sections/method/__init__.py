"""Texts to paste into a paper."""

from irassay.studies.overview.sections.method.section import SECTION

__all__ = ["SECTION"]

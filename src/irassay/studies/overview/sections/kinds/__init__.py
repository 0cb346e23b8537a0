"""Kinds of systems, one against another."""

from irassay.studies.overview.sections.kinds.section import SECTION

__all__ = ["SECTION"]

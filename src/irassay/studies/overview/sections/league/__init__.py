"""The league table, and what further measures say."""

from irassay.studies.overview.sections.league.section import SECTION

__all__ = ["SECTION"]

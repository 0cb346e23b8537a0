"""The verdict under fewer labels."""

from irassay.studies.overview.sections.thinning.section import SECTION

__all__ = ["SECTION"]

"""The order of two systems that the reader expected: whether it is settled."""

from __future__ import annotations

from irassay.studies.overview.sections.expected.section import SECTION

__all__ = ["SECTION"]

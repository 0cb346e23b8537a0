"""Evidence collections: passages of a wiki, groups of articles, and which passages show who belongs to them."""

from __future__ import annotations

from irassay.evidence.candidates import Candidate, candidates
from irassay.evidence.identify import Evidence, identify
from irassay.evidence.nouns import Group, ListedColumn, Page, Passage

__all__ = ["Candidate", "Evidence", "Group", "ListedColumn", "Page", "Passage", "candidates", "identify"]

"""Evidence collections: passages of a wiki, groups of articles, and which passages show who belongs to them."""

from __future__ import annotations

from irassay.evidence.nouns import Group, ListedColumn, Page, Passage

__all__ = ["Group", "ListedColumn", "Page", "Passage"]

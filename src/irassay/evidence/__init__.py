"""Evidence collections: passages of a wiki, groups of articles, and which passages show who belongs to them."""

from __future__ import annotations

from irassay.evidence.candidates import Candidate, Evidence, candidates, identify
from irassay.evidence.card import card
from irassay.evidence.dump import read_dump
from irassay.evidence.groups import groups_of, read_members
from irassay.evidence.nouns import Group, ListedColumn, Page, Passage
from irassay.evidence.passages import mentions, passages_of
from irassay.evidence.soundness import Recall, Soundness, recall_by_stage, sample_of, soundness

__all__ = [
    "Candidate", "Evidence", "Group", "ListedColumn", "Page", "Passage", "Recall", "Soundness", "candidates", "card",
    "groups_of", "identify", "mentions", "passages_of", "read_dump", "read_members", "recall_by_stage", "sample_of",
    "soundness",
]  # fmt: skip

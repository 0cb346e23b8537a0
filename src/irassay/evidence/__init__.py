"""Evidence collections: passages of a wiki, groups of articles, and which passages show who belongs to them."""

from __future__ import annotations

from irassay.evidence.candidates import Candidate, candidates
from irassay.evidence.card import card
from irassay.evidence.dump import read_dump
from irassay.evidence.groups import groups_of, read_members
from irassay.evidence.identify import Evidence, identify
from irassay.evidence.mentions import mentions
from irassay.evidence.nouns import Group, ListedColumn, Page, Passage
from irassay.evidence.passages import passages_of
from irassay.evidence.recall import Recall, recall_by_stage
from irassay.evidence.soundness import Soundness, sample_of, soundness

__all__ = [
    "Candidate", "Evidence", "Group", "ListedColumn", "Page", "Passage", "Recall", "Soundness", "candidates", "card",
    "groups_of", "identify", "mentions", "passages_of", "read_dump", "read_members", "recall_by_stage", "sample_of",
    "soundness",
]  # fmt: skip

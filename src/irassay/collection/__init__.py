"""The nouns: labels, rankings, texts, and what is known about systems."""

from __future__ import annotations

from irassay.collection.metadata import Metadata
from irassay.collection.texts import Texts

__all__ = ["Metadata", "Texts"]

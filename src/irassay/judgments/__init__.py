"""What to judge, and label sets made from label sets: one file a concept. They come as Qrels or a QrelsStack."""

from __future__ import annotations

from irassay.judgments.candidates import write_candidates
from irassay.judgments.groups import without_group
from irassay.judgments.pools import Pool, pool
from irassay.judgments.thinned import thinned

__all__ = ["Pool", "pool", "thinned", "without_group", "write_candidates"]

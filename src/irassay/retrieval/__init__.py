"""Search: texts to terms, indexes, lists, and lists fused. What extrapolated labels and baselines are made with."""

from irassay.retrieval.analysis import analyse
from irassay.retrieval.building import index_texts
from irassay.retrieval.fusion import fuse
from irassay.retrieval.index import Index
from irassay.retrieval.word_index import WordIndex, open_index

__all__ = ["Index", "WordIndex", "analyse", "fuse", "index_texts", "open_index"]

"""Search: texts to terms or vectors, indexes, lists, and lists fused. What extrapolated labels and baselines need."""

from irassay.search.analysis import analyse
from irassay.search.approximate import Recall, search_approximately
from irassay.search.building import index_texts
from irassay.search.ciff_building import index_ciff
from irassay.search.encoding import encode_texts
from irassay.search.engines import EngineIndex
from irassay.search.fusion import fuse
from irassay.search.index import Index
from irassay.search.opening import open_index, open_indexes
from irassay.search.vector_building import index_vectors
from irassay.search.vector_index import VectorIndex
from irassay.search.word_index import WordIndex

__all__ = [
    "EngineIndex",
    "Index",
    "Recall",
    "VectorIndex",
    "WordIndex",
    "analyse",
    "encode_texts",
    "fuse",
    "index_ciff",
    "index_texts",
    "index_vectors",
    "open_index",
    "open_indexes",
    "search_approximately",
]

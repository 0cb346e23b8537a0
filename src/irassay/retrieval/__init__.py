"""Search: texts to terms or vectors, indexes, lists, and lists fused. What extrapolated labels and baselines need."""

from irassay.retrieval.analysis import analyse
from irassay.retrieval.approximate import Recall, search_approximately
from irassay.retrieval.building import index_texts
from irassay.retrieval.ciff_building import index_ciff
from irassay.retrieval.encoding import encode_texts
from irassay.retrieval.engines import EngineIndex
from irassay.retrieval.fusion import fuse
from irassay.retrieval.index import Index
from irassay.retrieval.opening import open_index, open_indexes
from irassay.retrieval.vector_building import index_vectors
from irassay.retrieval.vector_index import VectorIndex
from irassay.retrieval.word_index import WordIndex

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

"""Other engines behind the methods of `Index`: programs, search servers and databases, which keep the passages."""

from irassay.retrieval.engines.engine_index import EngineIndex
from irassay.retrieval.engines.open_engine import open_engine

__all__ = ["EngineIndex", "open_engine"]

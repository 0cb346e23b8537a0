"""Other engines behind the methods of `Index`: programs, search servers and databases, which keep the passages."""

from irassay.search.engines.engine_index import EngineIndex
from irassay.search.engines.open_engine import open_engine

__all__ = ["EngineIndex", "open_engine"]

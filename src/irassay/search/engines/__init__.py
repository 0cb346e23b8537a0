"""Other engines behind the methods of `Index`: programs, search servers and databases, which keep the passages."""

from irassay.search.engines.engine_index import EngineIndex

__all__ = ["EngineIndex"]

"""Does a reranker memorise leaked test documents? Ranks with and without leaks, and tables of effectiveness."""

from irassay.studies.memorisation.study import memorisation, memorisation_of

__all__ = ["memorisation", "memorisation_of"]

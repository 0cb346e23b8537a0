"""Does a reranker memorise leaked test documents? Ranks with and without leaks, and tables of effectiveness."""

"""Selection of documents to judge: pools, pairs, samples, audits, and candidates for reranking."""

from __future__ import annotations

from irassay.pooling.audits import Audit, audit
from irassay.pooling.candidates import write_candidates
from irassay.pooling.judging_orders import known_answers
from irassay.pooling.pairs import Pairs, PoolSizes, fewest_pairs, pairs
from irassay.pooling.pools import Pool, pool
from irassay.pooling.query_samples import (
    BandSample,
    PoolSample,
    QuerySample,
    length_strata,
    sample_bands,
    sample_pool,
    sample_queries,
)
from irassay.pooling.recorded_pools import read_pool
from irassay.pooling.rounds import NextRound, next_round

__all__ = [
    "Audit",
    "BandSample",
    "NextRound",
    "Pairs",
    "Pool",
    "PoolSample",
    "PoolSizes",
    "QuerySample",
    "audit",
    "fewest_pairs",
    "known_answers",
    "length_strata",
    "next_round",
    "pairs",
    "pool",
    "read_pool",
    "sample_bands",
    "sample_pool",
    "sample_queries",
    "write_candidates",
]

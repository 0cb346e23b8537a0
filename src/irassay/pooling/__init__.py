"""Selection of documents to judge: pools, samples of queries, audits, and candidates for reranking."""

from __future__ import annotations

from irassay.pooling.audits import Audit, audit
from irassay.pooling.candidates import write_candidates
from irassay.pooling.pools import Pool, pool
from irassay.pooling.query_samples import QuerySample, length_strata, sample_queries
from irassay.pooling.recorded_pools import read_pool

__all__ = [
    "Audit",
    "Pool",
    "QuerySample",
    "audit",
    "length_strata",
    "pool",
    "read_pool",
    "sample_queries",
    "write_candidates",
]

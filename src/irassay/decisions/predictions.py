"""What is predicted of a document's gain before it is judged, and how far the prediction may be off."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from irassay.record import Record

F64: TypeAlias = NDArray[np.float64]
I64: TypeAlias = NDArray[np.int64]

BUCKET = 10.0  # labels that a bucket's mean is shrunk by
QUERY = 4.0  # labels that a query's residual is shrunk by
FLOOR = 0.4  # of the top gain: the least spread
FIRST_GUESS = 0.3  # of the top gain, before any label


class Prediction(Record):
    """Gains predicted of documents, and their spreads: each (document,)."""

    gain: F64
    spread: F64


def buckets(best_rank: I64, n_lists: I64, model: I64 | None) -> I64:
    """The bucket of each document: its model's label, else (-1) a band of its best rank, from 1, and one of the number
    of lists that have it."""
    bands = np.log2(best_rank).astype(np.int64) * 64 + np.log2(n_lists).astype(np.int64)
    codes = bands if model is None else np.where(model < 0, bands, -1 - model)
    return np.unique(codes, return_inverse=True)[1].astype(np.int64)


def predict(bucket: I64, query: I64, known: I64, gains: F64, top: float) -> Prediction:
    """Predictions for all documents from the `gains` of the documents `known`."""
    n_buckets, n_queries = int(bucket.max(initial=0)) + 1, int(query.max(initial=0)) + 1
    overall = (gains.sum() + BUCKET * FIRST_GUESS * top) / (len(gains) + BUCKET)
    of = bucket[known]
    n, total = np.bincount(of, minlength=n_buckets), np.bincount(of, gains, minlength=n_buckets)
    mean = (total + BUCKET * overall) / (n + BUCKET)
    off = np.bincount(query[known], gains - mean[of], minlength=n_queries)
    off = off / (np.bincount(query[known], minlength=n_queries) + QUERY)
    gain = np.clip(mean[bucket] + off[query], 0.0, top)
    widest = gain * (top - gain)
    squares = ((gains - gain[known]) ** 2).sum() + BUCKET * top * top / 4
    ratio = squares / (widest[known].sum() + BUCKET * top * top / 4)
    return Prediction(gain, np.maximum(np.sqrt(ratio * widest), FLOOR * top))

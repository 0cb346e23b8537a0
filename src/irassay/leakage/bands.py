"""Bands of similarity: what a sample of pairs is drawn from equally, and what brings its shares back."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

F64: TypeAlias = NDArray[np.float64]
Places: TypeAlias = NDArray[np.intp]

WIDTH = 0.05  # of a band; the uppermost includes 1


def band_of(scores: F64) -> Places:
    """The band of each score, from 0 for -1; the same for any set of pairs."""
    last = round(2 / WIDTH) - 1
    return np.clip(np.floor((scores + 1) / WIDTH + 1e-9), 0, last).astype(np.intp)


def weights_of(labelled: Places, candidates: Places) -> tuple[F64, int]:
    """How many candidates each labelled pair stands for, by band, and how many no labelled pair stands for; unbiased if
    labels are a random sample of their band. Source: Horvitz and Thompson 1952."""
    n = int(max(labelled.max(initial=0), candidates.max(initial=0))) + 1
    here, there = (np.bincount(of, minlength=n) for of in (labelled, candidates))
    each = np.divide(there, here, out=np.zeros(n), where=here > 0)
    return each[labelled], int(there[here == 0].sum())

"""The index of bm25s made block by block: its own builder would take some 24 GB for 8.8 million passages.

`python -m benchmarks.bm25s_arrays SIZE TO` counts first, then puts every posting in its place. Blocks that are counted
stay on disk until the end, so that what is stopped goes on. Scores are those of bm25s's method "lucene".
"""

from __future__ import annotations

import fcntl
import json
import shutil
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks import postings
from benchmarks.engines import K1, B
from benchmarks.passages import BLOCK

Array = npt.NDArray[np.int32]


def main(size: int, to: Path) -> None:
    with open(to.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one at a time
        if not to.exists():
            _make(size, to)


def _make(size: int, to: Path) -> None:
    parts = to.with_suffix(".blocks")
    parts.mkdir(parents=True, exist_ok=True)
    n_terms = len(postings.vocabulary()[1])
    paths = [_block(parts, start, min(size, start + BLOCK)) for start in range(0, size, BLOCK)]
    lengths = np.concatenate([np.load(path)["lengths"] for path in paths])
    with_term = np.zeros(n_terms, dtype=np.int64)
    for path in paths:
        with_term += np.bincount(np.load(path)["terms"], minlength=n_terms)
    norms = K1 * (1 - B + B * lengths / lengths.mean())
    idf = np.log1p((size - with_term + 0.5) / (with_term + 0.5))
    ends = np.concatenate(([0], np.cumsum(with_term)))
    docs, scores = np.empty(ends[-1], dtype=np.int32), np.empty(ends[-1], dtype=np.float32)
    places = ends[:-1].copy()
    for path in paths:
        block = np.load(path)
        terms, counts = block["terms"], block["counts"]
        at, n = _places(terms, places)
        docs[at] = block["docs"]
        scores[at] = idf[terms] * counts / (norms[block["docs"]] + counts)
        places += n
    _save(to, {"data": scores, "indices": docs, "indptr": ends}, size)
    shutil.rmtree(parts)


def _block(parts: Path, start: int, stop: int) -> Path:
    """The file of a block's postings."""
    path = parts / f"{start}.npz"
    if not path.exists():
        block = postings.block(start, stop)
        part = parts / "part.npz"
        np.savez(
            part,
            lengths=block.lengths,
            terms=block.terms.astype(np.int32),
            docs=block.docs.astype(np.int32),
            counts=block.counts.astype(np.uint8),
        )
        part.rename(path)
    return path


def _places(terms: Array, places: postings.Ints) -> tuple[postings.Ints, postings.Ints]:
    """Where the postings of a block go, which are in the order of terms, and how many each term has."""
    n = np.bincount(terms, minlength=len(places))
    starts = np.cumsum(n) - n
    return np.arange(len(terms)) - starts[terms] + places[terms], n


def _save(to: Path, arrays: dict[str, npt.NDArray[np.generic]], size: int) -> None:
    """As bm25s saves them."""
    part = to.with_suffix(".part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    for name, array in arrays.items():
        np.save(part / f"{name}.csc.index.npy", array)
    method = {"method": "lucene", "idf_method": "lucene", "k1": K1, "b": B, "delta": 0.5}
    kinds = {"dtype": "float32", "int_dtype": "int32", "backend": "numba"}
    (part / "params.index.json").write_text(json.dumps({**method, **kinds, "num_docs": size}))
    (part / "vocab.index.json").write_text(json.dumps(postings.numbers()))
    part.rename(to)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))

"""bm25s, which is in the benchmark's lock: searched by term numbers, compiled by Numba.

Two threads search halves of the queries, each as one thread does: Numba's own threads would spin while they wait.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import postings
from benchmarks.engines import BEST, CHECKED, K1, B, Ours, Search, check_scores
from benchmarks.timing import Took, now, since
from irassay.search import analyse


class Bm25s:
    def __init__(self, search: Search, *, folder: Path | None = None, threads: int = 1) -> None:
        self.model = _opened(folder or _built(search))
        self.depth, self.threads = search.depth, threads
        numbers = postings.numbers()
        self.queries = [[numbers[term] for term in analyse(text)] for text in search.texts.values()]
        self._search(self.queries[:5], self.depth)  # Numba compiles

    def once(self) -> Took:
        start = now()
        shares = [self.queries[thread :: self.threads] for thread in range(self.threads)]
        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(lambda queries: self._search(queries, self.depth), shares))
        return since(start) * (1 / len(self.queries))

    def check(self, ours: Ours) -> str:
        lists = self._search(self.queries[:CHECKED], BEST).scores.tolist()
        with_term = [[score for score in scores if score > 0] for scores in lists]  # it fills lists with others
        return check_scores("bm25s", ours.best("exact"), with_term)

    def _search(self, queries: list[list[int]], depth: int) -> Any:
        return self.model.retrieve(queries, k=depth, n_threads=1, show_progress=False)


def has_bm25s() -> bool:
    return find_spec("bm25s") is not None


@cache
def _opened(folder: Path) -> Any:
    import bm25s

    model = bm25s.BM25.load(str(folder))
    model.backend = "numba"
    return model


def _built(search: Search) -> Path:
    """The folder of its index of term numbers, built by itself where it is not there."""
    import bm25s

    folder = search.passages.folder / "bm25s"
    if not folder.exists():
        model = bm25s.BM25(method="lucene", k1=K1, b=B)
        model.index((list(postings.lists(search.passages.size)), postings.numbers()), show_progress=False)
        model.save(str(folder), show_progress=False)
    return folder

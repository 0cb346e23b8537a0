"""Rerankers: scores of documents for queries, and the first documents of lists in the order of these."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

from irassay.arguments import whole_number
from irassay.collection.runs import Runs
from irassay.errors import InputError, UsageError, cut
from irassay.progress import Progress
from irassay.search.neural import networks
from irassay.search.neural.documents import Corpus, texts_of
from irassay.search.neural.scorer import Item, Scorer
from irassay.search.said import SEARCH

Floats: TypeAlias = npt.NDArray[np.float32]
CHUNK = 4096  # pairs that are sorted by length together
# Words or tokens of a batch, with what fills it up: a core is fastest while its cache holds the batch.
BUDGET, BUDGET_OF_A_GPU = 2048, 8192


class Reranker:
    """A trained model.

    Attributes
    ----------
    folder, name : str
        The name is that of its runs.
    settings : Settings
    training : mapping
        Seed, instances and versions that it was trained with; empty for a model of another tool.
    n_cut : int
        Documents of the last `score` or `rerank` that are longer than the model reads.
    """

    def __init__(self, scorer: Scorer, folder: str, training: Mapping[str, Any], device: str = "cpu") -> None:
        self._scorer = scorer.to(device).eval()
        self._device = device
        self.folder = folder
        self.name = Path(folder).name or "reranker"
        self.settings = scorer.settings
        self.training = training
        self.n_cut = 0

    def score(self, query: str, texts: Sequence[str]) -> Floats:
        """The scores of texts for a query.

        Parameters
        ----------
        query : str
        texts : sequence of str

        Returns
        -------
        array of float32
            Higher is more relevant; of monoBERT and monoT5 the logarithm of the probability of relevance.
        """
        return self.score_pairs([(query, text) for text in texts])

    def rerank(self, runs: Runs, queries: Mapping[str, str], corpus: Corpus, depth: int = 100) -> Runs:
        """The first documents of each list in the order of the model's scores.

        Parameters
        ----------
        runs : Runs
            The lists, of one system.
        queries : mapping of str to str
            Text of each query of the runs.
        corpus : path, mapping of str to str, or Texts
            Text of each document.
        depth : int
            How many documents of a list are scored; the others are left out.

        Returns
        -------
        Runs
            One system, by the folder's name, with scores in single precision; equal ones are set apart by the least
            step, the lowest document id first.

        Raises
        ------
        InputError
            A query or a document without a text.
        UsageError
            Several systems.

        Notes
        -----
        *Source*: Froebe, Akiki, Potthast and Hagen, SPIRE 2022, section 4, reranks the first 100 documents of BM25.
        """
        whole_number("depth", depth)
        if len(runs.systems) != 1:
            raise UsageError(f"expected a run of one system, but got {len(runs.systems):,}: rerank each alone")
        system = runs.systems[0]
        lists = {query: list(runs.ranking(system, query)[:depth]) for query in runs.queries}
        return self.rerank_lists({query: docs for query, docs in lists.items() if docs}, queries, corpus)

    def rerank_lists(self, lists: Mapping[str, Sequence[str]], queries: Mapping[str, str], corpus: Corpus) -> Runs:
        """As `rerank`, for documents of each query in any order."""
        missing = [query for query in lists if not queries.get(query, "").strip()]
        if missing:
            raise InputError(f"{len(missing):,} queries of the run have no text, such as {cut(missing[0])}")
        texts = texts_of({doc for docs in lists.values() for doc in docs}, corpus)
        of = self.score_lists({query: {doc: texts[doc] for doc in docs} for query, docs in lists.items()}, queries)
        return Runs.from_dict({self.name: of}, keep="scores")

    def score_lists(
        self, texts: Mapping[str, Mapping[str, str]], queries: Mapping[str, str]
    ) -> dict[str, dict[str, float]]:
        """Query -> document -> score, from query -> document -> text; equal ones are set apart as `set_apart` says."""
        places = [(query, doc) for query, of in texts.items() for doc in of]
        with Progress("documents scored", len(places)) as progress:
            scores = self.score_pairs([(queries[query], texts[query][doc]) for query, doc in places], progress)
        made: dict[str, dict[str, float]] = {query: {} for query in texts}
        for (query, doc), score in zip(places, scores.tolist(), strict=True):
            made[query][doc] = score
        return {query: set_apart(of) for query, of in made.items()}

    def score_pairs(self, pairs: Sequence[tuple[str, str]], progress: Progress | None = None) -> Floats:
        """The scores of pairs of a query's text and a document's, float32 (pair,)."""
        self.n_cut = 0
        scores = np.full(len(pairs), -np.inf, np.float32)
        # A batch a core, each on one thread: sums are then in the same order on any number of cores.
        n, budget = (os.cpu_count() or 1, BUDGET) if self._device == "cpu" else (1, BUDGET_OF_A_GPU)
        with ThreadPoolExecutor(n, initializer=partial(torch.set_num_threads, 1)) as pool:
            for start in range(0, len(pairs), CHUNK):
                some = pairs[start : start + CHUNK]
                items, n_cut = self._scorer.encode([query for query, _ in some], [text for _, text in some])
                self.n_cut += n_cut
                for places, of in pool.map(self._batch, batches(items, budget)):
                    np.maximum.at(scores, start + places, of)
                    if progress is not None:
                        progress.step(len(set(places.tolist())))
        return scores

    def _batch(self, items: Sequence[Item]) -> tuple[npt.NDArray[np.int64], Floats]:
        """Which text each item is of, and its score."""
        with torch.inference_mode():
            inputs = {name: value.to(self._device) for name, value in self._scorer.collate(items).items()}
            scores: Floats = self._scorer.scores(self._scorer(**inputs)).float().cpu().numpy()
        if not np.isfinite(scores).all():
            raise InputError(f"{cut(self.folder)} gives scores that are no finite numbers: train it again")
        return np.array([item.of for item in items]), scores


def batches(items: Sequence[Item], budget: int) -> Iterator[list[Item]]:
    """Items in batches of so many numbers at most, the longest first: what a batch is filled up with stays small."""
    rest = iter(sorted(items, key=lambda item: -item.size))
    for first in rest:
        yield [first, *islice(rest, max(budget // max(first.size, 1), 1) - 1)]


def set_apart(scores: Mapping[str, float]) -> dict[str, float]:
    """Document -> score, best first, no two equal: of equal ones the lowest id keeps its score."""
    made: dict[str, float] = {}
    last = np.float32(np.inf)
    for doc in sorted(scores, key=lambda doc: (-scores[doc], doc)):
        last = min(np.float32(scores[doc]), np.nextafter(last, np.float32(-np.inf)))
        made[doc] = float(last)
    return made


def open_reranker(folder: str | os.PathLike[str], *, device: str = "auto") -> Reranker:
    """A reranker from its folder.

    Parameters
    ----------
    folder : path
        Of `train`, or a cross-encoder or T5 that another tool saved.
    device : str
        "auto" takes a GPU where there is one.

    Returns
    -------
    Reranker

    Raises
    ------
    InputError
        The folder holds none.
    MissingLibrary
        Without torch, or for monobert and monot5 without transformers.
    """
    scorer, training = networks.read(Path(folder))
    return Reranker(scorer, os.fspath(folder), training, device_of(device))


def device_of(device: str) -> str:
    """The device that "auto" means here. UsageError where torch has no such device."""
    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise UsageError(SEARCH("rerank.device", device=device, reason=str(error).splitlines()[0])) from None
    return device

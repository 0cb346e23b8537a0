"""Runs of 13 words that documents of a test collection share with passages of training files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat

import numpy as np

from irassay.arrays import U64, Places
from irassay.kernel import _core
from irassay.leakage.stems import plain
from irassay.leakage.words import BOILERPLATE, FLOOR

RUN = 13  # words
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_NO_WORD = 0  # stands for words that no document has, and between texts


class WordRuns:
    """Documents by their runs of 13 words, and the passages that have such runs; a document of fewer words has none."""

    __slots__ = ("_analyser", "_docs", "_hashes", "_is_boilerplate", "_met", "_runs_of", "_words")

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._analyser = _core.Analyser("none", [])
        self._words: dict[str, int] = {}
        self._docs = tuple(texts)
        of_doc = []
        for text in texts.values():
            terms = self._terms(text)
            for term in terms:
                self._words.setdefault(term, len(self._words) + 1)
            of_doc.append(np.unique(_runs([self._words[term] for term in terms])[1]))
        self._hashes = np.unique(np.concatenate([*of_doc, np.zeros(0, np.uint64)]))
        self._runs_of = [np.searchsorted(self._hashes, hashes) for hashes in of_doc]
        self._met: dict[int, tuple[int, ...]] = {}
        self._is_boilerplate = np.zeros(len(self._hashes), dtype=bool)

    @property
    def n_short(self) -> int:
        """Documents without a run."""
        return sum(len(runs) == 0 for runs in self._runs_of)

    def add(self, texts: Sequence[str], key_of: Callable[[str], int]) -> list[int]:
        """The places of these passages with a document's run that is no boilerplate so far; equal keys are one text."""
        words: list[int] = []
        ends: list[int] = []
        for text in texts:
            words += map(self._words.get, self._terms(text), repeat(_NO_WORD))
            words.append(_NO_WORD)
            ends.append(len(words))
        starts, hashes = _runs(words)
        if not len(hashes) or not len(self._hashes):
            return []
        runs = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        known = (self._hashes[runs] == hashes) & ~self._is_boilerplate[runs]
        passages = np.searchsorted(np.array(ends), starts[known], side="right")
        met: list[int] = np.unique(passages).tolist()
        keys = {passage: key_of(texts[passage]) for passage in met}
        for passage, run in zip(passages.tolist(), runs[known].tolist(), strict=True):
            self._note(keys[passage], run)
        return met

    def matches(self, floor: float = FLOOR) -> dict[int, dict[str, float]]:
        """The passages with this share of a document's runs, as key -> document -> share; none of over 10 passages."""
        found: dict[int, dict[str, float]] = {}
        for doc, runs in zip(self._docs, self._runs_of, strict=True):
            own = runs[~self._is_boilerplate[runs]]
            for key, n in Counter(key for run in own.tolist() for key in self._met.get(run, ())).items():
                if n >= floor * len(own):
                    found.setdefault(key, {})[doc] = n / len(own)
        return found

    def _note(self, key: int, run: int) -> None:
        if self._is_boilerplate[run]:
            return
        met = self._met.get(run, ())
        if key in met:
            return
        if len(met) < BOILERPLATE:
            self._met[run] = (*met, key)
        else:
            self._is_boilerplate[run] = True
            del self._met[run]

    def _terms(self, text: str) -> list[str]:
        return self._analyser.terms(plain(text))


def _runs(words: list[int]) -> tuple[Places, U64]:
    """Where runs of 13 words begin, and a number for each: different runs never share it in practice."""
    numbers = np.array(words, dtype=np.uint64)
    if len(numbers) - RUN + 1 <= 0:
        return np.zeros(0, np.intp), np.zeros(0, np.uint64)
    unknown = np.concatenate([[0], np.cumsum(numbers == _NO_WORD)])
    starts = np.flatnonzero(unknown[RUN:] == unknown[:-RUN])
    mixed = _mixed(numbers)
    hashes = np.zeros(len(starts), np.uint64)
    for i in range(RUN):
        hashes = hashes * _FACTOR + mixed[starts + i]
    return starts, hashes


def _mixed(numbers: U64) -> U64:
    """Numbers of words, spread over 64 bits (the finalizer of splitmix64)."""
    z = numbers * _FACTOR
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))

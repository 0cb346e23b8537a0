"""Generated passages: 56 words or so, of which Lucene's analysis leaves 39, from one fixed seed.

Words follow Zipf's law with Mandelbrot's shift, three in ten are stopwords, and half of the others belong to the
passage's topic, so that passages have near ones as real ones do. The same passages begin every size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.collections import CACHE, SEED

BLOCK = 100_000  # passages drawn at once, each block from a seed of its own
FILE = 1_000_000  # passages of a file; whole blocks
WORDS = 400_000
TOPICS = 5_000
PER_TOPIC = 300
STOPWORDS_IN_A_ROW = (
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they"
)
STOPWORDS = tuple(STOPWORDS_IN_A_ROW.split())
ENDINGS = ("", "s", "ed", "ing", "er", "ation", "ly", "able", "ness", "y", "al", "e")
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Passages:
    """Files of lines `id TAB text`, and the ids of some passages that are searched for."""

    size: int
    folder: Path
    queries: tuple[str, ...]
    per_file: int = FILE

    @property
    def starts(self) -> range:
        """The number of each file's first passage."""
        return range(0, self.size, self.per_file)

    @property
    def files(self) -> list[Path]:
        return [self.folder / f"passages-{at:02}.tsv" for at in range(len(self.starts))]

    def texts(self, ids: Iterable[str]) -> dict[str, str]:
        """The texts of some passages."""
        wanted = dict.fromkeys(ids, "")
        for path in self.files:
            with open(path) as file:
                for line in file:
                    passage, text = line.rstrip("\n").split("\t", 1)
                    if passage in wanted:
                        wanted[passage] = text
        return wanted


def passages(size: int, *, queries: int, folder: Path | None = None, per_file: int = FILE) -> Passages:
    """So many passages and so many of them to search for; files that are there already are kept."""
    some = np.random.default_rng(SEED + 11).choice(size, queries, replace=False)
    given = Passages(size, folder or CACHE / f"passages-{size}", tuple(f"p{i}" for i in np.sort(some)), per_file)
    given.folder.mkdir(parents=True, exist_ok=True)
    for start, path in zip(given.starts, given.files):
        if not path.exists():
            _write(path, start, min(size, start + per_file))
    return given


def drawn(start: int, stop: int) -> Iterator[tuple[int, Ints, Ints]]:
    """Block by block: the number of its first passage, the lengths, and all word numbers in a row."""
    for block in range(start // BLOCK, -(-stop // BLOCK)):
        lengths, words = _block(block * BLOCK)
        first, last = max(start, block * BLOCK), min(stop, (block + 1) * BLOCK)
        at = np.concatenate(([0], np.cumsum(lengths)))
        some = slice(first - block * BLOCK, last - block * BLOCK)
        yield first, lengths[some], words[at[some.start] : at[some.stop]]


def _block(first: int) -> tuple[Ints, Ints]:
    """The lengths of all its passages, and their word numbers in a row."""
    rng = np.random.default_rng([SEED + 12, first])
    lengths = np.clip(rng.normal(56, 16, BLOCK), 12, 150).astype(np.int64)
    total = int(lengths.sum())
    kind = rng.random(total)
    common = len(STOPWORDS) + np.searchsorted(_law(WORDS), rng.random(total))
    topic = np.repeat(rng.integers(0, TOPICS, BLOCK), lengths)
    near = _topics()[topic, np.searchsorted(_law(PER_TOPIC), rng.random(total))]
    stopwords = rng.integers(0, len(STOPWORDS), total)
    return lengths, np.where(kind < 0.3, stopwords, np.where(kind < 0.65, near, common))


@cache
def vocabulary() -> list[str]:
    """Stopwords, then made-up words with English endings, so that a stemmer has work."""
    rng = np.random.default_rng(SEED + 14)
    starts = [c + v for c in "bcdfghjklmnprstvwz" for v in "aeiou"]
    words: dict[str, None] = {}
    while len(words) < WORDS:
        syllables = rng.integers(0, len(starts), (WORDS, 4)).tolist()
        shape = rng.integers(1, 4, WORDS).tolist()
        ending = rng.integers(0, len(ENDINGS), WORDS).tolist()
        for row, n, end in zip(syllables, shape, ending):
            words["".join(starts[i] for i in row[:n]) + "bdgklmnrt"[row[0] % 9] + ENDINGS[end]] = None
    return [*STOPWORDS, *list(words)[:WORDS]]


def _write(path: Path, start: int, stop: int) -> None:
    words = np.array(vocabulary(), dtype=object)
    part = path.with_suffix(".part")
    with open(part, "w") as file:
        for first, lengths, ids in drawn(start, stop):
            at = np.concatenate(([0], np.cumsum(lengths))).tolist()
            text = words[ids]
            file.writelines(f"p{first + i}\t{' '.join(text[at[i] : at[i + 1]])}\n" for i in range(len(lengths)))
    part.rename(path)


@cache
def _topics() -> Ints:
    """[topic, place] -> word, the frequent ones more often."""
    rng = np.random.default_rng(SEED + 13)
    return len(STOPWORDS) + (WORDS * rng.random((TOPICS, PER_TOPIC)) ** 2).astype(np.int64)


@cache
def _law(n: int) -> npt.NDArray[np.float64]:
    """Cumulative Zipf-Mandelbrot probabilities."""
    p = 1 / (np.arange(n) + 2.7) ** 1.05
    cumulative: npt.NDArray[np.float64] = np.cumsum(p) / p.sum()
    cumulative[-1] = 1.0
    return cumulative

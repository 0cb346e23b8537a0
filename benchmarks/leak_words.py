"""Pairs of test and training texts that share words, beside datasketch and plain Python, and at scale.

All sides are given the same made-up texts. `python -m benchmarks.leak_words TEST FILE...` prints seconds of processor
time, the most memory in MB, and the number of pairs of ours; `python -m benchmarks.leak_words --write FOLDER N` writes
the files: test.tsv and N files of a million training texts.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from math import log
from pathlib import Path

import numpy as np

from benchmarks import timing
from benchmarks.leak_rows import beside_peers
from benchmarks.peak import most
from benchmarks.peers import Disagree
from benchmarks.row import Row
from irassay.collection.texts import TestText
from irassay.collection.training import BLOCK, Training, TrainingRow
from irassay.formats.reading.texts import read_test_texts
from irassay.formats.reading.training import read_training
from irassay.leakage.words import FLOOR, FUNCTION_WORDS, find_by_words

TRAIN, TEST = 100_000, 250
MILLION, MANY = 1_000_000, 3_000
TEN = 10  # times a million
WORDS = 300_000
RARITY, OFFSET = 1.05, 20  # the chance of word r is as 1 / (r + offset) ** rarity: the first is in 3 of 100 texts
LEAST, MOST = 2, 7  # words of a text that ask for something, the most not included
ASKED = ("what is", "how to", "who was", "where is", "what does the", "when did", "is", "are there", "which", "")
PLANTED = 5  # every fifth test text stands among the training texts: as it is, reordered, or with a word more
PERMUTATIONS = 128
SEED = 25

Pairs = set[tuple[int, str]]  # place of the test text, training text


def rows(rounds: int) -> Iterator[Row]:
    yield from _beside_peers(rounds)
    yield from _at_scale()


def _beside_peers(rounds: int) -> Iterator[Row]:
    test = texts(TEST, SEED)
    train = with_planted(texts(TRAIN, SEED + 1), test)
    said = check(ours(test, train), plain_pythons(test, train))
    peers = {"plain Python": lambda: plain_pythons(test, train)}
    goals = {"plain Python": 1.0, "datasketch": 20.0}
    if find_spec("datasketch") is not None:
        said = f"{said}; {recall(ours(test, train), datasketches(test, train), test, train)}"
        peers["datasketch"] = lambda: datasketches(test, train)
    yield from beside_peers(
        "pairs by words", "100k x 250", peers, lambda: ours(test, train), goals=goals, rounds=rounds, note=said
    )


def _at_scale() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        test, small, large = Path(folder, "test.tsv"), Path(folder, "small.tsv"), Path(folder, "large.tsv")
        asked = texts(MANY, SEED)
        write(test, asked)
        write(large, with_planted(texts(MILLION, SEED + 1), asked))
        with open(large) as whole:
            small.write_text("".join(next(whole) for _ in range(MILLION // TEN)))
        (_, fewer_mb, fewer), (cpu, mb, pairs) = measured(test, small), measured(test, large)
    yield Row(
        case="pairs by words",
        collection="10M x 3k",
        ours=cpu * TEN / 60,
        unit="min CPU",
        goal=10.0,
        goal_is="most",
        note=f"ten times a million training texts, {cpu:.0f} s of one core",
    )
    yield Row(
        case="pairs by words, memory",
        collection="1M x 3k",
        ours=mb,
        unit="MB",
        goal=600.0,
        goal_is="most",
        note=f"{pairs:,.0f} pairs; {fewer_mb:.0f} MB and {fewer:,.0f} pairs for a tenth of the training texts",
    )


def texts(n: int, seed: int) -> list[str]:
    """Made-up queries: what asks, and some words, of which few are frequent."""
    random = np.random.default_rng(seed)
    chances = np.cumsum(1 / (np.arange(WORDS) + OFFSET) ** RARITY)
    lengths = random.integers(LEAST, MOST, n)
    drawn = np.searchsorted(chances, random.random(lengths.sum()) * chances[-1]).tolist()
    asks = random.integers(0, len(ASKED), n).tolist()
    vocabulary = [word(i) for i in range(WORDS)]
    out, at = [], 0
    for length, ask in zip(lengths.tolist(), asks):
        out.append(f"{ASKED[ask]} {' '.join(vocabulary[i] for i in drawn[at : at + length])}".strip())
        at += length
    return out


def word(number: int) -> str:
    """The word of this rank, which has no inflection: consonants and vowels in turn."""
    letters = ""
    while number or not letters:
        number, syllable = divmod(number, 16 * 3)
        letters += "bcdfghjklmnpqrtv"[syllable // 3] + "aou"[syllable % 3]
    return letters + "zu"


def with_planted(train: list[str], test: Sequence[str]) -> list[str]:
    """The training texts, some of which ask what a test text asks."""
    step = len(train) // len(test)
    for i in range(0, len(test), PLANTED):
        words = test[i].split()
        train[i * step] = " ".join((words, words[::-1], [*words, "besides"])[i // PLANTED % 3])
    return train


def ours(test: Sequence[str], train: Sequence[str]) -> Pairs:
    """Pairs from the floor on, and those where the training text has all words of a test text of two or more."""
    asked = [TestText(f"q{i}", "title", text) for i, text in enumerate(test)]
    found = find_by_words(asked, [Training(InBlocks(train))], threads=1)
    return {(pair.text, pair.train) for pair in found.pairs if pair.overlap >= FLOOR or pair.has_all}


class InBlocks:
    """Hands training texts out without a look at each."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def texts(self, counts: dict[str, int]) -> Iterator[tuple[list[str], list[str]]]:
        for at in range(0, len(self._texts), BLOCK):
            some = list(self._texts[at : at + BLOCK])
            yield [str(at + i) for i in range(len(some))], some

    def rows(self, counts: dict[str, int]) -> Iterator[TrainingRow]:
        return iter(())

    def passages(self, ids: Iterable[str]) -> Mapping[str, str]:
        return {}

    def all_passages(self) -> Iterator[tuple[str, str]]:
        return iter(())


def words_of(text: str) -> set[str]:
    words = set(re.findall(r"\w+", text.lower()))
    return words - FUNCTION or words


FUNCTION = frozenset(FUNCTION_WORDS)


def plain_pythons(test: Sequence[str], train: Sequence[str]) -> Pairs:
    """The same by sets of words, the test texts by word, and weights."""
    of_train = [words_of(text) for text in train]
    counts = Counter(one for words in of_train for one in words)
    of_test = [words_of(text) for text in test]
    with_word = defaultdict(list)
    for place, words in enumerate(of_test):
        for one in words:
            with_word[one].append(place)

    def weight(words: Iterable[str]) -> float:
        return sum(log((len(train) + 1) / (counts[one] + 0.5)) for one in sorted(words))

    pairs = set()
    for number, words in enumerate(of_train):
        for place in {place for one in words for place in with_word.get(one, ())}:
            asked = of_test[place]
            shared = weight(asked & words)
            if shared >= FLOOR * weight(asked | words) or (asked < words and len(asked) > 1):
                pairs.add((place, str(number)))
    return pairs


def datasketches(test: Sequence[str], train: Sequence[str]) -> Pairs:
    """Pairs whose words have Jaccard's coefficient at the floor, of those that share a band of their signatures."""
    from datasketch import MinHash, MinHashLSH

    def signature(words: Iterable[str]) -> MinHash:
        of = MinHash(num_perm=PERMUTATIONS)
        of.update_batch([one.encode() for one in words])
        return of

    index = MinHashLSH(threshold=FLOOR, num_perm=PERMUTATIONS)
    of_test = [words_of(text) for text in test]
    for place, words in enumerate(of_test):
        index.insert(place, signature(words))
    return {
        (place, str(number))
        for number, text in enumerate(train)
        for words in [words_of(text)]
        for place in index.query(signature(words))
        if jaccard(of_test[place], words) >= FLOOR
    }


def jaccard(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other)


def check(mine: Pairs, theirs: Pairs) -> str:
    """Raise unless plain Python's pairs are ours; say what was compared."""
    if mine != theirs:
        raise Disagree(f"{len(mine - theirs)} pairs are ours alone, {len(theirs - mine)} plain Python's alone")
    return f"{len(mine):,} pairs are plain Python's"


def recall(mine: Pairs, theirs: Pairs, test: Sequence[str], train: Sequence[str]) -> str:
    """How many pairs of Jaccard's coefficient each side has."""
    of_test, of_train = [words_of(text) for text in test], [words_of(text) for text in train]
    there = {
        (i, str(n))
        for n, words in enumerate(of_train)
        for i, asked in enumerate(of_test)
        if not asked.isdisjoint(words) and jaccard(asked, words) >= FLOOR
    }
    return (
        f"of {len(there):,} pairs with Jaccard's {FLOOR} datasketch has {len(there & theirs):,}, ours "
        f"{len(there & mine):,}, and weighs the others below it"
    )


def measured(test: Path, train: Path) -> tuple[float, float, float]:
    """Seconds of processor time, MB and pairs of a process of its own."""
    cpu, memory, pairs = timing.asked("leak_words", str(test), str(train)).split()
    return float(cpu), float(memory), float(pairs)


def write(path: Path, texts: Sequence[str], first: int = 0) -> None:
    path.write_text("".join(f"{number}\t{text}\n" for number, text in enumerate(texts, first)))


def main(test: str, *train: str) -> None:
    asked, training = read_test_texts(test), read_training(train)
    start = timing.now()
    n_pairs = sum(1 for _ in find_by_words(asked, training, threads=1).pairs)
    print(timing.since(start).cpu, most(), n_pairs)


def write_files(folder: str, n: str) -> None:
    asked = texts(MANY, SEED)
    write(Path(folder, "test.tsv"), asked)
    for i in range(int(n)):
        write(Path(folder, f"train{i}.tsv"), with_planted(texts(MILLION, SEED + 1 + i), asked), i * MILLION)


if __name__ == "__main__":
    if sys.argv[1] == "--write":
        write_files(*sys.argv[2:])
    else:
        main(*sys.argv[1:])

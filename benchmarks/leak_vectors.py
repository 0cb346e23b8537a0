"""The training texts nearest to test texts by vectors, beside semhash and a plain NumPy stream, and at scale.

Both sides are given the same vectors, from a function in the encoder's place. They are like those of a static model:
means of six tokens, around a direction that all share, so that some 5 in 10,000 unrelated pairs have a cosine of 0.7.
`python -m benchmarks.leak_vectors TRAIN TEST` prints seconds of processor time and the most memory, in MB, of ours.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import timing
from benchmarks.leak_rows import beside_peers
from benchmarks.peak import most
from benchmarks.peers import Disagree
from benchmarks.row import Row
from irassay.leakage.nearest import Terms
from irassay.leakage.vectors import nearest_training

F32 = NDArray[np.float32]

TRAIN, TEST = 100_000, 250
MILLION, MANY = 1_000_000, 3_000
TEN = 10  # times a million
FLOOR, NEIGHBOURS, THRESHOLD = 0.7, 100, 0.9
WIDTH, TOKENS, OF_TEXT = 256, 30_000, 6
SHARED = 1.2  # length of the direction that all vectors share, where the rest has length 1
BLOCK = 4096
PLANTED = 5  # every fifth test text stands among the training texts, one token changed


def rows(rounds: int) -> Iterator[Row]:
    yield from _beside_peers(rounds)
    yield from _at_scale()


def _beside_peers(rounds: int) -> Iterator[Row]:
    test, train = [f"q{i}" for i in range(TEST)], [f"t{i}" for i in range(TRAIN)]
    vectors = Table(test + train)
    lists = ours(test, train, vectors)
    said = check(lists, numpys(vectors(test), vectors, train))
    peers = {"NumPy stream": lambda: numpys(vectors(test), vectors, train)}
    goals = {"NumPy stream": 1.0, "semhash": 10.0}
    if has_semhash():
        hits = {i for i, of in enumerate(lists) if of and of[0][1] >= THRESHOLD}
        theirs = semhashes(test, train, vectors)
        said += f"; semhash has {len(theirs & hits)} of {len(hits)} test texts at {THRESHOLD}, ours all"
        peers["semhash"] = lambda: semhashes(test, train, vectors)
    yield from beside_peers(
        "nearest by vectors",
        "100k x 250",
        peers,
        lambda: ours(test, train, vectors),
        goals=goals,
        rounds=rounds,
        note=said,
    )


def _at_scale() -> Iterator[Row]:
    small, large = measured(MILLION // TEN, MANY), measured(MILLION, MANY)
    yield Row(
        case="nearest by vectors",
        collection="10M x 3k",
        ours=large[0] * TEN / 60,
        unit="min CPU",
        goal=15.0,
        goal_is="most",
        note=f"ten times a million training texts, {large[0]:.0f} s of one core",
    )
    yield Row(
        case="nearest by vectors, memory",
        collection="1M x 3k",
        ours=large[1],
        unit="MB",
        goal=600.0,
        goal_is="most",
        note=f"{small[1]:.0f} MB for a tenth of the training texts",
    )


class Table:
    """Texts are names; the vector of a name is a mean of the vectors of tokens that its number says."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        random = np.random.default_rng(0)
        self._tokens = random.standard_normal((TOKENS, WIDTH)).astype(np.float32) / np.float32(np.sqrt(WIDTH * OF_TEXT))
        self._shared = random.standard_normal(WIDTH).astype(np.float32)
        self._shared *= np.float32(SHARED / np.linalg.norm(self._shared))
        self._places = {name: i for i, name in enumerate(names)}
        self._vectors = self._made(names) if names else np.empty((0, WIDTH), np.float32)

    def __call__(self, names: Sequence[str]) -> F32:
        """A row a name: looked up where it is known, as any side may, else made."""
        if self._places:
            return self._vectors[[self._places[name] for name in names]]
        return self._made(names)

    encode = __call__  # what semhash calls

    def _made(self, names: Sequence[str]) -> F32:
        numbers = np.array([int(name[1:]) for name in names], dtype=np.int64)
        test = np.array([name[0] == "q" for name in names])
        planted = ~test & (numbers % PLANTED == 0) & (numbers < MANY)
        keys = np.where(test | planted, numbers + (1 << 40), numbers)
        vectors = np.tile(self._shared, (len(names), 1))
        for n in range(OF_TEXT):
            token = (keys * 2_654_435_761 + n * 40_503 + (keys >> 7) * n * 97) % TOKENS
            if n == 0:
                token = np.where(planted, (token + 1) % TOKENS, token)
            vectors += self._tokens[token]
        return vectors


def ours(test: Sequence[str], train: Sequence[str], encoder: Any) -> list[list[tuple[str, float]]]:
    """Training texts and cosines, a list a test text."""
    nearest = nearest_training(
        [(name, "title", name) for name in test],
        {"train": [(train, train)]},
        encoder=encoder,
        terms=Terms.of(neighbours=NEIGHBOURS, floor=FLOOR, sample=0),  # peers don't tell what chance puts there
        threads=1,
    )
    return [[(one.train, one.similarity) for one in of] for of in nearest.lists]


def numpys(test: F32, encoder: Any, train: Sequence[str]) -> list[list[tuple[str, float]]]:
    """The same by NumPy alone, block by block: products, what passes the floor, and the best of them at the end."""
    from irassay.search.vector_index import blas_threads

    found: list[list[tuple[str, float]]] = [[] for _ in test]
    unit = test / np.linalg.norm(test, axis=1, keepdims=True)
    with blas_threads(1):
        for at in range(0, len(train), BLOCK):
            names = train[at : at + BLOCK]
            vectors = encoder(names)
            vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
            products = unit @ vectors.T
            for i, row in enumerate(products):
                best = np.argpartition(row, -NEIGHBOURS)[-NEIGHBOURS:] if len(row) > NEIGHBOURS else np.arange(len(row))
                of = found[i] + [(names[j], float(row[j])) for j in best if row[j] >= FLOOR]
                found[i] = sorted(of, key=lambda one: -one[1])[:NEIGHBOURS]
    return found


def semhashes(test: Sequence[str], train: Sequence[str], encoder: Any) -> set[int]:
    """Test texts that semhash calls duplicates of training texts."""
    from semhash import SemHash

    index = SemHash.from_records(records=list(train), model=encoder)
    outcome = index.deduplicate(records=list(test), threshold=THRESHOLD)
    place = {name: i for i, name in enumerate(test)}
    return {place[one.record] for one in outcome.filtered}


def has_semhash() -> bool:
    from importlib.util import find_spec

    return find_spec("semhash") is not None


def check(mine: Sequence[Sequence[tuple[str, float]]], theirs: Sequence[Sequence[tuple[str, float]]]) -> str:
    """Raise unless NumPy's lists are ours, up to the rounding of float32; say what was compared."""
    for of, other in zip(mine, theirs, strict=True):
        if not np.allclose([value for _, value in of], [value for _, value in other], rtol=0, atol=1e-5):
            raise Disagree("the lists of NumPy and ours differ")
        sure = {name for name, value in other if value > other[-1][1] + 1e-5}
        if not sure <= {name for name, _ in of}:
            raise Disagree("NumPy has training texts that ours lacks")
    return f"{sum(map(len, mine)):,} neighbours are NumPy's"


def measured(n_train: int, n_test: int) -> tuple[float, float]:
    """Seconds of processor time and MB of a process of its own."""
    cpu, memory = timing.asked("leak_vectors", str(n_train), str(n_test)).split()
    return float(cpu), float(memory)


def main(n_train: int, n_test: int) -> None:
    vectors = Table()
    test = [(f"q{i}", "title", f"q{i}") for i in range(n_test)]
    start = timing.now()
    nearest_training(test, {"train": streamed(n_train)}, encoder=vectors, terms=Terms.of(), threads=1)
    print(timing.since(start).cpu, most())


def streamed(n: int) -> Iterable[tuple[list[str], list[str]]]:
    """Training texts in blocks that nobody keeps."""
    for at in range(0, n, 10_000):
        names = [f"t{i}" for i in range(at, min(n, at + 10_000))]
        yield names, names


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
